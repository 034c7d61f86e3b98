import FormDrafts
import FormDraftsFormats
import Testing

@Suite("Composure's map as a form")
@MainActor
struct ComposureMappingTests {
  private typealias FieldData = [String: [String?]]

  private func login() throws -> DraftMapping<FieldData> {
    try .composure("login", fields: ["name", "nick", "password", "repeat"], secret: ["repeat"])
  }

  private let empty: FieldData = [
    "name": ["", "Required", "false", "false"], "nick": ["", nil, "false", "false"],
    "password": ["", "Required", "false", "false"], "repeat": ["", nil, "false", "false"],
  ]

  @Test("A session brings rows back; errors are nil, secrets' rows stay as the form has them")
  func session() async throws {
    let store = try DraftStore.temporary()
    var typed = empty
    typed["name"] = ["Ana", "Too short", "true", "true"]
    typed["password"] = ["correct horse", nil, "true", "true"]
    typed["repeat"] = ["correct horse", nil, "true", "true"]
    typed["nick"] = ["correct horse", nil, "true", "false"]  // repeats a secret: withheld, too
    let draft = DraftSession(empty, try login(), in: store, owner: "ana")
    try await draft.open()
    draft.update(typed)
    let receipt = try await draft.flush()
    #expect(receipt?.withheld.sorted() == ["nick", "password", "repeat"])
    await draft.close()

    var fresh = empty
    fresh["repeat"] = ["begun", "No match", "true", "true"]
    let next = DraftSession(fresh, try login(), in: store, owner: "ana")
    try await next.open()
    #expect(next.form["name"] == ["Ana", nil, "true", "true"])
    #expect(next.form["nick"] == empty["nick"])
    #expect(next.form["password"] == empty["password"])
    #expect(next.form["repeat"] == fresh["repeat"])
    await next.close()
    await store.close()
  }

  @Test(
    "A malformed row costs its field alone: it is reported, and what was stored stays",
    arguments: [
      [], ["Ani"], ["Ani", nil, "true"], ["Ani", nil, "true", "true", "x"],
      ["Ani", nil, "yes", "true"], ["Ani", nil, "true", nil],
    ] as [[String?]])
  func malformed(row: [String?]) async throws {
    let store = try DraftStore.temporary()
    let mapping = try login()
    var data = empty
    data["name"] = ["Ana", nil, "true", "true"]
    let first = try await store.save(data, mapping, owner: "ana")
    data["name"] = row
    data["nick"] = ["an", nil, "true", "true"]
    data["repeat"] = []  // a secret's: not stored in any case
    let receipt = try await store.save(data, mapping, owner: "ana", draft: first.draft)
    #expect(receipt.unsaved.map(\.path) == ["name"])
    let back = await store.restore(empty, mapping, owner: "ana")
    #expect(back.form["name"] == ["Ana", nil, "true", "true"])
    #expect(back.form["nick"] == ["an", nil, "true", "true"])
    await store.close()
  }

  @Test("A positional name costs its field; allowed with a version, it comes back under that one")
  func positional() async throws {
    let store = try DraftStore.temporary()
    let row: [String?] = ["x", nil, "true", "true"]
    let receipt = try await store.save(
      ["field_0": row, "name": row], try login(), owner: .nobody)
    #expect(receipt.unsaved.map(\.path) == ["field_0"])
    #expect(throws: DraftError.self) {
      try DraftMapping<FieldData>.composure("f", fields: ["field_0"])
    }
    func form(_ version: String) throws -> DraftMapping<FieldData> {
      try .composure("f", version: version, fields: ["field_0"], allowsPositionalNames: true)
    }
    try await store.save(["field_0": row], form("1"), owner: .nobody)
    let same = await store.restore([:], try form("1"), owner: .nobody)
    #expect(same.form == ["field_0": row])
    let other = await store.restore([:], try form("2"), owner: .nobody)
    #expect(other.form["field_0"] == nil)
    await store.close()
  }

  @Test("An answer that is no text is told, and the row stays as the form has it")
  func noText() async throws {
    let store = try DraftStore.temporary()
    let mapping = try login()
    try await store.save(
      DraftSnapshot(values: ["name": 7, "nick": "an"]), schema: mapping.schema,
      key: DraftKey("login", owner: "ana"))
    let back = await store.restore(
      empty, mapping, owner: "ana", options: .init(policy: .salvage))
    #expect(back.form["name"] == empty["name"])
    #expect(back.form["nick"] == ["an", nil, "false", "false"])
    await store.close()
  }
}
