import FormDraftsTesting
import Testing

@testable import FormDrafts

@Suite("A step that the very form of a draft does not have")
struct UnknownStepTests {
  private let folder: StoreFolder
  private let key = DraftKey("form", owner: "ana")

  init() throws { folder = try StoreFolder() }

  private func restored(
    _ steps: [DraftSchema.Step], step: String?, skipped: [String]
  ) async throws -> StoredDraft {
    let schema = DraftSchema("form", fields: [.init("a", .text)], steps: steps)
    let store = folder.store()
    let id = try await store.save(
      DraftSnapshot(values: ["a": "x"], step: step, skippedSteps: skipped), schema: schema,
      key: key
    ).draft
    let draft = try await store.restored(key, schema: schema, draft: id)
    await store.close()
    return draft
  }

  private let steps: [DraftSchema.Step] = [
    .init("one"), .init("two"), .init("three", isSkippable: true),
  ]

  @Test("is reported and replaced, needs no decision, and a skipped one is dropped and reported")
  func unknown() async throws {
    let draft = try await restored(steps, step: "nosuch", skipped: ["three", "other", "two"])
    #expect(draft.snapshot.step == "one")
    #expect(draft.report.step?.was == "nosuch")
    #expect(draft.report.step?.is == "one")
    #expect(draft.report.mismatches.isEmpty)
    // What the form does have is the app's to skip.
    #expect(draft.snapshot.skippedSteps == ["three", "two"])
    #expect(draft.report.droppedSteps == ["other"])
    #expect(draft.snapshot.values == ["a": "x"])
  }

  @Test("One it has stays, and so does any where the form declares none")
  func known() async throws {
    for (steps, step) in [(steps, "two"), ([], "nosuch")] {
      let draft = try await restored(steps, step: step, skipped: [step])
      #expect(draft.snapshot.step == step)
      #expect(draft.snapshot.skippedSteps == [step])
      #expect(draft.report.step == nil)
      #expect(draft.report.droppedSteps == [])
    }
  }
}
