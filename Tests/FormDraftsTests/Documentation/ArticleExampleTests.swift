import FormDrafts
import FormDraftsTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("The examples of the articles")
struct ArticleExampleTests {
  @Test("The landing page's example does what its comments say")
  func landing() async throws {
    let store = try DraftStore.temporary()
    // example: landing
    let signup = DraftSchema(
      "signup", fields: [.init("name", .text), .init("email", .text), .init("password", .text)])
    let key = DraftKey("signup", owner: "ana")

    let answers = DraftSnapshot(
      values: ["name": "Ana", "email": "ana@example.org", "password": "correct horse"])
    let receipt = try await store.save(answers, schema: signup, key: key)
    print("kept, without", receipt.withheld)  // kept, without [/password]

    if case .restored(let draft) = await store.restore(key, schema: signup) {
      print(draft.snapshot.values["name"] == "Ana", draft.report.reentry)  // true [/password]
    }
    try await store.purge(DraftFilter(owner: "ana"))  // signed out
    // end
    #expect("\(receipt.withheld)" == "[/password]")
    #expect(try await store.list().isEmpty)
    await store.close()
  }

  @Test("A canary planted in a secret is in no file")
  func canary() async throws {
    let key = DraftKey("signup", owner: .nobody)
    let schema = DraftSchema("signup", fields: [.init("name", .text), .init("password", .text)])
    // example: canary
    let store = try DraftStore.temporary()
    let canary = Canary()
    let answers = DraftSnapshot(values: ["name": "Ana", "password": .text(canary.text)])
    try await store.save(answers, schema: schema, key: key)
    #expect(try canary.occurrences(in: store.path).isEmpty)
    await store.close()
    // end
  }

  @Test("Signing out and adopting do what the article says")
  func signingInAndOut() async throws {
    let store = try DraftStore.temporary()
    let schema = DraftSchema("signup", fields: [.init("name", .text)])
    for owner in ["ana", .nobody] as [DraftOwner] {
      try await store.save(
        DraftSnapshot(values: ["name": "Ana"]), schema: schema,
        key: DraftKey("signup", owner: owner))
    }
    // example: sign-out
    let signOut = try await store.signOut(owner: "ana")
    print(signOut.receipt.drafts)  // how many there were
    print(await signOut.erased().erasure == .complete)  // true: no file holds a byte of them
    // end
    #expect(signOut.receipt.drafts == 1)
    #expect(await signOut.erased().erasure == .complete)
    // example: adopting
    let adopted = try await store.signIn(owner: "ben", adopting: .nobody)
    // end
    #expect(adopted.drafts.count == 1)
    #expect(try await store.list().map(\.summary?.key.owner) == ["ben"])
    await store.close()
  }

