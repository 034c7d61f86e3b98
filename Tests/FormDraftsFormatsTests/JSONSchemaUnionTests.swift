import FormDrafts
import FormDraftsFormats
import Testing

/// What `oneOf`, `anyOf`, `if` and dependencies come to, in the drafts 04, 07 and 2020-12.
@Suite struct JSONSchemaUnionTests {
  private func field(_ schema: String, definitions: String = "{}") throws -> [String] {
    lines(
      try read(#"{"type":"object","$defs":\#(definitions),"properties":{"x":\#(schema)}}"#))
  }

  @Test(arguments: [
    (#"[{"type":"string"},{"type":"integer"}]"#, "any"),
    (#"[{"type":"integer"},{"type":"number"}]"#, "decimal"),
    (#"[{"type":"integer"},{"const":2.5}]"#, "decimal"),
    (#"[{"type":"integer"},{"type":"null"}]"#, "integer"),
    (#"[{"type":"null"},{"type":"string","format":"date"}]"#, "date"),
    (#"[{"type":"string","format":"date"},{"type":"string","format":"date"}]"#, "date"),
    (#"[{"type":"string","format":"date"},{"type":"string","format":"date-time"}]"#, "text"),
    (#"[{"type":"boolean"},{"const":false}]"#, "boolean"),
    (#"[{"type":"boolean"},{"type":"string"}]"#, "any"),
    (#"[{"type":"string"},{"type":"array","items":{"type":"string"}}]"#, "any"),
    (
      #"[{"type":"array","items":{"type":"integer"}},{"type":"array","items":{"type":"number"}}]"#,
      "many decimal"
    ),
    (#"[{"type":"array","items":{"type":"string"}},{"type":"null"}]"#, "many text"),
    (#"[{"type":["string","null"]},{"type":"string","maxLength":2}]"#, "text"),
    (#"[{"anyOf":[{"type":"integer"},{"type":"null"}]},{"type":"number"}]"#, "decimal"),
    (#"[false,{"type":"integer"}]"#, "integer"), ("[{},{}]", "any"), ("[true,{}]", "any"),
    (
      #"[{"type":"object","additionalProperties":{"type":"integer"}},{"type":"null"}]"#,
      "map of integer"
    ),
    (#"[{"enum":["a"]},{"enum":["b"]}]"#, "choice"), (#"[{"const":1},{"const":"b"}]"#, "choice"),
    (#"[{"const":1},{"type":"string"}]"#, "any"),
    (#"[{"type":"string","writeOnly":true},{"type":"integer"}]"#, "any!"),
  ])
  func `The type is what fits all branches without loss, else any`(
    branches: String, words: String
  ) throws {
    for keyword in ["oneOf", "anyOf"] {
      #expect(try field(#"{"\#(keyword)":\#(branches)}"#) == ["/x: \(words)"])
    }
  }

  @Test func `Branches tell themselves apart by constants, and all of them are the choices`() throws
  {
    let schema = try read(
      ##"""
      {"$defs":{"card":{"type":"object","required":["by","holder"],"properties":{
          "by":{"const":"card","title":"Card"},"holder":{"type":"string"}}}},
      "type":"object","properties":{"pay":{"oneOf":[
        {"$ref":"#/$defs/card"},
        {"type":"object","required":["by"],"properties":{
          "by":{"enum":["bank","debit"]},"iban":{"type":"string"}}},
        {"type":"object","required":["by"],"properties":{"by":{"const":"cash"}}}]}}}
      """##)
    #expect(
      lines(schema) == ["/pay: object", "/pay/by: choice*", "/pay/holder: text", "/pay/iban: text"])
    #expect(choices(schema, "/pay/by") == #""card"=Card "bank" "debit" "cash""#)
  }

  @Test func `A kind that the form declares and branches fix keeps its choices`() throws {
    let schema = try read(
      """
      {"type":"object","properties":{"by":{"type":"string"}},"required":["by"],
      "allOf":[{"oneOf":[{"properties":{"by":{"const":"a"},"one":{"type":"string"}}},
        {"properties":{"by":{"const":"b"}}}]}]}
      """)
    #expect(lines(schema) == ["/by: choice*", "/one: text"])
    #expect(choices(schema, "/by") == #""a" "b""#)
  }

  @Test func `One more branch that leaves the place open opens the choices`() throws {
    let schema = try read(
      """
      {"type":"object","anyOf":[{"properties":{"by":{"const":"a"}}},
        {"properties":{"by":{"const":"b"}}},{}]}
      """)
    #expect(lines(schema) == ["/by: text"])
    #expect(choices(schema, "/by") == #""a" "b" …"#)
  }

  @Test func `Items and members may be of several kinds`() throws {
    let branches = """
      [{"type":"object","properties":{"kind":{"const":"a"},"n":{"type":"integer"}}},
       {"type":"object","properties":{"kind":{"const":"b"},"n":{"type":"number"},
         "more":{"type":"array","items":{"anyOf":[{"type":"string"},{"type":"null"}]}}}}]
      """
    let inside = ["kind: choice", "n: decimal", "more: many text"].map { "/x/~*/\($0)" }
    #expect(
      try field(#"{"type":"array","items":{"oneOf":\#(branches)}}"#)
        == ["/x: many object"] + inside)
    #expect(
      try field(#"{"type":"object","additionalProperties":{"anyOf":\#(branches)}}"#)
        == ["/x: map of object"] + inside)
    #expect(
      try field(#"{"prefixItems":\#(branches),"items":false}"#) == ["/x: many object"] + inside)
    #expect(
      try field(#"{"type":"object","patternProperties":{"^k":{"oneOf":\#(branches)}}}"#)
        == ["/x: map of object"] + inside)
  }

  @Test func `A branch that leads back is unfolded once, and then open`() throws {
    #expect(
      try field(
        ##"{"$ref":"#/$defs/rule"}"##,
        definitions: ##"""
          {"rule":{"oneOf":[
            {"type":"object","properties":{"is":{"type":"string"}}},
            {"type":"object","properties":{"all":{"type":"array","items":{"$ref":"#/$defs/rule"}},
              "not":{"$ref":"#/$defs/rule"}}}]}}
          """##) == [
          "/x: object", "/x/is: text", "/x/all: many object", "/x/all/~*/is: text",
          "/x/all/~*/all: many any", "/x/all/~*/not: any", "/x/not: object", "/x/not/is: text",
          "/x/not/all: many any", "/x/not/not: any",
        ])
  }

  @Test func `A mark behind a branch that leads back hides what is not unfolded`() throws {
    let result = try field(
      ##"{"$ref":"#/$defs/n"}"##,
      definitions: ##"""
        {"n":{"anyOf":[{"type":"string"},{"type":"object","properties":{
          "code":{"type":"string","format":"password"},"in":{"$ref":"#/$defs/n"}}}]}}
        """##)
    #expect(
      result == ["/x: any", "/x/code: text!", "/x/in: any", "/x/in/code: text!", "/x/in/in: any!"])
  }

  @Test(arguments: [
    (#""if":{"properties":{"a":{"const":1}}},"then":{"#, "}"), (#""if":{},"else":{"#, "}"),
    (#""dependencies":{"a":{"#, "}}"), (#""dependentSchemas":{"a":{"#, "}}"),
    (#""allOf":[{"if":{},"then":{"#, "}}]"), (#""anyOf":[{"oneOf":[{"#, "}]},{}]"),
  ])
  func `What holds in some cases brings in its fields, none of them required`(
    start: String, end: String
  ) throws {
    let schema = try read(
      """
      {"type":"object","properties":{"a":{"type":"integer"}},"required":["a"],\(start)
      "properties":{"a":{"type":"string"},"b":{"const":"x"},"c":{"type":"object","properties":{
        "d":{"type":"boolean"}},"required":["d"]}},"required":["b","c"]\(end)}
      """)
    #expect(lines(schema) == ["/a: integer*", "/b: text", "/c: object", "/c/d: boolean"])
    #expect(choices(schema, "/b") == #""x" …"#)
  }

  @Test func `dependentRequired and lists of names ask for nothing by themselves`() throws {
    for keyword in ["dependentRequired", "dependencies"] {
      let schema = try read(
        """
        {"properties":{"a":{"type":"string"},"b":{"type":"string"}},"\(keyword)":{"a":["b"]}}
        """)
      #expect(lines(schema) == ["/a: text", "/b: text"])
    }
  }

  @Test func `What is asked for beside a reference is required`() throws {
    let schema = try read(
      ##"""
      {"$defs":{"base":{"properties":{"a":{"type":"string"},"b":{"type":"string"}}}},
      "allOf":[{"$ref":"#/$defs/base"},{"required":["a"]}],
      "properties":{"in":{"$ref":"#/$defs/base","required":["b","gone"]}}}
      """##)
    #expect(
      lines(schema) == ["/in: object", "/in/a: text", "/in/b: text*", "/a: text*", "/b: text"])
  }

  @Test func `What every branch asks for is required, what one does is not`() throws {
    let schema = try read(
      """
      {"properties":{"a":{"type":"string"},"b":{"type":"string"}},
      "anyOf":[{"required":["a","b"]},{"required":["a"]}]}
      """)
    #expect(lines(schema) == ["/a: text*", "/b: text"])
  }

  @Test(arguments: [
    (#"{"unevaluatedProperties":{"type":"integer"}}"#, "map of integer"),
    (#"{"unevaluatedProperties":false}"#, "any"),
    (
      #"{"additionalProperties":{"type":"string"},"unevaluatedProperties":{"type":"integer"}}"#,
      "map of text"
    ),
    (#"{"additionalProperties":true,"unevaluatedProperties":{"type":"integer"}}"#, "object"),
    (#"{"unevaluatedItems":{"type":"integer"}}"#, "many integer"),
    (#"{"prefixItems":[{"type":"integer"}],"unevaluatedItems":{"type":"number"}}"#, "many decimal"),
    (#"{"items":{"type":"integer"},"unevaluatedItems":{"type":"string"}}"#, "many integer"),
    (#"{"items":{"type":"integer"},"additionalItems":{"type":"string"}}"#, "many integer"),
    (#"{"items":[{"type":"integer"}],"additionalItems":{"type":"number"}}"#, "many decimal"),
    (#"{"items":[{"type":"integer"}],"additionalItems":false}"#, "many integer"),
    (#"{"prefixItems":[{"type":"integer"}],"items":{"type":"number"}}"#, "many decimal"),
    (#"{"contains":{"type":"integer"}}"#, "many any"), (#"{"propertyNames":{}}"#, "object"),
    (#"{"dependentRequired":{"a":["b"]}}"#, "object"),
    (#"{"dependentSchemas":{"a":{}}}"#, "object"),
  ])
  func `What stands beside lists and properties describes the rest`(
    schema: String, words: String
  ) throws {
    #expect(try field(schema) == ["/x: \(words)"])
  }

  @Test func `Properties that a branch evaluates stand beside what is left`() throws {
    #expect(
      try field(
        """
        {"type":"object","anyOf":[{"properties":{"a":{"type":"string"}}},
        {"properties":{"b":{"type":"boolean"}}}],"unevaluatedProperties":{"type":"integer"}}
        """) == ["/x: object", "/x/a: text", "/x/b: boolean", "/x/~*: integer"])
  }
}
