import DraftsCommand
import FormDrafts
import Testing

@Suite("drafts schema")
struct SchemaTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  @Test("The JSON has exactly these members, in this order; a store is not needed")
  func shape() async throws {
    let streams = TestStreams()
    let code = await DraftsCommand.run(
      ["schema", shop.file("signup.json"), "--json"], io: streams.io)
    #expect(code == 0)
    let digest = /f1:[0-9a-f]{64}/
    #expect(
      streams.output.text.replacing(digest, with: "DIGEST") == """
        {"form":"signup","version":null,"fingerprint":"DIGEST","fields":[\
        {"path":"/email","type":"text","many":false,"secret":false,"options":null,\
        "step":"account"},\
        {"path":"/password","type":"text","many":false,"secret":true,"options":null,\
        "step":"account"},\
        {"path":"/name","type":"text","many":false,"secret":false,"options":null,"step":"about"},\
        {"path":"/country","type":"choice","many":false,"secret":false,\
        "options":["no","ch"],"step":"about"},\
        {"path":"/news","type":"boolean","many":false,"secret":false,"options":null,\
        "step":"about"}],\
        "steps":[{"id":"account","skippable":false},{"id":"about","skippable":false}]}

        """)
  }

  @Test("For people: form, fingerprint, steps, and a table of fields")
  func people() async throws {
    let outcome = await shop.run("schema", shop.file("signup.json"))
    #expect(outcome.code == 0)
    let lines = outcome.out.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0] == "Form         signup")
    #expect(lines[1].hasPrefix("Fingerprint  f1:"))
    #expect(lines[2] == "Steps        account, about")
    #expect(
      lines.dropFirst(3).joined(separator: "\n") == """

        PATH       TYPE     KEPT        CHOICES  STEP
        /email     text     yes                  account
        /password  text     no, secret           account
        /name      text     yes                  about
        /country   choice   yes               2  about
        /news      boolean  yes                  about

        """)
  }

  @Test("From standard input, with another id")
  func standardInput() async throws {
    let outcome = await shop.run(
      "schema", "-", "--form", "join", "--json", input: Fixtures.signup)
    #expect(try outcome.json()["form"] == "join")
  }

  @Test("A UI schema makes a secret; --format forces")
  func uiSchema() async throws {
    let schema = try shop.write(
      "schema.json",
      """
      {"$schema":"http://json-schema.org/draft-07/schema#","title":"Card","type":"object",
       "properties":{"word":{"type":"string"},"key":{"type":"string","writeOnly":true},
       "note":{"type":"string"}}}
      """)
    let ui = try shop.write("ui.json", #"{"word":{"ui:widget":"password"}}"#)
    let plain = try await shop.run("schema", schema, "--json").json()
    let styled = try await shop.run(
      "schema", schema, "--ui-schema", ui, "--format", "json-schema", "--json"
    ).json()
    func secrets(_ value: DraftValue) -> [DraftValue?]? {
      value["fields"]?.items.filter { $0["secret"] == true }.map { $0["path"] }
    }
    #expect(secrets(plain) == ["/key"])
    #expect(secrets(styled) == ["/word", "/key"])
    #expect(await shop.run("schema", "-", "--ui-schema", "-").code == 64)
    let wrong = await shop.run("schema", schema, "--format", "json-shema")
    #expect(wrong.code == 64)
    #expect(wrong.err.contains("Did you mean json-schema?"))
  }
}
