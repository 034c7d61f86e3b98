import CPeer
import Foundation
import FormDrafts

/// A store that grows: what one owner's work costs while ever more others are in it.
struct Scale {
  var owners = 1_000
  var draftsEach = 100
  var bytes = 5_000_000_000

  init(_ words: [String]) throws {
    var rest = words[...]
    while let word = rest.popFirst() {
      guard let value = rest.popFirst().flatMap({ Int($0) }), value > 0 else {
        throw UsageError("\(word) needs a number.")
      }
      switch word {
      case "--owners": owners = value
      case "--drafts-each": draftsEach = value
      case "--bytes": bytes = value
      default: throw UsageError("Unknown: \(word)")
      }
    }
  }

  /// Bytes of one answer, of 50 in a draft.
  var answer: Int { max(8, bytes / (owners * draftsEach * 50)) }

  /// The sizes at which it is measured: a hundredth, a tenth, all.
  var stages: [Int] { Array(Set([owners / 100, owners / 10, owners].map { max(2, $0) })).sorted() }
}

extension Bench {
  func scale(_ scale: Scale) async throws {
    // The log, and a whole owner's file while it is rebuilt, come on top.
    let needed = scale.bytes / 10 * 14 + (1 << 30)
    let free = peer_free_bytes(options.directory)
    guard free < 0 || free > needed else {
      throw UsageError(
        "\(needed >> 20) MiB are needed in \(options.directory), \(free >> 20) are free; see --bytes."
      )
    }
    let path = path("store")
    var times: [String: [(owners: Double, time: Double)]] = [:]
    var built = 0
    for stage in scale.stages {
      let start = peer_nanoseconds()
      try await grow(path, from: built, to: stage, scale)
      built = stage
      let seconds = Double(peer_nanoseconds() - start) / 1e9
      note("\(stage) owners: \(size(of: path) >> 20) MiB, made in \(Report.shown(seconds)) s")
      for (name, time) in try await measure(path, stage, scale) {
        times[name, default: []].append((Double(stage), time))
        add(.number("scale.\(name) \(stage)", "microseconds", time))
      }
    }
    for name in times.keys.sorted() {
      guard let all = times[name], let first = all.first, let last = all.last,
        last.owners > first.owners
      else { continue }
      let exponent = log(last.time / first.time) / log(last.owners / first.owners)
      add(.number("scale.\(name)", "exponent", exponent))
    }
    try await commands(path)
  }

  private func form(_ scale: Scale) -> (DraftSchema, DraftSnapshot) {
    let form = Workload(50)
    var generator = Generator(seed: 7)
    let members = form.names.map {
      DraftObject.Member($0, .text(Workload.text(scale.answer, &generator)))
    }
    return (form.schema, DraftSnapshot(values: DraftObject(members)))
  }

  private func grow(_ path: String, from: Int, to: Int, _ scale: Scale) async throws {
    let store = store(at: path)
    for number in from..<to { try await fill(store, "owner \(number)", scale) }
    await store.close()
  }

  private func fill(_ store: DraftStore, _ owner: String, _ scale: Scale) async throws {
    let (schema, snapshot) = form(scale)
    let key = DraftKey("bench", owner: .account(owner))
    for _ in 0..<scale.draftsEach {
      try await store.save(snapshot, schema: schema, key: key)
    }
  }

  /// Medians in microseconds of what one owner asks of the store.
  private func measure(
    _ path: String, _ owners: Int, _ scale: Scale
  ) async throws -> [(String, Double)] {
    let (schema, snapshot) = form(scale)
    let key = DraftKey("bench", owner: .account("owner 1"))
    let filter = DraftFilter(owner: key.owner)
    var results: [(String, Double)] = []
    func median(_ name: String, _ count: Int = 9, _ work: (Int) async throws -> Void) async throws {
      var times: [Double] = []
      for step in 0..<count {
        let start = peer_nanoseconds()
        try await work(step)
        times.append(Double(peer_nanoseconds() - start) / 1e3)
      }
      results.append((name, times.median))
    }
    // A store's first answer to one owner, opening included.
    try await median("open") { _ in
      let store = self.store(at: path)
      _ = await store.restore(key, schema: schema)
      await store.close()
    }
    let store = store(at: path)
    let draft = try await store.save(snapshot, schema: schema, key: key).draft
    var edited = snapshot
    try await median("save", 101) { step in
      edited.values.members[step % 50].value = .text("edit \(step)")
      try await store.save(edited, schema: schema, key: key, draft: draft)
    }
    try await median("restore", 41) { _ in
      guard case .restored = await store.restore(key, schema: schema) else {
        throw Unexpected("restore")
      }
    }
    try await median("list") { _ in _ = try await store.list(filter) }
    for step in 0..<5 { try await fill(store, "leaver \(owners) \(step)", scale) }
    try await median("purge", 5) { step in
      let filter = DraftFilter(owner: .account("leaver \(owners) \(step)"))
      guard try await store.purge(filter).erasure == .complete else { throw Unexpected("purge") }
    }
    try await median("narrow purge", 1) { _ in
      _ = try await store.purge(DraftFilter(owner: key.owner, form: "bench", olderThan: .zero))
    }
    try await fill(store, "owner 1", scale)
    await store.close()
    return results
  }

  /// Time and most memory of commands that go through the whole store.
  private func commands(_ path: String) async throws {
    guard let drafts = options.drafts else {
      return note("The commands are left out: name drafts by --drafts.")
    }
    for words in [["list", "--json"], ["list"], ["export"], ["audit"], ["doctor"], ["repair"]] {
      // One owner's database has something to be repaired.
      if words == ["repair"] { try damageOneOwner(of: path) }
      let name = "scale.drafts \(words.joined(separator: " "))"
      let (time, peak) = watch([drafts] + words + ["--store", path])
      add(.number(name, "seconds", time))
      add(.number(name, "MiB", Double(peak) / 1_024))
    }
  }

  /// Overwrites a page in the middle of a database that nobody has open.
  private func damageOneOwner(of path: String) throws {
    let owners = "\(path)/owners"
    let names = try FileManager.default.contentsOfDirectory(atPath: owners).sorted()
    let files = names.map { "\(owners)/\($0)/drafts.db" }
    guard let file = files.first(where: FileManager.default.fileExists),
      let handle = FileHandle(forUpdatingAtPath: file)
    else { throw Unexpected("damage") }
    let middle = try handle.seekToEnd() / 8_192 * 4_096
    try handle.seek(toOffset: middle)
    try handle.write(contentsOf: Data(repeating: 0xA5, count: 4_096))
    try handle.close()
  }

  private func watch(_ words: [String]) -> (seconds: Double, peak: Int64) {
    let copies = words.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    var arguments = copies.map { UnsafePointer($0) }
    arguments.append(nil)
    var peak: Int64 = -1
    let start = peer_nanoseconds()
    // Exit code 2 (findings) is an answer too.
    _ = peer_run_watched(arguments, "/dev/null", "/dev/null", &peak)
    return (Double(peer_nanoseconds() - start) / 1e9, peak)
  }

  private func size(of path: String) -> Int {
    let all = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return all.reduce(0) { sum, name in
      let facts = try? FileManager.default.attributesOfItem(atPath: path + "/" + name)
      return sum + ((facts?[.size] as? Int) ?? 0)
    }
  }
}
