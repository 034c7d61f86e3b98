import FormDrafts
import FormDraftsFormats
import Testing

@Suite("Composure's field data")
struct ComposureFormTests {
  private func login() throws -> ComposureForm {
    try ComposureForm(
      "login", fields: ["name", "nick", "password", "confirm"], secret: ["confirm"])
  }

  @Test("Value and marks come back as they were, the error comes back nil")
  func rows() throws {
    let data: [String: [String?]] = [
      "name": ["Ana", "Too short", "true", "true"], "nick": ["", nil, "true", "false"],
      "extra": [nil, nil, "false", "false"],
    ]
    let form = try login()
    let snapshot = try form.snapshot(of: data)
    #expect(snapshot.values["name"] == "Ana")
    #expect(snapshot.values["nick"] == "")
    #expect(snapshot.values["extra"] == .null)
    #expect(snapshot.touched == ["name", "nick"])
    #expect(snapshot.dirty == ["name"])
    let back = form.fieldData(of: snapshot)
    #expect(
      back == [
        "name": ["Ana", nil, "true", "true"], "nick": ["", nil, "true", "false"],
        "extra": [nil, nil, "false", "false"],
      ])
  }

  @Test("Fields stand in the order of the schema, others after them by name")
  func order() throws {
    let row: [String?] = ["x", nil, "false", "false"]
    let snapshot = try login().snapshot(of: ["b": row, "nick": row, "a": row, "name": row])
    #expect(snapshot.values.members.map(\.name) == ["name", "nick", "a", "b"])
  }

  @Test("A secret's row is not stored, nor what repeats it, and is not handed back")
  func secrets() async throws {
    let form = try login()
    let secret = "correct horse"
    let data: [String: [String?]] = [
      "name": ["Ana", nil, "true", "true"], "password": [secret, nil, "true", "true"],
      "confirm": [secret, nil, "true", "true"], "nick": [secret, nil, "true", "true"],
      "apiKey": [secret, nil, "false", "true"],
    ]
    let snapshot = try form.snapshot(of: data)
    #expect(form.fieldData(of: snapshot).keys.sorted() == ["name", "nick"])

    let store = try DraftStore.temporary()
    let key = DraftKey("login", owner: "ana")
    let receipt = try await store.save(snapshot, schema: form.schema, key: key)
    #expect(Set(receipt.withheld) == ["password", "confirm", "nick", "apiKey"])
    let draft = try #require(await store.restore(key, schema: form.schema).draft)
    #expect(form.fieldData(of: draft.snapshot) == ["name": ["Ana", nil, "true", "true"]])
    await store.close()
  }

  @Test(
    "A row without four entries, or with other marks, is an error that names the field",
    arguments: [
      [], ["x"], ["x", nil, "true"], ["x", nil, "true", "false", "z"], ["x", nil, "yes", "false"],
      ["x", nil, "true", nil], ["x", nil, "TRUE", "false"],
    ] as [[String?]])
  func malformed(row: [String?]) throws {
    let form = try login()
    let error = try #require(throws: DraftError.self) {
      _ = try form.snapshot(of: ["name": row, "nick": ["ok", nil, "true", "true"]])
    }
    #expect(error.code == .invalidValue)
    #expect(error.paths == ["name"])
    #expect(!"\(error)".contains("yes") && !"\(error)".contains("TRUE"))
  }

  @Test("Names that tell a position are refused, declared or not")
  func positionalRefused() throws {
    let error = try #require(throws: DraftError.self) {
      _ = try ComposureForm("login", fields: ["name", "field_0"])
    }
    #expect(error.code == .invalidSchema)
    #expect(error.paths == ["field_0"])
    let late = try #require(throws: DraftError.self) {
      _ = try login().snapshot(of: ["field_12": ["x", nil, "true", "true"]])
    }
    #expect(late.code == .invalidSchema)
    #expect(late.paths == ["field_12"])
    // What only begins alike is a name.
    _ = try ComposureForm("login", fields: ["field_", "field_1a", "my_field_1"])
    #expect(throws: DraftError.self) {
      _ = try ComposureForm("login", fields: ["field_0"], allowsPositionalNames: true)
    }
  }

  @Test("A position's answer comes back under the same version, and under no other")
  func positionalVersions() async throws {
    func form(_ version: String) throws -> ComposureForm {
      try ComposureForm(
        "old", version: version, fields: ["field_0", "field_1", "name"],
        allowsPositionalNames: true)
    }
    let data: [String: [String?]] = [
      "field_0": ["Ana", nil, "true", "true"], "field_1": ["ana@example.org", nil, "true", "true"],
      "name": ["n", nil, "false", "false"],
    ]
    let store = try DraftStore.temporary()
    let key = DraftKey("old", owner: "ana")
    let first = try form("1")
    try await store.save(try first.snapshot(of: data), schema: first.schema, key: key)

    let same = try #require(await store.restore(key, schema: try form("1").schema).draft)
    #expect(first.fieldData(of: same.snapshot) == data)

    let second = try form("2")
    let other = await store.restore(
      key, schema: second.schema, options: .init(policy: .salvage, floor: 0))
    let salvage = try #require(other.draft)
    #expect(second.fieldData(of: salvage.snapshot) == ["name": ["n", nil, "false", "false"]])
    #expect(salvage.report.mismatches.isEmpty == false)
    await store.close()
  }

  @Test("An answer that is no text costs that answer")
  func unfit() throws {
    let form = try login()
    let snapshot = DraftSnapshot(values: ["name": "Ana", "nick": 7, "tags": ["a"]])
    #expect(form.fieldData(of: snapshot) == ["name": ["Ana", nil, "false", "false"]])
    let failures = form.unfit(in: snapshot)
    #expect(Set(failures.keys) == ["nick", "tags"])
    #expect(failures.values.allSatisfy { $0.code == .invalidValue })
  }
}
