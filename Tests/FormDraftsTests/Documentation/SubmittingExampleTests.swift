import FormDrafts
import Testing

@Suite("The examples about ends of drafts")
struct SubmittingExampleTests {
  private let key = DraftKey("signup", owner: "ana")
  private let schema = DraftSchema("signup", fields: [.init("name", .text)])
  private let answers = DraftSnapshot(values: ["name": "Ana"])

  private func send(_ answers: DraftSnapshot, _ attempt: String) async throws -> Bool { true }
  private func wasReceived(_ attempt: String) async throws -> Bool { false }

  @Test("A draft that was sent is gone")
  func submit() async throws {
    let store = try DraftStore.temporary()
    let receipt = try await store.save(answers, schema: schema, key: key)
    let (id, revision) = (receipt.draft, receipt.revision)
    // example: submit
    let attempt = try await store.beginSubmit(id, basedOn: revision)
    let accepted = try await send(answers, attempt.rawValue)  // as the Idempotency-Key
    try await store.endSubmit(id, attempt: attempt, accepted: accepted)
    // end
    #expect(try await store.list().isEmpty)
    await store.close()
  }

  @Test("What was not received is open again")
  func inDoubt() async throws {
    let store = try DraftStore.temporary()
    let id = try await store.save(answers, schema: schema, key: key).draft
    _ = try await store.beginSubmit(id)
    // example: doubt
    if case .inDoubt(let attempt, let draft) = await store.restore(key, schema: schema) {
      let accepted = try await wasReceived(attempt.rawValue)
      try await store.endSubmit(draft.summary.id, attempt: attempt, accepted: accepted)
    }
    // end
    guard case .restored = await store.restore(key, schema: schema) else {
      Issue.record("not open")
      return
    }
    await store.close()
  }

  @Test("A copy is listed and not offered")
  func copy() async throws {
    let store = try DraftStore.temporary()
    let id = try await store.save(answers, schema: schema, key: key).draft
    let attempt = try await store.beginSubmit(id)
    // example: copy
    try await store.endSubmit(
      id, attempt: attempt, accepted: true, keepingCopyFor: .seconds(30 * 86_400))
    // end
    #expect(try await store.list().first?.summary?.status == .submitted)
    guard case .none = await store.restore(key, schema: schema) else {
      Issue.record("offered")
      return
    }
    await store.close()
  }

  @Test("A discard that was undone, and a time to live")
  func undoAndExpiry() async throws {
    let store = try DraftStore.temporary()
    let snapshot = answers
    let id = try await store.save(answers, schema: schema, key: key).draft
    // example: undo
    try await store.discard(id, undoFor: .seconds(600))
    try await store.undoDiscard(id)  // “Undo” was pressed
    // end
    // example: expiry
    try await store.save(
      snapshot, schema: schema, key: key, draft: id, expiresAfter: .seconds(30 * 86_400))
    let expired = try await store.purge(DraftFilter(isExpired: true))
    print("removed", expired.drafts, "expired drafts")
    // end
    #expect(expired.drafts == 0)
    #expect(try await store.list().first?.summary?.expiresAt != nil)
    await store.close()
  }

  @Test("A picked file is kept with the draft")
  func file() async throws {
    let store = try DraftStore.temporary()
    let schema = DraftSchema("signup", fields: [.init("name", .text), .init("photo", .file)])
    var snapshot = answers
    let id = try await store.save(answers, schema: schema, key: key).draft
    let picked = #filePath
    // example: file
    let file = try await store.importFile(atPath: picked, into: id)
    snapshot.values["photo"] = .file(file)
    try await store.save(snapshot, schema: schema, key: key, draft: id)
    let copy = try await store.path(of: file)  // where the bytes lie, while they are intact
    // end
    #expect(copy != nil)
    await store.close()
  }
}
