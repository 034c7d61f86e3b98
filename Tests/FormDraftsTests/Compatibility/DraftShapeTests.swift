import FormDraftsSQLite
import FormDraftsTesting
import Testing

@testable import FormDrafts

/// What a shape says of a draft, and what it must never say.
@Suite struct DraftShapeTests {
  private let schema = DraftSchema(
    "claim", version: "3", title: "A claim",
    fields: [
      .init("name", .text), .init("age", .integer), .init("done", .boolean),
      .init("plan", .choice, options: .init([.init("no"), .init("maybe")])),
      .init("tags", .choice, isMany: true, options: .init([.init("x"), .init("yy")])),
      .init("rates", .map(.decimal)), .init("notes", .any), .init("scan", .file),
      .init("rows", .object, isMany: true), .init("/rows/~*/city", .text),
      .init("/address/street", .text), .init("raw", .bytes),
      .init("mixed", .choice, options: .init([.init("a"), .init(1)], isClosed: false)),
    ], steps: [.init("one"), .init("two")])

  private func shape(
    _ values: DraftObject, touched: Set<FieldPath> = [], dirty: Set<FieldPath> = [],
    step: String? = nil, skipped: [String] = [], orphans: [DraftArchive.Orphan] = [],
    orphanSchemas: [DraftSchema] = []
  ) throws -> DraftShape {
    var archive = try DraftArchive.sample(schema, values)
    archive.snapshot.touched = touched
    archive.snapshot.dirty = dirty
    archive.snapshot.step = step
    archive.snapshot.skippedSteps = skipped
    archive.orphans = orphans
    archive.orphanSchemas = orphanSchemas
    return archive.shape
  }

  /// The answers of a line, one a row.
  private func rows(_ shape: DraftShape) throws -> [String] {
    guard case .object(let line) = try DraftValue(json: shape.line),
      case .list(let answers)? = line["answers"]
    else { throw TestFailure() }
    return answers.map(\.json)
  }

