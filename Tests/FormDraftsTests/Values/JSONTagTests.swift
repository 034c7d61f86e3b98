import FormDrafts
import Testing

@Suite struct JSONTagTests {
  static let digest = String(repeating: "0a", count: 32)

  /// A value and its canonical text.
  static let written: [(DraftValue, String)] = [
    (.bytes([]), #"{"$draft":"bytes","base64":""}"#),
    (.bytes([0, 1, 2]), #"{"$draft":"bytes","base64":"AAEC"}"#),
    (.bytes([255]), #"{"$draft":"bytes","base64":"/w=="}"#),
    (.number(literal: "NaN"), #"{"$draft":"number","is":"NaN"}"#),
    (.number(literal: "Infinity"), #"{"$draft":"number","is":"Infinity"}"#),
    (.number(literal: "-Infinity"), #"{"$draft":"number","is":"-Infinity"}"#),
    (
      .file(DraftFile(id: "1", name: "a/b.txt", byteCount: 0)),
      #"{"$draft":"file","id":"1","name":"a/b.txt","size":0}"#
    ),
    (
      .file(
        DraftFile(
          id: "", name: "", byteCount: 12, contentType: "text/plain", sha256: digest)),
      #"{"$draft":"file","id":"","name":"","size":12,"type":"text/plain","sha256":""#
        + digest + #""}"#
    ),
    (["$draft": "bytes"], #"{"$draft":"object","members":{"$draft":"bytes"}}"#),
    (["$draft": .null], #"{"$draft":"object","members":{"$draft":null}}"#),
    (
      ["a": 1, "$draft": ["$draft": [.bytes([0])]]],
      #"{"$draft":"object","members":{"a":1,"$draft":{"$draft":"object","members":"#
        + #"{"$draft":[{"$draft":"bytes","base64":"AA=="}]}}}}"#
    ),
    (
      ["$draft": "object", "members": ["$draft": "object", "members": [:]]],
      #"{"$draft":"object","members":{"$draft":"object","members":"#
        + #"{"$draft":"object","members":{"$draft":"object","members":{}}}}}"#
    ),
    (["$Draft": 1, "$draft ": 2, "draft": 3], #"{"$Draft":1,"$draft ":2,"draft":3}"#),
  ]

  @Test(arguments: written) func `what JSON does not have has one spelling, and it reads back`(
    value: DraftValue, text: String
  ) throws {
    #expect(value.json == text)
    #expect(onSmallStack { try? DraftValue(json: text) } == value)
    #expect(throws: Never.self) { try value.validate(at: "/field") }
  }

  @Test func `members of bytes, numbers and files may come in any order`() throws {
    #expect(try DraftValue(json: #"{"base64":"AA==","$draft":"bytes"}"#) == .bytes([0]))
    #expect(
      try DraftValue(json: #"{"is":"NaN","\u0024draft":"number"}"#) == .number(literal: "NaN"))
  }

  @Test(arguments: [
    #"{"$draft":1}"#, #"{"$draft":null}"#, #"{"$draft":"Bytes"}"#, #"{"$draft":""}"#,
    #"{"$draft":["bytes"]}"#, #"{"a":1,"$draft":2}"#, #"{"$draft":"date","is":"2024-01-01"}"#,
    #"{"$draft":"bytes"}"#, #"{"$draft":"bytes","base64":1}"#,
    #"{"$draft":"bytes","base64":"AA"}"#, #"{"$draft":"bytes","base64":"AA="}"#,
    #"{"$draft":"bytes","base64":"AB=="}"#, #"{"$draft":"bytes","base64":"AA==\n"}"#,
    #"{"$draft":"bytes","base64":"A-_="}"#, #"{"$draft":"bytes","base64":"====" }"#,
    #"{"$draft":"bytes","base64":"AA==AA=="}"#, #"{"$draft":"bytes","base64":"","x":1}"#,
    #"{"$draft":"number"}"#, #"{"$draft":"number","is":"nan"}"#, #"{"$draft":"number","is":1}"#,
    #"{"$draft":"number","is":"+Infinity"}"#, #"{"$draft":"number","is":"1"}"#,
    #"{"$draft":"file"}"#, #"{"$draft":"file","id":"1","name":"n"}"#,
    #"{"$draft":"file","id":"1","name":"n","size":-1}"#,
    #"{"$draft":"file","id":"1","name":"n","size":1.0}"#,
    #"{"$draft":"file","id":"1","name":"n","size":-0}"#,
    #"{"$draft":"file","id":"1","name":"n","size":"1"}"#,
    #"{"$draft":"file","id":"1","name":"n","size":9223372036854775808}"#,
    #"{"$draft":"file","id":1,"name":"n","size":1}"#,
    #"{"$draft":"file","id":"1","name":"n","size":1,"type":null}"#,
    #"{"$draft":"file","id":"1","name":"n","size":1,"sha256":"00"}"#,
    #"{"$draft":"object"}"#, #"{"$draft":"object","members":[]}"#,
    #"{"$draft":"object","members":{"$draft":"bytes","base64":""},"x":1}"#,
    #"{"members":{"a":1},"$draft":"object"}"#,
    #"{"$draft":"object","members":{"a":{"$draft":1}}}"#,
  ])
  func `a $draft object that says nothing we know is refused, and foreign JSON keeps it`(
    text: String
  ) throws {
    #expect(JSONCorpusTests.error(Array(text.utf8))?.code == .invalidJSON)
    let plain = try DraftValue(plainJSON: text)
    #expect(try DraftValue(json: plain.json) == plain)
  }

  @Test func `a user's member $draft comes back inside lists and other objects`() throws {
    let value: DraftValue = [["x": ["$draft": "file"]], ["$draft": ["$draft": "number"]]]
    #expect(try DraftValue(json: value.json) == value)
  }
}

@Suite struct Base64Tests {
  /// RFC 4648, section 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func `Base64 gives the vectors of RFC 4648`(text: String, encoded: String) throws {
    let value = DraftValue.bytes(Array(text.utf8))
    #expect(value.json == "{\"$draft\":\"bytes\",\"base64\":\"\(encoded)\"}")
    #expect(try DraftValue(json: value.json) == value)
  }

  @Test func `every byte comes back from every place`() throws {
    for length in [256, 257, 258] {
      let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7) }
      #expect(try DraftValue(json: DraftValue.bytes(bytes).json) == .bytes(bytes))
    }
  }
}
