import FormDrafts
import Foundation
import Testing

/// Reading verbs change nothing; field reports 29, 31, 55.
@Suite("Verbs that look", .serialized)
struct ReadingTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  private func save(_ words: String = "") throws -> String {
    let saved = try shop.shell(
      "drafts save --schema signup.json --values answers.json --json \(words)")
    return try #require(try saved.json().text("draft"))
  }

  private static let verbs = [
    "list", "list --json", "list --owner ana", "show ID", "show ID --values --json",
    "restore ID", "restore --form signup", "export", "export ID", "export --output out.jsonl",
    "import out.jsonl --dry-run", "purge --everyone --dry-run", "discard ID --dry-run",
    "compat signup.json", "compat signup.json --drafts out.jsonl --json",
  ]

  @Test("On a store that is not there they make nothing", arguments: verbs)
  func missing(words: String) throws {
    try shop.write("out.jsonl", "")
    for place in ["store", "no/such/store"] {
      let id = "3f2a0000-0000-4000-8000-000000000000"
      let outcome = try shop.shell(
        "drafts \(words.replacing("ID", with: id)) --store \(place)")
      #expect([0, 2].contains(outcome.code))
      #expect(!FileManager.default.fileExists(atPath: shop.file(place)))
      #expect(!FileManager.default.fileExists(atPath: shop.file("no")))
    }
  }

  @Test("On a store that is there they change no byte", arguments: verbs)
  func unchanged(words: String) throws {
    let id = try save()
    _ = try save("--owner ana")
    _ = try shop.shell("drafts export --output out.jsonl")
    let before = shop.contents()
    let outcome = try shop.shell("drafts \(words.replacing("ID", with: id))")
    #expect(outcome.code == 0)
    #expect(shop.contents() == before)
  }

  @Test("A draft whose answer is damaged hides no other; list exits with 0, export with 65")
  func damagedAnswer() throws {
    var ids: [String] = []
    for index in 0..<5 {
      try shop.write("answers.json", #"{"name":"Answer-\#(index)","email":"a@example.org"}"#)
      ids.append(try save())
    }
    try shop.patch(try shop.database(), "Answer-2", with: "Answer-X")
    let list = try shop.shell("drafts list --json")
    #expect(list.code == 0)
    #expect(list.err == "")
    let items = try list.json().items
    #expect(items.count == 5)
    let damaged = items.filter { $0["outcome"] != "restored" }
    #expect(damaged.map { $0.text("draft") } == [ids[2]])
    #expect(damaged.first?["outcome"] == "mismatch")
    #expect(damaged.first?.names.last == "damage")
    let table = try shop.shell("drafts list")
    #expect(table.code == 0)
    #expect(table.out.split(separator: "\n").filter { $0.hasSuffix("damaged") }.count == 1)

    let restored = try shop.shell("drafts restore \(ids[2]) --json")
    #expect(restored.code == 2)
    #expect(try restored.json()["snapshot"]?["values"] == ["email": "a@example.org"])
    let show = try shop.shell("drafts show \(ids[2])")
    #expect(show.out.contains("Needs a decision: /name: The stored answer is damaged."))

    let export = try shop.shell("drafts export")
    #expect(export.code == 65)
    #expect(export.out.split(separator: "\n").count == 5)
    #expect(
      export.err == "drafts: left out: Damaged answers of the draft \(ids[2]): /name.\n")
    try shop.write("out.jsonl", "old")
    let json = try shop.shell("drafts export --json --output out.jsonl")
    #expect(json.code == 65)
    #expect(json.out == "")
    let error = try DraftValue(json: Array(json.err.dropLast().utf8))["error"]
    #expect(error?["code"] == "damaged")
    #expect(error?["path"] == "/name")
    #expect(try String(contentsOfFile: shop.file("out.jsonl"), encoding: .utf8) == "old")
    let plain = try shop.shell("drafts export --output out.jsonl")
    #expect(plain.code == 65)
    #expect(plain.err.contains("drafts: “out.jsonl” was not written. Damaged answers"))
  }

  @Test("A draft whose own row is damaged is listed, and every verb says so")
  func damagedDraft() throws {
    let id = try save("--title Title-one")
    let other = try save()
    try shop.patch(try shop.database(), "Title-one", with: "Title-two")
    let list = try shop.shell("drafts list --json")
    #expect(list.code == 0)
    let damaged = try list.json().items.first { $0["outcome"] == "unreadable" }
    #expect(
      damaged?.names == [
        "outcome", "draft", "revision", "savedAt", "form", "owner", "record", "version",
        "inDoubt", "status", "title", "step", "answered", "total", "bytes", "expiresAt", "parent",
        "damage",
      ])
    #expect(damaged?["draft"] == .text(id))
    let table = try shop.shell("drafts list").out.split(separator: "\n")
    #expect(table.last?.hasPrefix(id.prefix(8)) == true)
    #expect(table.last?.hasSuffix("damaged") == true)
    for verb in ["show", "restore", "export"] {
      let outcome = try shop.shell("drafts \(verb) \(id) --json")
      #expect(outcome.code == 65, "\(verb)")
      #expect(outcome.out == "")
      #expect(outcome.err.contains(#""code":"damaged""#))
    }
    #expect(try shop.shell("drafts show \(other)").code == 0)
    let export = try shop.shell("drafts export")
    #expect(export.code == 65)
    #expect(export.out.split(separator: "\n").count == 1)
    #expect(try shop.shell("drafts discard \(id) --yes").code == 0)
    #expect(try shop.shell("drafts list --json").json().items.count == 1)
  }
}
