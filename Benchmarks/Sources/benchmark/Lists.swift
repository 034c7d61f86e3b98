import CPeer
import Foundation
import FormDrafts

extension Bench {
  /// What one owner has, answers not read.
  func lists() async throws {
    for (count, bound) in [(100, 1.3), (10_000, 1.6)] where wants("list") {
      let form = Workload(count > 1_000 ? 2 : 50)
      let path = path("store")
      let store = store(at: path)
      let owner: DraftOwner = "ana"
      let limit = Limit(self.path("limit.db"), full: false)
      for number in 0..<count {
        try await store.save(
          form.snapshot, schema: form.schema, key: DraftKey("bench", owner: owner),
          title: "Draft number \(number)")
        limit.saveNew(number + 1, form)
      }
      let filter = DraftFilter(owner: owner)
      let scan = try Scan(ofStore: path, Scan.list)
      let lanes = try await race(
        [
          Contestant(name: "FormDrafts") { _ in
            guard try await store.list(filter).count == count else { throw Unexpected("list") }
          },
          Contestant(name: "C") { _ in
            guard limit.list() == count else { throw Unexpected("list in C") }
          },
          Contestant(name: "C, our file") { _ in
            guard scan.rows() == count else { throw Unexpected("list of our file in C") }
          },
        ], steps: count > 1_000 ? 5 : 50)
      scan.close()
      await store.close()
      limit.close()
      add(.time("list \(count)", lanes[0], by: lanes[1], atMost: bound))
      add(.time("list \(count)", lanes[0], by: lanes[2]))
    }
  }

  /// One owner leaves a store of many.
  func purge() async throws {
    guard wants("purge.owner") else { return }
    var many: Lane?
    for owners in [100, 22] {
      let (store, copies) = try await crowd(owners)
      let lanes = try await race(
        [
          Contestant(name: "FormDrafts") { step in
            let receipt = try await store.purge(DraftFilter(owner: .account("owner \(step)")))
            guard receipt.drafts == 100, receipt.erasure == .complete else {
              throw Unexpected("purge")
            }
          },
          Contestant(name: "C, overwriting") { step in
            peer_remove_directory("\(copies)/a\(step)", copies, true)
          },
          Contestant(name: "C, unlink only") { step in
            peer_remove_directory("\(copies)/b\(step)", copies, false)
          },
        ], rounds: 10, steps: 2)
      await store.close()
      if let many {
        var line = Line.time("purge.owner 100/22 owners", many, by: lanes[0])
        line.peer = "ours of 22"
        add(line)
      } else {
        add(.time("purge.owner", lanes[0], by: lanes[1], atMost: 2))
        add(.time("purge.owner", lanes[0], by: lanes[2]))
        many = lanes[0]
      }
    }
  }

  /// A store of owners with 100 drafts of 50 fields each, and copies of what 22 of them have.
  private func crowd(_ owners: Int) async throws -> (DraftStore, copies: String) {
    let form = Workload(50)
    let snapshot = form.snapshot
    let path = path("store")
    let store = store(at: path)
    for number in 0..<owners {
      let key = DraftKey("bench", owner: .account("owner \(number)"))
      for _ in 0..<100 { try await store.save(snapshot, schema: form.schema, key: key) }
    }
    await store.close()
    let copies = try directory("copies")
    let files = FileManager.default
    // After the close no process has the databases open.
    let folders = try files.contentsOfDirectory(atPath: path + "/owners").filter { $0.count == 32 }
    for number in 0..<22 {
      for letter in ["a", "b"] {
        try files.copyItem(
          atPath: "\(path)/owners/\(folders[number])", toPath: "\(copies)/\(letter)\(number)")
      }
    }
    return (self.store(at: path), copies)
  }

  /// An edit of a form that a session holds, no save due.
  func keystroke() async throws {
    guard wants("keystroke") else { return }
    for size in [10, 5_000] {
      let form = Workload(size)
      let store = store()
      let medians = try await Keystrokes.medians(form, in: store, rounds: options.rounds)
      await store.close()
      var line = Line(
        name: "keystroke \(size)", measure: "microseconds", ours: medians.median,
        value: medians.median, low: medians.min(), high: medians.max())
      if size == 5_000 { (line.bound, line.target) = (.atMost, 2) }
      add(line)
    }
  }
}

/// A session on the main actor, as an application has it.
@MainActor private enum Keystrokes {
  static func medians(
    _ form: Workload, in store: DraftStore, rounds: Int
  ) async throws -> [Double] {
    let options = DraftSessionOptions(debounce: .seconds(3_600), maximumWait: .seconds(3_600))
    let session = DraftSession(
      form.snapshot, DraftMapping(form.schema), in: store, owner: "ana", options: options)
    try await session.open()
    session.form.values.members[0].value = "begun"
    try await session.flush()
    var medians: [Double] = []
    for round in 0...rounds {
      let edits = (0..<1_000).map { form.edit(round * 1_000 + $0)[0] }
      var times: [Double] = []
      for (field, value) in edits {
        let start = peer_nanoseconds()
        session.form.values.members[field].value = .text(value)
        times.append(Double(peer_nanoseconds() - start) / 1e3)
      }
      if round > 0 { medians.append(times.median) }
      try await session.flush()
    }
    await session.close()
    return medians
  }
}
