import FormDrafts
import Testing

/// Field report 83, and DESIGN's list of ways to be a secret, through the command.
@Suite("Secrets through the command")
struct SecretTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  private static let marker = "Kestrel-Zq9-secret"

  /// A JSON Schema, extra words, and the answers; the marker stands where a secret does.
  static let ways: [(String, [String])] = [
    (#"{"password":"M","note":"n"}"#, []),
    (#"{"deep":{"list":[{"newPassword":"M"}]},"note":"n"}"#, []),
    (#"{"card_number":"M","note":"n"}"#, []),
    (#"{"accessToken":"M","note":"n"}"#, []),
    (#"{"pin":"M","note":"n"}"#, []),
    (#"{"hidden":"M","note":"n"}"#, []),  // writeOnly
    (#"{"entered":"M","note":"n"}"#, ["--ui-schema", "ui.json"]),
    (#"{"formatted":"M","note":"n"}"#, []),  // format: password
    (#"{"free":"M","note":"n"}"#, ["--secret", "free"]),
    (#"{"list":[{"free":"M"},{"free":"M"}],"note":"n"}"#, ["--secret", "/list/~*/free"]),
    (#"{"password":"M","confirm":"M","note":"n"}"#, []),  // equal to a withheld one
    (#"{"password":"M","list":["a","M"],"note":"n"}"#, []),
  ]

  private func prepare() throws {
    try shop.write(
      "form.json",
      """
      {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"card","type":"object",
       "properties":{"note":{"type":"string"},"entered":{"type":"string"},
       "hidden":{"type":"string","writeOnly":true},
       "formatted":{"type":"string","format":"password"}}}
      """)
    try shop.write("ui.json", #"{"entered":{"ui:widget":"password"}}"#)
  }

  private func findMarker(_ outcome: Outcome) -> Bool {
    outcome.out.contains(Self.marker) || outcome.err.contains(Self.marker)
  }

  @Test("Each way is withheld from the store and from whatever is printed", arguments: ways)
  func withheld(answers: String, words: [String]) async throws {
    try prepare()
    let values = answers.replacing("\"M\"", with: "\"\(Self.marker)\"")
    try shop.write("base.json", values)
    let words = words.map { $0 == "ui.json" ? shop.file("ui.json") : $0 }
    let saved = await shop.run(
      words: [
        "save", "--schema", shop.file("form.json"), "--values", "-", "--title",
        "about \(Self.marker)", "--baseline", "v1", "--baseline-values", shop.file("base.json"),
        "--json",
      ] + words, input: Array(values.utf8))
    #expect(saved.code == 0)
    let receipt = try saved.json()
    #expect(receipt["withheld"]?.items.isEmpty == false)
    let id = try #require(receipt.text("draft"))
    for words in [
      ["list", "--json"], ["show", id, "--values"], ["restore", id, "--json"], ["export", id],
    ] {
      let outcome = await shop.run(words: words)
      #expect(outcome.code == 0)
      #expect(!findMarker(outcome), "\(words)")
    }
    let shown = await shop.run("restore", id, "--values-only")
    #expect(shown.out.contains(#""note":"n""#))
    let leak = try shop.shell("grep -r -a -l \(Self.marker) store")
    #expect(leak.out == "")
    #expect(leak.code == 1)
  }

  @Test("The control: a value that is no secret is found in the store")
  func control() async throws {
    try prepare()
    _ = await shop.run(
      "save", "--schema", shop.file("form.json"), "--values", "-",
      input: #"{"free":"\#(Self.marker)"}"#)
    #expect(try shop.shell("grep -r -a -l \(Self.marker) store").code == 0)
  }

  @Test("--not-secret keeps what its name makes a secret")
  func notSecret() async throws {
    let id = try await shop.save(
      "--not-secret", "password", "--not-secret", "/deep/pin",
      values: #"{"password":"kept-one","deep":{"pin":"1234","otp":"5678"}}"#)
    let values = await shop.run("restore", id, "--values-only")
    #expect(values.out == "{\"password\":\"kept-one\",\"deep\":{\"pin\":\"1234\"}}\n")
  }

  @Test("What was said of a path holds for the draft until something else is said")
  func sticky() async throws {
    let id = try await shop.save(
      "--secret", "note", "--not-secret", "password", values: #"{"note":"one","password":"two"}"#)
    let values = #"{"note":"three","password":"four"}"#
    for words in [[], ["--schema", shop.file("signup.json")]] {
      let again = await shop.run(
        words: ["save", "--draft", id, "--values", "-", "--json"] + words,
        input: Array(values.utf8))
      #expect(try again.json()["withheld"] == ["/note"])
      let stored = await shop.run("restore", id, "--values-only").out
      #expect(stored == "{\"password\":\"four\"}\n")
    }
    let turned = await shop.run(
      "save", "--draft", id, "--values", "-", "--json", "--not-secret", "note", "--secret",
      "password", input: values)
    #expect(try turned.json()["withheld"] == ["/password"])
    #expect(await shop.run("restore", id, "--values-only").out == "{\"note\":\"three\"}\n")
  }

  @Test("An import takes secrets out like a save, and says so")
  func imported() async throws {
    _ = try await shop.save(values: #"{"email":"a@example.org"}"#)
    let line = await shop.run("export").out.replacing(
      #""email":"a@example.org""#, with: #""email":"a@example.org","cvv":"\#(Self.marker)""#)
    let store = shop.file("second")
    let plain = await shop.run("import", "-", "--store", store, input: line)
    #expect(plain.code == 0)
    #expect(plain.err.hasPrefix("Not stored, a secret: /cvv of "))
    let json = await shop.run("import", "-", "--store", shop.file("third"), "--json", input: line)
    let withheld = try json.json()["withheld"]?.items
    #expect(withheld?.first?.names == ["draft", "paths"])
    #expect(withheld?.first?["paths"] == ["/cvv"])
    #expect(try shop.shell("grep -r -a -l \(Self.marker) second third").code == 1)
  }
}
