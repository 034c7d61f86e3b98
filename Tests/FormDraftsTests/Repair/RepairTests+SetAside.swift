import FormDraftsSQLite
import FormDraftsTesting
import Testing

@testable import FormDrafts

/// What a repair put aside holds everything the owner had: no erasure is complete beside it.
extension RepairTests {
  /// A repaired store whose only answer that says something lies in the directory put aside too.
  func repaired(_ canary: Canary, of owner: DraftOwner = "ana") async throws -> (DraftID, String) {
    let store = folder.store(time.environment)
    let key = DraftKey("form", owner: owner)
    let id = try await store.save(
      DraftSnapshot(values: ["a": .text(canary.text), "b": "x"]), schema: schema, key: key
    ).draft
    try await store.save(snapshot(1), schema: schema, key: key)
    await store.close()
    try folder.tamper(owner) {
      try $0.execute("UPDATE field SET value = '\"y\"' WHERE path = '/b'")
    }
    let report = try await repair()
    return (id, try #require(report.owners.first?.setAside))
  }

  private func isPending(_ erasure: PurgeReceipt.Erasure) -> Bool {
    if case .pending(let reason) = erasure { reason.contains("put aside") } else { false }
  }

  @Test("A narrow purge is not complete until that is gone too; the drafts kept stay")
  func narrowPurge() async throws {
    let canary = Canary()
    let (id, aside) = try await repaired(canary)
    let store = folder.store(time.environment)
    let filter = DraftFilter(owner: "ana", olderThan: .milliseconds(1))
    try await store.save(snapshot(2), schema: schema, key: DraftKey("other", owner: "ana"))
    time.advance(milliseconds: 10)
    let report = try await store.audit(DraftFilter(owner: "ana"))
    #expect(report.findings.map(\.code) == [.setAside])
    #expect(report.findings.map(\.file) == [aside])
    #expect(try await store.audit(DraftFilter(owner: "bob")).findings == [])

    let receipt = try await store.purge(DraftFilter(owner: "ana", form: "form"))
    #expect(receipt.drafts == 2)
    #expect(isPending(receipt.erasure))
    #expect(try !canary.occurrences(in: folder.path).isEmpty)
    // Nor if nothing is left to be removed.
    #expect(isPending(try await store.purge(DraftFilter(owner: "ana", form: "form")).erasure))
    #expect(isPending(try await store.purge(DraftFilter(form: "form")).erasure))

    let planned = try await store.purgeSetAside(owner: "ana", dryRun: true)
    #expect(planned.bytes > 4_096)
    #expect(try System.status(aside) != nil)
    #expect(try await store.purgeSetAside(owner: "bob").bytes == 0)
    #expect(try await store.purgeSetAside(owner: "ana") == planned)
    #expect(try System.status(aside) == nil)
    #expect(try canary.occurrences(in: folder.path) == [])
    #expect(try await store.purge(DraftFilter(owner: "ana", form: "form")).erasure == .complete)
    #expect(try await store.list(filter).count == 1)
    #expect(await store.restore(id).isNone)
    await store.close()
  }

  @Test("A scrub is not complete either, also where the database itself has nothing to lose")
  func scrub() async throws {
    let canary = Canary()
    let (_, aside) = try await repaired(canary)
    let store = folder.store(time.environment)
    let secret = DraftSchema(
      "form", fields: [.init("a", .text, retention: .secret), .init("b", .text)])
    for drafts in [2, 0] {
      let receipt = try await store.scrub(secret, owner: "ana")
      #expect(receipt.drafts == drafts)
      #expect(isPending(receipt.erasure))
    }
    #expect(try !canary.occurrences(in: aside).isEmpty)
    try await store.purgeSetAside()
    #expect(try await store.scrub(secret, owner: "ana").erasure == .complete)
    #expect(try canary.occurrences(in: folder.path) == [])
    await store.close()
  }

  @Test("Nor is a discard, or the erasure after an account took the drafts over")
  func otherErasures() async throws {
    let canary = Canary()
    let (id, aside) = try await repaired(canary, of: .nobody)
    let store = folder.store(time.environment)
    try await store.discard(id)
    #expect(isPending(try await store.compact()))
    let receipt = try await store.signIn(owner: "ana", adopting: .nobody)
    #expect(isPending(receipt.erasure))
    // Nobody has no directory any more, only what was put aside: a purge of everybody finds it.
    #expect(try System.status(aside) != nil)
    #expect(isPending(try await store.purge(DraftFilter(form: "form")).erasure))
    #expect(try await store.purge(.all).erasure == .complete)
    #expect(try System.status(aside) == nil)
    #expect(try canary.occurrences(in: folder.path) == [])
    await store.close()
  }
}
