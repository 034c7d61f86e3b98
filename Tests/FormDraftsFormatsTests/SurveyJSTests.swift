import FormDrafts
import FormDraftsFormats
import Testing

@Suite struct SurveyJSTests {
  private func question(_ question: String) throws -> [String] {
    lines(try read(#"{"pages":[{"name":"p","elements":[\#(question)]}]}"#))
  }

  @Test(arguments: [
    (#""type":"text""#, "text"), (#""type":"text","inputType":"date""#, "date"),
    (#""type":"text","inputType":"datetime-local""#, "dateTime"),
    (#""type":"text","inputType":"datetime""#, "dateTime"),
    (#""type":"text","inputType":"time""#, "time"),
    (#""type":"text","inputType":"number""#, "decimal"),
    (#""type":"text","inputType":"range""#, "decimal"),
    (#""type":"text","inputType":"password""#, "text!"),
    (#""type":"text","inputType":"Password""#, "text!"),
    (#""type":"text","inputType":"month""#, "text"),
    (#""type":"text","inputType":"week""#, "text"), (#""type":"text","inputType":"tel""#, "text"),
    (#""type":"text","inputType":"email""#, "text"), (#""type":"text","inputType":"url""#, "text"),
    (#""type":"text","inputType":"color""#, "text"), (#""type":"text","inputType":null"#, "text"),
    (#""type":"text","autocomplete":"new-password""#, "text!"),
    (#""type":"text","autocomplete":"section-a cc-csc""#, "text!"),
    (#""type":"text","autocomplete":"given-name""#, "text"),
    (#""type":"text","maskType":"currency""#, "decimal"),
    (#""type":"text","maskType":"numeric","maskSettings":{"saveMaskedValue":true}"#, "text"),
    (#""type":"text","maskType":"pattern","inputType":"number""#, "text"),
    (#""type":"comment""#, "text"), (#""type":"signaturepad""#, "text"),
    (#""type":"radiogroup""#, "choice"), (#""type":"dropdown""#, "choice"),
    (#""type":"buttongroup""#, "choice"), (#""type":"imagepicker""#, "choice"),
    (#""type":"imagepicker","multiSelect":true"#, "many choice"),
    (#""type":"checkbox""#, "many choice"), (#""type":"tagbox""#, "many choice"),
    (#""type":"ranking""#, "many choice"), (#""type":"boolean""#, "boolean"),
    (#""type":"rating""#, "integer"), (#""type":"rating","rateMax":10"#, "integer"),
    (#""type":"rating","rateStep":0.5"#, "decimal"), (#""type":"slider""#, "decimal"),
    (#""type":"slider","sliderType":"range""#, "many decimal"), (#""type":"file""#, "file"),
    (#""type":"file","allowMultiple":true"#, "many file"), (#""type":"expression""#, "any"),
    (#""type":"yesno""#, "any"), (#""type":"geo-picker""#, "any"),
    (#""type":"password-box""#, "any!"), (#""type":"text","isRequired":true"#, "text*"),
    (#""type":"matrixdynamic""#, "many object"), (#""type":"paneldynamic""#, "many object"),
    (#""type":"multipletext""#, "object"), (#""type":"matrix""#, "map of choice"),
    (#""type":"matrixdropdown""#, "map of object"),
  ])
  func `Each type has its own`(type: String, words: String) throws {
    #expect(try question(#"{"name":"q",\#(type)}"#) == ["/q: \(words)"])
  }

  @Test func `Pages are steps, and panels are not`() throws {
    let schema = try read(
      """
      {"title":"Move","pages":[
        {"name":"you","title":"You","elements":[
          {"type":"html","html":"<b>Hi</b>"},
          {"type":"panel","name":"address","elements":[
            {"type":"text","name":"street"},
            {"type":"panel","questions":[{"type":"text","name":"city"}]}]},
          {"type":"image","name":"logo"},
          {"type":"text","name":"mail"}]},
        {"name":"home","title":{"de":"Haus","default":"Home"},"questions":[
          {"type":"flowpanel","name":"flow","elements":[{"type":"comment","name":"note"}]}]},
        {"name":"end"}]}
      """, formID: nil)
    #expect(schema.id == "Move")
    #expect(
      schema.steps == [
        .init("you", title: "You"), .init("home", title: "Home"), .init("end"),
      ])
    #expect(lines(schema) == ["/street: text", "/city: text", "/mail: text", "/note: text"])
    #expect(schema.fields.map(\.step) == ["you", "you", "you", "home"])
  }

  @Test func `A page without a name is called as SurveyJS calls it`() throws {
    func steps(_ pages: String) throws -> [String] {
      try read(#"{"pages":[\#(pages)]}"#, format: .surveyJS).steps.map(\.id)
    }
    #expect(try steps(#"{},{"name":null},{"name":""}"#) == ["page1", "page2", "page3"])
    // The first number that no page has.
    #expect(try steps(#"{},{"name":"page1"},{"name":"a"},{}"#) == ["page2", "page1", "a", "page3"])
  }

  @Test(arguments: ["elements", "questions"])
  func `Elements without pages are on page1`(name: String) throws {
    let schema = try read(#"{"\#(name)":[{"type":"text","name":"a"}]}"#)
    #expect(schema.steps == [.init("page1")])
    #expect(lines(schema) == ["/a: text"])
    #expect(schema.fields[0].step == "page1")
  }

  @Test func `A field is called by valueName, else by name, whatever stands in it`() throws {
    #expect(
      try question(
        #"""
        {"type":"text","name":"a","valueName":"b.c/d"},{"type":"text","name":"x y","valueName":""},
        {"type":"text","valueName":"only"},{"type":"text","name":"e","valueName":null}
        """#) == ["/b.c~1d: text", "/x y: text", "/only: text", "/e: text"])
  }

  @Test func `Questions that share a name share one answer`() throws {
    let schema = try read(
      """
      {"pages":[{"name":"one","elements":[
        {"type":"radiogroup","name":"a","title":"First","choices":["x"],"isRequired":true},
        {"type":"text","name":"b","defaultValue":"d"},
        {"type":"text","name":"c","valueName":"shared"},
        {"type":"checkbox","name":"m","choices":["x"]}]},
      {"name":"two","elements":[
        {"type":"dropdown","name":"a","title":"Second","choices":["y","x"]},
        {"type":"text","inputType":"password","name":"b"},
        {"type":"comment","name":"d","valueName":"shared"},
        {"type":"radiogroup","name":"m","choices":["y"]},
        {"type":"boolean","name":"m"}]}]}
      """)
    #expect(lines(schema) == ["/a: choice", "/b: text!", "/shared: text", "/m: any"])
    #expect(choices(schema, "/a") == #""x" "y""#)
    #expect(choices(schema, "/m") == #""x" "y" …"#)
    #expect(schema.fields.map(\.step) == ["one", "one", "one", "one"])
    #expect(schema.fields[0].label == "First")
    #expect(schema.fields[1].defaultValue == nil)
  }

  @Test func `Labels and defaults are read, of secrets no default`() throws {
    let schema = try read(
      """
      {"elements":[
        {"type":"text","name":"a","title":"A","defaultValue":"x"},
        {"type":"text","name":"b","title":{"default":"B","de":"Be"},"defaultValue":null},
        {"type":"text","name":"c","title":{"fr":"Cé"},"defaultValue":""},
        {"type":"boolean","name":"d","defaultValue":"true"},
        {"type":"boolean","name":"e","defaultValue":false},
        {"type":"boolean","name":"f","defaultValue":"indeterminate"},
        {"type":"checkbox","name":"g","defaultValue":["x"]},
        {"type":"text","name":"pin","defaultValue":"1234"},
        {"type":"text","name":"h","inputType":"password","defaultValue":"1234"},
        {"type":"paneldynamic","name":"i","defaultValue":[{"key":"1"}],"templateElements":[
          {"type":"text","inputType":"password","name":"key"}]},
        {"type":"radiogroup","name":"j","choices":[1,2],"correctAnswer":2}]}
      """)
    #expect(
      schema.fields.map(\.label)
        == ["A", "B", "Cé", nil, nil, nil, nil, nil, nil, nil, nil, nil])
    #expect(
      schema.fields.map(\.defaultValue) == [
        "x", nil, "", true, false, nil, ["x"], nil, nil, nil, nil, nil,
      ])
  }

  @Test func `What a person writes beside the answer has a field, as secret as the answer`() throws
  {
    #expect(
      try question(
        """
        {"type":"rating","name":"a","hasComment":true},
        {"type":"boolean","name":"b","showCommentArea":true,"commentText":"Why?"},
        {"type":"file","name":"c","valueName":"v","showCommentArea":true},
        {"type":"comment","name":"pin","hasComment":true},
        {"type":"star-widget","name":"e","hasComment":true},
        {"type":"text","name":"f","showCommentArea":false,"hasComment":true}
        """) == [
          "/a: integer", "/a-Comment: text", "/b: boolean", "/b-Comment: text", "/v: file",
          "/v-Comment: text", "/pin: text!", "/pin-Comment: text!", "/e: any", "/e-Comment: text",
          "/f: text",
        ])
  }

  @Test func `The form is named by the app, an id or a title that is a text`() throws {
    let page = #""pages":[{"elements":[{"type":"text","name":"a"}]}]"#
    #expect(try read(#"{"title":"T",\#(page)}"#, formID: nil).id == "T")
    #expect(try read(#"{"title":"T","id":"i",\#(page)}"#, formID: nil).id == "i")
    #expect(try read(#"{"title":"T",\#(page)}"#, formID: "given").id == "given")
    let localized = #"{"title":{"default":"T"},\#(page)}"#
    #expect(try read(localized).title == "T")
    #expect(failure(localized, formID: nil)?.hint == "Name it with --form.")
  }
}
