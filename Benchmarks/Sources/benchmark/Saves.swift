import CPeer
import FormDrafts

extension Bench {
  /// `save.change`, and how it grows with the form.
  func saveChange() async throws {
    guard wants("save.change") || wants("save.growth") else { return }
    var small: Lane?
    var smallBytes = 0.0
    for size in [10, 50, 500, 5_000] {
      let work = SaveWork(form: Workload(size))
      let lanes = try await race(
        [try await ours(work), limit(work), limit(work, isGuarded: true)], steps: 200)
      add(.time("save.change \(size)", lanes[0], by: lanes[1], atMost: 1.5))
      add(.time("save.change \(size)", lanes[0], by: lanes[2]))
      let (mine, theirs) = (
        try await count { try await ours(work) }, try await count { limit(work) }
      )
      add(.ratio("save.change \(size)", "bytes", mine.bytes, by: theirs.bytes, "C", atMost: 1.1))
      add(.number("save.change \(size)", "statements", mine.statements))
      if size == 10 { (small, smallBytes) = (lanes[0], mine.bytes) }
      if size == 5_000, let small {
        var line = Line.time("save.growth 5000/10", lanes[0], by: small, atMost: 1.2)
        line.peer = "ours at 10"
        add(line)
        add(
          .ratio(
            "save.growth 5000/10", "bytes", mine.bytes, by: smallBytes, "ours at 10", atMost: 1.1))
      }
      try await savePoint(size, plain: mine)
    }
  }

  /// Each save keeps the state before it as a save point.
  private func savePoint(_ size: Int, plain: Counts) async throws {
    guard size != 50 else { return }
    var work = SaveWork(form: Workload(size))
    work.keepsSavePoint = true
    let lanes = try await race([try await ours(work), limit(work)], steps: 100)
    add(.time("save.change \(size) save point", lanes[0], by: lanes[1], atMost: 2))
    let mine = try await count { try await ours(work) }
    var line = Line.number(
      "save.change \(size) save point", "pages more", (mine.bytes - plain.bytes) / 4_120)
    (line.bound, line.target) = (.atMost, 1)
    add(line)
  }

  /// A durable save beside a record appended and synced, beside C, and beside what apps do.
  func saveFull() async throws {
    let bounds = [10: 3.0, 50: 5, 500: 25, 5_000: 250]
    guard wants("save.full") || wants("save.apps") else { return }
    for size in [10, 50, 500, 5_000] {
      var work = SaveWork(form: Workload(size))
      work.full = true
      if wants("save.full") {
        let lanes = try await race(
          [try await ours(work), append(work), limit(work)], steps: 60)
        add(.time("save.full \(size)", lanes[0], by: lanes[1], atMost: 1.25))
        add(.time("save.full \(size)", lanes[0], by: lanes[2]))
        let mine = try await count { try await ours(work) }
        add(.number("save.full \(size)", "fdatasync", mine.syncs, equal: 1))
      }
      guard wants("save.apps") else { continue }
      for full in [true, false] {
        work.full = full
        let lanes = try await race(
          [try await ours(work), try jsonFile(work), try preferences(work)], steps: 15)
        let name = "save.apps \(size) \(full ? "FULL" : "NORMAL")"
        var line = Line.time(name, lanes[0], by: lanes[1], inverse: full ? bounds[size] : 0)
        if !full { (line.bound, line.target) = (nil, nil) }
        add(line)
        line = Line.time(name, lanes[0], by: lanes[2], inverse: 0)
        (line.bound, line.target) = (nil, nil)
        add(line)
      }
    }
  }

  /// A whole form handed over, one field of it changed.
  func saveSnapshot() async throws {
    guard wants("save.snapshot") else { return }
    for (size, bound) in [(50, 1.5), (500, 1.6), (5_000, 2)] {
      let work = SaveWork(form: Workload(size), way: .snapshot)
      let lanes = try await race([try await ours(work), limit(work)], steps: 100)
      add(.time("save.snapshot \(size)", lanes[0], by: lanes[1], atMost: bound))
    }
  }

  /// Nothing changed.
  func saveNothing() async throws {
    guard wants("save.noop") else { return }
    for size in [10, 500, 5_000] {
      let work = SaveWork(form: Workload(size), way: .none)
      let lanes = try await race([try await ours(work)], steps: 100)
      let mine = try await count { try await ours(work) }
      var line = Line.number("save.noop \(size)", "statements", mine.statements, equal: 0)
      line.note = "\(Report.shown(lanes[0].median)) us"
      add(line)
      add(.number("save.noop \(size)", "bytes", mine.bytes, equal: 0))
    }
  }

  /// A form with one answer of 100 KB.
  func saveBig() async throws {
    guard wants("save.big") else { return }
    for editsBig in [false, true] {
      var work = SaveWork(form: Workload(50, big: 100_000))
      work.editsBig = editsBig
      let name = editsBig ? "save.big itself" : "save.big another"
      let lanes = try await race([try await ours(work), limit(work)], steps: 40)
      add(.time(name, lanes[0], by: lanes[1], atMost: 1.5))
      let (mine, theirs) = (
        try await count { try await ours(work) }, try await count { limit(work) }
      )
      if editsBig {
        add(.ratio(name, "bytes", mine.bytes, by: 100_002, "its JSON", atMost: 1.2))
      } else {
        add(.ratio(name, "bytes", mine.bytes, by: theirs.bytes, "C", atMost: 1.1))
      }
    }
  }

  /// The longest of 2 000 saves, checkpoints included, beside C at SQLite's own settings.
  func saveStall() async throws {
    guard wants("save.stall") else { return }
    for size in [50, 5_000] {
      let work = SaveWork(form: Workload(size))
      var lanes = try await race([try await ours(work), limit(work)], rounds: 5, steps: 2_000)
      for index in lanes.indices { lanes[index].medians = lanes[index].worst }
      add(.time("save.stall \(size)", lanes[0], by: lanes[1], atMost: 0.35))
    }
  }

  /// Several fields changed in one save; a new draft.
  func saveBurst() async throws {
    for changes in [1, 10, 100] where wants("save.burst") {
      var work = SaveWork(form: Workload(500))
      work.changes = changes
      let lanes = try await race([try await ours(work), limit(work)], steps: 50)
      add(.time("save.burst \(changes) of 500", lanes[0], by: lanes[1]))
    }
    for size in [10, 50, 500] where wants("save.new") {
      let form = Workload(size)
      let store = store()
      let limit = Limit(path("limit.db"), full: false)
      let snapshot = form.snapshot
      let key = DraftKey("bench", owner: "ana")
      let lanes = try await race(
        [
          Contestant(name: "FormDrafts") { _ in
            try await store.save(snapshot, schema: form.schema, key: key)
          },
          Contestant(name: "C") { step in limit.saveNew(step + 1, form) },
        ], steps: 30)
      await store.close()
      limit.close()
      add(.time("save.new \(size)", lanes[0], by: lanes[1]))
    }
  }
}
