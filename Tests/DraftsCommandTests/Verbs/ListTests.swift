import DraftsCommand
import FormDrafts
import Foundation
import Testing

@Suite("drafts list")
struct ListTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  @Test("Nothing there: [] and exit code 0; for people a note, standard output empty")
  func empty() async throws {
    let missing = await shop.run("list")
    #expect(missing.code == 0)
    #expect(missing.out == "")
    #expect(missing.err.hasPrefix("There is no store at “"))
    #expect(await shop.run("list", "--json").out == "[]\n")
    #expect(shop.contents().isEmpty)

    let id = try await shop.save()
    #expect(await shop.run("list", "--owner", "ana").err == "No draft matches.\n")
    _ = await shop.run("discard", id, "--yes")
    let outcome = await shop.run("list")
    #expect(outcome.code == 0)
    #expect(outcome.out == "")
    #expect(outcome.err == "There are no drafts.\n")
    #expect(await shop.run("list", "--json").out == "[]\n")
  }

  @Test("The JSON is an array, one element a line, with exactly these members in this order")
  func shape() async throws {
    let first = try await shop.save("--owner", "ana", "--record", "r", "--title", "T")
    let second = try await shop.save("--owner", "ana", "--record", "r", "--step", "about")
    let outcome = await shop.run("list", "--json")
    #expect(outcome.code == 0)
    #expect(
      outcome.shape == """
        [
        {"outcome":"restored","draft":"ID","revision":1,"savedAt":"TIME","form":"signup",\
        "owner":"ana","record":"r","version":null,"inDoubt":null,"status":"open",\
        "title":null,"step":"about","answered":4,"total":4,"bytes":30,\
        "expiresAt":null,"parent":null},
        {"outcome":"restored","draft":"ID","revision":1,"savedAt":"TIME","form":"signup",\
        "owner":"ana","record":"r","version":null,"inDoubt":null,"status":"open",\
        "title":"T","step":null,"answered":4,"total":4,"bytes":30,\
        "expiresAt":null,"parent":null}
        ]

        """)
    let items = try outcome.json().items
    #expect(items.map { $0.text("draft") } == [second, first])
  }

  @Test("By owner, nobody first; within an owner the last saved first")
  func order() async throws {
    var ids: [String: String] = [:]
    for (name, owner) in [
      ("b1", "bob"), ("n1", nil), ("a1", "ana"), ("n2", nil), ("b2", "bob"),
    ] as [(String, String?)] {
      let words = owner.map { ["--owner", $0] } ?? []
      let outcome = await shop.run(
        words: ["save", "--schema", shop.file("signup.json"), "--values", "-", "--json"] + words,
        input: Array("{}".utf8))
      ids[name] = try outcome.json().text("draft")
    }
    _ = await shop.run(
      "save", "--draft", ids["b1"] ?? "", "--values", "-", input: #"{"name":"later"}"#)
    let list = try await shop.run("list", "--json").json().items.map { $0.text("draft") }
    #expect(list == ["n2", "n1", "a1", "b1", "b2"].map { ids[$0] })
  }

  /// Like a repair of a large database in another process.
  @Test("Who is busy hides nobody: the others are listed, then comes the error; exit code 75")
  func busy() async throws {
    let drafts = [
      try await shop.save(), try await shop.save("--owner", "ana"),
      try await shop.save("--owner", "bob"),
    ]
    let locks = shop.contents().keys.filter { $0.hasSuffix("/lock") }.sorted()
    try #require(locks.count == 3)
    let lock = try System.open(shop.store + "/" + locks[1])
    try #require(try lock.lock(milliseconds: 0))

    let document = await shop.run(words: ["list", "--json"], busyTimeout: .zero)
    let listed = try document.json().items.compactMap { $0.text("draft") }
    #expect(listed.count == 2 && Set(listed).isSubset(of: drafts))
    #expect(try DraftValue(json: Array(document.err.utf8))["error"]?.text("code") == "busy")
    #expect(document.code == 75)

    let table = await shop.run(words: ["list"], busyTimeout: .zero)
    #expect(table.out.split(separator: "\n").count == 3)
    #expect(table.err.hasPrefix("drafts: Another process kept the store for too long. "))
    #expect(table.code == 75)

    lock.unlock()
    let free = await shop.run(words: ["list", "--json"], busyTimeout: .zero)
    #expect(Set(try free.json().items.compactMap { $0.text("draft") }) == Set(drafts))
    #expect(free.code == 0)
  }

  @Test("Two owners who cannot be read: the others, one error object on standard error, code 65")
  func damagedOwners() async throws {
    _ = try await shop.save()
    let first = try shop.database()
    let id = try await shop.save("--owner", "ana")
    let second = try #require(
      shop.contents().keys.map { shop.store + "/" + $0 }
        .first { $0.hasSuffix("/drafts.db") && $0 != first })
    _ = try await shop.save("--owner", "bob")
    let databases = shop.contents().keys.map { shop.store + "/" + $0 }
      .filter { $0.hasSuffix("/drafts.db") && $0 != second }
    try #require(databases.count == 2)
    for path in databases {
      try Data().write(to: URL(fileURLWithPath: path))
      // A log without a byte is none.
      try Data().write(to: URL(fileURLWithPath: path + "-wal"))
    }
    let document = await shop.run("list", "--json")
    #expect(document.code == 65)
    #expect(try document.json().items.compactMap { $0.text("draft") } == [id])
    let error = try #require(try DraftValue(json: Array(document.err.utf8))["error"])
    let message = try #require(error.text("message"))
    #expect(databases.allSatisfy { message.contains($0) })
    #expect(!message.contains("log"))
  }

  @Test("Each option narrows, and they combine")
  func filters() async throws {
    let a = try await shop.save("--owner", "ana", "--form", "f1", "--record", "r1")
    let b = try await shop.save("--owner", "ana", "--form", "f2")
    let c = try await shop.save("--form", "f1")
    func list(_ words: String...) async throws -> Set<String?> {
      Set(
        try await shop.run(words: ["list", "--json"] + words).json().items.map {
          $0.text("draft")
        })
    }
    #expect(try await list() == [a, b, c])
    #expect(try await list("--owner", "ana") == [a, b])
    #expect(try await list("--nobody") == [c])
    #expect(try await list("--form", "f1") == [a, c])
    #expect(try await list("--record", "r1") == [a])
    #expect(try await list("--new") == [b, c])
    #expect(try await list("--owner", "ana", "--form", "f2", "--new") == [b])
    #expect(try await list("--owner", "Ana") == [])
  }

  @Test("At 80 columns a usual list is one readable line a draft")
  func table() async throws {
    _ = try await shop.save(
      "--owner", "ana@example.org", "--record", "plan/42", "--title", "Insurance for the house",
      "--step", "about")
    _ = try await shop.save("--owner", "bob")
    let outcome = await shop.run("list")
    let lines = outcome.shape.split(separator: "\n").map { $0.drop { $0 != " " } }
    #expect(
      lines == [
        "        FORM    OWNER     RECORD   TITLE     STEP   ANSWERED  SAVED",
        "  signup  ana@exa…  plan/42  Insuran…  about       4/4  CLOCK",
        "  signup  bob       (new)                          4/4  CLOCK",
      ])
    #expect(outcome.out.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test("Columns that say nothing are left out; where there is no room the least important go")
  func columns() async throws {
    _ = try await shop.save("--owner", "ana", "--title", "A title that needs room")
    func header(_ width: Int) async -> [Substring] {
      await shop.run(words: ["list"], columns: width).out.split(separator: "\n")[0]
        .split(separator: " ")
    }
    #expect(await header(80) == ["ID", "FORM", "OWNER", "TITLE", "ANSWERED", "REV", "SAVED"])
    #expect(await header(64) == ["ID", "FORM", "OWNER", "TITLE", "ANSWERED", "SAVED"])
    #expect(await header(45) == ["ID", "FORM", "OWNER", "SAVED"])
    #expect(await header(30) == ["ID", "FORM", "OWNER"])
  }

  @Test("A name that looks like no name is quoted")
  func names() async throws {
    _ = try await shop.save("--owner", "(nobody)", "--record", "(new)")
    _ = try await shop.save("--owner", "", "--record", "")
    _ = try await shop.save()
    let lines = await shop.run("list").out.split(separator: "\n").map { line in
      line.split(separator: " ").dropFirst(2).prefix(2).map(String.init)
    }
    #expect(
      lines.dropFirst() == [
        ["(nobody)", "(new)"], [#""""#, #""""#], [#""(nobody)""#, #""(new)""#],
      ])
  }

  @Test("Ids that are alike are shown as far as they differ, and can be given back so")
  func alike() async throws {
    let id = try await shop.save()
    let line = await shop.run("export", id).out
    let ids = [
      "aaaaaaaa-bbbb-4ccc-8ddd-000000000001", "aaaaaaaa-bbbb-4ccc-8ddd-000000000002",
      "aaaaaaaa-bbbb-4ccc-9ddd-000000000002",
    ]
    let lines = ids.map { line.replacing(id, with: $0) }.joined()
    try #require(await shop.run("import", "-", input: lines).code == 0)
    let rows = await shop.run("list", columns: 160).out.split(separator: "\n").dropFirst()
    let shown = Set(rows.compactMap { $0.split(separator: " ").first.map(String.init) })
    #expect(shown == [String(id.prefix(8)), ids[0], ids[1], "aaaaaaaa-bbbb-4ccc-9"])
    for short in shown { #expect(await shop.run("show", short).code == 0) }
  }
}
