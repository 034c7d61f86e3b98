import DraftsCommand
import FormDrafts
import Testing

@Suite("drafts discard and drafts purge")
struct EndingTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  private static let receipt = [
    "drafts", "fields", "savePoints", "files", "bytes", "erasure", "reason",
  ]

  @Test("discard: a dry run changes nothing; then the draft is gone; again it is a no")
  func discard() async throws {
    let id = try await shop.save()
    let other = try await shop.save()
    let before = shop.contents()
    let dry = await shop.run("discard", id, "--dry-run")
    #expect(dry.code == 0)
    #expect(dry.out == "Would remove 1 draft, 4 fields, 30 B.\n")
    #expect(shop.contents() == before)
    #expect(try await shop.run("list", "--json").json().items.count == 2)

    let done = await shop.run("discard", id, "--yes", "--json")
    #expect(done.code == 0)
    #expect(
      done.out == """
        {"drafts":1,"fields":4,"savePoints":0,"files":0,"bytes":30,"erasure":"complete",\
        "reason":null}

        """)
    let list = try await shop.run("list", "--json").json().items
    #expect(list.map { $0.text("draft") } == [other])

    let again = await shop.run("discard", id, "--yes", "--json")
    #expect(again.code == 2)
    #expect(again.out == "")
    #expect(again.err.contains(#""code":"gone""#))
    #expect(await shop.run("discard", String(id.prefix(8)), "--yes").code == 2)
  }

  @Test("discard: with a way back the draft is hidden, and comes back")
  func undo() async throws {
    let id = try await shop.save("--expires-after", "30d")
    let hidden = await shop.run("discard", String(id.prefix(8)), "--undo-for", "12h")
    #expect(hidden.code == 0)
    #expect(hidden.out == "Discarded 1 draft, 4 fields, 30 B.\n")
    #expect(hidden.err.contains("drafts discard --undo \(id.prefix(8))"))
    #expect(try await shop.run("list", "--json").json().items.isEmpty)
    #expect(await shop.run("restore", id).code == 2)
    let back = await shop.run("discard", "--undo", String(id.prefix(8)), "--json")
    #expect(back.code == 0)
    #expect(back.out == "{\"draft\":\"\(id)\"}\n")
    let list = try await shop.run("list", "--json").json().items
    #expect(list.map { $0.text("draft") } == [id])
    #expect(list.first?.text("status") == "open")
    #expect(list.first?.text("expiresAt")?.hasSuffix("Z") == true)
    #expect(await shop.run("list").out.contains("EXPIRES"))
    #expect(
      await shop.run("discard", "--undo", id).out
        == "The draft \(id.prefix(8)) was not discarded.\n")
    #expect(await shop.run("discard", "--undo", id, "--dry-run").code == 64)
    #expect(await shop.run("discard").code == 64)
    // Hidden, it can still be discarded for good.
    _ = await shop.run("discard", id, "--undo-for", "12h")
    #expect(await shop.run("discard", id, "--yes").code == 0)
    let gone = await shop.run("discard", "--undo", id)
    #expect(gone.code == 2)
    #expect(gone.err.contains("was discarded"))
  }

  @Test("purge --expired removes what is over, and says how much")
  func expired() async throws {
    _ = try await shop.save("--expires-after", "30d")
    let id = try await shop.save()
    let none = await shop.run("purge", "--everyone", "--expired", "--yes", "--json")
    #expect(none.code == 0)
    #expect(none.out.hasPrefix(#"{"drafts":0,"#))
    let store = DraftStore(path: shop.store)
    guard case .restored(let draft) = await store.restore(try #require(DraftID(id))) else {
      Issue.record("not there")
      return
    }
    try await store.save(
      draft.snapshot, schema: draft.writerSchema, key: draft.summary.key,
      draft: draft.summary.id, expiresAfter: .milliseconds(1))
    await store.close()
    let list = await shop.run("list")
    #expect(list.out.contains("expired"))
    let done = await shop.run("purge", "--everyone", "--expired", "--yes", "--json")
    #expect(done.out.hasPrefix(#"{"drafts":1,"fields":4,"#))
    #expect(try await shop.run("list", "--json").json().items.count == 1)
  }

  @Test("A draft in doubt is said to be so, with the attempt id")
  func inDoubt() async throws {
    let id = try await shop.save()
    let store = DraftStore(path: shop.store)
    let attempt = try await store.beginSubmit(try #require(DraftID(id)))
    await store.close()
    let json = try await shop.run("restore", id, "--json").json()
    #expect(json.text("outcome") == "inDoubt")
    #expect(json.text("inDoubt") == attempt.rawValue)
    let people = await shop.run("restore", id)
    #expect(people.code == 2)
    #expect(people.out.contains("In doubt: a submit began and its end is not known"))
    #expect(people.out.contains(attempt.rawValue))
    #expect(await shop.run("list").out.contains("in doubt"))
    #expect(try await shop.run("list", "--json").json().items.first?.text("status") == "submitting")
  }

  @Test(
    "purge: a dry run changes no file",
    arguments: [
      ["--nobody"], ["--everyone"], ["--owner", "ana"], ["--everyone", "--form", "signup"],
      ["--everyone", "--older-than", "0s"],
    ])
  func dryRun(words: [String]) async throws {
    _ = try await shop.save()
    _ = try await shop.save("--owner", "ana")
    let before = shop.contents()
    let dry = await shop.run(words: ["purge", "--dry-run", "--json"] + words)
    #expect(dry.code == 0)
    #expect(shop.contents() == before)
    let done = await shop.run(words: ["purge", "--yes", "--json"] + words)
    #expect(done.out == dry.out)
    #expect(try done.json().names == Self.receipt)
  }

  @Test("purge by owner: exactly that owner's drafts go")
  func owner() async throws {
    let owners = ["u1", "u10", "U1", "u%", "caf\u{E9}", "cafe\u{301}", ""]
    for owner in owners { _ = try await shop.save("--owner", owner) }
    _ = try await shop.save()
    for owner in owners {
      let done = await shop.run("purge", "--owner", owner, "--yes")
      #expect(done.code == 0)
      #expect(done.out.hasPrefix("Removed 1 draft, 4 fields, "))
      #expect(try await shop.run("list", "--owner", owner, "--json").json().items.isEmpty)
    }
    #expect(try await shop.run("list", "--json").json().items.count == 1)
    #expect(await shop.run("purge", "--nobody", "--yes").code == 0)
    #expect(await shop.run("list", "--json").out == "[]\n")
  }

  @Test("purge by form, record and age only narrows")
  func narrower() async throws {
    let kept = try await shop.save("--owner", "ana", "--form", "f1", "--record", "r1")
    _ = try await shop.save("--owner", "ana", "--form", "f2", "--record", "r1")
    _ = try await shop.save("--owner", "ana", "--form", "f1")
    let young = await shop.run("purge", "--owner", "ana", "--older-than", "1d", "--yes", "--json")
    #expect(try young.json()["drafts"] == 0)
    let expired = await shop.run("purge", "--owner", "ana", "--expired", "--yes", "--json")
    #expect(try expired.json()["drafts"] == 0)
    let byForm = await shop.run("purge", "--owner", "ana", "--form", "f2", "--yes", "--json")
    #expect(try byForm.json()["drafts"] == 1)
    let byRecord = await shop.run("purge", "--everyone", "--new", "--yes", "--json")
    #expect(try byRecord.json()["drafts"] == 1)
    let left = try await shop.run("list", "--json").json().items
    #expect(left.map { $0.text("draft") } == [kept])
    let old = await shop.run("purge", "--everyone", "--older-than", "0s", "--yes", "--json")
    #expect(try old.json()["drafts"] == 1)
  }

  @Test(
    "purge without an owner, or with two, is a mistake of usage",
    arguments: [
      [], ["--form", "signup"], ["--owner", "a", "--nobody"], ["--everyone", "--nobody"],
      ["--everyone", "--older-than", "6m"], ["--everyone", "--older-than", "-1d"],
      ["--everyone", "--older-than", ""], ["--everyone", "--record", "r", "--new"],
    ])
  func usage(words: [String]) async throws {
    _ = try await shop.save()
    let outcome = await shop.run(words: ["purge", "--yes"] + words)
    #expect(outcome.code == 64)
    #expect(outcome.out == "")
    #expect(try await shop.run("list", "--json").json().items.count == 1)
  }

  @Test("Off a terminal, and with --json on one, --yes is needed", arguments: ["purge", "discard"])
  func unasked(verb: String) async throws {
    let id = try await shop.save()
    let words = verb == "purge" ? ["purge", "--everyone"] : ["discard", id]
    for (words, isTTY) in [(words, false), (words + ["--json"], true)] {
      let outcome = await shop.run(words: words, input: Array("y\n".utf8), isTTY: isTTY)
      #expect(outcome.code == 64)
      #expect(outcome.out == "")
      #expect(outcome.err.contains("Give --yes to do it, or --dry-run to see what it would do."))
    }
    #expect(try await shop.run("list", "--json").json().items.count == 1)
  }

  @Test("On a terminal it asks; only a yes is a yes")
  func asked() async throws {
    let id = try await shop.save("--owner", "ana")
    let no = await shop.run("purge", "--owner", "ana", input: "\n", isTTY: true)
    #expect(no.code == 1)
    #expect(no.out == "")
    #expect(
      no.err == """
        Remove 1 draft, 4 fields, 30 B of “ana” for good? [y/N] drafts: Nothing was changed.

        """)
    let alsoNo = await shop.run("discard", id, input: "nope\n", isTTY: true)
    #expect(alsoNo.code == 1)
    #expect(
      alsoNo.err.hasPrefix("Discard the draft \(id.prefix(8)), 4 fields, for good? [y/N] "))
    #expect(await shop.run("purge", "--everyone", input: "", isTTY: true).code == 1)
    #expect(try await shop.run("list", "--json").json().items.count == 1)
    let yes = await shop.run("discard", id, input: "y\n", isTTY: true)
    #expect(yes.code == 0)
    #expect(yes.out == "Removed 1 draft, 4 fields, 30 B.\n")
  }

  @Test("On a store that is not there nothing is made")
  func missing() async {
    for words in [["purge", "--everyone", "--yes"], ["purge", "--owner", "ana", "--dry-run"]] {
      let outcome = await shop.run(words: words)
      #expect(outcome.code == 0)
      #expect(outcome.out.contains("0 drafts, 0 fields, 0 B."))
    }
    #expect(await shop.run("discard", "3f2a", "--yes").code == 2)
    #expect(shop.contents().isEmpty)
  }
}
