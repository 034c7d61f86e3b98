import Testing

@testable import FormDrafts

/// Where an app kept its draft before: a place that counts how often it was cleared.
private actor OldPlace {
  struct CannotClear: Error {}
  private(set) var cleared = 0
  private var refuses: Bool

  init(refuses: Bool = false) { self.refuses = refuses }

  func clear() throws {
    if refuses { throw CannotClear() }
    cleared += 1
  }
}

@Suite("Bringing in drafts an app already has")
struct BringingInTests {
  private struct Crash: Error {}

  private let schema = DraftSchema(
    "signup",
    fields: [.init("name", .text), .init("password", .text), .init("plan", .text)],
    steps: [.init("you"), .init("plan", isSkippable: true)])
  private let key = DraftKey("signup", owner: "ana")
  private let old = DraftSnapshot(
    values: ["name": "Ana", "password": "correct horse", "plan": .null], touched: ["name", "plan"],
    dirty: ["name"], step: "you", skippedSteps: ["plan"])

  private func count(_ store: DraftStore) async throws -> Int { try await store.list().count }

  /// Brings in from a place where clearing does nothing.
  @discardableResult
  private func bringIn(
    _ snapshot: DraftSnapshot, _ store: DraftStore, _ other: DraftKey? = nil
  ) async throws -> SaveReceipt? {
    try await store.bringIn(snapshot, schema: schema, key: other ?? key) {}
  }

  @Test("The draft stands in the store before the old place is cleared, without its secrets")
  func order() async throws {
    let store = try DraftStore.temporary()
    let place = OldPlace()
    let receipt = try await store.bringIn(old, schema: schema, key: key, title: "Ana's") {
      let standing = try await store.list().count
      #expect(standing == 1)
      try await place.clear()
    }
    #expect(await place.cleared == 1)
    #expect(receipt?.revision == 1)
    #expect(receipt?.withheld == ["password"])
    let draft = try #require(await store.restore(key, schema: schema).draft)
    #expect(draft.snapshot.values == ["name": "Ana", "plan": .null])
    #expect(draft.snapshot.touched == ["name", "plan"] && draft.snapshot.dirty == ["name"])
    #expect(draft.snapshot.step == "you" && draft.snapshot.skippedSteps == ["plan"])
    #expect(draft.summary.title == "Ana's")
    await store.close()
  }

  @Test("After a crash between save and clearing, nothing is saved twice and the place is cleared")
  func crashBetween() async throws {
    let folder = try StoreFolder()
    let before = folder.store()
    await #expect(throws: Crash.self) {
      try await before.bringIn(old, schema: schema, key: key) { throw Crash() }
    }
    await before.close()

    let after = folder.store()  // as the next process
    let place = OldPlace()
    let receipt = try await after.bringIn(old, schema: schema, key: key) {
      try await place.clear()
    }
    #expect(receipt == nil)
    #expect(await place.cleared == 1)
    let drafts = try await after.list().compactMap(\.summary)
    #expect(drafts.map(\.revision) == [1])
    await after.close()
  }

  @Test("If clearing fails the draft stays, the error is passed on, and the next try succeeds")
  func clearingFails() async throws {
    let store = try DraftStore.temporary()
    let stuck = OldPlace(refuses: true)
    for _ in 0..<3 {
      await #expect(throws: OldPlace.CannotClear.self) {
        try await store.bringIn(old, schema: schema, key: key) { try await stuck.clear() }
      }
      let drafts = try await count(store)
      #expect(drafts == 1)
    }
    await store.close()
  }

  @Test(
    "What differs in anything that is stored is a draft of its own",
    arguments: [
      { $0.values["name"] = "Ani" }, { $0.values["plan"] = "" }, { $0.values["more"] = 1 },
      { $0.values["plan"] = nil }, { $0.touched = [] }, { $0.dirty = ["name", "plan"] },
      { $0.step = nil }, { $0.step = "plan" }, { $0.skippedSteps = [] },
    ] as [@Sendable (inout DraftSnapshot) -> Void])
  func others(change: @Sendable (inout DraftSnapshot) -> Void) async throws {
    let store = try DraftStore.temporary()
    try await bringIn(old, store)
    var other = old
    change(&other)
    let receipt = try await bringIn(other, store)
    #expect(receipt != nil)
    let drafts = try await count(store)
    #expect(drafts == 2)
    await store.close()
  }

  @Test("A secret is no difference: no draft has it")
  func secrets() async throws {
    let store = try DraftStore.temporary()
    try await bringIn(old, store)
    var other = old
    other.values["password"] = "battery staple"
    let receipt = try await bringIn(other, store)
    #expect(receipt == nil)
    let drafts = try await count(store)
    #expect(drafts == 1)
    await store.close()
  }

  @Test("Another record or owner is another draft; a kept copy of what was sent is the same")
  func keys() async throws {
    let store = try DraftStore.temporary()
    let first = try #require(try await bringIn(old, store))
    for other in [
      DraftKey("signup", owner: "ben"), DraftKey("signup", owner: "ana", record: "plan/1"),
    ] {
      let receipt = try await bringIn(old, store, other)
      #expect(receipt != nil)
    }
    let attempt = try await store.beginSubmit(first.draft)
    try await store.endSubmit(
      first.draft, attempt: attempt, accepted: true, keepingCopyFor: .seconds(60))
    let receipt = try await bringIn(old, store)
    #expect(receipt == nil)
    await store.close()
  }

  @Test("A value that cannot be stored costs itself, and keeps the old place from being cleared")
  func unsaved() async throws {
    let store = try DraftStore.temporary()
    let place = OldPlace()
    var odd = old
    odd.values["plan"] = .number(literal: "twelve")
    for _ in 0..<2 {
      do {
        try await store.bringIn(odd, schema: schema, key: key) { try await place.clear() }
        Issue.record("It was brought in whole.")
      } catch let error as DraftError {
        #expect(error.code == .invalidValue && error.paths == ["plan"])
        #expect(!"\(error)".contains("twelve"))
      }
      let drafts = try await count(store)
      #expect(drafts == 1)
    }
    #expect(await place.cleared == 0)
    #expect(await store.restore(key, schema: schema).draft?.snapshot.values == ["name": "Ana"])
    await store.close()
  }

  @Test("What cannot be saved clears nothing")
  func saveFails() async throws {
    let store = try DraftStore.temporary()
    let place = OldPlace()
    await #expect(throws: DraftError.self) {
      try await store.bringIn(old, schema: schema, key: DraftKey("", owner: "ana")) {
        try await place.clear()
      }
    }
    #expect(await place.cleared == 0)
    await store.close()
  }

  @Test("A form is brought in by its mapping, with its time to live, and comes back in a session")
  @MainActor
  func typed() async throws {
    let time = TestTime()
    let store = try DraftStore.temporary(environment: time.environment)
    let visit = Visit(notes: "Knee", name: "Ana", password: "correct horse")
    let mapping = Visit.draftMapping.expiring(after: .seconds(3_600))
    var kept: Visit? = visit
    try await store.bringIn(visit, mapping, owner: "ana") { kept = nil }
    #expect(kept == nil)
    let again = try await store.bringIn(visit, owner: "ana") {}
    #expect(again == nil)
    #expect(try await store.list().compactMap(\.summary).first?.expiresAt != nil)
    let session = DraftSession(Visit(), in: store, owner: "ana")
    try await session.open()
    #expect(session.form == Visit(notes: "Knee", name: "Ana"))
    await session.close()
    await store.close()
  }
}
