import FormDrafts
import Testing

/// Field reports on values, at the level of a value; the same through the store stands with the
/// store.
@Suite struct FieldReportValueTests {
  static func roundTrip(_ object: DraftObject) throws -> DraftObject {
    try object.validate()
    var builder = ObjectBuilder()
    for leaf in try DraftObject(json: DraftValue.object(object).json).leaves {
      var bytes: [UInt8] = []
      leaf.value.appendJSON(to: &bytes)
      #expect(try builder.insert(DraftValue(json: bytes), at: leaf.path) == .inserted)
    }
    return builder.build()
  }

  @Test(arguments: [
    "9007199254740993", "9223372036854775808", "18446744073709551616",
    "123456789012345678901234567890", "0.1000000000000000055511151231257827",
    "1234567890.123456789012", "-9223372036854775809", "0.10", "1e400", "-0", "1.0",
  ])
  func `report 59: numbers keep their digits`(digits: String) throws {
    let value = try #require(try Self.roundTrip(["n": .number(literal: digits)])["n"])
    #expect(value.json == digits)
  }

  @Test func `report 61: not-a-number and infinities come back, in valid JSON`() throws {
    let object: DraftObject = [
      "a": "x", "ratio": DraftValue(Double.nan), "max": DraftValue(Double.infinity),
      "min": DraftValue(-Double.infinity),
    ]
    #expect(try Self.roundTrip(object) == object)
    #expect(throws: Never.self) { try DraftValue(plainJSON: DraftValue.object(object).json) }
  }

  @Test func `report 63: booleans and numbers stay apart`() throws {
    let text = #"{"a":true,"b":1,"c":0,"d":false,"e":[1,true]}"#
    #expect(DraftValue.object(try Self.roundTrip(DraftObject(json: text))).json == text)
    #expect(DraftValue.bool(true) != 1)
    #expect(DraftValue.bool(false) != 0)
  }

  @Test func `report 65: NUL stays in values and names`() throws {
    let object = try Self.roundTrip(["k\0x": "a\0b"])
    #expect(object.members[0].name.utf8.elementsEqual([0x6B, 0, 0x78]))
    guard case .text(let text) = object.members[0].value else {
      Issue.record("not a text")
      return
    }
    #expect(text.utf8.elementsEqual([0x61, 0, 0x62]))
  }

  @Test func `report 67: two spellings of one letter are two names and two values`() throws {
    let object = try Self.roundTrip(DraftObject(json: #"{"caf\u00e9":1,"cafe\u0301":2}"#))
    #expect(
      object.members.map { Array($0.name.utf8) } == [
        [0x63, 0x61, 0x66, 0xC3, 0xA9], [0x63, 0x61, 0x66, 0x65, 0xCC, 0x81],
      ])
    #expect(object["caf\u{E9}"] == 1)
    #expect(object["cafe\u{301}"] == 2)
    #expect(DraftValue.text("\u{E9}") != .text("e\u{301}"))
    #expect(Set([DraftValue.text("\u{E9}"), .text("e\u{301}")]).count == 2)
  }

  @Test func `report 71: what looks like nothing comes back as it was`() throws {
    let text = #"{"a":0,"b":false,"c":"","d":null,"e":[],"f":{},"g":"null","h":"0","i":" "}"#
    #expect(DraftValue.object(try Self.roundTrip(DraftObject(json: text))).json == text)
    #expect(try DraftObject(json: text)["j"] == nil)
  }

  @Test func `report 75: names are opaque`() throws {
    let object: DraftObject = [
      "a.b": 1, "a": ["b": 2], "x[0]": 3, "x": [4], "": 5, "a/b": 6, "~": 7, "$ref": 8,
      "__proto__": 9, "touched": 10,
    ]
    #expect(try Self.roundTrip(object) == object)
    #expect(Set(object.leaves.map(\.path)).count == 10)
  }

  @Test func `report 77: numeric names make no list`() throws {
    let object: DraftObject = ["123": "x", "4294967295": "y", "-1": "z"]
    #expect(try Self.roundTrip(object) == object)
    #expect(
      DraftValue.object(object).json == #"{"123":"x","4294967295":"y","-1":"z"}"#)
  }

  @Test func `report 163: what is empty is written`() throws {
    let object: DraftObject = [
      "": "", "b": .bytes([]), "f": .file(DraftFile(id: "", name: "", byteCount: 0)),
    ]
    #expect(try Self.roundTrip(object) == object)
  }

  @Test func `descriptions and mirrors show kind and size, never the value`() {
    let secret = "swordfish"
    let values: [DraftValue] = [
      .text(secret), .number(literal: "4242424242424242"), .bytes(Array(secret.utf8)),
      [.text(secret)], [secret: .text(secret)],
      .file(DraftFile(id: secret, name: secret, byteCount: 9, contentType: secret)),
    ]
    for value in values {
      let object: DraftObject = [secret: value]
      for any in [value, object, object.members[0], values, Leaf("/a", value)] as [Any] {
        var dumped = ""
        dump(any, to: &dumped)
        for shown in ["\(any)", String(reflecting: any), dumped] {
          #expect(!shown.contains(secret))
          #expect(!shown.contains("4242"))
          #expect(!shown.contains("115"))
        }
      }
    }
    #expect("\(DraftValue.text(secret))" == "text (9 bytes)")
  }
}
