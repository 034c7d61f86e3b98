import FormDrafts
import Testing

@Suite struct NativeSchemaTests {
  private static let full = DraftSchema(
    "signup", version: "2.1", title: "Sign \"up\"",
    fields: [
      .init(
        "name", .text, isRequired: true, formerly: ["/nm", "/n/a"], label: "Name", step: "you"),
      .init("caf\u{e9}", .text), .init("cafe\u{301}", .dateTime, defaultValue: .null),
      .init("plan", .choice, options: .init([.init("a"), .init("b", label: "B"), .init(1)])),
      .init("open", .choice, options: .init([.init(["value": "x"])], isClosed: false)),
      .init("rows", .object, isMany: true, identity: "/id"),
      .init("/rows/~*/n", .list(.map(.decimal)), isMany: true, retention: .transient),
      .init("amount", .decimal, defaultValue: .number(literal: "1.50")),
      .init("raw", .bytes, defaultValue: .bytes([0, 255])),
      .init("limit", .decimal, defaultValue: .number(literal: "-Infinity")),
      .init("tag", .object, defaultValue: ["$draft": "bytes"]),
      .init("code", .text, retention: .kept, contentKind: .oneTimeCode),
      .init([""], .any), .init(["a/b~c"], .boolean),
    ],
    steps: [.init("you", title: "You", isSkippable: true, formerly: ["person"]), .init("end")],
    overrides: .init(secret: ["/iban"], notSecret: ["/secretSanta"]))

  private func read(_ json: String) throws(DraftError) -> DraftSchema {
    try DraftSchema(nativeJSON: Array(json.utf8))
  }

  @Test func `Writing and reading back gives an equal schema`() throws {
    for schema in [Self.full, DraftSchema("f", fields: [])] {
      let bytes = schema.nativeJSON()
      let back = try DraftSchema(nativeJSON: bytes)
      #expect(back == schema)
      #expect(back.nativeJSON() == bytes)
      #expect(back.fingerprint == schema.fingerprint)
    }
  }

