import DraftsCommand
import FormDrafts
import Testing

@Suite("drafts schema FILE NEW")
struct SchemaChangesTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  private static let old = """
    {"formdrafts": 1, "form": "order", "version": "1", "fields": [
      {"path": "/nick", "type": "text", "label": "Name", "step": "you"},
      {"path": "/amount", "type": "integer", "step": "goods"},
      {"path": "/size", "type": "choice", "options": ["s", "m", "xl"], "step": "goods"},
      {"path": "/fax", "type": "text", "step": "you"},
      {"path": "/password", "type": "choice", "options": ["hunter2-Kestrel"]}],
     "steps": [{"id": "you"}, {"id": "goods"}]}
    """

  private static let new = """
    {"formdrafts": 1, "form": "order", "version": "2", "fields": [
      {"path": "/name", "type": "text", "label": "Name", "step": "you"},
      {"path": "/count", "type": "decimal", "formerly": ["/amount"], "step": "goods"},
      {"path": "/size", "type": "choice", "options": ["s", "m"], "step": "goods"},
      {"path": "/password", "type": "choice", "options": ["hunter3-Kestrel"]}],
     "steps": [{"id": "you"}, {"id": "goods", "skippable": true}]}
    """

  private func files() throws -> (String, String) {
    (try shop.write("old.json", Self.old), try shop.write("new.json", Self.new))
  }

  @Test("The JSON has exactly these members, in this order; a store is not needed")
  func shape() async throws {
    let (old, new) = try files()
    let streams = TestStreams()
    #expect(await DraftsCommand.run(["schema", old, new, "--json"], io: streams.io) == 0)
    let text = streams.output.text.replacing(/f1:[0-9a-f]{64}/, with: "DIGEST")
      .replacing(/,"description":"[^"]*"/, with: "")
    let orphan = #""was":"text","is":null,"effect":"orphaned","needsDecision":true}"#
    #expect(
      text == """
        {"form":"order","from":{"version":"1","fingerprint":"DIGEST"},\
        "to":{"version":"2","fingerprint":"DIGEST"},"same":false,"changes":[\
        {"kind":"versionChanged","path":null,"step":null,"from":null,"was":"1","is":"2",\
        "effect":"none","needsDecision":false},\
        {"kind":"fieldAdded","path":"/name","step":null,"from":null,"was":null,"is":"text",\
        "effect":"added","needsDecision":false},\
        {"kind":"fieldMoved","path":"/count","step":null,"from":"/amount","was":null,"is":null,\
        "effect":"moved","needsDecision":false},\
        {"kind":"retyped","path":"/count","step":null,"from":null,"was":"integer","is":"decimal",\
        "effect":"converted","needsDecision":false},\
        {"kind":"optionRemoved","path":"/size","step":null,"from":null,"was":"\\"xl\\"","is":null,\
        "effect":"flagged","needsDecision":false},\
        {"kind":"fieldRemoved","path":"/nick","step":null,"from":null,\(orphan),\
        {"kind":"fieldRemoved","path":"/fax","step":null,"from":null,\(orphan),\
        {"kind":"stepNowSkippable","path":null,"step":"goods","from":null,"was":null,"is":null,\
        "effect":"none","needsDecision":false}],\
        "suggestions":[{"from":"/nick","to":"/name","reason":"same label"}]}

        """)
    #expect(!streams.output.text.contains("Kestrel"))
  }

  @Test("Each change has a description, which names no choice of a secret")
  func descriptions() async throws {
    let (old, new) = try files()
    let changes = try await shop.run("schema", old, new, "--json").json()["changes"]?.items ?? []
    #expect(changes.count == 8)
    for change in changes { #expect(change.text("description")?.isEmpty == false) }
    #expect(
      changes[3].text("description")
        == "The type of /count was integer and is decimal. Answers are converted; all of them fit.")
  }

  @Test("For people: a table, what needs a decision, what was perhaps renamed")
  func people() async throws {
    let (old, new) = try files()
    let outcome = await shop.run("schema", old, new)
    #expect(outcome.code == 0)
    #expect(outcome.err == "")
    #expect(
      outcome.out == """
        PATH/STEP  CHANGE              WAS      IS       ANSWERS
        (form)     version changed     1        2        unaffected
        /name      field added                  text     none yet
        /count     field moved         /amount           moved
        /count     retyped             integer  decimal  converted
        /size      option removed      "xl"              kept, flagged
        /nick      field removed       text              ! orphaned
        /fax       field removed       text              ! orphaned
        goods      step now skippable                    unaffected

        ! A draft may need a decision for it.
        Maybe renamed: /nick → /name (same label).
        Say so with formerly, and answers move along.

        """)
  }

  @Test("No line of the table is wider than the terminal", arguments: [30, 50, 80])
  func width(columns: Int) async throws {
    let (old, new) = try files()
    let outcome = await shop.run("schema", old, new, columns: columns)
    let table = outcome.out.split(separator: "\n").prefix(9)
    #expect(table.allSatisfy { $0.count <= columns })
    #expect(table.count { $0.contains("! ") } == 2)
  }

  @Test("Nothing differs; or nothing that a stored answer depends on")
  func same() async throws {
    let (old, _) = try files()
    let outcome = await shop.run("schema", old, old)
    #expect(outcome.code == 0)
    #expect(outcome.out == "The schemas are the same.\n")
    let json = try await shop.run("schema", old, old, "--json").json()
    #expect(json["same"] == true)
    #expect(json["changes"] == [])
    let next = try shop.write(
      "next.json", Self.old.replacing(#""version": "1""#, with: #""version": "2""#))
    #expect(
      await shop.run("schema", old, next).out.hasSuffix(
        "unaffected\n\nThe fingerprints are the same: drafts fit as they are.\n"))
    #expect(try await shop.run("schema", old, next, "--json").json()["same"] == true)
  }

  @Test("Standard input for one of the files, not for two")
  func standardInput() async throws {
    let (old, new) = try files()
    let expected = await shop.run("schema", old, new).out
    #expect(await shop.run("schema", "-", new, input: Self.old).out == expected)
    #expect(await shop.run("schema", old, "-", input: Self.new).out == expected)
    for words in [["-", "-"], [old, "-", "--ui-schema", "-"], ["-", new, "--ui-schema", "-"]] {
      #expect(await shop.run(words: ["schema"] + words).code == 64)
    }
    #expect(await shop.run("schema", old, new, new).code == 64)
  }

  @Test("The form's id, the UI schema and the format apply to both")
  func options() async throws {
    let schema = """
      {"$schema":"http://json-schema.org/draft-07/schema#","title":"Card","type":"object",
       "properties":{"word":{"type":"string"}}}
      """
    let old = try shop.write("a.json", schema)
    let new = try shop.write("b.json", schema.replacing("Card", with: "Kard"))
    let renamed = try await shop.run("schema", old, new, "--json").json()
    #expect(renamed["changes"]?.items.map { $0.text("kind") } == ["formChanged"])
    #expect(
      await shop.run("schema", old, new, "--form", "card").out == "The schemas are the same.\n")
    let retyped = try shop.write("c.json", schema.replacing("string", with: "integer"))
    let words = ["schema", old, retyped, "--format", "json-schema", "--json", "--ui-schema"]
    func effect(_ ui: String, input: String = "") async throws -> String? {
      try await shop.run(words: words + [ui], input: Array(input.utf8)).json()["changes"]?.items
        .first?.text("effect")
    }
    let secret = #"{"word":{"ui:widget":"password"}}"#
    #expect(try await effect(shop.write("ui.json", secret)) == "none")
    #expect(try await effect("-", input: secret) == "none")
    #expect(try await effect(shop.write("plain.json", "{}")) == "orphaned")
  }

  @Test("A file that cannot be read is named, and nothing is printed")
  func errors() async throws {
    let (old, _) = try files()
    for (name, words) in [("nosuch.json", nil), ("broken.json", "{")] {
      if let words { try shop.write(name, words) }
      for files in [[old, shop.file(name)], [shop.file(name), old]] {
        let outcome = await shop.run(words: ["schema"] + files)
        #expect(outcome.code == (words == nil ? 74 : 65))
        #expect(outcome.err.contains(name))
        #expect(outcome.out == "")
      }
    }
  }

  @Test("Hostile names drive no terminal", arguments: HostileText.steering + HostileText.titles)
  func hostile(text: String) async throws {
    guard !text.isEmpty, text.utf8.count <= 1_024 else { return }
    func form(_ step: String, _ type: String, _ choice: String) -> DraftValue {
      .object([
        "formdrafts": .number(literal: "1"), "form": .text("f" + text),
        "version": .text(text + type),
        "fields": [
          .object(["path": .text(FieldPath([text]).pointer), "type": .text(type)]),
          .object(["path": .text(FieldPath([step + text]).pointer), "type": "text"]),
          .object(["path": "/c", "type": "choice", "options": .list([.text(choice)])]),
        ],
        "steps": .list([.object(["id": .text(step + text)])]),
      ])
    }
    let old = try shop.write("old.json", form("A", "text", "x").json)
    let new = try shop.write("new.json", form("a", "integer", text).json)
    for words in [[old, new], [old, new, "--json"]] {
      let outcome = await shop.run(words: ["schema"] + words)
      #expect(outcome.code == 0, "\(outcome.err)")
      #expect(HostileText.isHarmless(outcome.out), "\(words)")
    }
  }
}
