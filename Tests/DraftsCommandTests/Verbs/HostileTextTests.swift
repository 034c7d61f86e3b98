import DraftsCommand
import FormDrafts
import Testing

/// Field reports 157 and 159 through the command.
@Suite("Hostile text through the command")
struct HostileTextTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  private static let texts = HostileText.steering + HostileText.titles

  @Test("Neither tables nor JSON nor errors drive the terminal", arguments: texts)
  func harmless(text: String) async throws {
    // What is longer than a name may be is refused, in words that are harmless as well.
    let name = text.utf8.count > 1_024 ? "\(text.prefix(100))" : text
    let id = try await shop.save(
      "--owner", "o" + name, "--record", name, "--title", name, "--step", name, "--skipped", name,
      "--baseline", name, "--form", "f" + name, "--touched", "p" + name,
      values: DraftValue.object([name: .text(text), "list": [.text(text)]]).json)
    for words in [
      ["list"], ["show", id], ["show", id, "--values"], ["restore", id],
      ["restore", id, "--values-only"], ["export", id],
      ["restore", id, "--schema", shop.file("signup.json")],
      ["compat", shop.file("signup.json"), "--form", "f" + name], ["export", id, "--shape"],
      ["audit"], ["audit", "--owner", "o" + name, "--schema", shop.file("signup.json")],
    ] {
      for words in [words, words + ["--json"]] {
        let outcome = await shop.run(words: words)
        #expect(HostileText.isHarmless(outcome.out), "\(words)")
        #expect(HostileText.isHarmless(outcome.err), "\(words)")
      }
    }
  }

  @Test("Neither do arguments that errors repeat", arguments: texts.filter { !$0.isEmpty })
  func arguments(text: String) async {
    for words in [
      [text], ["list", "--\(text)"], ["show", text], ["show", "--values", "--", text],
      ["list", text], ["help", text], ["schema", text], ["schema", "/dev/null", "--format", text],
      ["purge", "--older-than", text, "--everyone"], ["list", "--store", text + "/x"],
      ["save", "--draft", text, "--based-on", text, "--values", "-"],
      ["save", "--values", "-", "--touched", "/~" + text, "--draft", "3f2a"],
      ["export", "--output", shop.file("nosuch/") + text], ["import", text],
      ["compat", text], ["compat", text, "-", "--answers", text, "--annotate"],
      ["compat", shop.file("signup.json"), "--allow", text],
      ["compat", shop.file("signup.json"), "--form", text], ["audit", "--store", text + "/x"],
      ["audit", "--owner", text, "--form", text], ["audit", "--schema", text],
    ] {
      for words in [words, words + ["--json"]] {
        let outcome = await shop.run(words: words, input: Array("{}".utf8))
        #expect(HostileText.isHarmless(outcome.out), "\(words)")
        #expect(HostileText.isHarmless(outcome.err), "\(words)")
      }
    }
  }

  @Test("One line a draft, columns at the same cell, no line too wide", arguments: [40, 80, 120])
  func width(columns: Int) async throws {
    for (index, title) in HostileText.titles.enumerated() {
      let name = title.utf8.count > 1_024 ? "\(title.prefix(100))" : title
      _ = try await shop.save("--title", name, "--owner", "\(index)")
    }
    let outcome = await shop.run(words: ["list"], columns: columns)
    let lines = outcome.out.split(separator: "\n")
    #expect(lines.count == HostileText.titles.count + 1)
    // OWNER is a column of digits: it starts at the same cell on each line.
    let start = try #require(lines.first?.firstRange(of: "OWNER")?.lowerBound)
    let cell = CellWidth.width(of: String(lines[0][..<start]))
    for line in lines {
      #expect(CellWidth.width(of: String(line)) <= columns)
      // Before that cell stands a gap, and a character ends there.
      var width = 0
      var last: Unicode.Scalar?
      for scalar in line.unicodeScalars where width < cell {
        width += CellWidth.width(of: scalar)
        last = scalar
      }
      #expect(width == cell)
      #expect(last == " ")
    }
  }
}
