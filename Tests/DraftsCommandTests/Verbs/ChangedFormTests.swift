import FormDrafts
import Testing

@Suite("An old draft and a new form, at the terminal")
struct ChangedFormTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  private func form(_ name: String, _ fields: String, _ more: String = "") throws -> String {
    try shop.write(
      name, #"{"formdrafts":1,"form":"signup","fields":[\#(fields)]\#(more)}"#)
  }

  private func save(_ schema: String, _ values: String, _ words: String...) async throws -> String {
    let file = try shop.write("values.json", values)
    let outcome = await shop.run(
      words: ["save", "--schema", schema, "--values", file, "--json"] + words)
    #expect(outcome.code == 0, "\(outcome.err)")
    return try outcome.json().text("draft") ?? ""
  }

  @Test("Salvaged, saved under the new form, rolled back: the original answers")
  func salvage() async throws {
    let first = try form("1.json", #"{"path":"/a","type":"text"},{"path":"/n","type":"text"}"#)
    let second = try form("2.json", #"{"path":"/a","type":"text"},{"path":"/n","type":"integer"}"#)
    let id = try await save(first, #"{"a":"007","n":"0.10"}"#, "--touched", "a", "--dirty", "n")
    let review = await shop.run("restore", id, "--schema", second, "--json")
    #expect(review.code == 2)
    #expect(try review.json()["outcome"] == "mismatch")
    #expect(try review.json()["snapshot"]?["values"] == ["a": "007"])
    let strict = await shop.run("restore", id, "--schema", second, "--policy", "strict", "--json")
    #expect(strict.code == 2)
    #expect(try strict.json()["snapshot"] == .null)
    let salvage = await shop.run(
      "restore", id, "--schema", second, "--policy", "salvage", "--values-only")
    #expect(salvage.code == 0)
    #expect(salvage.out == "{\"a\":\"007\"}\n")
    let saved = await shop.run(
      "save", "--draft", id, "--schema", second, "--values", "-", input: salvage.out)
    #expect(saved.code == 0)
    let shown = try await shop.run("show", id, "--json", "--values").json()
    #expect(shown["orphans"] == ["/n"])
    #expect(shown["schema"]?["fields"]?.items.map { $0["type"] } == ["text", "integer"])
    #expect(shown["fields"]?.items.first { $0["path"] == "/n" }?["value"] == "0.10")
    let again = await shop.run("restore", id, "--schema", second)
    #expect(again.code == 0)
    let back = try await shop.run("restore", id, "--schema", first, "--json").json()
    #expect(back["outcome"] == "restored")
    #expect(back["snapshot"]?["values"] == ["a": "007", "n": "0.10"])
    #expect(back["snapshot"]?["touched"] == ["/a"])
    #expect(back["snapshot"]?["dirty"] == ["/n"])
  }

  @Test("The report as a table: where, what was, what is, what became of it, why")
  func table() async throws {
    let first = try form(
      "1.json",
      #"{"path":"/a","type":"text"},{"path":"/b","type":"integer"},{"path":"/c","type":"text"},"#
        + #"{"path":"/d","type":"text"}"#)
    let second = try form(
      "2.json",
      #"{"path":"/a","type":"text"},{"path":"/b","type":"decimal"},"#
        + #"{"path":"/x","type":"text","formerly":["/c"]}"#)
    let id = try await save(first, #"{"a":"1","b":2,"c":"3","d":"4"}"#)
    let outcome = await shop.run("restore", id, "--schema", second)
    #expect(outcome.code == 2)
    #expect(
      outcome.out.contains(
        """

        PATH  WAS      IS       OUTCOME     WHY
        /b    integer  decimal  converted
        /x    /c       text     moved
        /d    text              orphaned !  The form has no such field any more.

        Needs a decision: /d: The form has no such field any more.
        Kept, without a place: /d

        """), "\(outcome.out)")
  }

  @Test("Upgrades from a file, and what is wrong with one")
  func upgrade() async throws {
    let first = try form("1.json", #"{"path":"/mail","type":"text"}"#)
    let second = try form("2.json", #"{"path":"/email","type":"text"}"#)
    let id = try await save(first, #"{"mail":"m"}"#)
    let good = try shop.write(
      "up.json",
      #"{"formdraftsUpgrade":1,"from":{"unversioned":true},"steps":[{"rename":"/mail","to":"email"}]}"#
    )
    let values = await shop.run(
      "restore", id, "--schema", second, "--upgrade", good, "--values-only")
    #expect(values.code == 0)
    #expect(values.out == "{\"email\":\"m\"}\n")
    let bad = try shop.write("bad.json", #"{"formdraftsUpgrade":1,"from":{},"steps":[]}"#)
    let refused = await shop.run("restore", id, "--schema", second, "--upgrade", bad)
    #expect(refused.code == 65)
    #expect(refused.err.contains("bad.json"))
    #expect(await shop.run("restore", id, "--upgrade", good).code == 64)
    let failing = try shop.write(
      "fail.json",
      #"{"formdraftsUpgrade":1,"from":{"unversioned":true},"steps":[{"move":"/mail","to":"/mail/x"}]}"#
    )
    let failed = await shop.run("restore", id, "--schema", second, "--upgrade", failing, "--json")
    #expect(failed.code == 2 || failed.code == 65)
    #expect(await shop.run("restore", id, "--values-only").out == "{\"mail\":\"m\"}\n")
  }

  @Test("The record as it is now, field by field")
  func record() async throws {
    let schema = try form(
      "1.json", #"{"path":"/a","type":"integer"},{"path":"/b","type":"integer"}"#)
    let before = try shop.write("before.json", #"{"a":1,"b":1}"#)
    let now = try shop.write("now.json", #"{"a":1,"b":3}"#)
    let id = try await save(
      schema, #"{"a":2,"b":1}"#, "--record", "7", "--baseline", "v1", "--baseline-values", before)
    let outcome = await shop.run(
      "restore", id, "--baseline", "v2", "--baseline-values", now, "--json")
    #expect(outcome.code == 2)
    let record = try outcome.json()["report"]?["record"]
    #expect(
      record == [
        "was": "v1", "is": "v2",
        "fields": [
          ["path": "/a", "side": "draft", "base": 1, "draft": 2, "record": 1],
          ["path": "/b", "side": "record", "base": 1, "draft": 1, "record": 3],
        ],
      ])
    #expect(await shop.run("restore", id, "--baseline", "v1", "--json").code == 0)
    #expect(await shop.run("restore", id, "--baseline-values", now).code == 64)
  }

  @Test("Two drafts beside each other; values only if asked for")
  func against() async throws {
    let schema = try form("1.json", #"{"path":"/a","type":"text"},{"path":"/b","type":"text"}"#)
    let one = try await save(schema, #"{"a":"same","b":"left-value"}"#)
    let other = try await save(schema, #"{"a":"same","b":"right-value","c":"only"}"#)
    let json = try await shop.run("show", one, "--against", other, "--json").json()
    #expect(json["same"] == false)
    #expect(json["fields"] == [["path": "/b", "in": "both"], ["path": "/c", "in": "right"]])
    let plain = await shop.run("show", one, "--against", other)
    #expect(plain.code == 0)
    #expect(!plain.out.contains("value"))
    #expect(plain.out.contains("/b"))
    let values = await shop.run("show", one, "--against", other, "--values")
    #expect(values.out.contains("\"left-value\""))
    #expect(values.out.contains("\"right-value\""))
    let same = await shop.run("show", one, "--against", one)
    #expect(same.out == "Both hold the same answers.\n")
    #expect(await shop.run("show", one, "--against", "ffffffff").code == 2)
  }

  @Test(
    "What is no policy, no share, or makes no sense",
    arguments: [["--policy", "x"], ["--floor", "2"], ["--floor", "nan"], ["--floor", ""]])
  func usage(words: [String]) async throws {
    let outcome = await shop.run(words: ["restore", "3f2a"] + words)
    #expect(outcome.code == 64)
    #expect(outcome.out == "")
  }
}
