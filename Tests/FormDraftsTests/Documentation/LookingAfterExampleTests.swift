import FormDrafts
import Testing

@Suite("The examples of Looking after a store")
struct LookingAfterExampleTests {
  @Test("A sound store has nothing to tell")
  func sound() async throws {
    let store = try DraftStore.temporary()
    try await store.save(
      DraftSnapshot(values: ["a": "x"]), schema: DraftSchema("form", fields: [.init("a", .text)]),
      key: DraftKey("form", owner: "ana"))
    // example: health
    let health = try await store.health()
    if !health.isSound {
      for finding in health.findings { print(finding.code.rawValue, finding.sentence) }
    }
    // end
    #expect(health.drafts == 1)
    // example: rollBacks
    for (owner, rollBack) in try await store.rollBacks() {
      print(rollBack.sentence, rollBack.lastAcknowledged)
      try await store.confirmRollBack(owner: owner)
    }
    // end
    #expect(try await store.rollBacks().isEmpty)
    await store.close()
  }
}
