import DraftsCommand
import FormDrafts
import Testing

@Suite("drafts purge --secrets-of")
struct SecretsOfTests {
  private let shop: Workshop
  private static let iban = "NO93 8601 1117 947"
  /// The sign-up form, in which the name is a secret.
  private static let stricter = Fixtures.signup.replacing(
    #""key": "name", "type": "text""#, with: #""key": "name", "type": "password""#)

  init() throws {
    shop = try Workshop()
    try shop.write("stricter.json", Self.stricter)
  }

  private func save(_ words: String...) async throws -> String {
    let outcome = await shop.run(
      words: ["save", "--schema", shop.file("signup.json"), "--values", "-", "--json"] + words,
      input: Array(#"{"name":"\#(Self.iban)","country":"no"}"#.utf8))
    return try #require(try outcome.json().text("draft"))
  }

  private func purge(_ words: String...) async -> Outcome {
    await shop.run(words: ["purge", "--secrets-of", shop.file("stricter.json")] + words)
  }

  @Test("The answers go, the drafts stay; a dry run says the same and changes no file")
  func answers() async throws {
    let id = try await save("--owner", "ana", "--title", "For \(Self.iban)")
    let other = try await save("--owner", "ana", "--form", "other")
    _ = try await save("--owner", "bob")
    let before = shop.contents()
    let dry = await purge("--owner", "ana", "--dry-run", "--json")
    #expect(dry.code == 0)
    #expect(
      dry.out == """
        {"drafts":1,"fields":1,"savePoints":0,"files":0,"bytes":20,"erasure":"complete",\
        "reason":null}

        """)
    #expect(
      await purge("--owner", "ana", "--dry-run").out
        == "Would remove 1 field, 20 B from 1 draft.\n")
    #expect(shop.contents() == before)
    #expect(await purge("--owner", "ana", "--yes", "--json").out == dry.out)
    let left = await shop.run("restore", id, "--json")
    #expect(try left.json()["snapshot"]?["values"] == ["country": "no"])
    #expect(try left.json()["revision"] == 2)
    #expect(try await shop.run("list", "--json").json().items.allSatisfy { $0["title"] == .null })
    #expect(await shop.run("restore", other, "--values-only").out.contains(Self.iban))

    #expect(await purge("--everyone", "--yes").out == "Removed 1 field, 20 B from 1 draft.\n")
    #expect(await purge("--everyone", "--yes").out == "Removed 0 fields, 0 B from 0 drafts.\n")
    let holding = try shop.shell("grep -r -a -l '\(Self.iban)' store").out
    #expect(holding.split(separator: "\n").count == 1)
    #expect(await purge("--everyone", "--form", "other", "--yes").code == 0)
    #expect(try shop.shell("grep -r -a -l '\(Self.iban)' store").code == 1)
    #expect(try await shop.run("list", "--json").json().items.count == 3)
  }

  @Test("A UI schema and a format count; what a save kept with --not-secret goes")
  func definition() async throws {
    try shop.write(
      "form.json",
      """
      {"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",
       "properties":{"code":{"type":"string"},"otp":{"type":"string"}}}
      """)
    try shop.write("ui.json", #"{"code":{"ui:widget":"password"}}"#)
    let saved = await shop.run(
      "save", "--schema", shop.file("form.json"), "--form", "f", "--values", "-",
      "--not-secret", "otp", "--json", input: #"{"code":"1","otp":"2","note":"3"}"#)
    let id = try #require(try saved.json().text("draft"))
    let done = await shop.run(
      "purge", "--nobody", "--form", "f", "--secrets-of", shop.file("form.json"), "--ui-schema",
      shop.file("ui.json"), "--format", "json-schema", "--yes", "--json")
    #expect(try done.json()["fields"] == 2)
    #expect(await shop.run("restore", id, "--values-only").out == "{\"note\":\"3\"}\n")
  }

  @Test(
    "What narrows by draft does not go with it, and a definition's details need it",
    arguments: [
      ["--secrets-of", "F", "--record", "r"], ["--secrets-of", "F", "--new"],
      ["--secrets-of", "F", "--older-than", "1d"], ["--secrets-of", "F", "--expired"],
      ["--ui-schema", "F"], ["--format", "formhaus"], ["--secrets-of"],
      ["--secrets-of", "F", "--format", "nonsense"],
      ["--secrets-of", "-", "--ui-schema", "-"],
    ])
  func usage(words: [String]) async throws {
    _ = try await save()
    let words = words.map { $0 == "F" ? shop.file("stricter.json") : $0 }
    let outcome = await shop.run(words: ["purge", "--everyone", "--yes"] + words)
    #expect(outcome.code == 64)
    #expect(outcome.out == "")
    #expect(await shop.run(words: ["purge", "--yes", "--secrets-of", "x"]).code == 64)
    #expect(try await shop.run("list", "--json").json().items.first?["answered"] == 2)
  }

  @Test("A definition that cannot be read changes nothing")
  func unreadable() async throws {
    _ = try await save()
    try shop.write("broken.json", "{")
    let before = shop.contents()
    for file in ["broken.json", "missing.json"] {
      let outcome = await shop.run("purge", "--everyone", "--yes", "--secrets-of", shop.file(file))
      #expect(outcome.code != 0)
      #expect(outcome.out == "")
    }
    #expect(shop.contents() == before)
  }

  @Test("On a terminal it asks, and names no answer")
  func asked() async throws {
    _ = try await save("--owner", "ana")
    let words = ["purge", "--owner", "ana", "--secrets-of", shop.file("stricter.json")]
    let no = await shop.run(words: words, input: Array("n\n".utf8), isTTY: true)
    #expect(no.code == 1)
    #expect(
      no.err == """
        Remove 1 field, 20 B from 1 draft of “ana” for good? [y/N] drafts: Nothing was changed.

        """)
    #expect(await shop.run(words: words).code == 64)
    let yes = await shop.run(words: words, input: Array("y\n".utf8), isTTY: true)
    #expect(yes.out == "Removed 1 field, 20 B from 1 draft.\n")
  }
}
