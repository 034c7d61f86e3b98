import Testing

@testable import DraftsCommand

@Suite("Errors of usage")
struct UsageErrorTests {
  private static let shortUsage =
    "Usage: drafts VERB [options]; a VERB is one of save, restore, list, show, purge. "
    + "See “drafts help”."
  private static let cases: [([String], String, String)] = [
    ([], "No verb is given.", shortUsage),
    (["--json"], "No verb is given.", shortUsage),
    (["lsit"], "“lsit” is not a verb of drafts.", "Did you mean “list”?"),
    (["LIST"], "“LIST” is not a verb of drafts.", "Did you mean “list”?"),
    (["frobnicate"], "“frobnicate” is not a verb of drafts.", "See “drafts help”."),
    (["help", "purg"], "“purg” is not a verb of drafts.", "Did you mean “purge”?"),
    (
      ["--owner", "u1", "list"], "--owner stands before the verb.",
      "Write it after the verb: drafts VERB --owner."
    ),
    (["--bogus", "list"], "There is no option --bogus before the verb.", "See “drafts help”."),
    (["list", "--onwer", "u1"], "list has no option --onwer.", "Did you mean --owner?"),
    (["list", "--ownr=u1"], "list has no option --ownr.", "Did you mean --owner?"),
    (["list", "-owner", "u1"], "list has no option -owner.", "Did you mean --owner?"),
    (["list", "--jsno"], "list has no option --jsno.", "Did you mean --json?"),
    (["list", "--everyone"], "list has no option --everyone.", "See “drafts help list”."),
    (
      ["list", "-x"], "list has no option -x.",
      "Before an argument that begins with “-” write “--”. See “drafts help list”."
    ),
    (
      ["list", "--owner"], "--owner needs a value.",
      "Write --owner OWNER; if it begins with “-”, --owner=OWNER."
    ),
    (
      ["list", "--owner", "--json"], "--owner needs a value.",
      "Write --owner OWNER; if it begins with “-”, --owner=OWNER."
    ),
    (["list", "--nobody=u1"], "--nobody takes no value.", "See “drafts help list”."),
    (["list", "--form", "a", "--form=b"], "--form is given twice.", "Give it once."),
    (["--json", "list", "--json"], "--json is given twice.", "Give it once."),
    (
      ["list", "--owner", "u1", "--nobody"], "--owner and --nobody exclude each other.",
      "Give one of them."
    ),
    (
      ["restore", "3f2a", "--form", "f"], "ID and --form exclude each other.",
      "Give one of them."
    ),
    (["restore"], "One of ID, --form is needed.", "See “drafts help restore”."),
    (["purge"], "One of --owner, --nobody, --everyone is needed.", "See “drafts help purge”."),
    (["show"], "ID is missing.", "See “drafts help show”."),
    (["save"], "--values FILE|- is missing.", "See “drafts help save”."),
    (
      ["list", "u1"], "“u1” is one argument too many.",
      "Quote an argument that has spaces in it. See “drafts help list”."
    ),
    (
      ["help", "list", "show"], "“show” is one argument too many.",
      "Quote an argument that has spaces in it. See “drafts help”."
    ),
  ]

  @Test("Each says what is wrong and what to do", arguments: cases)
  func words(line: [String], message: String, hint: String) throws {
    let error = try #require(SampleParser.error(line))
    #expect(error.message == message)
    #expect(error.hint == hint)
  }

  @Test("Values that are no number or duration are named with what is wanted")
  func conversions() throws {
    let list = try #require(try SampleParser.run(["list", "--limit", "many"]))
    #expect(
      throws: UsageError("--limit is a whole number, not “many”.", hint: "See “drafts help list”.")
    ) {
      try list.count("limit")
    }
    let purge = try #require(try SampleParser.run(["purge", "--nobody", "--older-than", "6m"]))
    #expect(
      throws: UsageError(
        "--older-than is a duration, not “6m”.", hint: "Write 90s, 15min, 12h or 30d.")
    ) {
      try purge.milliseconds("older-than")
    }
  }

  /// Field report 159.
  @Test("What they repeat steers no terminal and is short", arguments: HostileText.steering)
  func harmless(text: String) throws {
    let long = text + String(repeating: "訪", count: 1_000)
    for words in [[text], ["list", text], ["list", "--\(text)"], ["list", "-\(text)"], [long]] {
      let error = try #require(SampleParser.error(words))
      #expect(HostileText.isHarmless(error.message + (error.hint ?? "")))
      #expect(CellWidth.width(of: error.message) <= 80 + 40)
    }
  }

  @Test("The value of an option is never repeated")
  func noValues() throws {
    for words in [
      ["list", "--ownr=hunter2"], ["list", "--nobody=hunter2"], ["--owner=hunter2", "list"],
      ["list", "--form", "hunter2", "--form", "hunter2"],
      ["list", "--owner", "hunter2", "--nobody"],
    ] {
      let error = try #require(SampleParser.error(words))
      #expect(!(error.message + (error.hint ?? "")).contains("hunter2"))
    }
  }

  @Test(
    "A slip is an insertion, a deletion, a replacement or a swap of neighbours",
    arguments: [
      ("owner", "owner", 0), ("onwer", "owner", 1), ("ownr", "owner", 1), ("ownner", "owner", 1),
      ("owned", "owner", 1), ("", "abc", 3), ("abc", "", 3), ("ca", "abc", 3),
      ("kitten", "sitting", 3), ("tsil", "list", 3),
    ])
  func distance(typed: String, name: String, slips: Int) {
    let distance = Suggestion.distance(Array(typed.unicodeScalars), Array(name.unicodeScalars))
    #expect(distance == slips)
  }

  @Test("Of near names the nearest is meant, of equally near ones the first; never a far one")
  func nearest() {
    let names = ["save", "show", "list", "new", "not-secret", "secret"]
    #expect(Suggestion.nearest(to: "shw", among: names) == "show")
    #expect(Suggestion.nearest(to: "sxve", among: names) == "save")
    #expect(Suggestion.nearest(to: "ls", among: names) == "list")
    #expect(Suggestion.nearest(to: "nxx", among: names) == nil)
    #expect(Suggestion.nearest(to: "nwe", among: names) == "new")
    #expect(Suggestion.nearest(to: "", among: names) == nil)
    #expect(Suggestion.nearest(to: "secert", among: names) == "secret")
    #expect(Suggestion.nearest(to: String(repeating: "s", count: 9_999), among: names) == nil)
  }
}
