import FormDraftsSQLite
import FormDraftsTesting
import Testing

@testable import FormDrafts

/// A field that a new form has under another name, and that is a secret there.
@Suite struct MovedSecretTests {
  private let key = DraftKey("form", owner: "ana")
  private let before = DraftSchema(
    "form",
    fields: [
      .init("name", .text), .init("word", .text), .init("note", .text),
      .init("rows", .object, isMany: true), .init("/rows/~*/id", .text),
      .init("/rows/~*/code", .text), .init("/box/a", .text), .init("old", .text),
    ])
  /// An earlier form than ``before``, without one of its fields.
  private let between = DraftSchema(
    "form",
    fields: [
      .init("name", .text), .init("note", .text), .init("rows", .object, isMany: true),
      .init("/rows/~*/id", .text), .init("/rows/~*/code", .text), .init("/box/a", .text),
    ])
  private let strict = DraftSchema(
    "form",
    fields: [
      .init("name", .text), .init("note", .text),
      .init("answer", .text, retention: .secret, formerly: ["word"]),
      .init("lines", .object, isMany: true, formerly: ["rows"]), .init("/lines/~*/id", .text),
      .init("/lines/~*/reply", .text, retention: .secret, formerly: ["/rows/~*/code"]),
      .init("vault", .object, retention: .secret, formerly: ["box"]),
    ])
  private let canary = Canary()

  private func text(_ number: Int) -> DraftValue { .text("\(canary.text)-\(number)") }

  private func snapshot() -> DraftSnapshot {
    DraftSnapshot(
      values: [
        "name": "Ana", "word": text(1), "note": "n", "rows": [["id": "1", "code": text(2)]],
        "box": ["a": text(3)], "old": "kept",
      ], touched: ["name", "word", "/rows/0/code"], dirty: ["word"])
  }

  private func paths(_ folder: StoreFolder) throws -> [String] {
    try folder.tamper("ana") { connection in
      let rows = try connection.prepare("SELECT path, kind FROM field ORDER BY path, kind")
      var found: [String] = []
      while try rows.step() { found.append("\(rows.text(0) ?? "") \(rows.int64(1))") }
      return found
    }
  }

  @Test func `a save under the new form removes what it moved to a secret`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let draft = try await store.save(snapshot(), schema: before, key: key).draft
    let salvage = try #require(
      await store.restore(draft, schema: strict, options: .init(policy: .salvage, floor: 0))
        .draft?.snapshot)
    #expect(salvage.values == ["name": "Ana", "note": "n", "lines": [["id": "1"]]])
    try await store.save(salvage, schema: strict, key: key, draft: draft)
    await store.close()
    // What is gone from the form is an orphan; what is a secret is gone.
    #expect(try paths(folder) == ["/lines 0", "/name 0", "/note 0", "/old 1"])
    #expect(try canary.occurrences(in: folder.path) == [])
    let back = try #require(
      await folder.store().restore(draft, schema: before, options: .init(policy: .salvage)).draft)
    #expect(
      back.snapshot.values == ["name": "Ana", "note": "n", "rows": [["id": "1"]], "old": "kept"])
  }

  @Test func `what stays of a list as an orphan lost its secret members too`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let draft = try await store.save(snapshot(), schema: before, key: key).draft
    // The salvage without the list: its row has no place.
    try await store.save(
      DraftSnapshot(values: ["name": "Ana"]), schema: strict, key: key, draft: draft)
    await store.close()
    #expect(try paths(folder) == ["/name 0", "/old 1", "/rows 1"])
    #expect(try canary.occurrences(in: folder.path) == [])
  }

  @Test func `a damaged row is left as it is`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let draft = try await store.save(snapshot(), schema: before, key: key).draft
    await store.close()
    try folder.tamper("ana") {
      try $0.execute("UPDATE field SET value = '\"other\"' WHERE path = '/word'")
    }
    let next = folder.store()
    try await next.save(
      DraftSnapshot(values: ["name": "Ana"]), schema: strict, key: key, draft: draft)
    await next.close()
    #expect(try paths(folder).contains("/word 0"))
  }

  @Test func `a scrub finds it by the way it moved, each orphan by its own form`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    var full = snapshot()
    full.values["note"] = text(1)
    let live = try await store.save(full, schema: before, key: key).draft
    let aside = try await store.save(snapshot(), schema: before, key: key).draft
    var fewer = snapshot()
    for name in ["word", "old"] { fewer.values[name] = nil }
    (fewer.touched, fewer.dirty) = (["name", "/rows/0/code"], [])
    try await store.save(fewer, schema: between, key: key, draft: aside)
    await store.close()
    #expect(try paths(folder).filter { $0 == "/word 1" }.count == 1)

    let next = folder.store()
    let planned = try await next.scrub(strict, dryRun: true)
    let receipt = try await next.scrub(strict)
    #expect(receipt == planned)
    #expect(receipt.drafts == 2)
    // word, note with the same text, the mark in rows, rows, box/a; the same without the note.
    #expect(receipt.fields == 9)
    #expect(receipt.erasure == .complete)
    #expect(try await next.scrub(strict) == PurgeReceipt())
    #expect(try canary.occurrences(in: folder.path) == [])
    #expect(try await next.list(verifying: true).allSatisfy(\.isIntact))
    let kept = try await next.restored(key, schema: nil, draft: live)
    #expect(
      kept.snapshot
        == DraftSnapshot(
          values: ["name": "Ana", "rows": [["id": "1"]], "old": "kept"], touched: ["name"]))
    let other = try await next.restored(key, schema: nil, draft: aside)
    #expect(
      other.snapshot
        == DraftSnapshot(
          values: ["name": "Ana", "note": "n", "rows": [["id": "1"]]],
          touched: ["name"]))
    await next.close()
    #expect(
      try paths(folder) == [
        "/name 0", "/name 0", "/note 0", "/old 0", "/old 1", "/rows 0", "/rows 0",
      ])
  }

  @Test func `what two fields claim is removed with all in it if one of them keeps a secret`()
    throws
  {
    let reader = DraftSchema(
      "form",
      fields: [
        .init("b", .object, formerly: ["box"]), .init("/b/a", .text),
        .init("c", .object, formerly: ["box"]), .init("/c/a", .text, retention: .secret),
      ])
    let result = try DraftSchema.resolve(
      DraftSnapshot(values: ["box": ["a": "1"]]), from: before, to: reader)
    #expect(result.report["/box/a"]?.outcome == .withheld)
    #expect(result.orphans.isEmpty)
  }
}
