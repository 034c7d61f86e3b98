import FormDrafts
import Testing

@Suite struct JSONErrorTests {
  /// A text, the words of the error, its place, and its path.
  static let faults: [(String, String, String, String)] = [
    ("", "The JSON text is empty", "line 1, column 1", ""),
    ("  ", "The JSON text stops too early", "line 1, column 3", ""),
    ("\u{FEFF}1", "The JSON text begins with a byte-order mark", "line 1, column 1", ""),
    ("[1,]", "A comma stands before a closing bracket", "line 1, column 3", "/1"),
    ("[1,\n 2,\n]", "A comma stands before a closing bracket", "line 2, column 3", "/2"),
    (#"{"a":1,}"#, "A comma stands before a closing bracket", "line 1, column 7", ""),
    ("[1 2]", "A comma or a closing bracket is missing", "line 1, column 4", "/1"),
    (#"{"a":1 "b":2}"#, "A comma or a closing brace is missing", "line 1, column 8", ""),
    (#"{"a" 1}"#, "A colon after a member name is missing", "line 1, column 6", ""),
    ("{a:1}", "A member name in quotes is missing", "line 1, column 2", ""),
    (
      #"{"a":1,"b":2,"a":3}"#, "A member name stands twice in one object", "line 1, column 14", "/a"
    ),
    (
      "{\"x\":[0,{\"a/b\":1,\n\"a\\u002fb\":2}]}", "A member name stands twice in one object",
      "line 2, column 1", "/x/1/a~1b"
    ),
    ("[\"é😀\", tru]", "This is not a JSON value", "line 1, column 8", "/1"),
    ("1 x", "Something follows the JSON value", "line 1, column 3", ""),
    ("\"a\tb\"", "A control character stands unescaped in a string", "line 1, column 3", ""),
    (#"{"k":"a\qb"}"#, "This is not an escape of JSON", "line 1, column 8", "/k"),
    (#"["ab\uD83Dcd"]"#, "Half of a surrogate pair stands alone", "line 1, column 5", "/0"),
    ("[01]", "A number begins with a zero that does not belong there", "line 1, column 2", "/0"),
    ("[1.x]", "A digit is missing in a number", "line 1, column 4", "/0"),
    ("[1e+]", "A digit is missing in a number", "line 1, column 5", "/0"),
    (#"{"a":{"b":[1"#, "The JSON text stops too early", "line 1, column 13", "/a/b/1"),
    (
      #"{"f":{"$draft":"bytes"}}"#, "A member of a $draft object is missing",
      "line 1, column 6", "/f"
    ),
    ("\r\n\r\n?", "This is not a JSON value", "line 3, column 1", ""),
  ]

  @Test(arguments: faults) func `an error names line, column and path`(
    text: String, words: String, place: String, path: String
  ) throws {
    let error = try #require(JSONCorpusTests.error(Array(text.utf8)))
    #expect(error.code == .invalidJSON)
    #expect(error.message == "\(words) (\(place)).")
    #expect(error.paths.map(\.pointer) == (path.isEmpty ? [] : [path]))
  }

  @Test func `places are named below the place where the text stands`() throws {
    var options = JSONReader.Options()
    options.path = "/address"
    let error = thrown {
      try JSONReader.read(#"{"lines":[1,]}"#, options: options)
    }
    #expect(error?.paths == ["/address/lines/1"])
    #expect(
      thrown { try JSONReader.read("", options: options) }?.paths
        == ["/address"])
  }

  @Test func `an object is demanded where one is needed`() throws {
    #expect(try DraftObject(json: #"{"a":1}"#) == ["a": 1])
    #expect(try DraftObject(json: Array(#"{"a":1}"#.utf8)) == ["a": 1])
    for text in ["[]", "null", "\"{}\"", #"{"$draft":"bytes","base64":""}"#] {
      #expect(thrown { try DraftObject(json: text) }?.code == .invalidJSON)
    }
  }

  /// “swordfish” stands where the reader stumbles, in every kind of fault.
  @Test(arguments: [
    #"["swordfish"#, #"["swordfish" "swordfish"]"#, #"{"a":"swordfish\q"}"#,
    "{\"a\":\"swordfish\u{1}\"}", #"{"a":swordfish}"#, #"{"a":"swordfish",}"#,
    #"{"a":{"$draft":"swordfish"}}"#, #"{"a":{"$draft":"bytes","base64":"swordfish"}}"#,
    #"{"a":{"$draft":"file","id":"swordfish"}}"#, #""swordfish" swordfish"#,
    #"{"a":"swordfish","a":"swordfish"}"#, #""swordfish\uD83D""#,
  ])
  func `an error says nothing of the values`(text: String) throws {
    let error = try #require(JSONCorpusTests.error(Array(text.utf8)))
    var dumped = ""
    dump(error, to: &dumped)
    for shown in [error.description, "\(error)", String(reflecting: error), dumped] {
      #expect(!shown.contains("swordfish"))
    }
  }
}

extension JSONErrorTests {
  @Test func `a byte of any kind at any place is an error or a value, never a crash`() {
    let text = #"{"a":[1.5e3,"x\u00e9\uD83D\uDE00",{"$draft":"bytes","base64":"AA=="}],"b":null}"#
    let bytes = Array(text.utf8)
    for place in bytes.indices {
      for byte: UInt8 in [
        0, 0x1F, 0x20, 0x22, 0x2C, 0x30, 0x5B, 0x5C, 0x5D, 0x7B, 0x7D, 0x80, 0xFF,
      ] {
        var changed = bytes
        changed[place] = byte
        guard let value = try? DraftValue(json: changed) else { continue }
        #expect((try? DraftValue(json: value.json)) == value)
      }
      #expect(JSONCorpusTests.error(Array(bytes[..<place]))?.code == .invalidJSON)
    }
  }
}
