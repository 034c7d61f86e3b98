import FormDrafts
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("drafts save: bad input")
struct InputTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  private static func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }

  /// Texts that are no values, and what is said of them.
  static let texts: [(String, String)] = [
    ("", "The JSON text is empty (line 1, column 1)."),
    (" \n ", "The JSON text stops too early (line 2, column 2)."),
    ("\u{FEFF}{}", "The JSON text begins with a byte-order mark (line 1, column 1)."),
    (#"{"a":1,"a":2}"#, "A member name stands twice in one object (line 1, column 8)."),
    (#"{"a":1,}"#, "A comma stands before a closing bracket (line 1, column 7)."),
    ("{\n\"a\":NaN}", "This is not a JSON value (line 2, column 5)."),
    (#"{"a":-Infinity}"#, "A digit is missing in a number (line 1, column 7)."),
    (#"{"a":01}"#, "A number begins with a zero that does not belong there (line 1, column 6)."),
    (#"{"a":"\ud800"}"#, "Half of a surrogate pair stands alone (line 1, column 7)."),
    (#"{"a":"x"#, "The JSON text stops too early (line 1, column 8)."),
    (#"{"a":1}{"a":1}"#, "Something follows the JSON value (line 1, column 8)."),
    ("[1,2]", "The JSON text is not an object (line 1, column 1)."),
    (#""hunter2""#, "The JSON text is not an object (line 1, column 1)."),
    ("null", "The JSON text is not an object (line 1, column 1)."),
    (#"{"a":\#(nested(64))}"#, "Lists and objects stand more than 64 deep (line 1, column 69)."),
    (
      #"{"a":\#(String(repeating: "1", count: 1_025))}"#,
      "A number is longer than 1024 characters (line 1, column 6)."
    ),
    (
      #"{"\#(String(repeating: "n", count: 1_025))":1}"#,
      "A member name is longer than 1024 bytes (line 1, column 2)."
    ),
  ]

  @Test("Each exits with 65, names file and place, and makes no store", arguments: texts)
  func text(text: String, message: String) async throws {
    try shop.write("bad.json", text)
    let words = ["save", "--schema", shop.file("signup.json"), "--values", shop.file("bad.json")]
    let outcome = await shop.run(words: words)
    #expect(outcome.code == 65)
    #expect(outcome.out == "")
    let first = outcome.err.split(separator: "\n").first ?? ""
    #expect(first.hasPrefix("drafts: In “"))
    #expect(first.contains("”: \(message)"))
    #expect(outcome.err.split(separator: "\n").count == 1)
    #expect(!outcome.err.contains("hunter2"))
    #expect(shop.contents().isEmpty)

    let json = await shop.run(words: words + ["--json"])
    #expect(json.code == 65)
    #expect(json.out == "")
    let error = try DraftValue(json: Array(json.err.dropLast().utf8))["error"]
    #expect(error?["code"] == "invalidJSON" || error?["code"] == "tooLarge")
    // The field, where it is known; else the file.
    let path = error?.text("path") ?? ""
    #expect(path.hasPrefix("/a") || path == shop.file("bad.json"))
  }

  @Test("The same text from standard input is refused in the same words")
  func standardInput() async {
    let outcome = await shop.run(
      "save", "--schema", shop.file("signup.json"), "--values", "-", input: "[]")
    #expect(outcome.code == 65)
    #expect(
      outcome.err == """
        drafts: In standard input: The JSON text is not an object (line 1, column 1).

        """)
  }

  @Test(
    "Bytes that are not UTF-8 are refused",
    arguments: [
      [0x7B, 0x22, 0x61, 0x22, 0x3A, 0x22, 0xFF, 0x22, 0x7D],
      [0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00],
      [0x7B, 0x00, 0x7D, 0x00],
      [0x00],
    ])
  func bytes(_ bytes: [UInt8]) async throws {
    try shop.write("bad.json", bytes: bytes)
    let outcome = await shop.run(
      "save", "--schema", shop.file("signup.json"), "--values", shop.file("bad.json"))
    #expect(outcome.code == 65)
    #expect(shop.contents().isEmpty)
  }

  @Test("At the limits a value is taken, and comes back as it was")
  func limits() async throws {
    let number = String(repeating: "7", count: 1_024)
    let values = #"{"number":\#(number),"deep":\#(Self.nested(63))}"#
    let id = try await shop.save(values: values)
    #expect(await shop.run("restore", id, "--values-only").out == values + "\n")
  }

  @Test("A value over 32 MiB is refused; the saved revision stays")
  func tooLarge() async throws {
    let id = try await shop.save()
    let big = #"{"name":"\#(String(repeating: "a", count: 33 << 20))"}"#
    let outcome = await shop.run("save", "--draft", id, "--values", "-", "--json", input: big)
    #expect(outcome.code == 65)
    let error = try DraftValue(json: Array(outcome.err.dropLast().utf8))["error"]
    #expect(error?["code"] == "tooLarge")
    #expect(await shop.run("restore", id, "--values-only").out == Fixtures.kept + "\n")
  }

  @Test(
    "A file that is not there, or a directory, exits with 74 and names it",
    arguments: [
      ("nosuch.json", "No such file or directory"), (".", "Is a directory"),
    ])
  func noFile(name: String, reason: String) async {
    for words in [
      ["save", "--schema", shop.file("signup.json"), "--values", shop.file(name)],
      ["save", "--schema", shop.file(name), "--values", "-"],
      ["schema", shop.file(name)], ["import", shop.file(name)],
      ["restore", "--form", "signup", "--schema", shop.file(name)],
    ] {
      let outcome = await shop.run(words: words, input: Array("{}".utf8))
      #expect(outcome.code == 74, "\(words)")
      #expect(outcome.out == "")
      #expect(outcome.err.contains(reason))
    }
    #expect(shop.contents().isEmpty)
  }

  @Test("A named pipe nobody writes to does not hang")
  func emptyPipe() async throws {
    try #require(mkfifo(shop.file("fifo"), 0o600) == 0)
    let outcome = await shop.run(
      "save", "--schema", shop.file("signup.json"), "--values", shop.file("fifo"))
    #expect(outcome.code == 74)
    #expect(outcome.err.contains("is a pipe to which nobody writes"))
  }

  @Test(
    "A definition that cannot be understood names the place",
    arguments: [
      (#"{"id":"x","submit":{},"fields":[{"type":"text"}]}"#, "/fields/0"),
      ("[]", ""), ("{}", ""), (#"{"a":}"#, "line 1, column 6"),
    ])
  func definition(text: String, place: String) async throws {
    try shop.write("bad.json", text)
    let outcome = await shop.run("schema", shop.file("bad.json"), "--json")
    #expect(outcome.code == 65)
    #expect(outcome.out == "")
    let error = try DraftValue(json: Array(outcome.err.dropLast().utf8))["error"]
    #expect(error?.text("message")?.contains(place) == true)
    // The field, where it is known; else the file.
    let path = error?.text("path") ?? ""
    #expect(path.hasPrefix("/a") || path == shop.file("bad.json"))
  }
}
