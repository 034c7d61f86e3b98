import FormDrafts
import Testing

@Suite struct LimitTests {
  static func nested(_ depth: Int, _ open: String = "[", _ close: String = "]") -> String {
    String(repeating: open, count: depth) + String(repeating: close, count: depth)
  }

  static func object(_ depth: Int, _ inner: String = "0") -> String {
    String(repeating: "{\"a\":", count: depth) + inner + String(repeating: "}", count: depth)
  }

  static func code(_ text: String) -> DraftError.Code? {
    onSmallStack { JSONCorpusTests.error(Array(text.utf8))?.code }
  }

  @Test func `64 levels are read and 65 are not, on 128 KiB of stack`() throws {
    #expect(DraftLimits.depth == 64)
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      let inner = open == "[" ? "" : "0"
      func text(_ depth: Int) -> String {
        String(repeating: open, count: depth) + inner + String(repeating: close, count: depth)
      }
      #expect(Self.code(text(64)) == nil)
      #expect(Self.code(text(65)) == .tooLarge)
      #expect(Self.code(text(1_000_000)) == .tooLarge)
      #expect(Self.code(String(repeating: open, count: 1_000_000)) == .tooLarge)
    }
    #expect(try DraftValue(json: Self.object(64)).json == Self.object(64))
    let error = try #require(JSONCorpusTests.error(Array(Self.object(65).utf8)))
    #expect(error.paths == [FieldPath(Array(repeating: "a", count: 64))])
    #expect(error.message.contains("64 deep (line 1, column 321)"))
  }

  @Test func `what is a scalar for us may stand at the deepest level`() throws {
    for scalar in [
      #"{"$draft":"bytes","base64":"AA=="}"#, #"{ "$draft":"number","is":"NaN"}"#,
      #"{"$draft":"file","id":"","name":"","size":1}"#,
    ] {
      #expect(Self.code(Self.object(64, scalar)) == nil)
      #expect(Self.code(Self.object(65, scalar)) == .tooLarge)
    }
    let escape = #"{"$draft":"object","members":{"$draft":0}}"#
    #expect(Self.code(Self.object(63, escape)) == nil)
    #expect(Self.code(Self.object(64, escape)) == .tooLarge)
    #expect(Self.code(Self.object(64, #"{"a":0}"#)) == .tooLarge)
    #expect(Self.code(String(repeating: #"{"$draft":"#, count: 100_000)) == .tooLarge)
  }

  @Test func `the escape of $draft costs no depth`() throws {
    var value: DraftValue = .null
    for _ in 0..<64 { value = ["$draft": value] }
    try value.validate(at: .root)
    let text = value.json
    #expect(onSmallStack { try? DraftValue(json: text) } == value)
    #expect(thrown { try DraftValue(json: DraftValue.list([value]).json) }?.code == .tooLarge)
  }

  @Test func `a name of 1 024 bytes is read and one of 1 025 is not`() throws {
    #expect(DraftLimits.nameBytes == 1024)
    for unit in ["a", "é"] {
      let name = String(repeating: unit, count: 1024 / unit.utf8.count)
      #expect(Self.code("{\"\(name)\":1}") == nil)
      #expect(Self.code("{\"\(name)b\":1}") == .tooLarge)
      let fits: DraftObject = DraftObject([.init(name, 1)])
      #expect(throws: Never.self) { try fits.validate() }
      let over: DraftObject = ["x": .object(DraftObject([.init(name + "b", 1)]))]
      let error = thrown { try over.validate() }
      #expect(error?.code == .tooLarge)
      #expect(error?.paths == ["/x"])
      #expect(error?.message == "A name is longer than 1 KiB.")
      #expect(throws: Never.self) { try DraftValue.null.validate(at: [name, name]) }
      #expect(thrown { try DraftValue.null.validate(at: [name + "b"]) }?.code == .tooLarge)
    }
  }

  @Test func `a number of 1 024 characters is read and one of 1 025 is not`() throws {
    #expect(DraftLimits.numberCharacters == 1024)
    let fits = String(repeating: "7", count: 1024)
    #expect(try DraftValue(json: fits) == .number(literal: fits))
    #expect(Self.code("[\(fits)1]") == .tooLarge)
    #expect(JSONCorpusTests.error(Array("[\(fits)1]".utf8))?.paths == ["/0"])
    try DraftValue.number(literal: fits).validate(at: "n")
    let error = thrown {
      try DraftValue.list([.number(literal: fits + "1")]).validate(at: "n")
    }
    #expect(error?.code == .tooLarge)
    #expect(error?.paths == ["/n/0"])
  }

  @Test func `a text of JSON is read up to its limit of bytes`() throws {
    #expect(JSONReader.Options().maximumBytes == 64 << 20)
    var options = JSONReader.Options()
    options.maximumBytes = 5
    #expect(try JSONReader.read("[1,2]", options: options) == [1, 2])
    let error = thrown {
      try JSONReader.read("[1,2] ", options: options)
    }
    #expect(error?.code == .tooLarge)
    // 200 MB of `[[[…`: refused before the first byte is looked at.
    let big = [UInt8](repeating: UInt8(ascii: "["), count: 200_000_000)
    #expect(JSONCorpusTests.error(big)?.message == "A JSON text is larger than 64 MiB.")
  }

  @Test func `a text of JSON is read up to its limit of values`() throws {
    #expect(JSONReader.Options().maximumNodes == DraftLimits.snapshotNodes)
    var options = JSONReader.Options()
    options.maximumNodes = 4
    #expect(try JSONReader.read(#"[1,{"a":2}]"#, options: options) == [1, ["a": 2]])
    #expect(thrown { try JSONReader.read(#"[1,{"a":2},3]"#, options: options) }?.code == .tooLarge)
  }

  @Test func `names are compared in linear time whatever they are`() throws {
    let members = (0..<100_000).map { "\"\($0)\":0" }.joined(separator: ",")
    let object = try DraftObject(json: "{\(members)}")
    #expect(object.members.count == 100_000)
    try object.validate()
    #expect(Self.code("{\(members),\"99999\":0}") == .invalidJSON)
    #expect(Self.code("{\(members),\"0\":0}") == .invalidJSON)
  }
}
