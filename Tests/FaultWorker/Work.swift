import FormDrafts

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A piece of work that is done with faults.
struct Work: Sendable {
  let name: String
  /// Whether it changes nothing: then its answer is looked at.
  var isReading = false
  /// Whose draft is saved afterwards, to see that the store works.
  var bystander: DraftOwner = "bob"
  /// The store it begins with: the sample, or one of an earlier version.
  var fixture: String?
  let run: @Sendable (DraftStore, Rig) async throws(DraftError) -> Void

  static func named(_ name: String) -> Work {
    guard let work = all.first(where: { $0.name == name }) else {
      preconditionFailure("no work called \(name)")
    }
    return work
  }

  private static func changed(_ number: Int) -> DraftSnapshot {
    var snapshot = Sample.snapshot("\(number)")
    snapshot.values["note"] = "changed"
    snapshot.values["more"] = .text(String(repeating: "x", count: 6_000))
    return snapshot
  }

  static let all: [Work] = saves + reads + endings + others + migrations

  private static let saves: [Work] = [
    Work(name: "save") { store, _ throws(DraftError) in
      try await store.save(
        changed(1), schema: Sample.schema, key: Sample.key("ana", "r1"), draft: Sample.id(1),
        basedOn: 1, savePoint: .manual)
    },
    Work(name: "create") { store, _ throws(DraftError) in
      try await store.save(
        Sample.snapshot("new"), schema: Sample.schema, key: Sample.key("cleo"))
    },
    Work(name: "file") { store, rig throws(DraftError) in
      let file = try await store.importFile(atPath: await rig.photo, into: Sample.id(1))
      var snapshot = Sample.snapshot("1")
      snapshot.values["photo"] = .file(file)
      try await store.save(
        snapshot, schema: Sample.schema, key: Sample.key("ana", "r1"), draft: Sample.id(1),
        basedOn: 1)
    },
  ]

  private static let reads: [Work] = [
    Work(name: "restore", isReading: true) { store, rig throws(DraftError) in
      let answer = await store.restore(Sample.key("ana", "r1"), schema: Sample.schema)
      switch answer {
      case .restored(let draft) where draft.snapshot == Sample.snapshot("1"): break
      case .unreadable(_, let error): throw error
      default: await rig.violation("restore answered \(answer)")
      }
    },
    Work(name: "export", isReading: true) { store, rig throws(DraftError) in
      let line = try await store.export(Sample.id(2)).line
      if !line.contains("city of 2") || !line.contains("note of 2") {
        await rig.violation("export left something out")
      }
    },
    Work(name: "list", isReading: true) { store, rig throws(DraftError) in
      let listings = try await store.list(verifying: true)
      for case .unreadable(let error) in listings { throw error }
      for case .damaged(_, _, let error) in listings { throw error }
      if listings.count != 6 { await rig.violation("list has \(listings.count)") }
    },
    // What it wrote is looked at when the fault is gone.
    Work(name: "backup", isReading: true) { store, _ throws(DraftError) in
      try await store.backup(to: store.path + ".backup")
    },
  ]

  private static let endings: [Work] = [
    Work(name: "purge") { store, _ throws(DraftError) in
      try await store.purge(DraftFilter(owner: "ana"))
    },
    Work(name: "purge-record") { store, _ throws(DraftError) in
      try await store.purge(DraftFilter(owner: "ana", form: "visit", record: "r3"))
    },
    Work(name: "discard") { store, _ throws(DraftError) in
      try await store.discard(Sample.id(3))
    },
    Work(name: "begin-submit") { store, _ throws(DraftError) in
      _ = try await store.beginSubmit(Sample.id(1))
    },
    Work(name: "end-submit") { store, _ throws(DraftError) in
      let attempt = try await store.summary(of: Sample.id(4))?.attempt
      try await store.endSubmit(
        Sample.id(4), attempt: attempt ?? AttemptID("none"), accepted: true)
    },
    Work(name: "sign-out") { store, _ throws(DraftError) in
      let signOut = try await store.signOut(owner: "ana")
      _ = await signOut.erased()
    },
    Work(name: "adopt") { store, _ throws(DraftError) in
      _ = try await store.signIn(owner: "ana", adopting: .nobody)
    },
  ]

  private static let others: [Work] = [
    Work(name: "import") { store, rig throws(DraftError) in
      _ = try await store.importDrafts(Array(await rig.importLines.utf8))
    },
    Work(name: "revert") { store, _ throws(DraftError) in
      try await store.revert(Sample.id(3), to: 1)
    },
    Work(name: "scrub") { store, _ throws(DraftError) in
      try await store.scrub(Sample.stricter, owner: "ana")
    },
  ]

  private static let migrations: [Work] = ["0.1.0", "0.2.0", "0.3.0"].map { (version: String) in
    Work(name: "migrate-\(version)", bystander: "eve", fixture: version) {
      store, _ throws(DraftError) in
      for listing in try await store.list() {
        if case .unreadable(let error) = listing { throw error }
      }
    }
  }
}
