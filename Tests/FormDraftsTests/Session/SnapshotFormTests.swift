import Testing

@testable import FormDrafts

@Suite("Sessions over a form that is a snapshot")
@MainActor
struct SnapshotFormTests {
  private let mapping = DraftMapping(
    DraftSchema(
      "free",
      fields: [.init("name", .text), .init("password", .text), .init("city", .text)],
      steps: [.init("a"), .init("b", isSkippable: true)]))
  private let key = DraftKey("free", owner: "ana")

  private func session(
    _ store: DraftStore, draft: DraftID? = nil
  ) async throws -> DraftSession<DraftSnapshot> {
    let session = DraftSession(DraftSnapshot(), mapping, in: store, owner: "ana", draft: draft)
    try await session.open()
    return session
  }

  @Test("Steps are the form's own: what it says no more is not said by the session")
  func steps() async throws {
    let store = try DraftStore.temporary()
    let first = try await session(store)
    first.form = DraftSnapshot(values: ["name": "Ana"], step: "a", skippedSteps: ["b"])
    await first.close()
    let second = try await session(store)
    #expect(second.step == "a" && second.skippedSteps == ["b"])
    second.form.skippedSteps = []
    second.step = nil
    #expect(second.form.step == nil)
    await second.close()
    let stored = await store.restore(key, schema: nil).draft?.snapshot
    #expect(stored?.skippedSteps == [])
    await store.close()
  }

  @Test("A secret that the form holds is no conflict, is not shown in one, and stays in the form")
  func secrets() async throws {
    let store = try DraftStore.temporary()
    let mine = try await session(store)
    mine.form.values = ["name": "Ana", "password": "first one", "city": "Ulm"]
    try await mine.flush()
    let draft = try #require(mine.draft)
    try await store.save(
      DraftSnapshot(values: ["name": "Ani", "city": "Ulm"]), schema: mapping.schema, key: key,
      draft: draft)
    mine.form.values["password"] = "second one"
    mine.form.values["city"] = "Kiel"
    try await mine.flush()
    #expect(
      mine.form.values["name"] == "Ani" && mine.form.values["city"] == "Kiel"
        && mine.form.values["password"] == "second one")

    try await store.save(
      DraftSnapshot(values: ["name": "Anna", "city": "Kiel"]), schema: mapping.schema, key: key,
      draft: draft)
    mine.form.values["password"] = "third one"
    mine.form.values["name"] = "Anne"
    _ = try? await mine.flush()
    guard case .conflict(let conflict) = mine.state else {
      Issue.record("There is no conflict: \(mine.state.sentence)")
      return
    }
    #expect(conflict.fields.map(\.path) == ["name"])
    try await mine.resolve(.theirs)
    #expect(mine.form.values["name"] == "Anna" && mine.form.values["password"] == "third one")
    await mine.close()
    await store.close()
  }
}
