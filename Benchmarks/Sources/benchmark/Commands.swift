import CPeer
import Foundation
import FormDrafts

extension Bench {
  /// `drafts list` of one owner's 100 drafts, beside the sqlite3 shell with the same columns.
  func commandList() async throws {
    guard wants("cli.list100") else { return }
    guard let drafts = options.drafts else {
      return note("cli.list100 is left out: name the command by --drafts.")
    }
    guard runs(["sqlite3", "--version"]) else {
      return note("cli.list100 is left out: there is no sqlite3 shell.")
    }
    let form = Workload(50)
    let path = path("store")
    let store = store(at: path)
    for number in 0..<100 {
      try await store.save(
        form.snapshot, schema: form.schema, key: DraftKey("bench", owner: "ana"),
        title: "Draft number \(number)")
    }
    await store.close()
    let owners = path + "/owners"
    let folder = try FileManager.default.contentsOfDirectory(atPath: owners)
      .first { $0.count == 32 }
    guard let folder else { throw Unexpected("no owner") }
    let query = """
      SELECT uuid, form, record, revision, saved, title, step, answered, bytes
      FROM draft ORDER BY seq DESC
      """
    let lanes = try await race(
      [
        command("drafts list", [drafts, "list", "--store", path]),
        command("sqlite3 shell", ["sqlite3", "\(owners)/\(folder)/drafts.db", query]),
        command("drafts --version", [drafts, "--version"]),
        command("true", ["true"]),
      ], steps: 7)
    let bound = isStatic(drafts) ? 1.4 : 3
    add(
      .time(
        "cli.list100 \(isStatic(drafts) ? "static" : "dynamic")", lanes[0], by: lanes[1],
        atMost: bound))
    for other in [2, 3] {
      var line = Line.time("cli.list100 \(lanes[other].name)", lanes[other], by: lanes[1])
      line.note = "for comparison"
      add(line)
    }
  }

  private func command(_ name: String, _ words: [String]) -> Contestant {
    let (output, errors) = (path("out"), path("err"))
    return Contestant(name: name) { [self] _ in
      guard run(words, output, errors) != nil else { throw Unexpected(name) }
    }
  }

  private func runs(_ words: [String]) -> Bool { run(words, path("out"), path("err")) != nil }

  /// Runs a program; nil if it did not succeed.
  @discardableResult
  func run(_ words: [String], _ output: String, _ errors: String) -> Double? {
    let copies = words.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    var arguments = copies.map { UnsafePointer($0) }
    arguments.append(nil)
    let time = peer_run(arguments, output, errors)
    return time < 0 ? nil : Double(time) / 1e3
  }

  /// Whether a program needs no other file to start: it has no interpreter.
  private func isStatic(_ path: String) -> Bool {
    let (output, errors) = (self.path("out"), self.path("err"))
    guard run(["readelf", "-l", path], output, errors) != nil,
      let text = try? String(contentsOfFile: output, encoding: .utf8)
    else { return false }
    return !text.contains("INTERP")
  }
}

extension Bench {
  /// Instructions of a save, as valgrind counts them: twice a run of another length, so that start
  /// and end do not count.
  func instructions() async throws {
    guard wants("save.change") else { return }
    guard options.valgrind, runs(["valgrind", "--version"]) else {
      return note("Instructions are left out: there is no valgrind.")
    }
    // Valgrind 3.19 cannot read the debugging information of Swift programs.
    let program = path("program")
    guard runs(["strip", "-o", program, CommandLine.arguments[0]]) else {
      return note("Instructions are left out: there is no strip.")
    }
    for size in [10, 500, 5_000] {
      guard let mine = instructions(program, "ours", size),
        let theirs = instructions(program, "c", size)
      else {
        return note("Instructions are left out: valgrind failed.")
      }
      add(
        .ratio("save.change \(size)", "instructions", mine, by: theirs, "C", atMost: 1.5))
    }
  }

  private func instructions(_ program: String, _ who: String, _ size: Int) -> Double? {
    // The saves must outweigh what differs between two first saves of a large form; the seeds of
    // hash tables are the same in each run for that reason, too.
    let counts = [50, 550].compactMap { steps -> Double? in
      let (output, errors) = (path("out"), path("err"))
      let words = [
        "env", "SWIFT_DETERMINISTIC_HASHING=1", "valgrind", "--tool=cachegrind", "--cache-sim=no",
        "--cachegrind-out-file=/dev/null",
        program, "once", who, "\(size)", "\(steps)", "--directory", options.directory,
      ]
      guard run(words, output, errors) != nil,
        let text = try? String(contentsOfFile: errors, encoding: .utf8),
        let line = text.split(separator: "\n").first(where: { $0.contains("I   refs:") }),
        let number = line.split(separator: ":").last
      else { return nil }
      return Double(number.filter(\.isNumber))
    }
    return counts.count == 2 ? (counts[1] - counts[0]) / 500 : nil
  }

  /// What valgrind watches: a number of saves and nothing else.
  func once(_ words: [String]) async throws {
    guard words.count == 3, let size = Int(words[1]), let steps = Int(words[2]) else {
      throw UsageError("once takes ours, snapshot or c, a size and a number.")
    }
    let way: SaveWork.Way = words[0] == "snapshot" ? .snapshot : .change
    let work = SaveWork(form: Workload(size), way: way)
    let contestant = words[0] == "c" ? limit(work) : try await ours(work)
    for step in 0..<steps {
      try await contestant.prepare(step)
      try await contestant.run(step)
    }
    try await contestant.close()
  }
}
