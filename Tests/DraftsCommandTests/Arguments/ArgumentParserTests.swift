import FormDrafts
import Testing

@testable import DraftsCommand

@Suite("Command lines")
struct ArgumentParserTests {
  private func run(_ words: String...) throws -> ParsedArguments {
    try #require(try SampleParser.run(words))
  }

  @Test("A value stands after its option or after an equals sign")
  func values() throws {
    #expect(try run("list", "--owner", "u1").string("owner") == "u1")
    #expect(try run("list", "--owner=u1").string("owner") == "u1")
    #expect(try run("list", "--owner=").string("owner") == "")
    #expect(try run("list", "--owner", "").string("owner") == "")
    #expect(try run("list", "--owner=a=b").string("owner") == "a=b")
    #expect(try run("list").string("owner") == nil)
  }

  @Test("After an equals sign a value may look like an option")
  func dashValues() throws {
    #expect(try run("list", "--owner=--nobody").string("owner") == "--nobody")
    #expect(try run("save", "--values=-").string("values") == "-")
    #expect(try run("save", "--values", "-").string("values") == "-")
  }

  @Test("A value is kept byte for byte, whatever follows the equals sign")
  func exactValues() throws {
    let parsed = try run("list", "--owner=\u{301}e", "--form", "e\u{301}")
    #expect(try #require(parsed.string("owner")).isSameBytes(as: "\u{301}e"))
    #expect(try #require(parsed.string("form")).isSameBytes(as: "e\u{301}"))
  }

  @Test("Flags are there or not")
  func flags() throws {
    #expect(try run("list", "--nobody").flag("nobody"))
    #expect(try !run("list").flag("nobody"))
  }

  @Test("Repeated options keep their order")
  func repeated() throws {
    let parsed = try run("save", "--touched", "/b", "--values", "v", "--touched=/a")
    #expect(parsed.strings("touched") == ["/b", "/a"])
    #expect(try run("save", "--values", "v").strings("touched") == [])
  }

  @Test("Two dashes end the options; one dash is a word")
  func endOfOptions() throws {
    #expect(try run("show", "--", "--values").positional("ID") == "--values")
    #expect(try run("show", "--", "--").positional("ID") == "--")
    #expect(try run("show", "-").positional("ID") == "-")
    #expect(try !run("show", "--", "--help").flag("values"))
  }

  @Test("Options of every verb may stand before the verb")
  func globalOptions() throws {
    let parsed = try run("--store", "list", "--json", "list", "--owner", "u1")
    #expect(parsed.string("store") == "list")
    #expect(parsed.flag("json"))
    #expect(parsed.verbName == "list")
    #expect(try run("list", "--store=d").string("store") == "d")
  }

  @Test("An argument may be left out if it is optional")
  func positionals() throws {
    #expect(try run("restore", "3f2a").positional("ID") == "3f2a")
    #expect(try run("restore", "--form", "f").positional("ID") == nil)
  }

  @Test("A whole number is read, anything else is an error of usage")
  func counts() throws {
    #expect(try run("list", "--limit", "20").count("limit") == 20)
    #expect(try run("list").count("limit") == nil)
    for text in ["", "-1", "+1", "1.0", "0x10", "１", "99999999999999999999", "1e3", " 1"] {
      #expect(throws: UsageError.self) { try run("list", "--limit=\(text)").count("limit") }
    }
  }

  @Test(
    "A duration is a number with s, min, h or d",
    arguments: [
      ("90s", 90_000), ("15min", 900_000), ("12h", 43_200_000), ("30d", 2_592_000_000), ("0d", 0),
      ("6m", nil), ("min", nil), ("6mins", nil), ("90", nil), ("d", nil), ("", nil), ("-1d", nil),
      ("1.5h", nil),
      ("9223372036854775807d", nil), ("1d ", nil), ("１d", nil), ("1d\u{301}", nil),
    ] as [(String, Int64?)])
  func durations(text: String, milliseconds: Int64?) throws {
    let parsed = try run("purge", "--nobody", "--older-than=\(text)")
    if let milliseconds {
      #expect(try parsed.milliseconds("older-than") == milliseconds)
    } else {
      #expect(throws: UsageError.self) { try parsed.milliseconds("older-than") }
    }
  }

  @Test("Help is asked for in five ways, and wins over what else is wrong")
  func help() throws {
    let asked = [
      ["--help"], ["-h"], ["help"], ["help", "help"], ["help", "--help"], ["--bogus", "--help"],
      ["list", "--help"], ["list", "-h"], ["help", "list"], ["list", "--bogus", "-h"],
      ["list", "--owner", "--help"], ["--store", "show", "list", "--help"], ["show", "--help"],
    ]
    let verbs = try asked.map { words -> String in
      guard case .help(let verb) = try SampleParser.parser.parse(words) else { return "none" }
      return verb?.name ?? "all"
    }
    #expect(
      verbs == [
        "all", "all", "all", "all", "all", "all", "list", "list", "list", "list", "list", "list",
        "show",
      ])
  }

  @Test("The version is asked for before a verb")
  func version() throws {
    guard case .version = try SampleParser.parser.parse(["--version"]) else {
      Issue.record("--version was not understood.")
      return
    }
    #expect(SampleParser.error(["list", "--version"])?.message == "list has no option --version.")
  }

  @Test("Whether JSON is wanted is known even when nothing else is understood")
  func wantsJSON() {
    #expect(ArgumentParser.isGiven("json", in: ["lsit", "--json", "--x"]))
    #expect(!ArgumentParser.isGiven("json", in: ["list", "--", "--json"]))
    #expect(!ArgumentParser.isGiven("json", in: ["list"]))
  }

  @Test("The words of the process are taken as they are, and must be UTF-8")
  func processWords() throws {
    let good: [CChar] = Array("e\u{301}".utf8CString)
    let bad: [CChar] = [0x61, CChar(bitPattern: 0xFF), 0]
    try good.withUnsafeBufferPointer { good in
      try bad.withUnsafeBufferPointer { bad in
        let goodWord = try #require(good.baseAddress)
        let badWord = try #require(bad.baseAddress)
        let words = try ProcessArguments.decoded([goodWord], tool: "drafts")
        #expect(words.map { Array($0.utf8) } == [[0x65, 0xCC, 0x81]])
        #expect(throws: UsageError(.notUTF8(position: 2), tool: "drafts")) {
          try ProcessArguments.decoded([goodWord, badWord], tool: "drafts")
        }
      }
    }
  }
}
