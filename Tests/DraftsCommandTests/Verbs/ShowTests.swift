import FormDrafts
import Testing

@Suite("drafts show")
struct ShowTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  @Test("Path, type, size, marks and outcome; no value")
  func people() async throws {
    let id = try await shop.save(
      "--owner", "ana", "--record", "plan/42", "--title", "Ana’s", "--step", "about", "--skipped",
      "account", "--baseline", "etag-7", "--touched", "name", "--dirty", "name",
      values: #"{"email":"ana@example.org","name":"Ana","x":{"y":[1,2]}}"#)
    let outcome = await shop.run("show", id)
    let fingerprint = try await shop.run("schema", shop.file("signup.json"), "--json").json()
      .text("fingerprint")
    #expect(outcome.code == 0)
    #expect(
      outcome.err == """
        Read under the definition it was saved with; --schema FILE compares another.

        """)
    #expect(
      outcome.shape == """
        Draft     ID
        Title     Ana’s
        Form      signup
        Owner     ana
        Record    plan/42
        Revision  1, saved CLOCK
        Answered  2 of 4, 27 B
        Step      about
        Skipped   account
        Baseline  etag-7
        Schema    \(fingerprint ?? "")

        PATH       TYPE  SIZE  MARKS          OUTCOME
        /email     text  17 B                 kept
        /name      text   5 B  touched dirty  kept
        /x/y       any    5 B                 undeclared
        /password  text                       withheld

        """)
    #expect(!outcome.out.contains("ana@example.org"))
  }

  @Test("With --values the values too, and only then")
  func values() async throws {
    let id = try await shop.save()
    let shown = await shop.run("show", id, "--values")
    #expect(
      shown.out.hasSuffix(
        """
        PATH       TYPE     SIZE  MARKS  OUTCOME   VALUE
        /email     text     17 B         kept      "ana@example.org"
        /name      text      5 B         kept      "Ana"
        /country   choice    4 B         kept      "ch"
        /news      boolean   4 B         kept      true
        /password  text                  withheld

        """))
    let json = try await shop.run("show", id, "--json").json()
    #expect(json["fields"]?.items.allSatisfy { $0["value"] == nil } == true)
    let withValues = try await shop.run("show", id, "--json", "--values").json()
    #expect(
      withValues["fields"]?.items.map { $0["value"] } == [
        "ana@example.org", "Ana", "ch", true, .null,
      ])
  }

  @Test("The JSON has exactly these members, in this order")
  func shape() async throws {
    let id = try await shop.save("--touched", "name", values: #"{"name":null}"#)
    let outcome = await shop.run("show", id, "--json", "--values")
    #expect(outcome.err == "")
    let schema = await shop.run("schema", shop.file("signup.json"), "--json").out.dropLast()
    let fingerprint = try DraftValue(json: Array(schema.utf8)).text("fingerprint")
    #expect(
      outcome.shape == """
        {"outcome":"restored","draft":"ID","revision":1,"savedAt":"TIME","form":"signup",\
        "owner":null,"record":null,"version":null,"inDoubt":null,"others":[],"status":"open",\
        "title":null,"step":null,"answered":0,"total":4,"bytes":4,"expiresAt":null,"parent":null,\
        "createdAt":"TIME","baseline":null,"fingerprint":"\(fingerprint ?? "")","fields":[\
        {"path":"/name","type":"text","bytes":4,"touched":true,"dirty":false,"outcome":"kept",\
        "value":null},\
        {"path":"/password","type":"text","bytes":null,"touched":false,"dirty":false,\
        "outcome":"withheld","value":null}],\
        "mismatches":[],"reentry":["/password"],"orphans":[],"schema":\(schema),"savePoints":0}

        """)
  }

  @Test("Against another definition it says what does not fit; exit code 0, as it is a look")
  func schema() async throws {
    let id = try await shop.save()
    let file = try shop.write("now.json", Fixtures.other)
    let outcome = await shop.run("show", id, "--schema", file)
    #expect(outcome.code == 0)
    #expect(outcome.err == "")
    #expect(
      outcome.out.contains("Needs a decision: /country: The form has no such field any more.\n"))
    let json = try await shop.run("show", id, "--schema", file, "--json").json()
    #expect(json["outcome"] == "mismatch")
    let outcomes = json["fields"]?.items.map {
      "\($0.text("path") ?? "") \($0.text("outcome") ?? "")"
    }
    #expect(outcomes?.contains("/country orphaned") == true)
    #expect(outcomes?.contains("/land added") == true)
  }

  @Test("An id may be cut to 4 characters, in any case; not to 3, and not to what fits several")
  func prefixes() async throws {
    let line = try await export(id: "3f2a0000-0000-4000-8000-000000000001")
    let other = try await export(id: "3f2a0000-0000-4000-8000-000000000002")
    let third = try await export(id: "abcdef00-0000-4000-8000-000000000003")
    let added = await shop.run("import", "-", input: line + other + third)
    #expect(added.code == 0)
    for text in ["abcd", "ABCD", "aBcDeF0", "ABCDEF00-0000-4000-8000-000000000003"] {
      let shown = await shop.run("show", text, "--json")
      #expect(try shown.json()["draft"] == "abcdef00-0000-4000-8000-000000000003")
    }
    let several = await shop.run("show", "3f2a")
    #expect(several.code == 2)
    #expect(
      several.err == """
        drafts: “3f2a” fits 2 drafts. Give more characters of the id.

        """)
    let long = await shop.run("show", "3f2a0000-0000-4000-8000-000000000002")
    #expect(long.code == 0)
    #expect(await shop.run("show", "abc").code == 64)
    for text in ["abce", "zzzz", "%%%%", "____", "abcd'", "abcd ", "éé"] {
      let unknown = await shop.run("show", text)
      #expect(unknown.code == 2, "\(text)")
      #expect(unknown.out == "")
    }
    #expect(await shop.run("show").code == 64)
  }

  /// A line of an export under another id, in a store that is left empty.
  private func export(id: String) async throws -> String {
    let store = shop.file("source-\(id)")
    let saved = await shop.run(
      "save", "--store", store, "--schema", shop.file("signup.json"), "--values", "-", "--json",
      input: "{}")
    let old = try #require(try saved.json().text("draft"))
    return await shop.run("export", "--store", store).out.replacing(old, with: id)
  }
}