  @Test("Each answer has its place, type, length and marks")
  func answers() throws {
    let shape = try shape(
      [
        "name": "Zoë", "age": .number(literal: "-40"), "done": false,
        "rows": [["city": "Ås"], [:]], "address": ["street": ""], "raw": .bytes([1, 2, 3]),
        "scan": .file(DraftFile(id: "1", name: "n", byteCount: 9, contentType: "image/png;name=n")),
      ], touched: ["name", "/rows/1/city"], dirty: ["name"])
    #expect(
      try rows(shape) == [
        #"{"path":"/name","kind":"live","type":"text","characters":3,"bytes":4,"#
          + #""touched":true,"dirty":true}"#,
        #"{"path":"/age","kind":"live","type":"number","digits":2}"#,
        #"{"path":"/done","kind":"live","type":"boolean"}"#,
        #"{"path":"/rows","kind":"live","type":"list","items":2}"#,
        #"{"path":"/rows/0","type":"object","members":1}"#,
        #"{"path":"/rows/0/city","type":"text","characters":2,"bytes":3}"#,
        #"{"path":"/rows/1","type":"object","members":0}"#,
        #"{"path":"/address/street","kind":"live","type":"text","characters":0,"bytes":0}"#,
        #"{"path":"/raw","kind":"live","type":"bytes","bytes":3}"#,
        #"{"path":"/scan","kind":"live","type":"file","bytes":9,"contentType":"image/png"}"#,
        #"{"path":"/rows/1/city","kind":"live","touched":true}"#,
      ])
  }

  @Test("Of one of the choices neither the length nor a type of its own, which would tell which")
  func choices() throws {
    let shape = try shape([
      "plan": "no", "tags": ["x", "zzz", "yy"], "mixed": 1, "name": "no",
    ])
    #expect(
      try rows(shape) == [
        #"{"path":"/plan","kind":"live","type":"text","isOption":true}"#,
        #"{"path":"/tags","kind":"live","type":"list","items":3,"isOption":false}"#,
        #"{"path":"/tags/0","type":"text","isOption":true}"#,
        #"{"path":"/tags/1","type":"text","characters":3,"bytes":3,"isOption":false}"#,
        #"{"path":"/tags/2","type":"text","isOption":true}"#,
        #"{"path":"/mixed","kind":"live","isOption":true}"#,
        #"{"path":"/name","kind":"live","type":"text","characters":2,"bytes":2}"#,
      ])
    let others = [
      try self.shape(["plan": "maybe", "tags": ["yy", "zzz", "x"], "mixed": "a", "name": "no"])
    ]
    for other in others { #expect(other.line == shape.line) }
  }

  @Test("Names that no schema declares are numbers; the same name is the same number")
  func names() throws {
    let shape = try shape(
      [
        "ana@example.org": 1, "address": ["street": "s", "house of Ana": ["x": 1]],
        "rates": ["NOK": 1, "457555462": 2], "notes": ["Bea": ["Bea": 1]],
        "rows": [["city": "c", "Ana": 1], ["Ana": 2]],
      ], touched: ["/rates/NOK", "/rows/0/Ana", "/rows/7/Ana", "/nobody/0"])
    #expect(
      shape.answers.map(\.path.pointer) == [
        "/undeclared 1", "/address/street", "/address/undeclared 1/key 1", "/rates/key 1",
        "/rates/key 2", "/notes/key 1/key 1", "/rows", "/rows/0", "/rows/0/city",
        "/rows/0/undeclared 1", "/rows/1", "/rows/1/undeclared 1", "/undeclared 2/key 1",
        "/rows/0/undeclared 1", "/rows/key 1/undeclared 1",
      ])
    #expect(shape.answers[3].isTouched)
  }

  @Test("A number is none that the schema declares")
  func freeNumber() throws {
    let form = DraftSchema("f", fields: [.init("undeclared 1", .text)])
    let shape = try DraftArchive.sample(form, ["undeclared 1": "a", "Ana": "b"]).shape
    #expect(shape.answers.map(\.path.pointer) == ["/undeclared 1", "/undeclared 2"])
  }

  @Test("Steps that the schema does not declare have no name either")
  func steps() throws {
    let shape = try shape([:], step: "two", skipped: ["one", "Ana", "Bea", "Ana"])
    #expect(shape.step == "two")
    #expect(
      shape.skippedSteps == [
        "one", "undeclared step 1", "undeclared step 2", "undeclared step 1",
      ])
  }

  @Test("An orphan says why it is kept")
  func orphans() throws {
    let old = DraftSchema("claim", fields: [.init("age", .text), .init("pet", .text)])
    let shape = try shape(
      ["age": 4],
      orphans: [
        .init(path: "age", value: "four", marks: FieldRow.dirty, schema: 0),
        .init(path: "pet", value: "cat", schema: 0), .init(path: "Ana", value: ["a"]),
      ], orphanSchemas: [old])
    #expect(
      try rows(shape).dropFirst() == [
        #"{"path":"/age","kind":"orphan","type":"text","characters":4,"bytes":4,"dirty":true,"#
          + #""outcome":"orphaned","why":"The type was text and is integer.","schema":0}"#,
        #"{"path":"/pet","kind":"orphan","type":"text","characters":3,"bytes":3,"#
          + #""outcome":"orphaned","why":"The form has no such field.","schema":0}"#,
        #"{"path":"/undeclared 1","kind":"orphan","type":"list","items":1,"#
          + #""outcome":"orphaned","why":"The form has no such field."}"#,
        #"{"path":"/undeclared 1/0","type":"text","characters":1,"bytes":1}"#,
      ])
  }

  @Test("What is written is read back, and written the same")
  func roundTrip() throws {
    let shape = try shape(
      ["name": "a", "rows": [["city": [[], [:]]], 1], "plan": "no", "mixed": 1, "Ana": .null],
      touched: ["name", "raw"], step: "two", skipped: ["one"],
      orphans: [.init(path: "pet", value: ["a", ["b": 1]])])
    #expect(try DraftShape(line: Array(shape.line.utf8)).line == shape.line)
  }

  @Test(
    "A line that is no shape is refused, and so is one whose parts do not fit",
    arguments: [
      ("\"formdrafts-shape\":1", "\"formdrafts-shape\":2"), ("\"items\":2", "\"items\":3"),
      ("\"items\":2", "\"items\":1"), ("\"items\":2", "\"items\":-1"), ("live", "dead"),
      ("\"type\":\"list\"", "\"type\":\"heap\""), ("f1:", "f2:"), ("\"open\"", "\"shut\""),
      ("{\"path\":\"/rows\",\"kind\":\"live\"", "{\"path\":\"/rows\""),
      ("\"kind\"", "\"sort\""), ("/rows/1", "rows/1"),
    ])
  func broken(part: String, other: String) throws {
    let line = try shape(["rows": [1, 2]]).line
    _ = try DraftShape(line: Array(line.utf8))
    #expect(line.contains(part))
    #expect(throws: DraftError.self) {
      try DraftShape(line: Array(line.replacing(part, with: other).utf8))
    }
  }

  @Test("No draft can be made of a shape, and the error says so")
  func noImport() async throws {
    let folder = try StoreFolder()
    let line = try shape(["name": "a"]).line
    let error = await failure {
      _ = try await folder.store().importDrafts(Array(line.utf8))
    }
    #expect(error?.code == .invalidJSON)
    #expect(error?.message.contains("It is the shape of a draft") == true)
    #expect(try System.status(folder.path) == nil)
  }

  @Test("What is damaged is counted, and its name is not told")
  func damaged() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let key = DraftKey("claim", owner: "ana")
    let id = try await store.save(
      DraftSnapshot(values: ["name": "a", "Ana": "b"]), schema: schema, key: key
    ).draft
    await store.close()
    try folder.tamper("ana") { connection in
      try connection.withStatement("UPDATE field SET value = '\"c\"' WHERE path = '/Ana'") {
        try $0.run()
      }
    }
    let shape = try await store.shape(of: id)
    #expect(shape.damaged == 1)
    #expect(shape.answers.map(\.path) == ["/name"])
    #expect(!shape.line.contains("Ana"))
    #expect(try DraftShape(line: Array(shape.line.utf8)).damaged == 1)
    await store.close()
  }
}

extension DraftArchive {
  /// A draft that only has a schema and answers.
  static func sample(_ schema: DraftSchema, _ values: DraftObject) throws -> DraftArchive {
    DraftArchive(
      id: try #require(DraftID("6c84fb90-12c4-4ce1-8d4b-5ab2d2f9c001")),
      key: DraftKey(schema.id, owner: .nobody), revision: 1, created: 1_700_000_000_000,
      saved: 1_700_000_000_000, title: nil, baseline: nil, schema: schema,
      snapshot: DraftSnapshot(values: values))
  }

  var shape: DraftShape {
    ShapeMaker.shape(of: self, fingerprint: schema.fingerprint, damaged: 0)
  }
}
