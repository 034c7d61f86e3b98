import DraftsCommand
import FormDrafts
import Testing

@Suite("drafts save")
struct SaveTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  @Test("The JSON has exactly these members, in this order")
  func shape() async throws {
    let outcome = await shop.run(
      "save", "--schema", shop.file("signup.json"), "--values", "-", "--json",
      input: #"{"email":"a@b.example","password":"secret-one","note":1}"#)
    #expect(outcome.code == 0)
    #expect(outcome.err == "")
    #expect(
      outcome.shape == """
        {"draft":"ID","revision":1,"savedAt":"TIME","durability":"survivesPowerLoss","written":2,\
        "withheld":["/password"],"undeclared":["/note"],"unsaved":[]}

        """)
  }

  @Test("For people: the result on standard output, what is worth a look on standard error")
  func people() async throws {
    let outcome = await shop.run(
      "save", "--schema", shop.file("signup.json"), "--values", "-", "--title", "my secret-one",
      input: #"{"email":"a@b.example","password":"secret-one","note":1}"#)
    #expect(outcome.code == 0)
    #expect(outcome.shape == "Draft ID, revision 1: 2 changes saved.\n")
    #expect(
      outcome.err == """
        Not stored, a secret: /password
        Not stored: the title holds a secret.
        Stored, but not declared: /note

        """)
  }

  @Test("Every option reaches the draft")
  func options() async throws {
    try shop.write("base.json", #"{"name":"Old"}"#)
    let id = try await shop.save(
      "--form", "join", "--owner", "ana", "--record", "plan/42", "--title", "Ana’s",
      "--baseline", "etag-7", "--baseline-values", shop.file("base.json"),
      "--touched", "email", "--touched", "/name", "--dirty", "name", "--step", "about",
      "--skipped", "account", "--skipped", "about")
    let outcome = await shop.run("export", id)
    let line = try DraftValue(json: Array(outcome.out.dropLast().utf8))
    #expect(line["form"] == "join")
    #expect(line["owner"] == "ana")
    #expect(line["record"] == "plan/42")
    #expect(line["title"] == "Ana’s")
    #expect(line["baseline"] == "etag-7")
    #expect(line["snapshot"]?["touched"] == ["/email", "/name"])
    #expect(line["snapshot"]?["dirty"] == ["/name"])
    #expect(line["snapshot"]?["step"] == "about")
    #expect(line["snapshot"]?["skippedSteps"] == ["account", "about"])
    #expect(line["base"]?.items.contains(["path": "/name", "value": "Old"]) == true)
  }

  @Test("Without --draft a key gets one more draft; nobody and new hold")
  func more() async throws {
    let first = try await shop.save()
    let second = try await shop.save()
    #expect(first != second)
    let list = try await shop.run("list", "--json").json().items
    #expect(list.map { $0.text("draft") } == [second, first])
    #expect(list.allSatisfy { $0["owner"] == .null && $0["record"] == .null })
  }

  @Test("An unchanged draft writes nothing and keeps its revision")
  func unchanged() async throws {
    let id = try await shop.save()
    let again = await shop.run("save", "--draft", id, "--values", "-", input: Fixtures.answers)
    #expect(again.shape == "Draft ID, revision 1: nothing had changed.\n")
    let json = await shop.run(
      "save", "--draft", id, "--values", "-", "--json", input: Fixtures.answers)
    #expect(try json.json()["written"] == 0)
  }

  @Test("What is not given stays as it is in the draft; what is given takes its place")
  func sticky() async throws {
    let id = try await shop.save(
      "--touched", "email", "--step", "about", "--skipped", "account", "--title", "One")
    _ = await shop.run(
      "save", "--draft", id, "--values", "-", "--dirty", "name", input: #"{"name":"Bea"}"#)
    let stored = try await shop.run("restore", id, "--json").json()
    #expect(stored["snapshot"]?["values"] == ["name": "Bea"])
    #expect(stored["snapshot"]?["touched"] == ["/email"])
    #expect(stored["snapshot"]?["dirty"] == ["/name"])
    #expect(stored["snapshot"]?["step"] == "about")
    #expect(stored["snapshot"]?["skippedSteps"] == ["account"])
    let list = try await shop.run("list", "--json").json().items
    #expect(list.first?["title"] == "One")
  }

  @Test("A draft keeps its form: another definition is refused, with --form it is taken")
  func otherForm() async throws {
    let id = try await shop.save()
    try shop.write(
      "other.json", Fixtures.signup.replacing(#""id": "signup""#, with: #""id": "join""#))
    let words = ["save", "--draft", id, "--schema", shop.file("other.json"), "--values", "-"]
    let refused = await shop.run(words: words, input: Array("{}".utf8))
    #expect(refused.code == 2)
    #expect(
      refused.err == """
        drafts: The definition is of the form “join”, the draft of “signup”. If it is the same form under another name, give --form too.

        """)
    let taken = await shop.run(words: words + ["--form", "signup"], input: Array("{}".utf8))
    #expect(taken.code == 0)
  }

  @Test("A key that is not the draft's is refused")
  func otherKey() async throws {
    let id = try await shop.save("--owner", "ana", "--record", "r1")
    for words in [["--owner", "bob"], ["--nobody"], ["--record", "r2"], ["--new"]] {
      let outcome = await shop.run(
        words: ["save", "--draft", id, "--values", "-"] + words, input: Array("{}".utf8))
      #expect(outcome.code == 2, "\(words)")
    }
    let same = await shop.run(
      "save", "--draft", id, "--values", "-", "--owner", "ana", "--record", "r1", input: "{}")
    #expect(same.code == 0)
  }

  @Test("A conflict exits with 2 and names the revision that is there; nothing is changed")
  func conflict() async throws {
    let id = try await shop.save()
    let words = ["save", "--draft", id, "--based-on", "1", "--values", "-"]
    #expect(await shop.run(words: words, input: Array(#"{"name":"B"}"#.utf8)).code == 0)
    let late = await shop.run(words: words, input: Array(#"{"name":"C"}"#.utf8))
    #expect(late.code == 2)
    #expect(late.out == "")
    #expect(late.err.contains("it is at revision 2, this save is based on 1"))
    let json = await shop.run(words: words + ["--json"], input: Array(#"{"name":"C"}"#.utf8))
    #expect(json.out == "")
    let error = try DraftValue(json: Array(json.err.dropLast().utf8))["error"]
    #expect(error?.names == ["code", "message", "hint", "path"])
    #expect(error?["code"] == "conflict")
    let stored = await shop.run("restore", id, "--values-only")
    #expect(stored.out == "{\"name\":\"B\"}\n")
  }

  @Test("A draft that was discarded does not rise again")
  func gone() async throws {
    let id = try await shop.save()
    #expect(await shop.run("discard", id, "--yes").code == 0)
    let late = await shop.run("save", "--draft", id, "--values", "-", "--json", input: "{}")
    #expect(late.code == 2)
    #expect(late.out == "")
    #expect(late.err.contains(#""code":"gone""#))
    #expect(await shop.run("list", "--json").out == "[]\n")
  }

  @Test("A draft that never was is not made by saving it")
  func unknownDraft() async throws {
    let id = "3f2a0000-0000-4000-8000-000000000000"
    for draft in [id, "3f2a"] {
      let outcome = await shop.run(
        "save", "--draft", draft, "--schema", shop.file("signup.json"), "--values", "-",
        input: "{}")
      #expect(outcome.code == 2)
      #expect(outcome.err.hasPrefix("drafts: There is no draft"))
    }
    #expect(shop.contents().isEmpty)
  }

  @Test("What a path or a step of the command line misses is said")
  func misspelt() async throws {
    let outcome = await shop.run(
      "save", "--schema", shop.file("signup.json"), "--values", "-", "--secret", "/nosuch",
      "--secret", "/deep/~*/code", "--not-secret", "email", "--touched", "emial", "--dirty",
      "/list/1", "--dirty", "/list/2", "--step", "abuot", "--skipped", "about",
      input: #"{"deep":{"x":{"code":"1"}},"list":[1,2]}"#)
    #expect(outcome.code == 0)
    let notes = outcome.err.split(separator: "\n").filter { $0.contains("(--") }
    #expect(
      notes == [
        "Neither in the form nor in the values: /nosuch (--secret)",
        "Neither in the form nor in the values: /emial (--touched)",
        "Neither in the form nor in the values: /list/2 (--dirty)",
        "Not a step of the form: abuot (--step)",
      ])
  }

  @Test("--title can be empty, and so can an owner, a record and a name")
  func zeroLength() async throws {
    let id = try await shop.save(
      "--title", "", "--owner", "", "--record", "",
      values: #"{"":"","bytes":{"$draft":"bytes","base64":""}}"#)
    let list = await shop.run("list", "--json")
    #expect(try list.json().items.first?["title"] == "")
    #expect(try list.json().items.first?["owner"] == "")
    #expect(try list.json().items.first?["record"] == "")
    for words in [["list"], ["show", id], ["show", id, "--values"], ["restore", id], ["export"]] {
      #expect(await shop.run(words: words).code == 0, "\(words)")
      #expect(await shop.run(words: words + ["--json"]).code == 0, "\(words)")
    }
    let table = await shop.run("list").out.split(separator: "\n").last ?? ""
    #expect(table.contains(#"signup  ""     """#))
    let values = await shop.run("restore", id, "--values-only").out
    #expect(values == "{\"\":\"\",\"bytes\":{\"$draft\":\"bytes\",\"base64\":\"\"}}\n")
  }
}
