import FormDrafts
import Testing

@Suite("drafts restore")
struct RestoreTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  @Test("The JSON has exactly these members, in this order")
  func shape() async throws {
    let id = try await shop.save(
      "--owner", "ana", "--touched", "name", "--touched", "email", "--dirty", "name", "--step",
      "about", "--skipped", "account")
    let outcome = await shop.run("restore", id, "--json")
    #expect(outcome.code == 0)
    #expect(outcome.err == "")
    #expect(
      outcome.shape == """
        {"outcome":"restored","draft":"ID","revision":1,"savedAt":"TIME","form":"signup",\
        "owner":"ana","record":null,"version":null,"inDoubt":null,"others":[],\
        "snapshot":{"values":\(Fixtures.kept),"touched":["/email","/name"],"dirty":["/name"],\
        "step":"about","skippedSteps":["account"],"focus":null},\
        "report":{"fields":[\
        {"path":"/email","outcome":"kept","from":null,"why":null,"was":"text","is":"text",\
        "needsDecision":false},\
        {"path":"/name","outcome":"kept","from":null,"why":null,"was":"text","is":"text",\
        "needsDecision":false},\
        {"path":"/country","outcome":"kept","from":null,"why":null,"was":"choice","is":"choice",\
        "needsDecision":false},\
        {"path":"/news","outcome":"kept","from":null,"why":null,"was":"boolean","is":"boolean",\
        "needsDecision":false},\
        {"path":"/password","outcome":"withheld","from":null,"why":"It is a secret.",\
        "was":null,"is":null,"needsDecision":false}],\
        "steps":{"account":{"missing":[],"newlyRequired":[],"reentry":["/password"]}},\
        "mismatches":[],"reentry":["/password"],"step":null,"droppedSteps":[]}}

        """)
  }

  @Test("No draft of a key: outcome none on standard output, exit code 2")
  func none() async {
    let outcome = await shop.run("restore", "--form", "signup", "--owner", "ana", "--json")
    #expect(outcome.code == 2)
    #expect(outcome.err == "")
    #expect(
      outcome.out == """
        {"outcome":"none","draft":null,"revision":null,"savedAt":null,"form":"signup",\
        "owner":"ana","record":null,"version":null,"inDoubt":null,"others":[],"snapshot":null,\
        "report":{"fields":[],"steps":{},"mismatches":[],"reentry":[],"step":null,\
        "droppedSteps":[]}}

        """)
    for words in [[], ["--values-only"], ["--values-only", "--json"]] {
      let plain = await shop.run(words: ["restore", "--form", "signup"] + words)
      #expect(plain.code == 2)
      #expect(plain.out == "")
      #expect(plain.err.contains("There is no such draft."))
      #expect(plain.err.contains("There is no store at"))
    }
  }

  @Test("No draft of an id: an error, exit code 2")
  func noID() async throws {
    _ = try await shop.save()
    let id = "3f2a0000-0000-4000-8000-000000000000"
    for verb in ["restore", "show", "export"] {
      let outcome = await shop.run(verb, id, "--json")
      #expect(outcome.code == 2)
      #expect(outcome.out == "")
      #expect(
        outcome.err == """
          {"error":{"code":"notFound","message":"There is no draft \(id).",\
          "hint":"drafts list shows the drafts.","path":null}}

          """)
    }
  }

  @Test("By key the last saved is taken, and the others are named")
  func byKey() async throws {
    let first = try await shop.save("--owner", "ana", values: #"{"name":"One"}"#)
    let second = try await shop.save("--owner", "ana", values: #"{"name":"Two"}"#)
    _ = try await shop.save(values: #"{"name":"Nobody’s"}"#)
    _ = try await shop.save("--owner", "ana", "--record", "r", values: #"{"name":"Record"}"#)
    let key = ["restore", "--form", "signup", "--owner", "ana"]
    let json = try await shop.run(words: key + ["--json"]).json()
    #expect(json["draft"] == .text(second))
    #expect(json["others"] == .list([.text(first)]))
    let plain = await shop.run(words: key)
    #expect(plain.err.contains("Another draft of the same key: \(first.prefix(8)), saved "))
    let values = await shop.run("restore", "--form", "signup", "--values-only")
    #expect(values.out == "{\"name\":\"Nobody’s\"}\n")
    let record = await shop.run(words: key + ["--record", "r", "--values-only"])
    #expect(record.out == "{\"name\":\"Record\"}\n")
  }

  @Test("For people: heading, values, and what is to be entered again")
  func people() async throws {
    let id = try await shop.save("--owner", "ana", "--title", "Ana’s", "--step", "about")
    let outcome = await shop.run("restore", id)
    #expect(
      outcome.err == """
        Read under the definition it was saved with; --schema FILE compares another.

        """)
    #expect(
      outcome.shape == """
        Draft     ID
        Title     Ana’s
        Form      signup
        Owner     ana
        Record    (new)
        Revision  1, saved CLOCK
        Answered  4 of 4, 30 B
        Step      about

          /email    "ana@example.org"
          /name     "Ana"
          /country  "ch"
          /news     true
        To be entered again: /password

        """)
    let against = await shop.run("restore", id, "--schema", shop.file("signup.json"))
    #expect(against.err == "")
    #expect(against.out == outcome.out)
  }

  @Test("Under the same form, and under one with additions, a draft is restored")
  func fits() async throws {
    let id = try await shop.save()
    for definition in [Fixtures.signup, Fixtures.additions] {
      let file = try shop.write("now.json", definition)
      let outcome = await shop.run("restore", id, "--schema", file, "--json")
      #expect(outcome.code == 0)
      #expect(try outcome.json()["outcome"] == "restored")
    }
    let added = try await shop.run("restore", id, "--schema", shop.file("now.json"), "--json")
      .json()["report"]?["fields"]?.items.first { $0["path"] == "/nick" }
    #expect(added?["outcome"] == "added")
  }

  @Test("Under another form it is a mismatch with the list of what differs, exit code 2")
  func mismatch() async throws {
    let id = try await shop.save("--step", "about")
    let file = try shop.write("now.json", Fixtures.other)
    let outcome = await shop.run("restore", id, "--schema", file, "--json")
    #expect(outcome.code == 2)
    #expect(outcome.err == "")
    let json = try outcome.json()
    #expect(json["outcome"] == "mismatch")
    let mismatches = json["report"]?["mismatches"]?.items ?? []
    #expect(
      Set(mismatches) == [
        [
          "path": "/news", "description": "The type was boolean and is text.", "kind": "orphaned",
        ],
        [
          "path": "/country", "description": "The form has no such field any more.",
          "kind": "orphaned",
        ],
        [
          "path": .null, "description": "The step “about” is gone; going on with “account”.",
          "kind": "stepGone",
        ],
      ])
    #expect(mismatches.count == 3)
    let values = await shop.run("restore", id, "--schema", file, "--values-only")
    #expect(values.code == 2)
    #expect(values.out == #"{"email":"ana@example.org","name":"Ana"}"# + "\n")
    #expect(values.err.contains("/country: The form has no such field any more."))
    let plain = await shop.run("restore", id, "--schema", file)
    #expect(plain.code == 2)
    #expect(
      plain.out.contains("Needs a decision: /country: The form has no such field any more.\n"))
  }

  @Test(
    "Options that exclude each other",
    arguments: [
      [], ["3f2a", "--owner", "x"], ["3f2a", "--nobody"],
      ["3f2a", "--record", "x"], ["3f2a", "--new"], ["--form", "x", "--owner", "a", "--nobody"],
      ["--form", "x", "--record", "a", "--new"], ["--owner", "a"],
    ])
  func usage(words: [String]) async {
    let outcome = await shop.run(words: ["restore"] + words)
    #expect(outcome.code == 64)
    #expect(outcome.out == "")
  }
}