  @Test("Two stores on one directory are two processes to a test")
  func temporaryStore() async throws {
    let key = DraftKey("signup", owner: "ana")
    let schema = DraftSchema("signup", fields: [.init("name", .text)])
    let answers = DraftSnapshot(values: ["name": "Ana"])
    // example: temporary store
    let folder = try TemporaryStore()
    let (app, other) = (folder.open(), folder.open())
    let receipt = try await app.save(answers, schema: schema, key: key)
    try await other.discard(receipt.draft)
    await #expect(throws: DraftError.self) {
      try await app.save(answers, schema: schema, key: key, draft: receipt.draft)
    }
    // end
    #expect(receipt.savedAt == folder.start)
    await folder.clock.advance(by: .seconds(90))
    #expect(folder.now == folder.start.addingTimeInterval(90))
    let later = try await app.save(answers, schema: schema, key: key)
    #expect(later.savedAt == folder.now)
    await app.close()
    await other.close()
  }

  @Test("The directory of a test goes with it, and is nobody else's")
  func temporaryDirectory() async throws {
    var folder: TemporaryStore? = try TemporaryStore()
    let path = try #require(folder?.path)
    let store = try #require(folder?.open())
    try await store.save(
      DraftSnapshot(values: ["name": "Ana"]),
      schema: DraftSchema("signup", fields: [.init("name", .text)]),
      key: DraftKey("signup", owner: "ana"))
    await store.close()
    let root = String(path.dropLast("/store".count))
    #expect(try System.status(root)?.permissions == 0o700)
    folder = nil
    #expect(try System.status(root) == nil)
  }

  @Test("Save, conflict, restore and purge do what the article says")
  func saving() async throws {
    let store = try DraftStore.temporary()
    let key = DraftKey("signup", owner: "ana")
    let schema = DraftSchema(
      "signup", fields: [.init("name", .text), .init("email", .text)], steps: [.init("you")])
    // example: save
    var snapshot = DraftSnapshot(values: ["name": "Ana"], step: "you")
    snapshot.touched = ["name"]
    let first = try await store.save(snapshot, schema: schema, key: key)
    snapshot.values["email"] = "ana@example.org"
    let second = try await store.save(
      snapshot, schema: schema, key: key, draft: first.draft, basedOn: first.revision)
    // end
    #expect(second.draft == first.draft)
    #expect(second.revision == 2)
    #expect(second.written == 1)
    snapshot.values["email"] = "ana@example.com"
    var conflict: DraftError?
    // example: conflict
    do {
      try await store.save(
        snapshot, schema: schema, key: key, draft: first.draft, basedOn: first.revision)
    } catch {
      guard error.code == .conflict else { throw error }
      print("It is at revision", error.currentRevision ?? 0)
      conflict = error  // not shown
    }
    // end
    #expect(conflict?.currentRevision == 2)
    try await restoring(store, key, schema)
    await store.close()
  }

  private func restoring(
    _ store: DraftStore, _ key: DraftKey, _ schema: DraftSchema
  ) async throws {
    // example: restore
    switch await store.restore(key, schema: schema) {
    case .none:
      print("nothing to go on with")
    case .restored(let draft):
      print("fits; ask again for", draft.report.reentry)
    case .mismatch(let draft):
      print("ask the person:", draft.report.mismatches.map(\.description))
    case .inDoubt(let attempt, _):
      print("ask the server about", attempt)
    case .unreadable(_, let error):
      print("keep what is there:", error)
    }
    // end
    #expect(await store.restore(key, schema: schema).draft?.summary.revision == 2)
    try await scrubbing(store)
    // example: purge
    let receipt = try await store.purge(DraftFilter(owner: "ana"))
    if case .pending(let reason) = receipt.erasure { print("not yet erased:", reason) }
    // end
    #expect(receipt.drafts == 1)
  }
  private func scrubbing(_ store: DraftStore) async throws {
    let schema = DraftSchema(
      "signup", fields: [.init("name", .text), .init("email", .text, retention: .secret)])
    // example: scrub
    let scrubbed = try await store.scrub(schema)
    if scrubbed.drafts > 0 { print("removed from", scrubbed.drafts, "drafts") }
    // end
    #expect(scrubbed.drafts == 1)
  }

  @Test("An old draft and a new form, as the article says")
  func changedForm() async throws {
    let store = try DraftStore.temporary()
    let key = DraftKey("signup", owner: "ana")
    let before = DraftSchema(
      "signup", version: "1", fields: [.init("mail", .text), .init("plan", .text)])
    let today = DraftSchema(
      "signup", version: "2", fields: [.init("email", .text), .init("plan", .text)])
    try await store.save(
      DraftSnapshot(values: ["mail": "a@example.org", "plan": "basic"]), schema: before, key: key)
    // example: changed
    switch await store.restore(key, schema: today) {
    case .restored(let draft):
      print("fits", draft.snapshot)
    case .mismatch(let mismatch):
      print("to decide:", mismatch.report.mismatches.map(\.description))
      if let salvage = mismatch.salvage { print("what fits:", salvage) }
    case .none, .inDoubt, .unreadable:
      break
    }
    // end
    // example: upgrade
    let upgrade = DraftUpgrade(
      from: .version("1"), to: .version("2"),
      .rename("mail", to: "email"),
      .mapValues("plan", [(from: "basic", to: "free")]))
    let answer = await store.restore(
      key, schema: today, options: RestoreOptions(upgrades: [upgrade]))
    // end
    #expect(answer.draft?.snapshot.values == ["email": "a@example.org", "plan": "free"])
    await store.close()
  }
}
