import FormDrafts
import Testing

@Suite("A store of drafts")
struct StoreBasicsTests {
  let schema = DraftSchema(
    "signup",
    fields: [
      .init("name", .text), .init("age", .integer), .init("password", .text),
      .init("/address/city", .text), .init("tags", .text, isMany: true),
    ],
    steps: [.init("who"), .init("where", isSkippable: true)])

  @Test("gives back exactly what was saved, secrets aside")
  func exact() async throws {
    let store = try DraftStore.temporary()
    let key = DraftKey("signup", owner: "ana", record: "plan/42")
    let snapshot = DraftSnapshot(
      values: [
        "name": "Ana", "age": .number(literal: "0041"), "password": "geheim-123",
        "address": ["city": "Łódź"], "tags": ["a", [], [:]], "empty": [:],
      ],
      touched: ["name", "/tags/1"], dirty: ["name"], step: "where", skippedSteps: ["where"],
      focus: "/address/city")
    let receipt = try await store.save(snapshot, schema: schema, key: key, title: "A title")
    #expect(receipt.revision == 1)
    #expect(receipt.withheld == ["password"])
    #expect(receipt.unsaved.map(\.path) == ["age"])
    #expect(receipt.undeclared == ["empty"])
    guard case .restored(let draft) = await store.restore(key, schema: schema) else {
      Issue.record("not restored: \(await store.restore(key, schema: schema))")
      return
    }
    var expected = snapshot
    expected.values["password"] = nil
    expected.values["age"] = nil
    #expect(draft.snapshot == expected)
    #expect(draft.summary.title == "A title")
    #expect(draft.report.reentry == ["password"])
    let again = try await store.save(
      draft.snapshot, schema: schema, key: key, draft: receipt.draft, basedOn: 1)
    #expect(again.revision == 1)
    #expect(again.written == 0)
    await store.close()
  }
}
