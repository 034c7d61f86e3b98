import FormDrafts
import FormDraftsFormats
import Testing

@Suite struct RecognitionTests {
  @Test(arguments: [
    (#"{"formdrafts":1,"form":"a","fields":[]}"#, FormFormat.native),
    (#"{"id":"a","submit":{"label":"x"},"fields":[]}"#, .formhaus),
    (#"{"id":"a","submit":{"label":"x"},"steps":[]}"#, .formhaus),
    (#"{"id":"a","fields":[{"key":"k","type":"text"}]}"#, .formhaus),
    (#"{"steps":[{"id":"s","fields":[]}]}"#, .formhaus),
    (
      #"{"$schema":"https://formhaus.dev/schema/form-definition.json","id":"a","fields":[]}"#,
      .formhaus
    ),
    (#"{"$schema":"http://json-schema.org/draft-04/schema#"}"#, .jsonSchema),
    (
      ##"{"$schema":"https://json-schema.org/draft/2020-12/schema","$ref":"#/$defs/a"}"##,
      .jsonSchema
    ),
    (#"{"properties":{"id":{"type":"string"},"fields":{"type":"array"}}}"#, .jsonSchema),
    (#"{"type":"object"}"#, .jsonSchema), (#"{"allOf":[{"type":"object"}]}"#, .jsonSchema),
    (#"{"contributes":{"configuration":{"properties":{}}}}"#, .jsonSchema),
    (#"{"pages":[{"name":"p","elements":[{"type":"text","name":"a"}]}]}"#, .surveyJS),
    (#"{"pages":[{},{"questions":[{"type":"odd","name":"a"}]}]}"#, .surveyJS),
    (#"{"pages":[{"elements":[{"type":"panel","elements":[]}]}]}"#, .surveyJS),
    (#"{"elements":[{"type":"html"},{"type":"text","name":"a"}]}"#, .surveyJS),
    (#"{"questions":[{"type":"text","name":"a"}]}"#, .surveyJS),
  ])
  func `A format is told by what stands in the definition`(json: String, format: FormFormat) throws
  {
    #expect(FormFormat.recognise(try DraftValue(json: json)) == format)
  }

  @Test(arguments: [
    "{}", "[]", "null", "true", #""text""#, #"{"fields":{}}"#, #"{"id":"a","submit":{}}"#,
    #"{"pages":[]}"#, #"{"name":"x","fields":[1]}"#, #"{"type":"VerticalLayout","elements":[]}"#,
    ##"{"type":"Group","elements":[{"type":"Control","scope":"#/properties/a"}]}"##,
    #"{"pages":[{"elements":[]}]}"#, #"{"pages":[{"elements":[{"name":"a"}]}]}"#,
    #"{"elements":{"type":"text","name":"a"}}"#, #"{"pages":["a"],"elements":[7]}"#,
  ])
  func `What looks like none of them is not guessed at`(json: String) throws {
    #expect(FormFormat.recognise(try DraftValue(json: json)) == nil)
    #expect(failure(json)?.code == .invalidSchema)
  }

  @Test func `An unknown format is told with what was looked for and how to name one`() throws {
    let error = try #require(failure(#"{"hello":1}"#))
    #expect(error.message.contains("“formdrafts”") && error.message.contains("“properties”"))
    #expect(error.hint == "Name it with --format: native, formhaus, json-schema, surveyjs.")
    #expect(failure("[]")?.message == "The definition is a list, not an object.")
    #expect(error.message.contains("“pages” or “elements” with type and name (SurveyJS)"))
    #expect(failure(#"{"schema":{"type":"object"},"uischema":{}}"#)?.hint?.hasPrefix("Cut") == true)
  }

  @Test func `A named format is taken at its word`() throws {
    #expect(try read("{}", format: .jsonSchema).fields.isEmpty)
    #expect(
      failure("{}", format: .native)?.message.contains("“formdrafts” is missing") == true)
    #expect(
      failure(#"{"type":"object"}"#, format: .formhaus)?.message.contains("no “fields”") == true)
    #expect(try read(#"{"pages":[]}"#, format: .surveyJS).fields.isEmpty)
  }

  @Test(arguments: [
    (#"{"formdrafts":1,"form":"mine","fields":[]}"#, "mine"),
    (#"{"id":"mine","title":"T","submit":{},"fields":[]}"#, "mine"),
    (#"{"id":"","title":"T","submit":{},"fields":[]}"#, "T"),
    (#"{"$id":"https://x.org/a","title":"T","type":"object"}"#, "https://x.org/a"),
    (#"{"id":"old","title":"T","type":"object"}"#, "old"),
    (##"{"title":"T","type":"object"}"##, "T"),
    (##"{"$id":"#a","title":"T","type":"object"}"##, "T"),
  ])
  func `The form's id is given, or the definition's own, or its title`(
    json: String, id: String
  ) throws {
    #expect(try read(json, formID: nil).id == id)
    #expect(try read(json, formID: "given").id == "given")
  }

  @Test func `A form that nothing names is refused`() {
    for json in [#"{"type":"object"}"#, #"{"submit":{},"fields":[]}"#] {
      let error = failure(json, formID: nil)
      #expect(error?.code == .invalidSchema)
      #expect(error?.hint == "Name it with --form.")
    }
    #expect(failure(#"{"type":"object"}"#, formID: "")?.message == "The form has an empty id.")
  }

  @Test func `A version that the definition gives informs`() throws {
    #expect(try read(#"{"type":"object","version":"1.2"}"#).version == "1.2")
    #expect(try read(#"{"type":"object","version":3}"#).version == "3")
    #expect(try read(#"{"submit":{},"fields":[],"version":"7"}"#).version == "7")
    #expect(try read(#"{"type":"object"}"#).version == nil)
  }

  @Test func `Broken JSON is told by line and column`() {
    let error = failure("{\n\"type\": }")
    #expect(error?.code == .invalidJSON)
    #expect(error?.message.contains("line 2, column 9") == true)
    #expect(error?.hint == "Correct the JSON text there.")
    #expect(failure("{\"a\":1,\"a\":2}")?.code == .invalidJSON)
  }

  @Test func `A name $draft in other people's definitions is a name like any other`() throws {
    let schema = try read(
      #"{"type":"object","properties":{"$draft":{"type":"string","default":{"$draft":"x"}}}}"#)
    #expect(lines(schema) == ["/$draft: text"])
  }

  @Test func `A UI schema goes with a JSON Schema only`() {
    let error = failure(#"{"submit":{},"fields":[]}"#, uiSchema: "{}")
    #expect(error?.code == .invalidSchema)
    #expect(error?.message.contains("no JSON Schema") == true)
  }
}
