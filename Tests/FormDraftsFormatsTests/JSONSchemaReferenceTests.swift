import FormDrafts
import FormDraftsFormats
import Testing

@Suite struct JSONSchemaReferenceTests {
  @Test(arguments: [
    (##""definitions":{"t":{"type":"integer"}}"##, "#/definitions/t"),
    (##""$defs":{"t":{"type":"integer"}}"##, "#/$defs/t"),
    (##""x-any":{"list":[0,{"type":"integer"}]}"##, "#/x-any/list/1"),
    (##""$defs":{"a/b~c d%":{"type":"integer"}}"##, "#/$defs/a~1b~0c%20d%25"),
    (##""$defs":{"ä":{"type":"integer"}}"##, "#/$defs/%C3%A4"),
    (##""$defs":{"t":{"$anchor":"here","type":"integer"}}"##, "#here"),
    (##""$defs":{"t":{"$dynamicAnchor":"here","type":"integer"}}"##, "#here"),
    (##""definitions":{"t":{"$id":"#here","type":"integer"}}"##, "#here"),
    (##""definitions":{"t":{"id":"#here","type":"integer"}}"##, "#here"),
    (#""$defs":{"t":{"$id":"t.json","type":"integer"}}"#, "t.json"),
    (#""$defs":{"t":{"$id":"/s/t.json","type":"integer"}}"#, "https://x.org/s/t.json"),
    (#""$defs":{"t":{"$id":"/s/t.json","type":"integer"}}"#, "../s/t.json#"),
    (#""$defs":{"t":{"type":"integer"}}"#, "https://x.org/forms/f.json#/$defs/t"),
    (#""$defs":{"t":{"type":"integer"}}"#, "f.json#/$defs/t"),
    (#""$defs":{"r":{"$id":"urn:a:b","$defs":{"t":{"type":"integer"}}}}"#, "urn:a:b#/$defs/t"),
    (##""$defs":{"a":{"$ref":"#/$defs/b"},"b":{"type":"integer"}}"##, "#/$defs/a"),
  ])
  func `A reference inside the document leads there`(part: String, reference: String) throws {
    let schema = try read(
      """
      {"$id":"https://x.org/forms/f.json",\(part),"type":"object",
      "properties":{"x":{"$ref":"\(reference)"}}}
      """)
    #expect(lines(schema) == ["/x: integer"])
  }

  @Test func `Inside a bundled schema references start at it, and else at the document`() throws {
    let schema = try read(
      """
      {"$id":"https://x.org/f","$defs":{"t":{"type":"boolean"},"only":{"type":"date-not-used"},
      "inner":{"$id":"inner","$defs":{"t":{"type":"integer"}},
        "properties":{"a":{"$ref":"#/$defs/t"},"b":{"$ref":"#/$defs/u"}}},
      "u":{"type":"number"}},
      "properties":{"x":{"$ref":"inner"},"y":{"$ref":"#/$defs/t"}}}
      """)
    #expect(lines(schema) == ["/x: object", "/x/a: integer", "/x/b: decimal", "/y: boolean"])
  }

  @Test func `An id on every property, as generators wrote them, moves no reference`() throws {
    let schema = try read(
      """
      {"$schema":"http://json-schema.org/draft-04/schema#","id":"/","type":"object","properties":{
      "a":{"id":"/properties/a","$ref":"#/definitions/t"},
      "b":{"id":"/properties/b","properties":{"c":{"id":"c","$ref":"#/definitions/t"}}}},
      "definitions":{"t":{"id":"/definitions/t","type":"integer"}}}
      """)
    #expect(lines(schema) == ["/a: integer", "/b: object", "/b/c: integer"])
  }

  @Test func `A property named like a keyword is a property`() throws {
    let schema = try read(
      """
      {"properties":{"$ref":{"type":"string"},"id":{"type":"string"},"items":{"type":"integer"},
      "properties":{"type":"boolean"},"$id":{"type":"string"}}}
      """)
    #expect(
      lines(schema) == [
        "/$ref: text", "/id: text", "/items: integer", "/properties: boolean", "/$id: text",
      ])
  }

  @Test func `The whole form may be a reference`() throws {
    let schema = try read(
      ##"{"$ref":"#/$defs/f","$defs":{"f":{"type":"object","properties":{"a":{"type":"string"}}}}}"##
    )
    #expect(lines(schema) == ["/a: text"])
  }

  @Test func `A recursive schema is unfolded once and then open`() throws {
    let schema = try read(
      """
      {"type":"object","properties":{"tree":{"$ref":"#/definitions/node"}},"definitions":{
      "node":{"type":"object","properties":{"name":{"type":"string"},
        "left":{"$ref":"#/definitions/node"},
        "more":{"type":"array","items":{"$ref":"#/definitions/node"}}}}}}
      """)
    #expect(
      lines(schema) == [
        "/tree: object", "/tree/name: text",
        "/tree/left: object", "/tree/left/name: text", "/tree/left/left: any",
        "/tree/left/more: many any",
        "/tree/more: many object", "/tree/more/~*/name: text", "/tree/more/~*/left: any",
        "/tree/more/~*/more: many any",
      ])
    #expect(SchemaIndex(schema).covers("/tree/left/left/left/left/name"))
  }

  @Test func `A form that holds itself is unfolded once`() throws {
    let schema = try read(
      ##"{"type":"object","properties":{"a":{"type":"string"},"sub":{"$ref":"#"}}}"##)
    #expect(lines(schema) == ["/a: text", "/sub: object", "/sub/a: text", "/sub/sub: any"])
  }

  @Test func `Where recursion hides a mark, all that is hidden is a secret`() throws {
    let schema = try read(
      """
      {"properties":{"a":{"$ref":"#/$defs/n"},"b":{"$ref":"#/$defs/m"}},"$defs":{
      "n":{"properties":{"code":{"type":"string","writeOnly":true},"in":{"$ref":"#/$defs/n"}}},
      "m":{"properties":{"code":{"type":"string"},"in":{"$ref":"#/$defs/m"}}}}}
      """)
    #expect(
      lines(schema) == [
        "/a: object", "/a/code: text!", "/a/in: object", "/a/in/code: text!", "/a/in/in: any!",
        "/b: object", "/b/code: text", "/b/in: object", "/b/in/code: text", "/b/in/in: any",
      ])
  }

  @Test func `Two schemas that lead to each other end too`() throws {
    let schema = try read(
      """
      {"properties":{"a":{"$ref":"#/$defs/p"}},"$defs":{
      "p":{"properties":{"q":{"$ref":"#/$defs/q"}}},
      "q":{"properties":{"p":{"$ref":"#/$defs/p"}}}}}
      """)
    #expect(schema.fields.count == 5)
    #expect(lines(schema).last == "/a/q/p/q/p: any")
  }

  @Test func `Using a schema in many places is no recursion`() throws {
    let schema = try read(
      """
      {"$defs":{"t":{"type":"string"},"p":{"properties":{"a":{"$ref":"#/$defs/t"},
      "b":{"$ref":"#/$defs/t"}}}},
      "properties":{"x":{"$ref":"#/$defs/p"},"y":{"$ref":"#/$defs/p"},
      "z":{"properties":{"w":{"$ref":"#/$defs/p"}}}}}
      """)
    #expect(schema.fields.filter { $0.type == .text }.count == 6)
  }

  @Test(arguments: [
    ("other.json", "points out of the document", "Put that schema under"),
    ("https://json-schema.org/draft/2020-12/schema", "points out of the document", "Put that"),
    ("other.json#/a", "points out of the document", "Put that schema under"),
    ("#/$defs/adress", "points to nothing", "Did you mean “address”?"),
    ("#/$defs/address/7", "points to nothing", nil), ("#nowhere", "points to nothing", nil),
    ("#/$defs/list", "points to a list, not a schema", nil), ("#/%zz", "malformed", nil),
    ("#/a~2", "points to nothing", nil),
  ])
  func `A reference that leads nowhere is refused by its place`(
    reference: String, words: String, hint: String?
  ) throws {
    let error = try #require(
      failure(
        """
        {"$id":"https://x.org/f","$defs":{"address":{"type":"object"},"list":[]},
        "properties":{"x":{"items":{"$ref":"\(reference)"}}}}
        """))
    #expect(error.code == .invalidSchema)
    #expect(error.message.contains("at /properties/x/items/$ref"), "\(error.message)")
    #expect(error.message.contains(words), "\(error.message)")
    #expect(error.hint?.isEmpty == false)
    if let hint { #expect(error.hint?.hasPrefix(hint) == true, "\(error)") }
  }

  @Test func `A schema that is only itself is refused`() throws {
    for definitions in [
      ##"{"a":{"$ref":"#/$defs/a"}}"##,
      ##"{"a":{"$ref":"#/$defs/b"},"b":{"allOf":[{"$ref":"#/$defs/a"}]}}"##,
    ] {
      let error = try #require(
        failure(##"{"$defs":\##(definitions),"properties":{"x":{"$ref":"#/$defs/a"}}}"##))
      #expect(error.message.contains("at /$defs/a: this schema is defined by itself"))
    }
  }
}
