import FormDrafts
import Testing

@Suite("drafts compat")
struct CompatTests {
  private let shop: Workshop
  private let old: String
  private let more: String
  private let other: String

  init() throws {
    shop = try Workshop()
    old = shop.file("signup.json")
    more = try shop.write("more.json", Fixtures.additions)
    other = try shop.write("other.json", Fixtures.other)
  }

  /// Three drafts: one fits ``Fixtures/other``, one in part, one hardly.
  private func fill() async throws {
    _ = try await shop.save("--owner", "ana", values: #"{"email":"Marker-1"}"#)
    _ = try await shop.save(
      "--owner", "bo", "--record", "r",
      values: #"{"email":"Marker-2","name":"Marker-3","country":"ch"}"#)
    _ = try await shop.save(values: #"{"country":"ch","news":true,"email":"Marker-4"}"#)
  }

  private static let otherTable = """
    3 drafts: 1 restores wholly, 1 needs a decision, 1 not at all.

    FIELD     OUTCOME     DRAFTS  NOTE
    /country  orphaned !       2  The form has no such field any more.
    /land     added            3
    /news     orphaned !       1  The type was boolean and is text.

    1 draft is below the floor: too few of the answers fit.

    """

  @Test("Drafts of a store: counts, a table of what is not simply kept, exit code")
  func store() async throws {
    try await fill()
    let whole = await shop.run("compat", more)
    #expect(whole.code == 0)
    #expect(whole.err == "")
    #expect(
      whole.out == """
        3 drafts: 3 restore wholly, 0 need a decision, 0 not at all.

        FIELD  OUTCOME  DRAFTS  NOTE
        /nick  added         3

        """)
    let part = await shop.run("compat", other)
    #expect(part.code == 2)
    #expect(part.err == "")
    #expect(part.out == Self.otherTable)
    let same = await shop.run("compat", old)
    #expect(same.out == "3 drafts: 3 restore wholly, 0 need a decision, 0 not at all.\n")
  }

  @Test("Exported drafts, from files and from standard input, give what the store gives")
  func exported() async throws {
    try await fill()
    let lines = await shop.run("export").out
    let file = try shop.write("drafts.jsonl", lines.replacing("\n", with: "\r\n\r\n"))
    for words in [["--drafts", file], ["--drafts", "-"]] {
      let outcome = await shop.run(
        words: ["compat", other, "--store", shop.file("none")] + words, input: Array(lines.utf8))
      #expect(outcome.code == 2)
      #expect(outcome.out == Self.otherTable)
    }
    let half = lines.split(separator: "\n").map { "\($0)\n" }
    let one = try shop.write("one.jsonl", half[0])
    let rest = try shop.write("rest.jsonl", half[1...].joined())
    let both = await shop.run("compat", other, "--drafts", one, "--drafts", rest)
    #expect(both.out == Self.otherTable)
  }

  @Test(
    "Answers: an object, written over many lines, a list, JSON Lines; several files",
    arguments: [
      [#"{"email":"Marker-1"}"#, #"[{"email":"a","country":"ch","name":"b"},{"country":"ch"}]"#],
      [
        "{\n \"email\": \"a\"\n}\n",
        "[\n{\"email\":\"a\",\"country\":1,\"name\":2},{\"country\":0}]",
      ],
      [
        "{\"email\":\"a\"}\r\n\n{\"country\":1,\"email\":\"b\",\"name\":\"c\"}\n \n{\"country\":1}"
      ],
      ["[]", "[{}]", "{\"country\":1,\"email\":\"b\",\"name\":\"c\"}\n", "{\"country\":2}"],
    ])
  func answers(files: [String]) async throws {
    var words = ["compat", old, other]
    for (number, text) in files.enumerated() {
      words += ["--answers", try shop.write("answers\(number).json", text)]
    }
    let outcome = await shop.run(words: words)
    #expect(outcome.code == 2)
    #expect(
      outcome.out == """
        3 drafts: 1 restores wholly, 1 needs a decision, 1 not at all.

        FIELD     OUTCOME     DRAFTS  NOTE
        /country  orphaned !       2  The form has no such field any more.
        /land     added            3

        1 draft is below the floor: too few of the answers fit.

        """)
    #expect(await shop.run(words: words + ["--floor", "0", "--allow", "decision"]).code == 0)
  }

  @Test("Two definitions alone: the worst that can happen to each field, and to a step")
  func schemas() async throws {
    let whole = await shop.run("compat", old, more)
    #expect(whole.code == 0)
    #expect(
      whole.out == """
        4 fields: 4 restore wholly, 0 may need a decision.

        FIELD  OUTCOME  NOTE
        /nick  added

        """)
    let part = await shop.run("compat", old, other)
    #expect(part.code == 2)
    #expect(
      part.out == """
        4 fields: 2 restore wholly, 2 may need a decision.

        FIELD     OUTCOME     NOTE
        /country  orphaned !  The form has no such field any more.
        /land     added
        /news     orphaned !  The type was boolean and is text.

        1 step is gone: a draft that was left there needs a decision.

        """)
    #expect(await shop.run("compat", old, other, "--allow", "decision").code == 0)
    #expect(await shop.run("compat", old, "-", input: Fixtures.other).out == part.out)
    #expect(await shop.run("compat", old, old).out.hasPrefix("4 fields: 4 restore wholly"))
  }

