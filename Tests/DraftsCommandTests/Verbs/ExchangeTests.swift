import DraftsCommand
import FormDrafts
import Foundation
import Testing

@Suite("drafts export and drafts import")
struct ExchangeTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  private var second: String { shop.file("second") }

  /// Several owners, keys, drafts of one key, marks, a baseline, odd names.
  private func fill() async throws {
    try shop.write("base.json", #"{"name":"Old","gone":1}"#)
    _ = try await shop.save("--owner", "ana", "--touched", "name", "--step", "about")
    _ = try await shop.save("--owner", "ana", values: #"{"name":null,"":[],"x/y":{}}"#)
    _ = try await shop.save(
      "--owner", "bob", "--record", "r", "--baseline", "v1", "--baseline-values",
      shop.file("base.json"), "--title", "T\u{1B}")
    _ = try await shop.save()
    let first = try await shop.save(values: "{}")
    _ = await shop.run(
      "save", "--draft", first, "--values", "-", input: #"{"n":9007199254740993}"#)
  }

  @Test("Export, import into an empty store, export again: the same bytes, the same list")
  func roundTrip() async throws {
    try await fill()
    let lines = await shop.run("export")
    #expect(lines.code == 0)
    #expect(lines.err == "")
    #expect(lines.out.split(separator: "\n").count == 5)
    let added = await shop.run("import", "-", "--store", second, input: lines.out)
    #expect(added.code == 0)
    #expect(added.out == "Added 5 drafts, 0 unchanged.\n")
    #expect(await shop.run("export", "--store", second).out == lines.out)
    let list = await shop.run("list", "--json")
    #expect(await shop.run("list", "--json", "--store", second).out == list.out)
  }

  @Test("The line has these members, in this order")
  func line() async throws {
    let id = try await shop.save("--owner", "ana")
    let line = try DraftValue(json: Array(await shop.run("export", id).out.dropLast().utf8))
    #expect(
      line.names == [
        "formdrafts", "draft", "owner", "form", "record", "revision", "createdAt", "savedAt",
        "title", "baseline", "schema", "snapshot", "orphans",
      ])
    #expect(line["schema"]?["form"] == "signup")
  }

  @Test("An import can be repeated; --dry-run says the same and changes nothing")
  func idempotent() async throws {
    try await fill()
    let lines = await shop.run("export").out
    let dry = await shop.run(
      "import", "-", "--store", second, "--dry-run", "--json", input: lines)
    #expect(dry.code == 0)
    #expect(!FileManager.default.fileExists(atPath: second))
    let added = await shop.run("import", "-", "--store", second, "--json", input: lines)
    #expect(added.out == dry.out)
    #expect(try added.json().names == ["added", "unchanged", "withheld"])
    #expect(try added.json()["added"]?.items.count == 5)
    let again = await shop.run("import", "-", "--store", second, "--json", input: lines)
    #expect(again.code == 0)
    #expect(try again.json()["added"] == [])
    #expect(try again.json()["unchanged"] == added.json()["added"])
    #expect(await shop.run("export", "--store", second).out == lines)
  }

  @Test("Only what is chosen is exported")
  func filters() async throws {
    try await fill()
    func count(_ words: String...) async -> Int {
      await shop.run(words: ["export"] + words).out.split(separator: "\n").count
    }
    #expect(await count("--owner", "ana") == 2)
    #expect(await count("--nobody") == 2)
    #expect(await count("--record", "r") == 1)
    #expect(await count("--new") == 4)
    #expect(await count("--form", "signup") == 5)
    let none = await shop.run("export", "--form", "other")
    #expect(none.code == 0)
    #expect(none.out == "")
    #expect(none.err == "No draft matches.\n")
    for words in [
      ["3f2a", "--owner", "a"], ["3f2a", "--nobody"], ["3f2a", "--form", "f"], ["3f2a", "--new"],
      ["3f2a", "--record", "r"], ["--owner", "a", "--nobody"], ["--output", ""],
    ] {
      #expect(await shop.run(words: ["export"] + words).code == 64, "\(words)")
    }
  }

  /// Field report 161.
  @Test(
    "A broken line: nothing is imported, whatever comes before and after",
    arguments: [
      "{", "[]", "{}", "x", #"{"formdrafts":2}"#, "{\"formdrafts\":1,\"draft\":\"x\"}", "\u{FEFF}",
    ])
  func broken(line: String) async throws {
    try await fill()
    var lines = await shop.run("export").out.split(separator: "\n").map(String.init)
    lines[1] = line
    let file = try shop.write("lines.jsonl", lines.joined(separator: "\n") + "\n")
    for words in [["import", file], ["import", file, "--dry-run"]] {
      let outcome = await shop.run(words: words + ["--store", second])
      #expect(outcome.code == 65)
      #expect(outcome.out == "")
      #expect(outcome.err.contains("Line 2: "))
      #expect(!FileManager.default.fileExists(atPath: second))
    }
  }

  @Test("A draft in another state, or ended here, stops the import; nothing is changed")
  func conflict() async throws {
    try await fill()
    let lines = await shop.run("export").out
    _ = await shop.run("import", "-", "--store", second, input: lines)
    let ids = try await shop.run("list", "--owner", "ana", "--json").json().items.compactMap {
      $0.text("draft")
    }
    _ = await shop.run("discard", ids[0], "--yes", "--store", second)
    let gone = await shop.run("import", "-", "--store", second, "--json", input: lines)
    #expect(gone.code == 2)
    #expect(gone.out == "")
    #expect(gone.err.contains(#""code":"gone""#))
    _ = await shop.run("save", "--draft", ids[1], "--values", "-", input: "{}")
    let before = await shop.run("export").out
    let conflict = await shop.run("import", "-", input: lines)
    #expect(conflict.code == 2)
    #expect(conflict.err.contains("in another state"))
    #expect(await shop.run("export").out == before)
  }

  @Test("A line with a wrong path or no JSON is bad data, named by its one line; code 65")
  func badLines() async throws {
    let id = try await shop.save("--touched", "name")
    let line = await shop.run("export", id).out
    let mark = #""touched":["/name"]"#
    try #require(line.contains(mark))
    let path = await shop.run(
      "import", "-", "--store", second,
      input: line + line.replacing(mark, with: #""touched":["x~2y"]"#))
    #expect(path.code == 65)
    #expect(path.err.hasPrefix("drafts: Line 2: “x~2y” is not a field path."))
    let text = await shop.run("import", "-", "--store", second, input: line + "{]")
    #expect(text.code == 65)
    #expect(text.err.hasPrefix("drafts: Line 2: A member name in quotes is missing (column 2)."))
    #expect(!FileManager.default.fileExists(atPath: second))
  }

  @Test("Nothing to import is no failure; lines may end with CR LF")
  func edges() async throws {
    for text in ["", "\n\n", " \r\n"] {
      let outcome = await shop.run("import", "-", input: text)
      #expect(outcome.code == 0)
      #expect(outcome.out == "Added 0 drafts, 0 unchanged.\n")
    }
    #expect(shop.contents().isEmpty)
    try await fill()
    let lines = await shop.run("export").out
    let outcome = await shop.run(
      "import", "-", "--store", second, input: lines.replacing("\n", with: "\r\n"))
    #expect(outcome.code == 0)
    #expect(await shop.run("export", "--store", second).out == lines)
    let twice = await shop.run("import", "-", "--store", second, input: lines + lines)
    #expect(twice.out == "Added 0 drafts, 5 unchanged.\n")
  }

  @Test("--output makes the file when it is complete; an old one is replaced")
  func output() async throws {
    try await fill()
    let file = try shop.write("out.jsonl", "old")
    let outcome = await shop.run("export", "--output", file)
    #expect(outcome.code == 0)
    #expect(outcome.out == "")
    #expect(outcome.err == "5 drafts written to “\(file.truncated(toCells: 80))”.\n")
    let printed = await shop.run("export").out
    #expect(try String(contentsOfFile: file, encoding: .utf8) == printed)
    let json = await shop.run("export", "--output", file, "--json")
    #expect(json.out == "" && json.err == "")
    #expect(try FileManager.default.contentsOfDirectory(atPath: shop.path).count == 5)
  }

  @Test("Where it cannot be written: exit code 73, and nothing is left")
  func noOutput() async throws {
    try await fill()
    for file in [shop.path, shop.file("nosuch/out.jsonl"), "/dev/null"] {
      let outcome = await shop.run("export", "--output", file)
      #expect(outcome.code == 73)
      #expect(outcome.out == "")
    }
    try FileManager.default.createSymbolicLink(
      atPath: shop.file("link"), withDestinationPath: shop.file("answers.json"))
    #expect(await shop.run("export", "--output", shop.file("link")).code == 73)
    let left = try FileManager.default.contentsOfDirectory(atPath: shop.path)
    #expect(!left.contains { $0.hasSuffix(".part") })
    #expect(
      try String(contentsOfFile: shop.file("answers.json"), encoding: .utf8) == Fixtures.answers)
  }
}
