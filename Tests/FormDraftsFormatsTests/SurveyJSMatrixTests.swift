import FormDrafts
import FormDraftsFormats
import Testing

@Suite struct SurveyJSMatrixTests {
  private func schema(_ question: String) throws -> DraftSchema {
    try read(#"{"elements":[{"name":"m",\#(question)}]}"#)
  }

  @Test func `A matrix has a choice for each row`() throws {
    let schema = try schema(
      """
      "type":"matrix","columns":["bad","good|Good"],
      "rows":["price",{"value":"speed","text":"Speed"},7,"price"],"isAllRowRequired":true
      """)
    #expect(
      lines(schema) == [
        "/m: object", "/m/price: choice*", "/m/speed: choice*", "/m/7: choice*",
      ])
    #expect(choices(schema, "/m/speed") == #""bad" "good"=Good"#)
    #expect(schema.fields[2].label == "Speed")
    #expect(schema.fields.allSatisfy { $0.step == "page1" })
  }

  @Test func `Columns that come and go are open, several may be chosen`() throws {
    let schema = try schema(
      #""type":"matrix","columns":[1,2],"columnsVisibleIf":"{a}","cellType":"checkbox","rows":["r"]"#
    )
    #expect(lines(schema) == ["/m: object", "/m/r: many choice"])
    #expect(choices(schema, "/m/r") == "1 2 …")
  }

  @Test func `A matrix without rows is a map`() throws {
    #expect(lines(try schema(#""type":"matrix","columns":["a"]"#)) == ["/m: map of choice"])
    #expect(
      lines(try schema(#""type":"matrix","columns":["a"],"cellType":"checkbox""#))
        == ["/m: map of list of choice"])
  }

  @Test func `A matrix of cells has an object for each row`() throws {
    let schema = try schema(
      """
      "type":"matrixdropdown","choices":[1,2],"rows":["a",{"value":"b/c","text":"B"}],"columns":[
        {"name":"pick"},{"name":"own","choices":["x"],"hasOther":true},
        {"name":"when","cellType":"text","inputType":"date","isRequired":true},
        {"name":"many","cellType":"checkbox"},{"name":"ok","cellType":"boolean","title":"OK?"},
        {"name":"sum","cellType":"expression"},{"name":"odd","cellType":"my-cell"}]
      """)
    let cells = { (row: String) in
      [
        "/m/\(row): object", "/m/\(row)/pick: choice", "/m/\(row)/own: choice",
        "/m/\(row)/own-Comment: text", "/m/\(row)/when: date*", "/m/\(row)/many: many choice",
        "/m/\(row)/ok: boolean", "/m/\(row)/sum: any", "/m/\(row)/odd: any",
      ]
    }
    #expect(lines(schema) == ["/m: object"] + cells("a") + cells("b~1c"))
    #expect(choices(schema, "/m/a/pick") == "1 2")
    #expect(choices(schema, "/m/b~1c/own") == #""x" "other""#)
    #expect(choices(schema, "/m/a/many") == "1 2")
    #expect(schema.fields.first { $0.path == "/m/b~1c" }?.label == "B")
    #expect(schema.fields.first { $0.path == "/m/a/ok" }?.label == "OK?")
  }

  @Test func `Without rows it is a map of objects`() throws {
    let schema = try schema(#""type":"matrixdropdown","columns":[{"name":"c"}]"#)
    #expect(lines(schema) == ["/m: map of object", "/m/~*/c: choice"])
    #expect(SchemaIndex(schema).covers("/m/anything/c"))
  }

  @Test func `Rows that people add are a list, with what they unfold`() throws {
    let schema = try schema(
      """
      "type":"matrixdynamic","cellType":"text","keyName":"id","columns":[
        {"name":"id"},{"name":"n","cellType":"default","inputType":"number"},
        {"name":"c","cellType":"dropdown","choices":["x"]}],
      "detailElements":[{"type":"panel","name":"p","elements":[{"type":"comment","name":"note"}]}]
      """)
    #expect(
      lines(schema) == [
        "/m: many object", "/m/~*/id: text", "/m/~*/n: decimal", "/m/~*/c: choice",
        "/m/~*/note: text",
      ])
    #expect(schema.fields[0].identity == "/id")
  }

  @Test func `What a row unfolds stands in each row`() throws {
    let schema = try schema(
      """
      "type":"matrixdropdown","rows":["a","b"],"columns":[],
      "detailElements":[{"type":"matrix","name":"in","rows":["r"],"columns":[1]}]
      """)
    #expect(
      lines(schema) == [
        "/m: object", "/m/a: object", "/m/a/in: object", "/m/a/in/r: choice", "/m/b: object",
        "/m/b/in: object", "/m/b/in/r: choice",
      ])
  }

  @Test(arguments: ["templateElements", "questions"])
  func `A panel that people add is a list of objects`(name: String) throws {
    let schema = try schema(
      """
      "type":"paneldynamic","keyName":"who","\(name)":[
        {"type":"text","name":"who"},
        {"type":"panel","name":"p","elements":[
          {"type":"dropdown","name":"kind","choices":["x"],"hasOther":true}]},
        {"type":"paneldynamic","name":"in","templateElements":[
          {"type":"text","name":"deep","valueName":"d"}]}]
      """)
    #expect(
      lines(schema) == [
        "/m: many object", "/m/~*/who: text", "/m/~*/kind: choice", "/m/~*/kind-Comment: text",
        "/m/~*/in: many object", "/m/~*/in/~*/d: text",
      ])
    #expect(schema.fields[0].identity == "/who")
  }

  @Test func `Several texts are an object`() throws {
    let schema = try schema(
      """
      "type":"multipletext","items":[{"name":"a","title":"A","isRequired":true},
      {"name":"b","inputType":"number"},{"name":"c","inputType":"password"}]
      """)
    #expect(lines(schema) == ["/m: object", "/m/a: text*", "/m/b: decimal", "/m/c: text!"])
    #expect(schema.fields[1].label == "A")
  }

  @Test func `A list and something else of one name may be anything, its parts stay`() throws {
    let schema = try read(
      """
      {"elements":[{"type":"paneldynamic","name":"m","keyName":"a","templateElements":[
        {"type":"text","name":"a"}]},{"type":"text","name":"m"}]}
      """)
    #expect(lines(schema) == ["/m: any", "/m/~*/a: text"])
    #expect(schema.fields[0].identity == nil)
  }

  @Test func `A list of choices and a list of panels that share a name are one`() throws {
    let schema = try read(
      """
      {"elements":[
        {"type":"checkbox","name":"q","valueName":"orders","valuePropertyName":"dish",
          "choices":["soup"]},
        {"type":"paneldynamic","name":"r","valueName":"orders","templateElements":[
          {"type":"text","inputType":"number","name":"count"}]}]}
      """)
    #expect(
      lines(schema) == [
        "/orders: many object", "/orders/~*/dish: choice", "/orders/~*/count: decimal",
      ])
  }
}
