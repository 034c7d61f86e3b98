import FormDrafts
import FormDraftsFormats
import Testing

@Suite struct FormhausTests {
  private func form(_ fields: String) -> String {
    #"{"id":"f","title":"F","submit":{"label":"Go"},"fields":[\#(fields)]}"#
  }

  @Test(arguments: [
    ("text", "text"), ("email", "text"), ("phone", "text"), ("tel", "text"), ("url", "text"),
    ("textarea", "text"), ("hidden", "text"), ("number", "decimal"), ("password", "text!"),
    ("select", "choice"), ("radio", "choice"), ("autocomplete", "choice"),
    ("multiselect", "many choice"), ("checkbox-group", "many choice"), ("checkbox", "boolean"),
    ("switch", "boolean"), ("date", "date"), ("time", "time"), ("datetime", "dateTime"),
    ("file", "file"), ("rating", "any"), ("color-picker", "any"), ("otp-input", "any!"),
  ])
  func `Each type has its own`(type: String, words: String) throws {
    let schema = try read(form(#"{"key":"k","type":"\#(type)","label":"K"}"#))
    #expect(lines(schema) == ["/k: \(words)"])
    #expect(schema.fields[0].label == "K")
  }

  @Test func `A key is one name whatever stands in it, and a secret by it`() throws {
    let schema = try read(
      form(#"{"key":"a.b/c[0]","type":"text"},{"key":"cardNumber","type":"text"}"#))
    #expect(lines(schema) == ["/a.b~1c[0]: text", "/cardNumber: text!"])
  }

  @Test func `Options are closed unless a provider has them`() throws {
    let schema = try read(
      form(
        """
        {"key":"a","type":"select","options":[{"value":"x","label":"X"},{"value":"y"}]},
        {"key":"b","type":"select","optionsFrom":"p"},
        {"key":"c","type":"radio","optionsFrom":"p","options":["z"]},
        {"key":"d","type":"checkbox","options":[{"value":"x","label":"X"}]}
        """))
    #expect(choices(schema, "/a") == #""x"=X "y""#)
    #expect(choices(schema, "/b") == nil)
    #expect(choices(schema, "/c") == #""z" …"#)
    #expect(lines(schema).last == "/d: many choice")
  }

  @Test func `Required, default and version are read`() throws {
    let schema = try read(
      form(
        """
        {"key":"a","type":"text","validation":{"required":true}},
        {"key":"b","type":"text","validation":{"required":"Say it"}},
        {"key":"c","type":"text","validation":{"required":false,"minLength":2}},
        {"key":"d","type":"checkbox","defaultValue":true},
        {"key":"e","type":"text","defaultValue":null}
        """))
    #expect(lines(schema) == ["/a: text*", "/b: text*", "/c: text", "/d: boolean", "/e: text"])
    #expect(schema.fields[3].defaultValue == true)
    #expect(schema.fields[4].defaultValue == .null)
    #expect(schema.fields[0].defaultValue == nil)
  }

  @Test func `Steps hold their fields, and one with skip may be passed over`() throws {
    let schema = try read(
      """
      {"id":"f","submit":{},"fields":[{"key":"ignored","type":"text"}],"steps":[
      {"id":"one","title":"One","fields":[{"key":"a","type":"text"}]},
      {"id":"two","title":"Two","skip":{"label":"Later"},"fields":[{"key":"b","type":"date"}]},
      {"id":"three","fields":[]}]}
      """)
    #expect(
      schema.steps == [
        .init("one", title: "One"), .init("two", title: "Two", isSkippable: true), .init("three"),
      ])
    #expect(lines(schema) == ["/a: text", "/b: date"])
    #expect(schema.fields.map(\.step) == ["one", "two"])
  }

  @Test func `A key on two routes is one field, with the choices and the caution of both`() throws {
    let schema = try read(
      """
      {"id":"f","submit":{},"steps":[
      {"id":"one","fields":[{"key":"a","type":"radio","options":["x"],
        "validation":{"required":true}},{"key":"b","type":"text"}]},
      {"id":"two","fields":[{"key":"a","type":"select","options":["y","x"]},
        {"key":"b","type":"password"}]}]}
      """)
    #expect(lines(schema) == ["/a: choice", "/b: text!"])
    #expect(choices(schema, "/a") == #""x" "y""#)
    #expect(schema.fields[0].step == "one")
  }

  @Test(arguments: [
    (#"{"submit":{}}"#, "at its top: there are no “fields” and no “steps”", nil),
    (#"{"submit":{},"fields":7}"#, "at /fields: a list is expected, not a number", nil),
    (#"{"submit":{},"fields":[7]}"#, "at /fields/0: an object is expected", nil),
    (
      #"{"submit":{},"fields":[{"kay":"a","type":"text"}]}"#, "at /fields/0: “key” is missing",
      "Did you mean “kay”?"
    ),
    (#"{"submit":{},"fields":[{"key":"","type":"text"}]}"#, "at /fields/0/key", nil),
    (#"{"submit":{},"fields":[{"key":"a"}]}"#, "at /fields/0: “type” is missing", nil),
    (#"{"submit":{},"fields":[{"key":"a","type":7}]}"#, "at /fields/0/type: a text", nil),
    (
      #"{"submit":{},"fields":[{"key":"a","type":"select","options":[{"label":"x"}]}]}"#,
      "at /fields/0/options/0: “value” is missing", nil
    ),
    (#"{"submit":{},"steps":[{"fields":[]}]}"#, "at /steps/0: “id” is missing", nil),
    (
      #"{"submit":{},"steps":[{"id":"a","feilds":[]}]}"#, "at /steps/0: “fields” is missing",
      "Did you mean “feilds”?"
    ),
    (
      #"{"submit":{},"steps":[{"id":"a","fields":[]},{"id":"a","fields":[]}]}"#,
      "Steps 1 and 2 have the same id “a”", nil
    ),
    (
      #"{"submit":{},"fields":[{"key":"a","type":"text"},{"key":"a","type":"multiselect"}]}"#,
      "at /fields/1: the key “a” asks for many choice here and for text at /fields/0", nil
    ),
  ])
  func `What is not understood is refused by its place`(
    json: String, words: String, hint: String?
  ) throws {
    let error = try #require(failure(json, format: .formhaus))
    #expect(error.code == .invalidSchema)
    #expect(error.message.contains(words), "\(error.message)")
    #expect(error.hint?.isEmpty == false)
    if let hint { #expect(error.hint == hint) }
  }
}
