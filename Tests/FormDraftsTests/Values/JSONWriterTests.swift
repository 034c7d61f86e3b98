import FormDrafts
import Testing

@Suite struct JSONWriterTests {
  @Test func `canonical text escapes quote, backslash and C0 controls only`() {
    var text = ""
    for value: UInt8 in 0..<0x20 { text.unicodeScalars.append(Unicode.Scalar(value)) }
    #expect(
      DraftValue.text(text).json
        == #""\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u000e\u000f"#
        + #"\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d"#
        + #"\u001e\u001f""#)
    #expect(DraftValue.text("/'<é\u{7F}\u{85}\u{2028}😀").json == "\"/'<é\u{7F}\u{85}\u{2028}😀\"")
    #expect(DraftValue.text("\"\\").json == #""\"\\""#)
  }

  /// What RFC 8259 allows raw and a terminal should not see (FINDINGS: DEL, C1, CSI, direction,
  /// separators, zero width, unassigned, private use).
  @Test(arguments: [
    ("\u{7F}", #"\u007f"#), ("\u{80}", #"\u0080"#), ("\u{9B}31m", #"\u009b31m"#),
    ("\u{1B}[2J", #"\u001b[2J"#), ("\u{61C}", #"\u061c"#), ("\u{200B}", #"\u200b"#),
    ("\u{200E}", #"\u200e"#), ("\u{202E}", #"\u202e"#), ("\u{2066}", #"\u2066"#),
    ("\u{2028}\u{2029}", #"\u2028\u2029"#), ("\u{FEFF}", #"\ufeff"#), ("\u{E000}", #"\ue000"#),
    ("\u{378}", #"\u0378"#), ("\u{F0000}", #"\udb80\udc00"#), ("\u{10FFFF}", #"\udbff\udfff"#),
    ("é😀ß中", "é😀ß中"), ("plain", "plain"), ("a\"b\\c\n", #"a\"b\\c\n"#),
  ])
  func `printable text shows nothing that steers a terminal, and reads back`(
    text: String, written: String
  ) throws {
    let value = DraftValue.object(DraftObject([.init(text, .text(text))]))
    var bytes: [UInt8] = []
    value.appendJSON(to: &bytes, style: .printable)
    #expect(String(decoding: bytes, as: UTF8.self) == "{\"\(written)\":\"\(written)\"}")
    #expect(try DraftValue(json: bytes) == value)
  }

  @Test func `text is appended to what is there`() {
    var bytes = Array("x=".utf8)
    DraftValue.list([1]).appendJSON(to: &bytes)
    #expect(bytes == Array("x=[1]".utf8))
  }

  @Test func `a number literal that is none does not become something else`() throws {
    for literal in ["1,\"admin\":true", "", "01", "nan", "0x1", "1 ", "\"", "٣"] {
      let text = DraftValue.list([.number(literal: literal)]).json
      #expect(thrown { try DraftValue(json: text) }?.code == .invalidJSON)
      #expect(throws: Never.self) { try DraftValue(plainJSON: text) }
    }
  }

  @Test func `random values come back, and different values have different texts`() throws {
    var random = RandomValues(seed: 1)
    var seen: [Exact: DraftValue] = [:]
    for _ in 0..<2000 {
      let value = random.value(depth: 4)
      let size = try value.validate(at: .root)
      let text = value.json
      #expect(size.bytes == text.utf8.count)
      #expect(try DraftValue(json: text) == value)
      #expect(try DraftValue(json: text).json == text)
      var printable: [UInt8] = []
      value.appendJSON(to: &printable, style: .printable)
      #expect(try DraftValue(json: printable) == value)
      if let other = seen.updateValue(value, forKey: Exact(text)) { #expect(other == value) }
    }
  }
}
