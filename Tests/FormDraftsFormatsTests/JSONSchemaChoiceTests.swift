import FormDrafts
import FormDraftsFormats
import Testing

@Suite struct JSONSchemaChoiceTests {
  private func schema(_ field: String) throws -> DraftSchema {
    try read(#"{"type":"object","properties":{"x":\#(field)}}"#)
  }

  @Test(arguments: [
    (#"{"type":"string","enum":["a","b"]}"#, "choice", #""a" "b""#),
    (#"{"enum":["a","b"]}"#, "choice", #""a" "b""#),
    (#"{"type":["string","null"],"enum":["a",null]}"#, "choice", #""a" null"#),
    (#"{"type":"integer","enum":[1,2]}"#, "integer", "1 2"),
    (#"{"enum":[1,2.5]}"#, "decimal", "1 2.5"),
    (#"{"type":"boolean","enum":[true]}"#, "boolean", "true"),
    (#"{"enum":[true,"auto"]}"#, "choice", #"true "auto""#),
    (#"{"const":"a"}"#, "choice", #""a""#),
    (#"{"type":"string","enum":["a","b"],"enumNames":["A","B"]}"#, "choice", #""a"=A "b"=B"#),
    (#"{"type":"string","enum":["a","b"],"enumNames":["A"]}"#, "choice", #""a"=A "b""#),
    (
      #"{"oneOf":[{"const":"a","title":"A"},{"const":"b"}]}"#, "choice", #""a"=A "b""#
    ),
    (
      #"{"type":"string","anyOf":[{"enum":["a"],"title":"A"},{"enum":["b"]}]}"#, "choice",
      #""a"=A "b""#
    ),
    (#"{"anyOf":[{"enum":["a"]},{"type":"null"}]}"#, "choice", #""a" null"#),
    (#"{"oneOf":[{"const":1},{"const":2}]}"#, "integer", "1 2"),
    (#"{"anyOf":[{"enum":["a"]},{"type":"string"}]}"#, "text", #""a" …"#),
    (
      #"{"type":"string","enum":["a","b","c"],"allOf":[{"enum":["b","c","d"]}]}"#, "choice",
      #""b" "c""#
    ),
    (
      #"{"type":"string","enum":["a","b"],"if":{"const":"a"},"then":{"enum":["a"]}}"#, "choice",
      #""a" "b""#
    ),
    (
      #"{"type":"array","items":{"enum":["a","b"]},"uniqueItems":true}"#, "many choice", #""a" "b""#
    ),
    (#"{"type":"string","format":"date","enum":["2026-01-01"]}"#, "date", #""2026-01-01""#),
  ])
  func `Choices are values, closed where no other is possible`(
    field: String, type: String, items: String
  ) throws {
    let schema = try schema(field)
    #expect(lines(schema) == ["/x: \(type)"])
    #expect(choices(schema, "/x") == items)
  }

  @Test func `A kind told apart by a constant takes any of them`() throws {
    let schema = try read(
      """
      {"type":"object","properties":{"kind":{"enum":["card","bank"]},"note":{"type":"string"}},
      "oneOf":[
        {"properties":{"kind":{"const":"card"},"holder":{"type":"string"}},"required":["holder"]},
        {"properties":{"kind":{"const":"bank"},"iban":{"type":"string"}}}]}
      """)
    #expect(lines(schema) == ["/kind: choice", "/note: text", "/holder: text", "/iban: text"])
    #expect(choices(schema, "/kind") == #""card" "bank""#)
  }

  @Test func `A constant that only one alternative names narrows nothing`() throws {
    let schema = try read(
      """
      {"properties":{"kind":{"enum":["a","b"]},"free":{"type":"string"}},
      "anyOf":[{"properties":{"kind":{"const":"a"},"free":{"const":"x"}}},{"required":["kind"]}]}
      """)
    #expect(choices(schema, "/kind") == #""a" "b""#)
    #expect(choices(schema, "/free") == #""x" …"#)
    #expect(lines(schema) == ["/kind: choice", "/free: text"])
  }

  @Test func `Alternatives bring in the properties of all, as wide as all of them`() throws {
    let schema = try read(
      """
      {"oneOf":[
        {"properties":{"a":{"type":"string"},"b":{"type":"integer"},"c":{"type":"string"},
          "d":{"type":"string","format":"date"}}},
        {"properties":{"a":{"type":"string"},"b":{"type":"number"},"c":{"type":"integer"},
          "d":{"type":"string"},"e":{"properties":{"f":{"type":"string"}}}}},
        {"properties":{"e":{"type":"string"}}}]}
      """)
    #expect(
      lines(schema) == [
        "/a: text", "/b: decimal", "/c: any", "/d: text", "/e: any", "/e/f: text",
      ])
  }

  @Test func `Conditions and dependencies bring in their properties and change no other`() throws {
    let schema = try read(
      """
      {"properties":{"a":{"type":"string"}},
      "if":{"properties":{"a":{"const":"x"}}},
      "then":{"properties":{"a":{"type":"integer"},"b":{"type":"string"}},"required":["b"]},
      "else":{"properties":{"c":{"type":"boolean"}}},
      "dependencies":{"a":["b"],"b":{"properties":{"d":{"type":"string","format":"date"}}}},
      "dependentSchemas":{"c":{"properties":{"e":{"writeOnly":true,"type":"string"}}}},
      "allOf":[{"if":{},"then":{"properties":{"g":{"type":"integer"}}}}]}
      """)
    #expect(
      lines(schema) == [
        "/a: text", "/g: integer", "/b: text", "/c: boolean", "/e: text!", "/d: text",
      ])
  }

  @Test func `An alternative that is null leaves the other as it is`() throws {
    let schema = try read(
      """
      {"$defs":{"p":{"type":"object","properties":{"k":{"enum":["a","b"]}},"required":["k"]}},
      "properties":{"x":{"anyOf":[{"$ref":"#/$defs/p"},{"type":"null"}]},
      "y":{"oneOf":[{"type":"null"},{"type":"array","items":{"enum":["c"]}}]}}}
      """)
    #expect(lines(schema) == ["/x: object", "/x/k: choice*", "/y: many choice"])
    #expect(choices(schema, "/x/k") == #""a" "b""#)
    #expect(choices(schema, "/y") == #""c""#)
  }

  @Test func `A secret in one alternative is a secret`() throws {
    let schema = try read(
      """
      {"anyOf":[{"properties":{"a":{"type":"string"},"b":{"type":"string"}}},
      {"properties":{"a":{"type":"string","format":"password"},"b":{"writeOnly":true}}}]}
      """)
    #expect(lines(schema) == ["/a: text!", "/b: text!"])
  }

  @Test func `allOf and siblings of a reference all hold`() throws {
    let schema = try read(
      """
      {"definitions":{"t":{"type":"string","title":"T","default":"d"}},
      "allOf":[
        {"properties":{"a":{"$ref":"#/definitions/t","title":"Mine","writeOnly":true}}},
        {"properties":{"a":{"maxLength":3},"b":{"$ref":"#/definitions/t"}},"required":["a"]},
        {"properties":{"b":{"type":["string","integer"]},"c":{"type":"string"}}},
        {"properties":{"c":{"type":"integer"}}}]}
      """)
    #expect(lines(schema) == ["/a: text*!", "/b: text", "/c: any"])
    #expect(schema.fields.map(\.label) == ["Mine", "T", nil])
    #expect(schema.fields.map(\.defaultValue) == ["d", "d", nil])
  }
}
