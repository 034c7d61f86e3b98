import FormDrafts
import Foundation
import Testing

@Suite("The executable and its streams", .serialized)
struct StandardStreamTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  @Test("It does in a process what it does in a test")
  func works() throws {
    let saved = try shop.shell(
      "drafts save --schema signup.json --owner ana --values answers.json --json")
    #expect(saved.code == 0)
    #expect(saved.err == "")
    let id = try #require(try saved.json().text("draft"))
    #expect(try shop.shell("drafts restore \(id) --values-only").out == Fixtures.kept + "\n")
    let list = try shop.shell("drafts list --json")
    #expect(try list.json().items.first?["draft"] == .text(id))
    #expect(try shop.shell("drafts discard \(id) --yes").code == 0)
    #expect(try shop.shell("drafts list --json").out == "[]\n")
  }

  @Test("No words at all: short usage on standard error, exit code 64")
  func noWords() throws {
    let outcome = try shop.shell("drafts")
    #expect(outcome.code == 64)
    #expect(outcome.out == "")
    #expect(
      outcome.err == """
        drafts: No verb is given. Usage: drafts VERB [options]; a VERB is one of save, restore, list, show, discard, \
        purge, schema, export, import, compat, history, revert, audit, doctor, repair, backup. See “drafts help”.

        """)
  }

  @Test(
    "Values through a pipe, a file, a named pipe and /dev/stdin",
    arguments: [
      "cat answers.json | drafts save --schema signup.json --values -",
      "drafts save --schema signup.json --values - < answers.json",
      "cat answers.json | drafts save --schema signup.json --values /dev/stdin",
      "mkfifo f; cat answers.json > f & drafts save --schema signup.json --values f",
      "(sleep 0.1; cat answers.json) | drafts save --schema signup.json --values -",
      "mkfifo f; (exec > f; sleep 1.3; cat answers.json) & drafts save --schema signup.json "
        + "--values f",
    ])
  func inputs(script: String) throws {
    #expect(try shop.shell(script).code == 0)
    let values = try shop.shell("drafts restore --form signup --values-only")
    #expect(values.out == Fixtures.kept + "\n")
  }

  @Test("A named pipe without a writer ends with 74 and does not hang", .timeLimit(.minutes(1)))
  func emptyPipe() throws {
    let outcome = try shop.shell("mkfifo f; drafts save --schema signup.json --values f")
    #expect(outcome.code == 74)
    #expect(outcome.err.contains("is a pipe to which nobody writes"))
    #expect(shop.contents().isEmpty)
  }

  @Test("A closed standard input is an error, no crash", arguments: ["<&-", "0<&-"])
  func closedInput(redirection: String) throws {
    let outcome = try shop.shell(
      "drafts save --schema signup.json --values - \(redirection)")
    #expect(outcome.code == 74)
    #expect(outcome.err.hasPrefix("drafts: Cannot read the standard input: "))
  }

  @Test(
    "A full device: exit code 74, said on standard error",
    arguments: [
      "list", "list --json", "show ID", "restore ID", "restore ID --json", "export",
      "export --json", "schema signup.json", "help", "--version",
    ])
  func fullOutput(words: String) throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    let id = try save()
    let outcome = try shop.shell(
      "drafts \(words.replacing("ID", with: id)) > /dev/full")
    #expect(outcome.code == 74)
    #expect(outcome.err.contains("No space left on device"))
  }

  @Test("A full standard error takes nothing away from the exit code")
  func fullError() throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    #expect(try shop.shell("drafts show 3f2a 2> /dev/full").code == 2)
    #expect(try shop.shell("drafts lits 2> /dev/full").code == 64)
  }

  @Test("A closed pipe is silent", arguments: ["list", "list --json", "export", "help save"])
  func closedPipe(words: String) throws {
    for _ in 0..<3 { _ = try save() }
    let outcome = try shop.shell(
      "{ drafts \(words); echo $? > code; } | true; cat code")
    #expect(outcome.out == "0\n")
    #expect(outcome.err == "")
  }

  @Test("Closed standard streams do no harm to the store", arguments: [">&-", "2>&-", ">&- 2>&-"])
  func closedStreams(redirection: String) throws {
    let saved = try shop.shell(
      "drafts save --schema signup.json --values answers.json \(redirection)")
    #expect(saved.code == (redirection == "2>&-" ? 0 : 74))
    let list = try shop.shell("drafts list --json")
    #expect(try list.json().items.count == 1)
    #expect(try list.json().items.first?["outcome"] == "restored")
  }

  @Test("An argument that is not UTF-8 is refused; under --json in JSON")
  func notUTF8() throws {
    let outcome = try shop.shell(#"drafts list --owner "$(printf '\377')""#)
    #expect(outcome.code == 64)
    #expect(outcome.out == "")
    #expect(
      outcome.err == """
        drafts: Argument 3 is not UTF-8 text. Names, paths and values are UTF-8.

        """)
    let json = try shop.shell(#"drafts list --json --owner "$(printf '\377')""#)
    #expect(json.code == 64)
    #expect(json.out == "")
    let error = try DraftValue(json: Array(json.err.dropLast().utf8))["error"]
    #expect(error?["code"] == "usage")
  }

  @Test("The table follows COLUMNS; away from a terminal it is 80 wide and has no colours")
  func columns() throws {
    _ = try save()
    _ = try shop.shell(
      "drafts save --schema signup.json --values answers.json --title \(String(repeating: "t", count: 300))"
    )
    for (prefix, width) in [("", 80), ("COLUMNS=60 ", 60), ("COLUMNS=120 TERM=xterm ", 120)] {
      let out = try shop.shell("\(prefix)drafts list").out
      let longest = out.split(separator: "\n").map(\.count).max()
      #expect(longest == width)
      #expect(!out.contains("\u{1B}"))
    }
  }

  private func save() throws -> String {
    let saved = try shop.shell("drafts save --schema signup.json --values answers.json --json")
    return try #require(try saved.json().text("draft"))
  }
}
