import FormDrafts
import FormDraftsFormats
import Testing

@Suite("Formhaus' snapshot")
struct FormhausSnapshotTests {
  private static let definition = """
    {"id":"claim","submit":{"label":"Send"},"steps":[
      {"id":"who","fields":[{"key":"name","type":"text"},{"key":"code","type":"password"}]},
      {"id":"extras","skip":true,"fields":[{"key":"note","type":"textarea"}]},
      {"id":"company","fields":[{"key":"vat","type":"text"},{"key":"seats","type":"number"}]}]}
    """

  private func schema(_ definition: String = definition) throws -> DraftSchema {
    try DraftSchema(definition: Array(definition.utf8))
  }

  @Test("Answers, off-route ones too, step and skipped steps come back; a password does not")
  func roundTrip() async throws {
    let schema = try schema()
    let store = try DraftStore.temporary()
    let key = DraftKey(schema.id, owner: "ana")
    let saved = FormhausSnapshot(
      form: "claim", answers: ["name": "Ana", "code": "hush hush", "seats": 3, "gone": [1, "x"]],
      step: "company", skippedSteps: ["extras"])
    let receipt = try await store.save(saved.draft, schema: schema, key: key)
    #expect(receipt.withheld == ["code"])
    let draft = try #require(await store.restore(key, schema: schema).draft)
    let back = FormhausSnapshot(draft)
    #expect(
      back
        == FormhausSnapshot(
          form: "claim", answers: ["name": "Ana", "seats": 3, "gone": [1, "x"]],
          step: "company", skippedSteps: ["extras"]))
    #expect(back.accepts(schema))
    await store.close()
  }

  @Test("Its own rule refuses another definition and a lost step, and nothing else")
  func rule() throws {
    let schema = try schema()
    #expect(FormhausSnapshot(form: "claim", answers: ["zzz": 1], step: "who").accepts(schema))
    #expect(FormhausSnapshot(form: "claim", answers: [:]).accepts(schema))
    #expect(!FormhausSnapshot(form: "Claim", answers: [:], step: "who").accepts(schema))
    #expect(!FormhausSnapshot(form: "claim", answers: [:], step: "review").accepts(schema))
    // é as one scalar and as two are two ids.
    let accented = try self.schema(
      #"{"id":"é","submit":{},"fields":[{"key":"name","type":"text"}]}"#)
    #expect(FormhausSnapshot(form: "\u{e9}", answers: [:]).accepts(accented))
    #expect(!FormhausSnapshot(form: "e\u{301}", answers: [:]).accepts(accented))
  }

  @Test("Where its rule would start fresh, a restore keeps every answer and finds a step")
  func better() async throws {
    let schema = try schema()
    let store = try DraftStore.temporary()
    let key = DraftKey(schema.id, owner: .nobody)
    let saved = FormhausSnapshot(
      form: "claim", answers: ["name": "Ana", "vat": "X1"], step: "company")
    try await store.save(saved.draft, schema: schema, key: key)
    let shorter = try self.schema(
      """
      {"id":"claim","submit":{},"steps":[{"id":"who","fields":[
        {"key":"name","type":"text"},{"key":"vat","type":"text"}]}]}
      """)
    #expect(!saved.accepts(shorter))
    let draft = try #require(
      await store.restore(key, schema: shorter, options: .init(policy: .salvage)).draft)
    #expect(draft.snapshot.values == ["name": "Ana", "vat": "X1"])
    #expect(draft.snapshot.step == "who")
    await store.close()
  }
}
