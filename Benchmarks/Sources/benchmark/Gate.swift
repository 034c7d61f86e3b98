import FormDrafts

extension Bench {
  /// Compares what repeats exactly on every machine with what it has to be.
  ///
  /// Statements, bytes and syncs of a save: a change that makes each save dearer for everybody fails
  /// here.
  ///
  /// - Returns: whether all of it is as it has to be.
  func gate() async throws -> Bool {
    // A page in the log is 24 bytes and 4 096; the ledger takes 32.
    let page = 4_120.0
    let ledger = 32.0
    for size in [10, 500, 5_000] {
      for full in [true, false] {
        var work = SaveWork(form: Workload(size), full: full)
        let name = "gate \(size) \(full ? "FULL" : "NORMAL")"
        for way in [SaveWork.Way.change, .snapshot] {
          work.way = way
          let plain = try await count { try await ours(work) }
          let label = way == .change ? "\(name) edit" : "\(name) whole form"
          // BEGIN, the draft's row, the field's row, the draft's row, COMMIT.
          add(.number(label, "statements", plain.statements, equal: 4))
          add(.number(label, "bytes", plain.bytes, equal: 2 * page + ledger))
          add(.number(label, "fdatasync", plain.syncs, equal: full ? 1 : 0))
        }
        work.way = .change
        work.keepsSavePoint = true
        let kept = try await count { try await ours(work) }
        // The save point itself and the copy of the replaced row.
        add(.number("\(name) save point", "statements", kept.statements, equal: 6))
        add(.number("\(name) save point", "bytes", kept.bytes, equal: 3 * page + ledger))
        add(.number("\(name) save point", "fdatasync", kept.syncs, equal: full ? 1 : 0))
        work = SaveWork(form: Workload(size), way: .none, full: full)
        let nothing = try await count { try await ours(work) }
        add(.number("\(name) unchanged", "statements", nothing.statements, equal: 0))
        add(.number("\(name) unchanged", "bytes", nothing.bytes, equal: 0))
        add(.number("\(name) unchanged", "fdatasync", nothing.syncs, equal: 0))
      }
    }
    return report.lines.allSatisfy { $0.isMet != false }
  }
}
