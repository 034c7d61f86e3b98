import FormDrafts
import FormDraftsFormats
import Testing

@Suite struct SurveyJSChoiceTests {
  private func schema(_ question: String, survey: String = "") throws -> DraftSchema {
    try read(#"{\#(survey)"elements":[{"name":"q",\#(question)}]}"#)
  }

  @Test(arguments: [
    (#""choices":["a","b"]"#, #""a" "b""#),
    (#""choices":[1,2.5,true]"#, "1 2.5 true"),
    (#""choices":[{"value":"a","text":"A"},{"value":2}]"#, #""a"=A 2"#),
    (#""choices":[{"value":"a","text":{"default":"A","de":"Ah"}}]"#, #""a"=A"#),
    (#""choices":[{"value":{"id":1},"text":"One"}]"#, #"{"id":1}=One"#),
    (#""choices":["a|A","b|","c"]"#, #""a"=A "b" "c""#),
    (#""choices":[{"value":"a|A","text":"B"}]"#, #""a"=B"#),
    (#""choices":["a","a","b"]"#, #""a" "b""#),
    (#""choices":["a"],"choicesByUrl":{"url":"https://x.org"}"#, #""a" …"#),
    (#""choicesByUrl":{"url":"https://x.org"}"#, "…"),
    (#""choices":["a"],"choicesByUrl":{}"#, #""a""#),
    (#""choicesFromQuestion":"other""#, "…"),
    (#""choices":["a"],"choicesFromQuestion":"""#, #""a""#),
    (#""choices":["a"],"choicesVisibleIf":"{b} = 1""#, #""a" …"#),
    (#""choices":["a"],"choicesEnableIf":"{b} = 1""#, #""a" …"#),
    (#""choices":["a"],"allowCustomChoices":true"#, #""a" …"#),
    (#""choices":["a"],"allowCustomChoices":false"#, #""a""#),
    (#""choicesMin":1,"choicesMax":9"#, "…"),
    (#""choices":["a"],"hasNone":true,"noneText":"No!""#, #""a" "none"=No!"#),
    (#""choices":["a"],"showNoneItem":true"#, #""a" "none""#),
    (
      #""choices":["a"],"showRefuseItem":true,"showDontKnowItem":true"#,
      #""a" "refused" "dontknow""#
    ),
    (#""hasNone":true"#, #""none" …"#),
  ])
  func `Choices are values, closed where no other is possible`(
    question: String, items: String
  ) throws {
    let schema = try schema(#""type":"dropdown",\#(question)"#)
    #expect(lines(schema) == ["/q: choice"])
    #expect(choices(schema, "/q") == items)
  }

  @Test func `Where nothing is said of choices there are none`() throws {
    for choices in ["", #","choices":[]"#, #","choices":null"#] {
      #expect(try schema(#""type":"radiogroup"\#(choices)"#).fields[0].options == nil)
    }
  }

  @Test(arguments: ["hasOther", "showOtherItem"])
  func `Another choice is kept beside the answer`(name: String) throws {
    let schema = try schema(
      #""type":"checkbox","choices":["a"],"\#(name)":true,"otherText":"Else""#)
    #expect(lines(schema) == ["/q: many choice", "/q-Comment: text"])
    #expect(choices(schema, "/q") == #""a" "other"=Else"#)
    #expect(schema.fields[1].label == "Else")
    #expect(schema.fields[1].step == "page1")
  }

  @Test(arguments: [
    (#""storeOthersAsComment":false,"#, "", false), (#""storeOthersAsComment":true,"#, "", true),
    ("", #","storeOthersAsComment":false"#, false),
    ("", #","storeOthersAsComment":"default""#, true),
    (#""storeOthersAsComment":false,"#, #","storeOthersAsComment":true"#, true),
    (#""storeOthersAsComment":false,"#, #","storeOthersAsComment":"default""#, false),
  ])
  func `Where it is kept as the answer, any is possible`(
    survey: String, question: String, isBeside: Bool
  ) throws {
    let schema = try schema(
      #""type":"radiogroup","choices":["a"],"hasOther":true\#(question)"#, survey: survey)
    #expect(choices(schema, "/q") == (isBeside ? #""a" "other""# : #""a" …"#))
    #expect(schema.fields.count == (isBeside ? 2 : 1))
  }

  @Test(arguments: [
    (
      #""valueTrue":"y","valueFalse":"n","labelTrue":"Yes","labelFalse":"No""#, "choice",
      #""y"=Yes "n"=No"#
    ),
    (#""valueTrue":1"#, "choice", "1 false"), (#""valueFalse":0"#, "choice", "true 0"),
    (#""valueTrue":true,"valueFalse":false"#, "boolean", nil),
    (#""valueTrue":null"#, "boolean", nil),
  ])
  func `A boolean with values of its own is a choice of the two`(
    question: String, type: String, items: String?
  ) throws {
    let schema = try schema(#""type":"boolean",\#(question)"#)
    #expect(lines(schema) == ["/q: \(type)"])
    #expect(choices(schema, "/q") == items)
  }

  @Test func `A rating with values of its own is a choice`() throws {
    let schema = try schema(#""type":"rating","rateValues":[1,{"value":"x","text":"Ten"}]"#)
    #expect(lines(schema) == ["/q: choice"])
    #expect(choices(schema, "/q") == #"1 "x"=Ten"#)
  }

  @Test func `Choices of a type of the app's own are open, whatever they are`() throws {
    #expect(choices(try schema(#""type":"yesno","choices":["y","n"]"#), "/q") == #""y" "n" …"#)
    for odd in [#""all""#, "[[]]", "7", "{}", #"[{"text":"x"}]"#] {
      #expect(try schema(#""type":"yesno","choices":\#(odd)"#).fields[0].options == nil)
    }
  }

  @Test func `Choices kept as objects stand in them`() throws {
    let schema = try schema(
      #""type":"checkbox","choices":["a","b"],"valuePropertyName":"fruit""#)
    #expect(lines(schema) == ["/q: many object", "/q/~*/fruit: choice"])
    #expect(choices(schema, "/q/~*/fruit") == #""a" "b""#)
    #expect(schema.fields[0].options == nil)
  }
}