  @Test("--allow: each level lets through what is no worse")
  func levels() async throws {
    try await fill()
    for (owner, codes) in [("ana", [0, 0, 0]), ("bo", [2, 0, 0])] {
      for (level, code) in zip(["wholly", "decision", "anything"], codes) {
        let outcome = await shop.run("compat", other, "--owner", owner, "--allow", level)
        #expect(outcome.code == Int32(code), "\(owner) \(level)")
      }
    }
    #expect(await shop.run("compat", other, "--nobody", "--allow", "decision").code == 2)
    #expect(await shop.run("compat", other, "--nobody", "--allow", "anything").code == 0)
  }

  @Test("Which drafts: by owner, record and form; those of other forms are passed over")
  func filters() async throws {
    try await fill()
    let form = try shop.write("plain.json", #"{"type":"object","properties":{"x":{}}}"#)
    _ = await shop.run(
      "save", "--schema", form, "--form", "plain", "--values", "-", input: #"{"x":1}"#)
    func count(_ words: String...) async throws -> DraftValue? {
      try await shop.run(words: ["compat", "--json"] + words).json()["drafts"]
    }
    #expect(try await count(more) == 3)
    #expect(try await count(more, "--nobody") == 1)
    #expect(try await count(more, "--record", "r") == 1)
    #expect(try await count(more, "--new") == 2)
    #expect(try await count(form, "--form", "plain") == 1)
    let lines = try shop.write("all.jsonl", await shop.run("export").out)
    #expect(try await count(more, "--drafts", lines) == 3)
    #expect(try await count(more, "--drafts", lines, "--owner", "bo") == 1)
    #expect(try await count(form, "--drafts", lines, "--form", "plain") == 1)
    let none = await shop.run("compat", form, "--form", "unheard")
    #expect(none.code == 0)
    #expect(
      none.err == "There is no draft of the form “unheard” here; "
        + "there are drafts of “plain”, “signup”.\n")
    let empty = await shop.run("compat", form, "--form", "unheard", "--record", "none")
    #expect(empty.err == "There is no draft of the form “unheard” here.\n")
    #expect(none.out == "0 drafts: 0 restore wholly, 0 need a decision, 0 not at all.\n")
    let unnamed = await shop.run("compat", form)
    #expect(unnamed.code == 65)
    #expect(unnamed.err.contains("--form"))
  }

  @Test("--upgrade: the form's own steps come first, whatever the drafts come from")
  func upgrade() async throws {
    _ = try await shop.save(values: #"{"email":"Marker-1","country":"ch"}"#)
    let steps = """
      {"formdraftsUpgrade": 1, "from": {"unversioned": true},
       "steps": [{"rename": "/country", "to": "land"}, {"redirectStep": "about", "to": "person"}]}
      """
    let file = try shop.write("upgrade.json", steps)
    let lines = try shop.write("lines.jsonl", await shop.run("export").out)
    let answers = try shop.write("one.json", #"{"email":"a","country":"ch"}"#)
    for words in [[other], [other, "--drafts", lines], [old, other, "--answers", answers]] {
      #expect(await shop.run(words: ["compat"] + words).code == 2)
      let outcome = await shop.run(words: ["compat", "--upgrade", file] + words)
      #expect(outcome.code == 0)
      #expect(
        outcome.out == """
          1 draft: 1 restores wholly, 0 need a decision, 0 not at all.

          FIELD  OUTCOME  DRAFTS  NOTE
          /land  moved         1  It stood at /country.

          """)
    }
    let schemas = await shop.run("compat", old, other, "--upgrade", file)
    #expect(schemas.code == 2)
    #expect(schemas.out.hasPrefix("4 fields: 3 restore wholly, 1 may need a decision.\n"))
    #expect(!schemas.out.contains("step"))
  }

  @Test("A definition that does not name its form is of the other's; two names are two forms")
  func names() async throws {
    let plain = #"{"type":"object","properties":{"x":{}}}"#
    let unnamed = try shop.write("unnamed.json", plain)
    let named = try shop.write("named.json", plain.replacing("{\"t", with: #"{"$id":"f","t"#))
    for (one, two) in [(unnamed, named), (named, unnamed)] {
      #expect(await shop.run("compat", one, two).code == 0)
    }
    #expect(await shop.run("compat", unnamed, unnamed).code == 65)
    #expect(await shop.run("compat", unnamed, unnamed, "--form", "f").code == 0)
    let more = try shop.write(
      "more-named.json", #"{"$id":"g","type":"object","properties":{"x":{},"y":{}}}"#)
    let two = await shop.run("compat", named, more)
    #expect(two.code == 2)
    #expect(two.out.contains("The form has another id: every draft is of another form.\n"))
    #expect(await shop.run("compat", named, more, "--form", "f").code == 0)
  }
}
