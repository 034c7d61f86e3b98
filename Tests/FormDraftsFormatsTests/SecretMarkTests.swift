import FormDrafts
import FormDraftsFormats
import Testing

/// Marks planted where a reader could lose them: an answer there must be withheld.
@Suite struct SecretMarkTests {
  private func retention(
    _ definition: String, uiSchema: String? = nil, at path: FieldPath
  ) throws -> DraftSchema.Retention {
    SchemaIndex(try read(definition, uiSchema: uiSchema)).retention(at: path)
  }

  private static let marks = [
    #"{"type":"string","writeOnly":true}"#, #"{"type":"string","format":"password"}"#,
    #"{"allOf":[{"type":"string"},{"writeOnly":true}]}"#, ##"{"$ref":"#/$defs/mark"}"##,
    #"{"anyOf":[{"type":"integer"},{"type":"string","format":"password"}]}"#,
    #"{"type":"array","items":{"oneOf":[{"type":"string","writeOnly":true},{"type":"null"}]}}"#,
  ]

  private static let places: [(start: String, end: String, path: FieldPath)] = [
    (#""oneOf":[{},{"properties":{"a":"#, "}}]", "/a"),
    (#""properties":{"a":{"type":"string"}},"anyOf":[{"properties":{"a":"#, "}},{}]", "/a"),
    (#""anyOf":[{"oneOf":[{"properties":{"a":"#, "}}]},{}]", "/a"),
    (#""if":{},"then":{"properties":{"a":"#, "}}", "/a"),
    (#""if":{},"else":{"properties":{"a":"#, "}}", "/a"),
    (#""dependencies":{"b":{"properties":{"a":"#, "}}}", "/a"),
    (#""dependentSchemas":{"b":{"oneOf":[{"properties":{"a":"#, "}}]}}", "/a"),
    (#""properties":{"l":{"items":{"oneOf":[{"properties":{"a":"#, "}},{}]}}}", "/l/3/a"),
    (#""properties":{"l":{"prefixItems":[{},{"properties":{"a":"#, "}}]}}", "/l/3/a"),
    (#""properties":{"l":{"items":{"oneOf":[{},"#, "]}}}", "/l/3"),
    (
      #""properties":{"m":{"additionalProperties":{"anyOf":[{},{"properties":{"a":"#, "}}]}}}",
      "/m/x/a"
    ),
    (#""properties":{"m":{"patternProperties":{"^x":"#, "}}}", "/m/x"),
    (#""properties":{"m":{"properties":{"x":{}},"unevaluatedProperties":"#, "}}", "/m/y"),
    (
      #""properties":{"u":{"oneOf":[{"type":"string"},{"type":"object","properties":{"a":"#,
      "}}]}}",
      "/u/a"
    ),
  ]

  @Test(arguments: places.indices)
  func `A mark of a JSON Schema holds inside every branch`(place: Int) throws {
    let (start, end, path) = Self.places[place]
    for mark in Self.marks {
      let definition = """
        {"type":"object","$defs":{"mark":{"type":"string","writeOnly":true}},\(start)\(mark)\(end)}
        """
      #expect(try retention(definition, at: path) == .secret, "\(definition)")
      let plain = "{\"type\":\"object\",\(start){\"type\":\"string\"}\(end)}"
      #expect(try retention(plain, at: path) == .kept, "\(plain)")
    }
  }

  @Test func `A mark where the form and a branch contradict each other is not lost`() throws {
    for (base, branch) in [
      (#"{"type":"string"}"#, #"{"type":"object","properties":{"in":{"writeOnly":true}}}"#),
      (#"{"type":"boolean"}"#, #"{"additionalProperties":{"format":"password"}}"#),
      (#"{"type":"object"}"#, #"{"type":"array","items":{"writeOnly":true}}"#),
    ] {
      let definition = """
        {"type":"object","properties":{"x":\(base),"y":\(base)},
        "anyOf":[{"properties":{"x":\(branch)}},{}]}
        """
      #expect(try retention(definition, at: "/x") == .secret, "\(definition)")
      #expect(try retention(definition, at: "/y") == .kept, "\(definition)")
    }
  }

  @Test func `A branch that is hidden whole hides all inside`() throws {
    let definition = """
      {"type":"object","properties":{"x":{"oneOf":[{"type":"string"},
      {"writeOnly":true,"type":"object","properties":{"in":{"type":"string"}}}]}}}
      """
    for path: FieldPath in ["/x", "/x/in", "/x/undeclared"] {
      #expect(try retention(definition, at: path) == .secret)
    }
  }

  @Test(arguments: [
    (#"{"x":{"anyOf":[{},{"a":{"ui:widget":"password"}}]}}"#),
    (#"{"x":{"oneOf":[{"a":{"ui:widget":"password"}}]}}"#),
    (#"{"x":{"a":{"ui:widget":"password"}}}"#),
    ##"{"type":"Control","scope":"#/properties/x/anyOf/1/properties/a","options":{"format":"password"}}"##,
  ])
  func `A UI schema's password in a branch is a secret`(uiSchema: String) throws {
    let definition = """
      {"type":"object","properties":{"x":{"anyOf":[{"type":"object","properties":{
      "b":{"type":"string"}}},{"type":"object","properties":{"a":{"type":"string"}}}]}}}
      """
    #expect(try retention(definition, uiSchema: uiSchema, at: "/x/a") == .secret)
    #expect(try retention(definition, uiSchema: uiSchema, at: "/x/b") == .kept)
  }

  @Test(arguments: [
    (#"{"type":"text","name":"a","inputType":"password"}"#, "/a"),
    (
      #"{"type":"panel","name":"p","elements":[{"type":"text","name":"a","inputType":"password"}]}"#,
      "/a"
    ),
    (
      #"{"type":"paneldynamic","name":"p","templateElements":[{"type":"panel","name":"q","elements":[{"type":"text","name":"a","inputType":"password"}]}]}"#,
      "/p/0/a"
    ),
    (
      #"{"type":"matrixdynamic","name":"m","columns":[{"name":"a","cellType":"text","inputType":"password"}]}"#,
      "/m/7/a"
    ),
    (
      #"{"type":"matrixdropdown","name":"m","rows":["r","s"],"columns":[{"name":"a","cellType":"text","inputType":"password"}]}"#,
      "/m/s/a"
    ),
    (
      #"{"type":"matrixdropdown","name":"m","columns":[{"name":"a","cellType":"text","inputType":"password"}]}"#,
      "/m/any/a"
    ),
    (
      #"{"type":"matrixdynamic","name":"m","columns":[],"detailElements":[{"type":"text","name":"a","inputType":"password"}]}"#,
      "/m/0/a"
    ),
    (#"{"type":"multipletext","name":"t","items":[{"name":"a","inputType":"password"}]}"#, "/t/a"),
    (
      #"{"type":"text","name":"a"},{"type":"text","name":"b","valueName":"a","inputType":"password"}"#,
      "/a"
    ),
    (#"{"type":"boolean","name":"a"},{"type":"text","name":"a","inputType":"password"}"#, "/a"),
    (#"{"type":"fancy-input","name":"a","inputType":"password"}"#, "/a"),
    (#"{"type":"fancy-group","name":"a","parts":[{"x":{"inputType":"password"}}]}"#, "/a/x"),
    (#"{"type":"password-meter","name":"a"}"#, "/a"),
    (#"{"type":"text","name":"a","autocomplete":"cc-number"}"#, "/a"),
    (#"{"type":"text","name":"a","inputType":"password","hasComment":true}"#, "/a-Comment"),
    (
      #"{"type":"paneldynamic","name":"p","templateElements":[{"type":"text","name":"cardNumber"}]}"#,
      "/p/0/cardNumber"
    ),
    (#"{"type":"matrix","name":"m","rows":["password"],"columns":[1]}"#, "/m/password"),
    (#"{"type":"multipletext","name":"secrets","items":[{"name":"a"}]}"#, "/secrets/a"),
  ])
  func `A password of SurveyJS is a secret wherever it is asked for`(
    elements: String, path: String
  ) throws {
    let path = try FieldPath(pointer: path)
    #expect(try retention(#"{"elements":[\#(elements)]}"#, at: path) == .secret)
  }

  @Test func `What stands beside a password of SurveyJS is kept`() throws {
    let definition = """
      {"elements":[{"type":"matrixdynamic","name":"m","columns":[
      {"name":"a","cellType":"text","inputType":"password"},{"name":"b","cellType":"text"}]},
      {"type":"fancy-input","name":"c","inputType":"text"}]}
      """
    for path: FieldPath in ["/m/0/b", "/m", "/c"] {
      #expect(try retention(definition, at: path) == .kept)
    }
  }
}
