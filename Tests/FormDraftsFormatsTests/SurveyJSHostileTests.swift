import FormDrafts
import FormDraftsFormats
import Testing

@Suite struct SurveyJSHostileTests {
  @Test(arguments: [
    ("{}", "at its top: there are no “pages” and no “elements”", "Give it a list"),
    (#"{"pages":7}"#, "at /pages: a list is expected, not a number", "Write it as [ … ]."),
    (#"{"pages":[7]}"#, "at /pages/0: an object is expected", "Write it as {"),
    (#"{"pages":[{"elements":{}}]}"#, "at /pages/0/elements: a list is expected", "Write"),
    (#"{"pages":[{"name":7}]}"#, "at /pages/0/name: a text is expected", "Write it in quotes."),
    (
      #"{"pages":[{"name":"a"},{"name":"a"}]}"#,
      "at /pages/1/name: the page at /pages/0/name has the same name “a”", "Give one of them"
    ),
    (
      #"{"pages":[{"elements":[]}],"questions":[{"type":"text","name":"a"}]}"#,
      "both “pages” and elements beside them", "Put the elements on a page."
    ),
    (#"{"elements":[7]}"#, "at /elements/0: an object is expected", "Write it as {"),
    (
      #"{"elements":[{"name":"a","tpye":"text"}]}"#, "at /elements/0: “type” is missing",
      "Did you mean “tpye”?"
    ),
    (#"{"elements":[{"type":"","name":"a"}]}"#, "at /elements/0/type: a text is expected", "Fill"),
    (#"{"elements":[{"type":7,"name":"a"}]}"#, "at /elements/0/type: a text is expected", "Write"),
    (
      #"{"elements":[{"type":"text","nmae":"a"}]}"#, "at /elements/0: “name” is missing",
      "Did you mean “nmae”?"
    ),
    (#"{"elements":[{"type":"yesno"}]}"#, "at /elements/0: “name” is missing", "Add “name”."),
    (
      #"{"elements":[{"type":"text","name":"a","valueName":{}}]}"#,
      "at /elements/0/valueName: a text is expected", "Write it in quotes."
    ),
    (
      #"{"elements":[{"type":"panel","elements":[{"type":"text"}]}]}"#,
      "at /elements/0/elements/0: “name” is missing", "Add"
    ),
    (
      #"{"elements":[{"type":"radiogroup","name":"a","choices":"x"}]}"#,
      "at /elements/0/choices: a list is expected", "Write"
    ),
    (
      #"{"elements":[{"type":"radiogroup","name":"a","choices":["x",null]}]}"#,
      "at /elements/0/choices/1: this is not a choice", "Write a text, a number"
    ),
    (
      #"{"elements":[{"type":"radiogroup","name":"a","choices":[{"text":"x"}]}]}"#,
      "at /elements/0/choices/0: “value” is missing", "Add “value”."
    ),
    (
      #"{"elements":[{"type":"file","name":"a","allowMultiple":"yes"}]}"#,
      "at /elements/0/allowMultiple: true or false is expected", "Write it without quotes."
    ),
    (
      #"{"elements":[{"type":"dropdown","name":"a","hasOther":1}]}"#,
      "at /elements/0/hasOther: true or false", "Write"
    ),
    (
      #"{"storeOthersAsComment":"no","elements":[]}"#, "at /storeOthersAsComment: true or false",
      "Write"
    ),
    (
      #"{"elements":[{"type":"matrix","name":"a","rows":[{"value":[]}]}]}"#,
      "at /elements/0/rows/0: a row is named by a text, not by a list", "Write it as"
    ),
    (
      #"{"elements":[{"type":"matrix","name":"a","rows":[""]}]}"#,
      "at /elements/0/rows/0: the name is empty", "Give it one."
    ),
    (
      #"{"elements":[{"type":"matrixdynamic","name":"a","columns":[{"title":"x"}]}]}"#,
      "at /elements/0/columns/0: “name” is missing", "Add"
    ),
    (
      #"{"elements":[{"type":"matrixdynamic","name":"a","columns":["x"]}]}"#,
      "at /elements/0/columns/0: an object is expected", "Write"
    ),
    (
      #"{"elements":[{"type":"multipletext","name":"a","items":[{"name":""}]}]}"#,
      "at /elements/0/items/0/name: a text is expected here, and it is empty", "Fill"
    ),
    (
      #"{"elements":[{"type":"paneldynamic","name":"a","templateElements":[{}]}]}"#,
      "at /elements/0/templateElements/0: “type” is missing", "Add"
    ),
  ])
  func `What is not understood is refused by its place`(
    json: String, words: String, hint: String
  ) throws {
    let error = try #require(failure(json, format: .surveyJS))
    #expect(error.code == .invalidSchema)
    #expect(error.message.contains(words), "\(error.message)")
    #expect(error.hint?.hasPrefix(hint) == true, "\(error)")
  }

  @Test func `A name that no draft can keep is refused where it stands`() throws {
    let name = String(repeating: "n", count: DraftLimits.nameBytes + 1)
    let error = try #require(failure(#"{"elements":[{"type":"text","name":"\#(name)"}]}"#))
    #expect(error.message.contains("at /elements/0: the name is longer than 1024 bytes"))
    // With room for itself, but not for the comment beside it.
    let long = String(name.dropLast())
    #expect(try read(#"{"elements":[{"type":"text","name":"\#(long)"}]}"#).fields.count == 1)
    let beside = failure(#"{"elements":[{"type":"text","name":"\#(long)","hasComment":true}]}"#)
    #expect(beside?.message.contains("longer than 1024 bytes") == true)
  }

  @Test func `Rows of rows of rows end with an error, not with memory`() throws {
    let rows = (0..<50).map { "\"r\($0)\"" }.joined(separator: ",")
    var element = #"{"type":"text","name":"a"}"#
    for depth in 0..<10 {
      element = """
        {"type":"matrixdropdown","name":"m\(depth)","rows":[\(rows)],"detailElements":[\(element)]}
        """
    }
    let error = try #require(failure(#"{"elements":[\#(element)]}"#))
    #expect(error.code == .invalidSchema)
    #expect(error.message.contains("more than 100000 fields"), "\(error.message)")
    #expect(error.message.contains("at /elements/0/detailElements"))
  }

  @Test func `Elements that hold nothing are not gone through without end either`() throws {
    let rows = (0..<1000).map { "\"r\($0)\"" }.joined(separator: ",")
    let nothing = Array(repeating: #"{"type":"html"}"#, count: 2000).joined(separator: ",")
    let error = try #require(
      failure(
        """
        {"elements":[{"type":"matrixdropdown","name":"m","rows":[\(rows)],
        "detailElements":[\(nothing)]}]}
        """))
    #expect(error.message.contains("combine in more than 500000 ways"))
  }

  @Test func `A question that stands many times costs what it weighs`() throws {
    let questions = (0..<5000).map {
      #"{"type":"radiogroup","name":"q","choices":[\#($0)]}"#
    }
    let schema = try read(#"{"elements":[\#(questions.joined(separator: ","))]}"#)
    #expect(schema.fields.count == 1)
    #expect(schema.fields[0].options?.items.count == 5000)
  }

  @Test func `Names in errors cannot steer a terminal`() throws {
    let error = try #require(
      failure(#"{"pages":[{"name":"\u001b[2J"},{"name":"\u001b[2J"}]}"#, format: .surveyJS))
    #expect(error.message.contains("“\\u{1b}[2J”"))
    #expect(!error.message.unicodeScalars.contains("\u{1b}"))
  }
}
