import DraftsCommand
import FormDrafts
import Foundation
import Testing

@Suite("drafts audit")
struct AuditTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  @Test("Nothing found: a sentence and exit code 0; as JSON an empty list")
  func nothing() async throws {
    _ = try await shop.save("--owner", "ana")
    let outcome = await shop.run("audit", "--owner", "ana")
    #expect(outcome.code == 0)
    #expect(outcome.out == "Nothing was found in 1 draft.\n")
    #expect(outcome.err == "")
    let json = await shop.run("audit", "--owner", "ana", "--json")
    #expect(json.code == 0)
    #expect(json.out == "{\"findings\":[],\"drafts\":1}\n")
    #expect(await shop.run("audit", "--nobody").out == "Nothing was found in 0 drafts.\n")
  }

  @Test("A secret that was saved as none is found under a definition; exit code 2")
  func secret() async throws {
    let id = try await shop.save("--owner", "ana", "--not-secret", "password")
    let schema = ["--schema", shop.file("signup.json")]
    #expect(await shop.run("audit", "--owner", "ana").code == 0)
    let json = await shop.run(words: ["audit", "--owner", "ana", "--json"] + schema)
    #expect(json.code == 2)
    #expect(json.err == "")
    #expect(
      json.out == """
        {"findings":[
        {"code":"secretStored","severity":"high","owner":"ana","draft":"\(id)",\
        "path":"/password","sentence":"An answer that is a secret is stored."}
        ],"drafts":1}

        """)
    let table = await shop.run(words: ["audit", "--owner", "ana"] + schema)
    #expect(table.code == 2)
    #expect(
      table.out == """
        SEVERITY  OWNER  DRAFT     PATH       FINDING
        high      ana    \(id.prefix(8))  /password  An answer that is a secret is stored.

        1 × An answer that is a secret is stored.

        1 finding; 1 draft examined.

        """)
    for outcome in [json, table] { #expect(!outcome.out.contains(Fixtures.secret)) }
    _ = await shop.run(
      "purge", "--everyone", "--secrets-of", shop.file("signup.json"), "--yes")
    #expect(await shop.run(words: ["audit", "--owner", "ana"] + schema).code == 0)
  }

  @Test("Owner and form narrow; with neither the place of the store is judged too")
  func filters() async throws {
    let card = #"{"name":"4111 1111 1111 1111"}"#
    _ = try await shop.save("--owner", "ana", values: card)
    _ = try await shop.save("--form", "other", values: card)
    func codes(_ words: String...) async throws -> [String?] {
      let json = try await shop.run(words: ["audit", "--json"] + words).json()
      return json["findings"]?.items.map { $0.text("code") } ?? []
    }
    #expect(try await codes("--owner", "ana") == ["suspicious"])
    #expect(try await codes("--nobody") == ["suspicious"])
    #expect(try await codes("--form", "signup") == ["suspicious"])
    #expect(try await codes("--form", "none") == [])
    #expect(try await codes() == ["location", "suspicious", "suspicious"])
  }

  @Test("No store is no clean store: exit code 2, and none is made")
  func missing() async {
    let outcome = await shop.run("audit")
    #expect(outcome.code == 2)
    #expect(outcome.out == "")
    #expect(outcome.err.hasPrefix("drafts: There is no store at “"))
    #expect(shop.contents().isEmpty)
    let json = await shop.run("audit", "--json")
    #expect(json.out == "" && json.err.contains(#""code":"notFound""#))
  }

  @Test("A damaged draft is a finding; what is looked at keeps every byte")
  func damage() async throws {
    let id = try await shop.save("--owner", "ana")
    try shop.patch(shop.database(), "ana@example.org", with: "eve@example.org")
    let before = shop.contents()
    let outcome = await shop.run("audit", "--owner", "ana", "--json")
    #expect(outcome.code == 2)
    let finding = try #require(try outcome.json()["findings"]?.items.first)
    #expect(finding.text("code") == "unreadable")
    #expect(finding.text("draft") == id)
    #expect(finding.text("path") == "/email")
    #expect(shop.contents() == before)
  }

  @Test("An expired draft is a finding, and is still there afterwards")
  func expired() async throws {
    _ = try await shop.save("--owner", "ana", "--expires-after", "30d")
    let year = /"(createdAt|savedAt|expiresAt)":"[0-9]{4}/
    let line = await shop.run("export").out.replacing(year) { "\"\($0.1)\":\"2001" }
    let store = shop.file("second")
    #expect(await shop.run("import", "-", "--store", store, input: line).code == 0)
    for _ in 0..<2 {
      let outcome = await shop.run(
        "audit", "--owner", "ana", "--json", "--store", store)
      #expect(outcome.code == 2)
      #expect(outcome.out.contains(#""code":"expiredPresent","severity":"low""#))
    }
  }

  @Test("Files of the store that others can read")
  func modes() async throws {
    _ = try await shop.save("--owner", "ana")
    let database = try shop.database()
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: database)
    let outcome = await shop.run("audit", "--owner", "ana", "--json")
    #expect(outcome.code == 2)
    let finding = try #require(try outcome.json()["findings"]?.items.first)
    #expect(finding.text("code") == "looseMode")
    #expect(finding.text("path") == database)
  }

  @Test("Usage errors", arguments: [["--owner", "a", "--nobody"], ["--ui-schema", "x"], ["x"]])
  func usage(words: [String]) async {
    let outcome = await shop.run(words: ["audit"] + words)
    #expect(outcome.code == 64)
    #expect(outcome.out == "")
  }
}
