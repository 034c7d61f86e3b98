import DraftsCommand
import FormDrafts
import Foundation
import Testing

/// What goes wrong, and what CI reads.
@Suite("drafts compat in CI")
struct CompatReportTests {
  private let shop: Workshop
  private let old: String
  private let other: String

  init() throws {
    shop = try Workshop()
    old = shop.file("signup.json")
    other = try shop.write("other.json", Fixtures.other)
  }

  @Test("The JSON, whole, in this order")
  func json() async throws {
    _ = try await shop.save("--step", "about")
    let outcome = await shop.run("compat", other, "--json", "--allow", "decision")
    #expect(outcome.code == 0)
    #expect(outcome.err == "")
    #expect(
      outcome.out == """
        {"drafts":1,"wholly":0,"decision":1,"none":0,"allowed":true,"allow":"decision",\
        "outcomes":{"kept":1,"moved":0,"converted":0,"undeclared":0,"invalidOption":0,"added":1,\
        "newlyRequired":0,"withheld":0,"orphaned":1,"fileMissing":0,"damaged":0},\
        "mismatches":{"wrongForm":0,"newerForm":0,"belowFloor":0,"upgradeFailed":0,\
        "baselineChanged":0,"stepGone":1,"orphaned":1,"fileMissing":0,"damaged":0,"unreadable":0},\
        "fields":[\
        {"path":"/country","outcome":"orphaned","drafts":1,\
        "why":"The form has no such field any more.","level":"decision"},\
        {"path":"/email","outcome":"kept","drafts":1,"why":null,"level":"wholly"},\
        {"path":"/land","outcome":"added","drafts":1,"why":null,"level":"wholly"},\
        {"path":"/name","outcome":"kept","drafts":1,"why":null,"level":"wholly"},\
        {"path":"/news","outcome":"orphaned","drafts":1,\
        "why":"The type was boolean and is text.","level":"decision"}],"capped":[]}

        """)
    let schemas = try await shop.run("compat", old, other, "--json").json()
    #expect(schemas.names == (try outcome.json()).names)
    #expect(schemas["drafts"] == 0)
    #expect(schemas["allowed"] == false)
    #expect(schemas["outcomes"]?["orphaned"] == 2)
  }

  @Test("--annotate: errors, warnings and notices before the result, one a line")
  func annotations() async throws {
    let now = """
      {"id":"signup","submit":{"action":"/"},"fields":[
      {"key":"email","type":"email","label":"E"},{"key":"name","type":"textarea","label":"N"},
      {"key":"country","type":"select","label":"C","options":[{"value":"no","label":"N"}]}]}
      """
    let new = try shop.write("new: 100%,\n.json", now)
    let place = "file=\(shop.path)/new%3A 100%25%2C%0A.json,title=drafts compat"
    let answers = try shop.write(
      "a.jsonl", #"{"country":"ch","news":true,"email":"a"}"# + "\n" + #"{"name":"b"}"#)
    let words = ["compat", old, new, "--answers", answers, "--annotate"]
    let strict = await shop.run(words: words)
    #expect(strict.code == 2)
    let plain = await shop.run(words: Array(words.dropLast()))
    let notice = "::notice \(place)::/country: invalid option, 1 of 2 drafts (The choice is gone.)"
    let message = "/news: orphaned, 1 of 2 drafts (The form has no such field any more.)"
    #expect(strict.out == "\(notice)\n::error \(place)::\(message)\n" + plain.out)
    let lax = await shop.run(words: words + ["--allow", "decision"])
    #expect(lax.code == 0)
    #expect(lax.out == "\(notice)\n::warning \(place)::\(message)\n" + plain.out)
    // What is about whole drafts has a line too, or nobody would see why it failed.
    let floor = await shop.run(words: words + ["--floor", "1", "--allow", "decision"])
    #expect(floor.code == 2)
    #expect(
      floor.out.contains(
        "::error \(place)::1 draft is below the floor: too few of the answers fit.\n"))
  }

  @Test("--annotate: one line a field, whatever became of it in how many drafts")
  func oneLine() async throws {
    let form = """
      {"id":"f","submit":{"action":"/"},"fields":[
      {"key":"c","type":"select","label":"C","options":[{"value":"a","label":"A"}]}]}
      """
    let was = try shop.write("was.json", form.replacing("select", with: "text"))
    let new = try shop.write("new.json", form)
    let answers = try shop.write("a.jsonl", #"{"c":"a"}"# + "\n" + #"{"c":"b"}"#)
    let outcome = await shop.run(
      "compat", was, new, "--answers", answers, "--annotate", "--allow", "anything")
    #expect(outcome.code == 0)
    let lines = outcome.out.split(separator: "\n").filter { $0.hasPrefix("::") }
    try #require(lines.count == 2)
    let message =
      "/c: orphaned, 1 of 2 drafts (The text is none of the choices.); converted, 1 of 2 drafts "
      + "(The type was text and is choice.)"
    #expect(lines[0] == "::warning file=\(new),title=drafts compat::\(message)")
    #expect(lines[1].hasSuffix("::1 draft is below the floor: too few of the answers fit."))
  }

  @Test("--annotate names no file for standard input, and a path cannot begin a line of its own")
  func hostileAnnotations() async throws {
    let definition = #"{"$id":"f","type":"object","properties":{"a\n::error::\u001b%":{}}}"#
    let file = try shop.write("hostile.json", definition)
    let outcome = await shop.run(
      "compat", file, "-", "--annotate",
      input: #"{"$id":"f","type":"object","properties":{}}"#)
    #expect(outcome.code == 2)
    #expect(
      outcome.out.hasPrefix(
        #"::error title=drafts compat::/a\u{a}::error::\u{1b}%25: orphaned ("#))
    #expect(outcome.out.split(separator: "\n").filter { $0.hasPrefix("::") }.count == 1)
  }

  @Test("A damaged answer needs a decision, a damaged draft is not readable; the store stays")
  func damage() async throws {
    _ = try await shop.save(values: #"{"email":"Marker-whole"}"#)
    _ = try await shop.save(values: #"{"email":"Marker-first"}"#)
    let bad = try await shop.save("--title", "Title-before", values: #"{"name":"Marker-2"}"#)
    try shop.patch(shop.database(), "Marker-first", with: "Marker-other")
    try shop.patch(shop.database(), "Title-before", with: "Title-behind")
    let before = shop.contents()
    let outcome = await shop.run("compat", old)
    #expect(outcome.code == 2)
    #expect(
      outcome.out == """
        3 drafts: 1 restores wholly, 1 needs a decision, 1 not at all.

        FIELD   OUTCOME    DRAFTS  NOTE
        /email  damaged !       1  Its checksum does not hold.

        1 draft has damaged or missing answers.
        1 draft cannot be read.

        """)
    #expect(
      outcome.err
        == "drafts: not readable: The draft \(bad) is damaged: its checksum does not hold.\n")
    let json = try await shop.run("compat", old, "--json").json()
    #expect(json["none"] == 1)
    #expect(json["mismatches"]?["unreadable"] == 1)
    #expect(await shop.run("compat", old, "--allow", "decision").code == 2)
    #expect(await shop.run("compat", old, "--allow", "anything").code == 0)
    #expect(shop.contents() == before)
  }

  @Test("Two runs print the same bytes, and no value, wherever it stands")
  func stableAndSilent() async throws {
    let marker = "Marker-Zq9"
    let values = """
      {"email":"\(marker)","password":"\(marker)-secret","country":"\(marker)","news":"\(marker)",
      "extra":["\(marker)"],"name":{"x":"\(marker)"}}
      """.replacing("\n", with: "")
    for owner in ["ana", "bo", "cy"] { _ = try await shop.save("--owner", owner, values: values) }
    let answers = try shop.write("marked.jsonl", values + "\n" + values)
    let drafts = try shop.write("marked-drafts.jsonl", await shop.run("export").out)
    let marked = try shop.write(
      "marked.json", Fixtures.signup.replacing(#""value": "no""#, with: #""value": "\#(marker)""#))
    for words in [
      [other], [other, "--drafts", drafts], [old, other, "--answers", answers], [marked, other],
      [marked, old], [old, other, "--annotate"], [other, "--json"], [marked, old, "--json"],
    ] {
      let one = await shop.run(words: ["compat"] + words)
      let two = await shop.run(words: ["compat"] + words)
      #expect(one.out == two.out && one.err == two.err && one.code == two.code)
      #expect(!one.out.isEmpty)
      #expect(!one.out.contains(marker) && !one.err.contains(marker), "\(words)")
    }
  }

  @Test(
    "Malformed answers name the file and the place, and no value",
    arguments: [
      (#"{"email":"Marker"#, "(line 1, column 17)"), ("", "(line 1, column 1)"),
      (#"[{"email":"Marker"},7]"#, "Item 2: It is not an object."), ("\"Marker\"", "neither"),
      ("{\"a\":1}\n{\"email\":\"Marker\",}\n", "Line 2: "), ("{\"a\":1}\n\n[1]", "Line 3: "),
      (#"[{"email":"Marker","email":"x"}]"#, "(line 1, column 20)"),
    ])
  func malformedAnswers(text: String, place: String) async throws {
    let file = try shop.write("bad.json", text)
    let outcome = await shop.run("compat", old, other, "--answers", file)
    #expect(outcome.code == 65)
    #expect(outcome.out == "")
    #expect(outcome.err.hasPrefix("drafts: In “\(file.truncated(toCells: 80))”: "))
    #expect(outcome.err.contains(place), "\(outcome.err)")
    #expect(!outcome.err.contains("Marker"))
  }

  @Test("A malformed line of drafts names file and line")
  func malformedDrafts() async throws {
    _ = try await shop.save()
    let lines = await shop.run("export").out
    let file = try shop.write("bad.jsonl", lines + #"{"formdrafts":1,"draft":"Marker"}"# + "\n")
    let outcome = await shop.run("compat", other, "--drafts", file, "--json")
    #expect(outcome.code == 65)
    #expect(outcome.out == "")
    #expect(outcome.err.contains("Line 2: "))
    #expect(outcome.err.contains("bad.jsonl"))
    #expect(!outcome.err.contains("Marker"))
  }

  @Test("Where there is no store, or no file, nothing passes")
  func missing() async throws {
    let outcome = await shop.run("compat", old)
    #expect(outcome.code == 2)
    #expect(outcome.out == "")
    #expect(outcome.err.contains("There is no store at"))
    #expect(shop.contents().isEmpty)
    #expect(await shop.run("compat", old, shop.file("none.json")).code == 74)
    #expect(await shop.run("compat", old, "--drafts", shop.file("none.jsonl")).code == 74)
  }

  @Test(
    "What makes no sense together is a usage error",
    arguments: [
      ["A", "B", "--drafts", "d"], ["A", "--answers", "a"], ["A", "B", "--owner", "o"],
      ["A", "B", "--nobody"], ["A", "B", "--record", "r"], ["A", "B", "--new"],
      ["A", "--drafts", "d", "--answers", "a"], ["A", "--annotate", "--json"],
      ["A", "B", "--floor", "0.5"], ["A", "--allow", "wholy"], ["A", "--allow", "none"],
      ["A", "--policy", "strict"], ["-", "-"], ["A", "B", "--answers", "-", "--answers", "-"],
      ["-", "--drafts", "-"], ["A", "--owner", "o", "--nobody"], [],
    ])
  func usage(words: [String]) async throws {
    let files = ["A": old, "B": other]
    let outcome = await shop.run(words: ["compat"] + words.map { files[$0] ?? $0 })
    #expect(outcome.code == 64)
    #expect(outcome.out == "")
    #expect(!outcome.err.isEmpty)
  }
}
