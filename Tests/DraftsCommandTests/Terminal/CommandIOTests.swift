import Testing

@testable import DraftsCommand

@Suite("What the command sees of the world")
struct CommandIOTests {
  @Test("COLUMNS goes before the terminal, the terminal before 80; nonsense counts as nothing")
  func columns() {
    #expect(CommandIO.columns(variable: "40", terminal: 120) == 40)
    #expect(CommandIO.columns(variable: nil, terminal: 120) == 120)
    #expect(CommandIO.columns(variable: nil, terminal: nil) == 80)
    for nonsense in ["", "0", "-3", "wide", "99999999999999999999", "10001"] {
      #expect(CommandIO.columns(variable: nonsense, terminal: 120) == 120)
    }
    #expect(CommandIO.columns(variable: nil, terminal: 0) == 80)
  }

  @Test("Style is for terminals that can, unless NO_COLOR is set and not empty")
  func style() {
    func styles(_ environment: [String: String], isTTY: Bool = true) -> Bool {
      TestStreams(isTTY: isTTY, environment: environment).io.usesStyle
    }
    #expect(styles(["TERM": "xterm"]))
    #expect(styles(["TERM": "xterm", "NO_COLOR": ""]))
    #expect(!styles(["TERM": "xterm", "NO_COLOR": "0"]))
    #expect(!styles(["TERM": "dumb"]))
    #expect(!styles([:]))
    #expect(!styles(["TERM": "xterm"], isTTY: false))
  }

  @Test(
    "Only y and yes are a yes",
    arguments: [
      ("y\n", true), ("yes\n", true), (" YES \r\n", true), ("n\n", false), ("\n", false),
      ("", false), ("yes please\n", false), ("yn\n", false),
    ])
  func confirm(answer: String, isYes: Bool) throws {
    let streams = TestStreams(input: answer, isTTY: true)
    #expect(try streams.io.confirm("Purge 3 drafts?") == isYes)
    #expect(streams.error.text == "Purge 3 drafts? [y/N] ")
    #expect(streams.output.bytes.isEmpty)
    #expect(streams.output.flushes == 1)
  }

  @Test("Text is written as its UTF-8 bytes, NUL and all")
  func text() throws {
    let streams = TestStreams()
    try streams.io.output.write("e\u{301}\u{0}")
    try streams.io.output.writeLine("é")
    #expect(streams.output.bytes == [0x65, 0xCC, 0x81, 0, 0xC3, 0xA9, 0x0A])
  }
}
