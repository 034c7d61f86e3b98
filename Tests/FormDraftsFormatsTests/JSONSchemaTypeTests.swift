import FormDrafts
import FormDraftsFormats
import Testing

@Suite struct JSONSchemaTypeTests {
  private func field(_ schema: String) throws -> String {
    let schema = try read(#"{"type":"object","properties":{"x":\#(schema)}}"#)
    return lines(schema).joined(separator: ", ")
  }

  @Test(arguments: [
    (#"{"type":"string"}"#, "text"), (#"{"type":"integer"}"#, "integer"),
    (#"{"type":"number"}"#, "decimal"), (#"{"type":"boolean"}"#, "boolean"),
    (#"{"type":"object"}"#, "object"), (#"{"type":"array"}"#, "many any"),
    (#"{"type":"null"}"#, "any"), ("{}", "any"), ("true", "any"), (#"{"type":"any"}"#, "any"),
    (#"{"type":["string","null"]}"#, "text"), (#"{"type":["integer","number"]}"#, "decimal"),
    (#"{"type":["string","integer"]}"#, "any"), (#"{"type":["string"]}"#, "text"),
    (#"{"type":"string","format":"date"}"#, "date"),
    (#"{"type":"string","format":"time"}"#, "time"),
    (#"{"type":"string","format":"date-time"}"#, "dateTime"),
    (#"{"type":"string","format":"email"}"#, "text"),
    (#"{"type":"string","format":"made-up"}"#, "text"),
    (#"{"type":"string","format":"password"}"#, "text!"),
    (#"{"type":"string","format":"data-url"}"#, "file"),
    (#"{"type":"string","format":"binary"}"#, "file"),
    (#"{"type":"string","format":"byte"}"#, "bytes"),
    (#"{"type":"string","contentEncoding":"base64"}"#, "bytes"),
    (#"{"type":"integer","format":"int64"}"#, "integer"),
    (#"{"type":"string","writeOnly":true}"#, "text!"),
    (#"{"type":"string","writeOnly":false}"#, "text"),
    (#"{"minLength":2}"#, "text"), (#"{"format":"date"}"#, "date"),
    (#"{"maximum":2}"#, "decimal"), (#"{"format":"int32"}"#, "any"),
    (#"{"uniqueItems":true}"#, "many any"),
  ])
  func `Each type and format has its own`(schema: String, words: String) throws {
    #expect(try field(schema) == "/x: \(words)")
  }

  @Test(arguments: [
    (#"{"type":"array","items":{"type":"string"}}"#, "/x: many text"),
    (#"{"type":"array","items":{"type":"string","format":"password"}}"#, "/x: many text!"),
    (#"{"type":"array","items":{"type":"string","writeOnly":true}}"#, "/x: many text!"),
    (#"{"type":"array","items":true}"#, "/x: many any"),
    (#"{"items":{"type":"integer"}}"#, "/x: many integer"),
    (
      #"{"type":"array","items":{"type":"array","items":{"type":"boolean"}}}"#,
      "/x: many list of boolean"
    ),
    (
      #"{"type":"array","items":{"properties":{"a":{"type":"string"}}}}"#,
      "/x: many object, /x/~*/a: text"
    ),
    (
      #"{"type":"array","items":{"items":{"properties":{"a":{"type":"string"}}}}}"#,
      "/x: many list of object, /x/~*/~*/a: text"
    ),
    (#"{"type":"array","items":[{"type":"string"},{"type":"string"}]}"#, "/x: many text"),
    (#"{"type":"array","items":[{"type":"integer"},{"type":"number"}]}"#, "/x: many decimal"),
    (#"{"type":"array","items":[{"type":"string"},{"type":"boolean"}]}"#, "/x: many any"),
    (
      #"{"type":"array","items":[{"type":"string"}],"additionalItems":{"type":"number"}}"#,
      "/x: many any"
    ),
    (
      #"{"type":"array","items":[{"type":"string"}],"additionalItems":false}"#, "/x: many text"
    ),
    (
      #"{"type":"array","prefixItems":[{"type":"string"}],"items":{"type":"string"}}"#,
      "/x: many text"
    ),
    (#"{"type":"array","prefixItems":[{"type":"string"}],"items":false}"#, "/x: many text"),
    (
      #"{"type":"array","prefixItems":[{"properties":{"a":{"writeOnly":true}}},{"type":"string"}]}"#,
      "/x: many any, /x/~*/a: any!"
    ),
  ])
  func `A list is many of what its items are`(schema: String, words: String) throws {
    #expect(try field(schema) == words)
  }

  @Test(arguments: [
    (#"{"type":"object","additionalProperties":{"type":"string"}}"#, "/x: map of text"),
    (
      #"{"type":"object","additionalProperties":{"items":{"type":"string"}}}"#,
      "/x: map of list of text"
    ),
    (#"{"type":"object","patternProperties":{"^a":{"type":"integer"}}}"#, "/x: map of integer"),
    (
      #"{"type":"object","patternProperties":{"^a":{"type":"integer"},"^b":{"type":"string"}}}"#,
      "/x: map of any"
    ),
    (#"{"type":"object","additionalProperties":true}"#, "/x: object"),
    (#"{"type":"object","additionalProperties":{}}"#, "/x: object"),
    (#"{"type":"object","additionalProperties":false}"#, "/x: object"),
    (
      #"{"additionalProperties":{"type":"object","properties":{"a":{"type":"string"}}}}"#,
      "/x: map of object, /x/~*/a: text"
    ),
    (
      #"{"properties":{"a":{"type":"string"}},"additionalProperties":{"type":"integer"}}"#,
      "/x: object, /x/a: text, /x/~*: integer"
    ),
    (#"{"additionalProperties":{"type":"string","format":"password"}}"#, "/x: map of text!"),
    (#"{"properties":{"a":{"properties":{"b":true}}}}"#, "/x: object, /x/a: object, /x/a/b: any"),
    (
      #"{"writeOnly":true,"properties":{"a":{"type":"string"}}}"#, "/x: object!, /x/a: text!"
    ),
  ])
  func `An object is its properties, or a map`(schema: String, words: String) throws {
    #expect(try field(schema) == words)
  }

  @Test func `A map at the top is a field for every member`() throws {
    let schema = try read(#"{"type":"object","additionalProperties":{"type":"string"}}"#)
    #expect(lines(schema) == ["/~*: text"])
    #expect(SchemaIndex(schema).covers("/anything"))
  }

  @Test func `Labels, defaults, required and order are read`() throws {
    let schema = try read(
      """
      {"type":"object","required":["b"],"title":"Form","properties":{
        "b":{"type":"string","title":"Bee","default":"x"},
        "a":{"type":"object","required":["c"],"default":{"c":1},"properties":{
          "c":{"type":"number"},"d":{"type":"number","default":null}}},
        "e":{"type":"string","required":true}}}
      """)
    #expect(
      lines(schema) == ["/b: text*", "/a: object", "/a/c: decimal*", "/a/d: decimal", "/e: text*"])
    #expect(schema.title == "Form")
    #expect(schema.fields[0].label == "Bee")
    #expect(schema.fields.map(\.defaultValue) == ["x", ["c": 1], nil, .null, nil])
  }

  @Test func `Names are opaque and compared by bytes`() throws {
    let schema = try read(
      """
      {"properties":{"a.b":true,"x[0]":true,"a/b":true,"15":true,"":true,"__proto__":true,
      "caf\u{e9}":true,"cafe\u{301}":true}}
      """)
    #expect(
      schema.fields.map(\.path.names) == [
        ["a.b"], ["x[0]"], ["a/b"], ["15"], [""], ["__proto__"], ["caf\u{e9}"], ["cafe\u{301}"],
      ])
  }

  @Test func `The schema false forbids a property`() throws {
    #expect(lines(try read(#"{"properties":{"a":false,"b":true}}"#)) == ["/b: any"])
  }
}
