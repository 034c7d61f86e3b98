import FormDrafts
import FormDraftsFormats
import Testing

@Suite struct UISchemaTests {
  private let schema = """
    {"type":"object","properties":{
      "name":{"type":"string"},"code":{"type":"string"},
      "codes":{"type":"array","items":{"type":"string"}},
      "grid":{"type":"array","items":{"type":"array","items":{"type":"string"}}},
      "people":{"type":"array","items":{"type":"object","properties":{
        "name":{"type":"string"},"key":{"type":"string"}}}},
      "box":{"type":"object","properties":{"a":{"type":"string"},"items":{"type":"string"}}},
      "env":{"type":"object","additionalProperties":{"type":"string"}},
      "any":{}}}
    """

  private func secrets(_ uiSchema: String) throws -> [String] {
    let schema = try read(schema, uiSchema: uiSchema)
    return lines(schema).filter { $0.hasSuffix("!") } + schema.overrides.secret.map { "list \($0)" }
  }

  @Test(arguments: [
    (#"{"code":{"ui:widget":"password"}}"#, ["/code: text!"]),
    (#"{"code":{"ui:options":{"widget":"password"}}}"#, ["/code: text!"]),
    (#"{"code":{"ui:widget":"PasswordWidget"}}"#, ["/code: text!"]),
    (#"{"code":{"ui:options":{"inputType":"password"}}}"#, ["/code: text!"]),
    (#"{"code":{"ui:autocomplete":"section-x new-password"}}"#, ["/code: text!"]),
    (#"{"codes":{"items":{"ui:widget":"password"}}}"#, ["/codes: many text!"]),
    (#"{"codes":{"items":[{},{"ui:widget":"password"}]}}"#, ["/codes: many text!"]),
    (#"{"codes":{"additionalItems":{"ui:widget":"password"}}}"#, ["/codes: many text!"]),
    (#"{"grid":{"items":{"items":{"ui:widget":"password"}}}}"#, ["/grid: many list of text!"]),
    (#"{"people":{"items":{"key":{"ui:widget":"password"}}}}"#, ["/people/~*/key: text!"]),
    (#"{"box":{"items":{"ui:widget":"password"}}}"#, ["/box/items: text!"]),
    (
      #"{"box":{"ui:widget":"password"}}"#,
      ["/box: object!", "/box/a: text!", "/box/items: text!"]
    ),
    (#"{"env":{"additionalProperties":{"ui:widget":"password"}}}"#, ["/env: map of text!"]),
    (#"{"code":{"anyOf":[{},{"ui:widget":"password"}]}}"#, ["/code: text!"]),
    (#"{"gone":{"in":{"ui:widget":"password"}}}"#, ["list /gone/in"]),
    (#"{"any":{"key":{"ui:widget":"password"}}}"#, ["list /any/key"]),
    (
      #"{"code":{"ui:widget":"hidden"},"name":{"ui:widget":"textarea","ui:help":"password"}}"#, []
    ),
    (#"{"ui:order":["code"],"ui:widget":"password","code":null,"name":7}"#, []),
    ("{}", []),
  ])
  func `What react-jsonschema-form shows as a password is a secret`(
    uiSchema: String, expected: [String]
  ) throws {
    #expect(try secrets(uiSchema) == expected)
  }

  @Test func `An answer for a place that only the UI schema knows is withheld`() throws {
    let schema = try read(schema, uiSchema: #"{"gone":{"in":{"ui:widget":"password"}}}"#)
    #expect(SchemaIndex(schema).retention(at: "/gone/in") == .secret)
    #expect(SchemaIndex(schema).retention(at: "/gone/out") == .kept)
  }

  @Test func `What is asked for is told by HTML's names`() throws {
    let uiSchema = """
      {"name":{"ui:autocomplete":"given-name"},"code":{"ui:autocomplete":"one-time-code"},
      "any":{"ui:options":{"autocomplete":"billing cc-number"}},
      "box":{"a":{"ui:autocomplete":"cc-csc"}}}
      """
    let schema = try read(schema, uiSchema: uiSchema)
    #expect(
      schema.fields.compactMap(\.contentKind) == [.oneTimeCode, .securityCode, .cardNumber])
  }

  @Test(arguments: [
    (
      """
      {"type":"VerticalLayout","elements":[{"type":"Group","elements":[
      {"type":"Control","scope":"#/properties/code","options":{"format":"password"}},
      {"type":"Control","scope":"#/properties/name","options":{"format":"date"}}]}]}
      """, ["/code: text!"]
    ),
    (
      """
      {"type":"Control","scope":"#/properties/people","options":{"detail":{"type":"HorizontalLayout",
      "elements":[{"type":"Control","scope":"#/properties/key","options":{"format":"password"}}]}}}
      """, ["/people/~*/key: text!"]
    ),
    (
      """
      {"type":"Control","scope":"#/properties/people/items/properties/key",
      "options":{"format":"password"}}
      """, ["/people/~*/key: text!"]
    ),
    (
      """
      {"type":"Control","scope":"#/properties/box/properties/items","options":{"format":"password"}}
      """, ["/box/items: text!"]
    ),
    (
      ##"{"type":"Control","scope":"#/properties/box","options":{"detail":{"type":"Control","scope":"#/properties/a","options":{"format":"password"}}}}"##,
      ["/box/a: text!"]
    ),
    (
      ##"{"type":"Control","scope":"#/properties/gone","options":{"format":"password"}}"##,
      ["list /gone"]
    ),
  ])
  func `What JSON Forms shows as a password is a secret`(
    uiSchema: String, expected: [String]
  ) throws {
    #expect(try secrets(uiSchema) == expected)
  }

  @Test func `A mark beside a mark of the schema's own changes nothing`() throws {
    let schema = try read(
      #"{"properties":{"p":{"type":"string","format":"password","title":"P"}}}"#,
      uiSchema: #"{"p":{"ui:widget":"password"}}"#)
    #expect(
      schema.fields == [.init("p", .text, contentKind: .password, label: "P")])
  }

  @Test(arguments: [
    ("[]", DraftError.Code.invalidSchema, "The UI schema is a list, not an object."),
    ("{", .invalidJSON, "The UI schema cannot be read."),
    (#"{"type":"V","elements":{}}"#, .invalidSchema, "at /elements: a list is expected"),
    (#"{"type":"Control","scope":7}"#, .invalidSchema, "at /scope: a text is expected"),
    (#"{"type":"Control","scope":"name"}"#, .invalidSchema, "at /scope: this is not a scope"),
  ])
  func `A UI schema that is not understood is refused`(
    uiSchema: String, code: DraftError.Code, words: String
  ) throws {
    let error = try #require(failure(schema, uiSchema: uiSchema))
    #expect(error.code == code)
    #expect(error.message.contains(words), "\(error.message)")
    #expect(error.hint?.isEmpty == false)
  }
}