  @Test func `What is not said is what the initialisers leave out`() throws {
    let schema = try read(#"{"formdrafts":1,"form":"f","fields":[{"path":"a b","type":"text"}]}"#)
    #expect(schema == DraftSchema("f", fields: [.init("a b", .text)]))
    let text = String(decoding: schema.nativeJSON(), as: UTF8.self)
    #expect(
      text == #"{"formdrafts":1,"form":"f","fields":[{"path":"/a b","type":"text"}]}"#)
  }

  @Test func `For the store, what could tell a secret stays out and the fingerprint stays`() throws
  {
    let schema = DraftSchema(
      "f",
      fields: [
        .init("pin", .choice, options: .init([.init("MARK1")]), defaultValue: "MARK2"),
        .init("nonce", .text, retention: .transient, defaultValue: "MARK3"),
        .init("login", .object, retention: .secret, defaultValue: ["name": "MARK4"]),
        .init("/login/kind", .choice, options: .init([.init("MARK5")], isClosed: false)),
        .init("account", .object, defaultValue: ["user": "u", "keys": [["apiKey": "MARK6"]]]),
        .init("plan", .choice, options: .init([.init("solo")]), defaultValue: "solo"),
        .init("kept", .object, defaultValue: ["user": "u"]),
      ])
    let bytes = schema.nativeJSON(storing: true)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(!text.contains("MARK"))
    let back = try DraftSchema(nativeJSON: bytes)
    #expect(back.fingerprint == schema.fingerprint)
    #expect(back.fields[5] == schema.fields[5])
    #expect(back.fields[6] == schema.fields[6])
    #expect(String(decoding: schema.nativeJSON(), as: UTF8.self).contains("MARK6"))
  }

  @Test func `For the store, the app's own list is heeded as well`() throws {
    let schema = DraftSchema(
      "f",
      fields: [
        .init("iban", .choice, options: .init([.init("MARK1")]), defaultValue: "MARK2"),
        .init("otp", .text, defaultValue: "000000"),
      ], overrides: .init(secret: ["/iban"], notSecret: ["/otp"]))
    let text = String(decoding: schema.nativeJSON(storing: true), as: UTF8.self)
    #expect(!text.contains("MARK"))
    #expect(text.contains("000000"))
  }

  @Test(arguments: [
    (#"[]"#, "at its top", nil),
    (#"{"formdrafts":1,"fields":[]}"#, "“form” is missing", nil),
    (#"{"formdrafts":2,"form":"f","fields":[]}"#, "version 2", "A later FormDrafts reads it."),
    (#"{"formdrafts":"1","form":"f","fields":[]}"#, "at /formdrafts", nil),
    (#"{"formdrafts":1,"form":"f"}"#, "“fields” is missing", nil),
    (#"{"formdrafts":1,"form":7,"fields":[]}"#, "at /form: a text is expected, not a number", nil),
    (#"{"formdrafts":1,"form":"f","fields":{}}"#, "at /fields: a list is expected", nil),
    (
      #"{"formdrafts":1,"form":"f","fields":[],"titel":""}"#, "“titel” is not known",
      "Did you mean “title”?"
    ),
    (
      #"{"formdrafts":1,"form":"f","fields":[{"path":"/a","type":"text","formery":["/b"]}]}"#,
      "at /fields/0: “formery” is not known", "Did you mean “formerly”?"
    ),
    (
      #"{"formdrafts":1,"form":"f","fields":[{"path":"/a","type":"txet"}]}"#,
      "at /fields/0/type: “txet” is not a type", "Did you mean “text”?"
    ),
    (
      #"{"formdrafts":1,"form":"f","fields":[{"path":"/a","type":"text","retention":"secrt"}]}"#,
      "at /fields/0/retention", "Did you mean “secret”?"
    ),
    (
      #"{"formdrafts":1,"form":"f","fields":[{"path":"/a~","type":"text"}]}"#,
      "at /fields/0/path: this is not a field path", nil
    ),
    (
      #"{"formdrafts":1,"form":"f","fields":[{"path":"/a","type":"text","many":"yes"}]}"#,
      "at /fields/0/many: true or false is expected, not a text", nil
    ),
    (
      #"{"formdrafts":1,"form":"f","fields":[{"path":"/a","type":"text","closed":false}]}"#,
      "“closed” stands without “options”", nil
    ),
    (
      #"{"formdrafts":1,"form":"f","fields":[{"path":"/a","type":"choice","options":[{"lable":1}]}]}"#,
      "at /fields/0/options/0: “lable” is not known", "Did you mean “label”?"
    ),
    (
      #"{"formdrafts":1,"form":"f","fields":[],"steps":[{"id":"a","skipable":true}]}"#,
      "at /steps/0: “skipable” is not known", "Did you mean “skippable”?"
    ),
    (#"{"formdrafts":1,"form":"f","fields":[],"secret":["/~2"]}"#, "at /secret/0", nil),
    (
      #"{"formdrafts":1,"form":"f","fields":[{"path":"/a","type":"text"},{"path":"a","type":"text"}]}"#,
      "Fields 1 and 2 have the same path /a", nil
    ),
  ])
  func `What is not understood is refused by its place`(
    json: String, words: String, hint: String?
  ) throws {
    let error = try #require(throws: DraftError.self) { try read(json) }
    #expect(error.code == .invalidSchema)
    #expect(error.message.contains(words), "\(error.message)")
    if let hint { #expect(error.hint == hint) }
  }

  @Test func `Broken JSON is told by line and column`() throws {
    let error = try #require(throws: DraftError.self) { try read("{\n\"formdrafts\" 1}") }
    #expect(error.code == .invalidJSON)
    #expect(error.message.contains("line 2"))
  }
}
