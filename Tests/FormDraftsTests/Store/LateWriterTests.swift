import FormDraftsTesting
import Testing

@testable import FormDrafts

/// Who writes for an owner that was purged meanwhile.
@Suite struct LateWriterTests {
  private let schema = DraftSchema.texts("form", "a", "b")

  private func key(_ owner: DraftOwner) -> DraftKey { DraftKey("form", owner: owner) }

  private func snapshot(_ text: String) -> DraftSnapshot {
    DraftSnapshot(values: ["a": .text(text)])
  }

  @Test func `a late writer in the same store is refused until the owner signs in`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let draft = try await store.save(snapshot("old"), schema: schema, key: key("ana")).draft
    try await store.purge(DraftFilter(owner: "ana"))
    for isReopened in [false, true] {
      if isReopened { await store.close() }
      for id in [draft, nil] {
        let error = await failure {
          try await store.save(snapshot("late"), schema: schema, key: key("ana"), draft: id)
        }
        #expect(error?.code == .ownerPurged)
      }
      #expect(await store.restore(key("ana"), schema: schema).isNone)
      #expect(try folder.place().tags().isEmpty)
    }
    try await store.save(snapshot("bob"), schema: schema, key: key("bob"))
    try await store.signIn(owner: "ana")
    #expect(await store.restore(key("ana"), schema: schema).isNone)
    try await store.save(snapshot("new"), schema: schema, key: key("ana"))
    #expect(try await store.restored(key("ana"), schema: schema).snapshot == snapshot("new"))
    let old = await failure {
      try await store.save(snapshot("late"), schema: schema, key: key("ana"), draft: draft)
    }
    #expect(old?.code == .notFound)
    await store.close()
  }

  @Test(
    "A late writer elsewhere is refused, however it came to know the owner",
    arguments: ["saved", "restored", "found nothing", "listed", "closed"])
  func lateWriterElsewhere(how: String) async throws {
    let folder = try StoreFolder()
    let (purger, late) = (folder.store(), folder.store())
    let known: DraftOwner = how == "found nothing" ? "new" : "ana"
    var draft: DraftID? = try await purger.save(
      snapshot("old"), schema: schema, key: key("ana")
    ).draft
    switch how {
    case "saved":
      draft = try await late.save(snapshot("mine"), schema: schema, key: key(known)).draft
    case "restored": _ = try await late.restored(key(known), schema: schema)
    case "listed": #expect(try await late.list().count == 1)
    case "closed":
      _ = try await late.restored(key(known), schema: schema)
      await late.close()
    default:
      #expect(await late.restore(key(known), schema: schema).isNone)
      draft = nil
    }
    try await purger.purge(DraftFilter(owner: known))
    // Not with the id, and not as a new draft either.
    for id in [draft, nil] {
      let error = await failure {
        try await late.save(snapshot("late"), schema: schema, key: key(known), draft: id)
      }
      #expect(error?.code == .ownerPurged)
    }
    #expect(await late.restore(key(known), schema: schema).isNone)
    #expect(try folder.place().tags().count == (known == "new" ? 1 : 0))
    try await expectFenced(late, by: folder, known)
    await purger.close()
  }

  /// A new process starts clean; the late one does not write among the new drafts.
  private func expectFenced(
    _ late: DraftStore, by folder: StoreFolder, _ owner: DraftOwner
  ) async throws {
    let fresh = folder.store()
    try await fresh.save(snapshot("new"), schema: schema, key: key(owner))
    let still = await failure {
      try await late.save(snapshot("late"), schema: schema, key: key(owner))
    }
    #expect(still?.code == .ownerPurged)
    try await late.signIn(owner: owner)
    try await late.save(snapshot("signed in"), schema: schema, key: key(owner))
    #expect(try await fresh.list(DraftFilter(owner: owner)).count == 2)
    await late.close()
    await fresh.close()
  }

  @Test func `a purge among writers ends them all, and nothing rises again`() async throws {
    let folder = try StoreFolder()
    let canary = Canary()
    let (schema, key) = (schema, key("ana"))
    let purger = folder.store()
    try await purger.save(snapshot("kept"), schema: schema, key: self.key("bob"))
    let stores = (0..<4).map { _ in folder.store() }
    for store in stores {
      try await store.save(snapshot(canary.text), schema: schema, key: key)
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, store) in stores.enumerated() {
        group.addTask {
          var draft: DraftID?
          for round in 0... {
            let values: DraftObject = ["a": .text("\(canary.text) \(number) \(round)")]
            do {
              draft = try await store.save(
                DraftSnapshot(values: values), schema: schema, key: key, draft: draft
              ).draft
            } catch DraftError.Code.ownerPurged {
              return
            }
          }
        }
      }
      group.addTask {
        let receipt = try await purger.purge(DraftFilter(owner: "ana"))
        #expect(receipt.erasure == .complete)
      }
      try await group.waitForAll()
    }
    #expect(try canary.occurrences(in: folder.path) == [])
    #expect(try await purger.list().map(\.summary?.key.owner) == ["bob"])
    for store in stores + [purger] { await store.close() }
    #expect(try canary.occurrences(in: folder.path) == [])
  }
}
