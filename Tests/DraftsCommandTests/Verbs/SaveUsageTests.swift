import DraftsCommand
import FormDrafts
import Testing

@Suite("drafts save: command lines that contradict themselves")
struct SaveUsageTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  static let contradictions: [([String], String)] = [
    (["--values", "-"], "A new draft needs the form's definition."),
    (["--schema", "S"], "--values FILE is missing."),
    (
      ["--schema", "S", "--values", "-", "--owner", "a", "--nobody"],
      "--owner and --nobody exclude each other."
    ),
    (
      ["--schema", "S", "--values", "-", "--record", "a", "--new"],
      "--record and --new exclude each other."
    ),
    (["--schema", "S", "--values", "-", "--based-on", "1"], "--based-on needs --draft."),
    (
      ["--schema", "S", "--values", "-", "--draft", "3f2a", "--based-on", "x"],
      "--based-on is a whole number, not “x”."
    ),
    (
      ["--schema", "S", "--values", "-", "--draft", "3f2"],
      "“3f2” is too short for a draft's id."
    ),
    (
      ["--schema", "S", "--values", "-", "--baseline-values", "S"],
      "--baseline-values needs --baseline."
    ),
    (
      ["--schema", "S", "--values", "-", "--baseline", "1", "--baseline-values", "-"],
      "Standard input can be read only once."
    ),
    (["--schema", "-", "--values", "-"], "Standard input can be read only once."),
    (["--ui-schema", "S", "--values", "-"], "--ui-schema needs --schema."),
    (["--schema", "S", "--format", "xml", "--values", "-"], "“xml” is not a format."),
    (
      ["--schema", "S", "--values", "-", "--secret", "email", "--not-secret", "/email"],
      "/email is given as a secret and as none."
    ),
    (["--schema", "S", "--values", "-", "--touched", "/a~2"], "“/a~2” is not a field path."),
    (["--schema", "S", "--values", "-", "--values", "-"], "--values is given twice."),
    (["--schema", "S", "--values", "-", "extra"], "“extra” is one argument too many."),
    (["--schema", "S", "--values", "-", "--tuched", "a"], "save has no option --tuched."),
  ]

  @Test("Each exits with 64, says what is wrong, and makes no store", arguments: contradictions)
  func contradiction(words: [String], message: String) async throws {
    let given = ["save"] + words.map { $0 == "S" ? shop.file("signup.json") : $0 }
    let outcome = await shop.run(words: given, input: Array("{}".utf8))
    #expect(outcome.code == 64)
    #expect(outcome.out == "")
    #expect(outcome.err.hasPrefix("drafts: \(message) "))
    #expect(outcome.err.split(separator: "\n").count == 1)
    #expect(shop.contents().isEmpty)

    let json = await shop.run(words: given + ["--json"], input: Array("{}".utf8))
    #expect(json.code == 64)
    #expect(json.out == "")
    let error = try DraftValue(json: Array(json.err.dropLast().utf8))["error"]
    #expect(error?.text("message") == message)
    #expect(error?.names == ["code", "message", "hint", "path"])
  }

  @Test("Without a store the hint says how to name one")
  func noStore() async {
    let streams = TestStreams()
    let code = await DraftsCommand.run(["list"], io: streams.io)
    #expect(code == 64)
    #expect(
      streams.error.text == """
        drafts: No store is named. Give --store DIR, or set DRAFTS_STORE.

        """)
  }

  @Test("--store goes before DRAFTS_STORE")
  func storeOption() async throws {
    let outcome = await shop.run(
      "save", "--store", shop.file("second"), "--schema", shop.file("signup.json"), "--values",
      "-", input: "{}")
    #expect(outcome.code == 0)
    #expect(shop.contents().isEmpty)
    #expect(!shop.contents(of: shop.file("second")).isEmpty)
  }
}
