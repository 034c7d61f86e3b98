import FormDrafts
import Testing

@Suite struct JSONCorpusTests {
  /// A text and the value that RFC 8259 gives it.
  static let accepted: [(String, DraftValue)] = [
    ("null", .null), ("true", true), ("false", false), (" \t\r\n null \t\r\n ", .null),
    ("0", 0), ("-0", .number(literal: "-0")), ("10", 10), ("-12", -12),
    ("1.50", .number(literal: "1.50")), ("0.0", .number(literal: "0.0")),
    ("1e5", .number(literal: "1e5")), ("1E+05", .number(literal: "1E+05")),
    ("-1.5e-007", .number(literal: "-1.5e-007")), ("1e400", .number(literal: "1e400")),
    ("1e-400", .number(literal: "1e-400")),
    ("9007199254740993", .number(literal: "9007199254740993")),
    ("\"\"", ""), ("\"a\"", "a"), ("\"seven b\"", "seven b"), ("\"exactly8\"", "exactly8"),
    ("\"more than eight bytes\"", "more than eight bytes"),
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
    (#""a\u0000b""#, "a\0b"), (#""\u0041\u00e9\u00E9""#, "Aéé"), (#""\u20AC\uFFFF""#, "€\u{FFFF}"),
    (#""\uD83D\uDE00""#, "😀"), (#""\ud83d\ude00x""#, "😀x"), (#""\uDBFF\uDFFF""#, "\u{10FFFF}"),
    (#""\uFEFF""#, "\u{FEFF}"), ("\"\u{FEFF}\"", "\u{FEFF}"), ("\"\u{7F}\u{85}\"", "\u{7F}\u{85}"),
    ("\"é€😀\"", "é€😀"), ("\"e\u{301}\"", "e\u{301}"), ("\"\u{2028}\"", "\u{2028}"),
    ("[]", []), ("{}", .object([:])), (" [ ] ", []), (" { } ", .object([:])),
    ("[1]", [1]), ("[1,2]", [1, 2]), ("[ 1 , 2 ]", [1, 2]), ("[null,[],{}]", [.null, [], [:]]),
    (#"{"a":1}"#, ["a": 1]), (#"{ "a" : 1 , "b" : [ ] }"#, ["a": 1, "b": []]),
    (#"{"":0}"#, ["": 0]), (#"{"b":1,"a":2}"#, ["b": 1, "a": 2]),
    (#"{"a":{"a":{"a":1}}}"#, ["a": ["a": ["a": 1]]]), ("[[[]]]", [[[]]]),
    ("{\"\u{E9}\":1,\"e\u{301}\":2}", ["\u{E9}": 1, "e\u{301}": 2]),
    (#"{"A":1,"a":2}"#, ["A": 1, "a": 2]), (#"{"a\u0000":1,"a":2}"#, ["a\0": 1, "a": 2]),
    ("[true,false]", [true, false]), ("\r\n[\r\n1\r\n]\r\n", [1]),
  ]

  @Test(arguments: accepted)
  func `a JSON text is read as what it says, on 128 KiB of stack`(
    text: String, value: DraftValue
  ) throws {
    #expect(onSmallStack { try? DraftValue(json: text) } == value)
    #expect(onSmallStack { try? DraftValue(json: Array(text.utf8)) } == value)
    #expect(onSmallStack { try? DraftValue(plainJSON: text) } == value)
  }

  /// Texts that RFC 8259 does not allow, and those that it leaves to us (a name twice, half a
  /// surrogate pair, a byte-order mark).
  static let refused: [String] = [
    "", " ", "\n", "nul", "nulll", "NULL", "True", "tru", "truefalse", "undefined", "None",
    "NaN", "Infinity", "-Infinity", "-", "+1", ".5", "1.", "1.e5", "01", "-01", "00", "0x10", "1e",
    "1e+", "1E-", "1_000", "1,000", "--1", "1 2", "1a", "- 1", "1.2.3", "0b1", "\u{661}",
    "\"", "\"a", "'a'", "a", "\"\\\"", "\"\\x41\"", "\"\\u12\"", "\"\\u12G4\"", "\"\\U0041\"",
    "\"\\u+123\"", "\"a\nb\"", "\"a\tb\"", "\"\0\"", "\"\u{1F}\"", "\"\\\n\"", "\"a\" b",
    #""\uD83D""#, #""\uDE00""#, #""\uDE00\uD83D""#, #""\uD83D\uD83D""#, #""\uD83Dx""#,
    #""\uD83D\n""#, #""\uD83D\u0041""#, #""\uD83D\u""#, #""\uD83D\"#,
    "[", "]", "[1", "[1,", "[,1]", "[1,]", "[1,,2]", "[1 2]", "[1;2]", "[1}", "[[1]", "[1]]",
    "{", "}", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{,}", "{\"a\"}",
    "{\"a\" 1}", "{a:1}", "{1:1}", "{'a':1}", "{\"a\":1 \"b\":2}", "{\"a\":1]", "{\"a\"::1}",
    "{\"a\":1,\"a\":2}", #"{"a":1,"\u0061":2}"#, #"{"x":{"a":1,"b":2,"a":3}}"#,
    "{\"\":1,\"\":2}", "[1]//", "[1]/**/", "/**/[1]", "# a\n1", "[1]\u{0}", "\u{FEFF}1",
    "\u{FEFF}", "\u{A0}1", "\u{2028}1", "\u{B}1", "\u{C}1", "[1]x", "{}{}", "1\u{85}",
  ]

  @Test(arguments: refused)
  func `a text that is not JSON is refused, on 128 KiB of stack`(text: String) {
    let error = onSmallStack { Self.error(Array(text.utf8)) }
    #expect(error?.code == .invalidJSON)
    #expect(error?.message.contains("(line ") == true)
  }

  /// RFC 3629: overlong forms, surrogates, above U+10FFFF, cut off, stray; and other encodings.
  static let notUTF8: [[UInt8]] = [
    [0x80], [0xBF], [0xC0, 0xAF], [0xC1, 0xBF], [0xE0, 0x80, 0xAF], [0xE0, 0x9F, 0xBF],
    [0xF0, 0x80, 0x80, 0xAF], [0xF0, 0x8F, 0xBF, 0xBF], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
    [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
    [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFE], [0xFF], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98],
    [0xC3, 0x28], [0xE2, 0x28, 0xA1], [0xE2, 0x82, 0x28], [0xF0, 0x9F, 0x28, 0x80],
    [0xF0, 0x9F, 0x98, 0x28], [0x41, 0xFF, 0x42],
  ]

  @Test(arguments: notUTF8) func `bytes that are not UTF-8 are refused`(bytes: [UInt8]) {
    for padding in 0..<9 {
      let pad = [UInt8](repeating: 0x61, count: padding)
      let error = onSmallStack { Self.error([0x22] + pad + bytes + pad + [0x22]) }
      #expect(error?.code == .invalidJSON)
      // The place is where the bad sequence begins: behind “A” in the one that has it.
      let column = padding + (bytes.first == 0x41 ? 3 : 2)
      #expect(error?.message == "The JSON text is not UTF-8 (line 1, column \(column)).")
    }
  }

  @Test func `UTF-16 and UTF-32 are refused`() {
    #expect(Self.error([0xFF, 0xFE, 0x31, 0x00])?.code == .invalidJSON)
    #expect(Self.error([0x31, 0x00])?.code == .invalidJSON)
    #expect(Self.error([0x00, 0x31])?.code == .invalidJSON)
    #expect(Self.error([0x00, 0x00, 0x00, 0x31])?.code == .invalidJSON)
  }

  @Test func `every well-formed scalar is read as it is`() throws {
    for value: UInt32 in [
      0x20, 0x7F, 0x80, 0x7FF, 0x800, 0xFFF, 0x1000, 0xCFFF, 0xD000, 0xD7FF, 0xE000, 0xFFFD,
      0xFFFF, 0x10000, 0x3FFFF, 0x40000, 0xFFFFF, 0x100000, 0x10FFFF,
    ] {
      let text = String(try #require(Unicode.Scalar(value)))
      #expect(try DraftValue(json: "\"\(text)\"") == .text(text))
    }
  }

  @Test func `a special byte at every place of a word is found`() throws {
    for length in 0..<20 {
      for place in 0..<max(length, 1) where length > 0 {
        for special in ["\"", "\\", "\u{1}", "\u{1F}", "\n"] {
          var scalars = Array(repeating: Unicode.Scalar(0x61 as UInt8), count: length)
          scalars[place] = special.unicodeScalars[special.startIndex]
          var text = ""
          text.unicodeScalars.append(contentsOf: scalars)
          #expect(try DraftValue(json: DraftValue.text(text).json) == .text(text))
          if special == "\"", place == length - 1 { continue }
          #expect(Self.error(Array("\"\(text)".utf8))?.code == .invalidJSON)
        }
      }
    }
  }

  static func error(_ bytes: [UInt8]) -> DraftError? {
    do throws(DraftError) {
      _ = try DraftValue(json: bytes)
      return nil
    } catch {
      return error
    }
  }
}
