import FormDraftsTesting
import Testing

@testable import FormDrafts

@Suite("How much of a draft is answered")
@MainActor
struct AnsweredTests {
  @Test("What a typed form begins with is no answer until somebody gives it")
  func typed() async throws {
    let desk = try SessionDesk()
    let session = try await desk.opened()
    session.form.name = "Ana"
    try await session.flush()
    #expect(try await desk.summaries().map(\.answered) == [1])
    session.touch("count")
    try await session.flush()
    #expect(try await desk.summaries().map(\.answered) == [2])
    session.form.count = 3
    try await session.flush()
    #expect(try await desk.summaries().map(\.answered) == [2])
    #expect(try await desk.summaries().map(\.total) == [4])
    await session.close()
  }

  @Test("Without marks every value is an answer that says something")
  func unmarked() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let values: DraftObject = ["a": 0, "b": false, "c": "", "d": .number(literal: "-0.00e7")]
    let schema = DraftSchema(
      "form", fields: ["a", "b", "c", "d"].map { DraftSchema.Field(FieldPath([$0]), .any) })
    let key = DraftKey("form", owner: "ana")
    let draft = try await store.save(DraftSnapshot(values: values), schema: schema, key: key).draft
    #expect(try await store.summary(of: draft)?.answered == 3)
    let marked = DraftSnapshot(values: values, dirty: ["b"])
    try await store.save(marked, schema: schema, key: key, draft: draft)
    #expect(try await store.summary(of: draft)?.answered == 1)
    await store.close()
  }
}
