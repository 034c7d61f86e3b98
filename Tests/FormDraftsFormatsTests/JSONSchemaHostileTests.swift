import FormDrafts
import FormDraftsFormats
import Foundation
import Testing

@Suite struct JSONSchemaHostileTests {
  @Test(arguments: [
    (#"{"type":"string"}"#, "at its top: the form is not an object", nil),
    (#"{"type":"array","items":{}}"#, "the form is not an object", nil),
    (#"{"properties":[]}"#, "at /properties: an object is expected, not a list", nil),
    (#"{"properties":{"a":7}}"#, "at /properties/a: a schema", nil),
    (#"{"properties":{"a":{"type":7}}}"#, "at /properties/a/type: a text is expected", nil),
    (
      #"{"properties":{"a":{"type":"strng"}}}"#, "at /properties/a/type: “strng” is not a type",
      "Did you mean “string”?"
    ),
    (
      #"{"properties":{"a":{"type":["string","nul"]}}}"#, "at /properties/a/type/1",
      "Did you mean “null”?"
    ),
    (#"{"properties":{"a":{"type":[]}}}"#, "the list of types is empty", nil),
    (#"{"properties":{"a":{"enum":{}}}}"#, "at /properties/a/enum: a list is expected", nil),
    (#"{"properties":{"a":{"enum":[]}}}"#, "nothing could be chosen", nil),
    (#"{"required":"a","type":"object"}"#, "at /required: a list is expected", nil),
    (#"{"required":[7],"type":"object"}"#, "at /required/0: a text is expected", nil),
    (#"{"allOf":{},"type":"object"}"#, "at /allOf: a list is expected", nil),
    (#"{"oneOf":[],"type":"object"}"#, "at /oneOf: the list is empty", nil),
    (#"{"anyOf":[7],"type":"object"}"#, "at /anyOf/0: a schema", nil),
    (#"{"properties":{"a":{"items":"x"}}}"#, "at /properties/a/items: a schema", nil),
    (
      #"{"properties":{"a":{"additionalProperties":"x"}}}"#,
      "at /properties/a/additionalProperties: a schema", nil
    ),
    (#"{"$ref":7,"type":"object"}"#, "at /$ref: a text is expected", nil),
    (#"{"dependencies":7,"type":"object"}"#, "at /dependencies: an object is expected", nil),
    (#"{"type":"object","properties":{"a~1":{"type":9}}}"#, "at /properties/a~01/type", nil),
  ])
  func `What is not understood is refused by its place`(
    json: String, words: String, hint: String?
  ) throws {
    let error = try #require(failure(json, format: .jsonSchema))
    #expect(error.code == .invalidSchema)
    #expect(error.message.contains(words), "\(error.message)")
    #expect(error.hint?.isEmpty == false)
    if let hint { #expect(error.hint == hint) }
  }

  @Test func `Definitions that double at every step end with an error, not with memory`() throws {
    let definitions = (0..<40).map { number in
      """
      "d\(number)":{"properties":{"a":{"$ref":"#/$defs/d\(number + 1)"},\
      "b":{"$ref":"#/$defs/d\(number + 1)"}}}
      """
    }
    let json = """
      {"$defs":{\(definitions.joined(separator: ",")),"d40":{"type":"string"}},\
      "properties":{"x":{"$ref":"#/$defs/d0"}}}
      """
    let error = try #require(failure(json))
    #expect(error.code == .invalidSchema)
    #expect(error.message.contains("more than 100000 fields"))
  }

  @Test func `Combinations that double at every step at one place are worked out once`() throws {
    let definitions = (0..<30).map { number in
      """
      "d\(number)":{"allOf":[{"$ref":"#/$defs/d\(number + 1)"},\
      {"$ref":"#/$defs/d\(number + 1)"}]}
      """
    }
    let json = """
      {"$defs":{\(definitions.joined(separator: ",")),\
      "d30":{"properties":{"a":{"type":"string"}}}},"properties":{"x":{"$ref":"#/$defs/d0"}}}
      """
    #expect(lines(try read(json)) == ["/x: object", "/x/a: text"])
  }

  @Test func `A chain of references too long to follow is refused`() throws {
    let definitions = (0..<5000).map { ##""d\##($0)":{"$ref":"#/$defs/d\##($0 + 1)"}"## }
    let json = ##"""
      {"$defs":{\##(definitions.joined(separator: ",")),"d5000":{"type":"string"}},
      "properties":{"x":{"$ref":"#/$defs/d0"}}}
      """##
    let error = try #require(failure(json))
    #expect(error.message.contains("more than 256 schemas lead from one to the next"))
  }

  @Test func `Schemas that lead far from one to the next need no deep stack`() async throws {
    let definitions = (0..<120).map { number in
      ##"""
      "d\##(number)":{"allOf":[{"$ref":"#/$defs/d\##(number + 1)"},{"oneOf":[
      {"properties":{"p\##(number)":{"type":"string"}}},{"properties":{"a":{"minLength":2}}}]}]}
      """##
    }
    let json = ##"""
      {"$defs":{\##(definitions.joined(separator: ",")),
      "d120":{"properties":{"a":{"type":"string"}}}},"properties":{"x":{"$ref":"#/$defs/d0"}}}
      """##
    let count = try await withCheckedThrowingContinuation { continuation in
      let thread = Thread {
        continuation.resume(with: Result { try read(json).fields.count })
      }
      thread.stackSize = 128 << 10
      thread.start()
    }
    #expect(count == 122)
  }

  @Test func `A form deeper than a draft can be is refused`() throws {
    let definitions = (0..<70).map {
      ##""d\##($0)":{"properties":{"a":{"$ref":"#/$defs/d\##($0 + 1)"}}}"##
    }
    let error = try #require(
      failure(
        ##"""
        {"$defs":{\##(definitions.joined(separator: ",")),"d70":{"type":"string"}},
        "properties":{"x":{"$ref":"#/$defs/d0"}}}
        """##))
    #expect(error.code == .invalidSchema)
    #expect(error.message.contains("more than 64 names deep"))
  }

  @Test func `Lists in lists beyond what a type can say are open`() throws {
    let lists = String(repeating: #"{"type":"array","items":"#, count: 20)
    let ends = String(repeating: "}", count: 20)
    let schema = try read(#"{"properties":{"x":\#(lists){"type":"string"}\#(ends)}}"#)
    let type = try #require(schema.fields.first?.type)
    #expect(type.description.hasPrefix("list of list of ") && type.description.hasSuffix(" any"))
    #expect(DraftSchema.ValueType(type.description) == type)
  }

  @Test func `Schemas that all lead to all end`() throws {
    let all = (0..<12).map { ##""p\##($0)":{"$ref":"#/$defs/d\##($0)"}"## }.joined(separator: ",")
    let definitions = (0..<12).map { ##""d\##($0)":{"properties":{\##(all)}}"## }
    let error = failure(
      ##"{"$defs":{\##(definitions.joined(separator: ","))},"properties":{\##(all)}}"##)
    #expect(error?.code == .invalidSchema)
  }

  @Test func `A form of many fields is read`() throws {
    let properties = (0..<20_000).map { ##""f\##($0)":{"$ref":"#/$defs/t\##($0 % 500)"}"## }
    let definitions = (0..<500).map { ##""t\##($0)":{"type":"string","maxLength":\##($0)}"## }
    let schema = try read(
      ##"""
      {"$defs":{\##(definitions.joined(separator: ","))},
      "properties":{\##(properties.joined(separator: ","))}}
      """##)
    #expect(schema.fields.count == 20_000)
  }

  @Test func `Names in errors cannot steer a terminal`() throws {
    let error = try #require(
      failure("{\"properties\":{\"\\u001b[2J\":{\"type\":\"\\u202estring\"}}}"))
    #expect(error.message.contains("/properties/\\u{1b}[2J/type"))
    #expect(error.message.contains("“\\u{202e}string”"))
  }

  @Test func `The settings of a VS Code manifest are a form, each section a step`() throws {
    let schema = try read(
      """
      {"name":"ext","displayName":"Ext","version":"1.2.0","contributes":{"configuration":[
      {"title":"General","properties":{"ext.path":{"type":"string","default":""},
        "ext.env":{"type":"object","patternProperties":{".*":{"type":"string"}}}}},
      {"title":"More","properties":{"ext.index":{"enum":[true,false,"auto"]}}}]}}
      """, formID: nil)
    #expect(schema.id == "ext")
    #expect(schema.version == "1.2.0")
    #expect(schema.steps.map(\.id) == ["General", "More"])
    #expect(lines(schema) == ["/ext.path: text", "/ext.env: map of text", "/ext.index: choice"])
    #expect(schema.fields.map(\.step) == ["General", "General", "More"])
  }
}
