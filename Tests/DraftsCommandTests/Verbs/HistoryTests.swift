import FormDrafts
import Testing

@testable import DraftsCommand

@Suite("drafts history and drafts revert")
struct HistoryTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  /// A draft at revision 2 with a save point of the one before.
  private func write() async throws -> String {
    let id = try await shop.save()
    let store = DraftStore(path: shop.store)
    try await store.savePoint(of: try #require(DraftID(id)))
    await store.close()
    _ = try await shop.save("--draft", id, values: #"{"name":"Bea","country":"BE"}"#)
    return id
  }

  @Test("lists revision, times, reason and paths, and no answer")
  func list() async throws {
    let id = try await write()
    let before = shop.contents()
    let json = await shop.run("history", id, "--json")
    #expect(json.code == 0)
    let points = try json.json().items
    #expect(points.count == 1)
    #expect(points[0].names == ["revision", "savedAt", "madeAt", "reason", "changed", "damaged"])
    #expect(points[0]["revision"] == 1)
    #expect(points[0].text("reason") == "manual")
    #expect(points[0]["damaged"] == false)
    #expect(points[0]["changed"]?.items.contains("/name") == true)
    let table = await shop.run("history", String(id.prefix(8)))
    #expect(table.code == 0)
    #expect(table.out.contains("REV"))
    #expect(table.out.contains("manual"))
    #expect(table.out.contains("/name"))
    #expect(!(table.out + json.out).contains("Bea"))
    #expect(!(table.out + json.out).contains("Ana"))
    #expect(shop.contents() == before)
    let shown = await shop.run("show", id)
    #expect(shown.out.contains("History   1 save point\n"))
  }

  @Test("a draft without earlier states says so; one that is not there is a no")
  func none() async throws {
    let id = try await shop.save()
    let empty = await shop.run("history", id)
    #expect(empty.code == 0)
    #expect(empty.out == "")
    #expect(empty.err.contains("No earlier state"))
    #expect(await shop.run("history", id, "--json").out == "[]\n")
    let other = "00000000-0000-4000-8000-000000000001"
    #expect(await shop.run("history", other).code == 2)
    #expect(await shop.run("revert", other, "1").code == 2)
    #expect(await shop.run("revert", id, "7").code == 2)
    #expect(await shop.run("revert", id, "x").code == 64)
    #expect(await shop.run("revert", id, "0").code == 64)
    #expect(await shop.run("revert", id).code == 64)
    let misspelt = await shop.run("histroy", id)
    #expect(misspelt.code == 64)
    #expect(misspelt.err.contains("history"))
  }

  @Test("goes back and back again; a dry run changes nothing")
  func revert() async throws {
    let id = try await write()
    func name() async throws -> String? {
      let restored = try await shop.run("restore", id, "--json").json()
      return restored["snapshot"]?["values"]?.text("name")
    }
    let answers = try DraftValue(json: Array(Fixtures.answers.utf8))
    let before = shop.contents()
    let dry = await shop.run("revert", id, "1", "--dry-run")
    #expect(dry.code == 0)
    #expect(dry.out.hasPrefix("Would make revision 3"))
    #expect(shop.contents() == before)
    let done = try await shop.run("revert", id, "1", "--json").json()
    #expect(done.names == ["draft", "revision", "savedAt", "durability", "written"])
    #expect(done["revision"] == 3)
    #expect(try await name() == answers.text("name"))
    let undone = await shop.run("revert", id, "2")
    #expect(undone.out.hasPrefix("Draft \(id), revision 4: "))
    #expect(try await name() == "Bea")
    let history = try await shop.run("history", id, "--json").json().items
    #expect(history.map { $0["revision"] } == [3, 2, 1])
    #expect(history.first?.text("reason") == "revert")
  }

  @Test("a fork names its parent in list, show and export, and is imported with it")
  func parent() async throws {
    let id = try await shop.save()
    let store = DraftStore(path: shop.store)
    let fork = try await store.save(
      DraftSnapshot(values: ["name": "Bea"]), schema: DraftSchema("signup", fields: []),
      key: DraftKey("signup", owner: .nobody), parent: DraftID(id)
    ).draft.rawValue
    await store.close()
    let list = try await shop.run("list", "--json").json().items
    #expect(list.map { $0["parent"] } == [.text(id), .null])
    #expect(await shop.run("list", columns: 200).out.contains("PARENT"))
    #expect(await shop.run("show", fork).out.contains("Parent    \(id)\n"))
    let line = await shop.run("export", fork).out
    #expect(line.hasSuffix(",\"parent\":\"\(id)\"}\n"))
    let other = shop.file("other")
    try shop.write("fork.jsonl", line)
    #expect(await shop.run("import", shop.file("fork.jsonl"), "--store", other).code == 0)
    #expect(await shop.run("export", "--store", other).out == line)
  }
}
