import FormDraftsSQLite
import FormDraftsTesting
import Testing

@testable import FormDrafts

/// A field that became a secret leaves the drafts that were saved before, and the files.
@Suite struct ScrubTests {
  private static let names = ["name", "iban", "note", "codes"]
  private static let fields = names.map { DraftSchema.Field(FieldPath([$0]), .text) }
  private static let items: [DraftSchema.Field] = [
    .init("/accounts/~*/iban", .text), .init("/accounts/~*/name", .text),
  ]
  /// The form as it was, without the field, and with the field as a secret.
  private let open = DraftSchema("form", version: "1", fields: Self.fields + Self.items)
  private let without = DraftSchema(
    "form", version: "1b", fields: Self.fields.filter { $0.path != "iban" } + Self.items)
  private let strict = DraftSchema(
    "form", version: "2", fields: Self.fields + Self.items,
    overrides: .init(secret: ["iban", "/accounts/~*/iban", "/codes/~*"]))
  private let key = DraftKey("form", owner: "ana", record: "plan/42")

  /// Markers and the drafts that hold them.
  private struct Trap {
    var markers: [Canary] = []
    var drafts: [DraftID] = []

    mutating func marker() -> DraftValue {
      markers.append(Canary())
      return .text(markers[markers.count - 1].text)
    }
  }

  /// Field report 81: what v1 stored, three times over, as row, orphan, list item, record's value.
  private func fill(_ store: DraftStore) async throws -> Trap {
    var trap = Trap()
    var draft: DraftID?
    for round in 0..<3 {
      let iban = trap.marker()
      var snapshot = DraftSnapshot(
        values: [
          "name": "Ana", "iban": iban, "note": iban, "codes": [trap.marker(), trap.marker()],
          "accounts": [["name": "first", "iban": trap.marker()], ["iban": trap.marker()]],
          "map": ["deep": ["er": .text("kept \(round)")]],
        ], touched: ["name", "iban", "note", "/accounts/0/iban"], dirty: ["iban"], focus: "iban")
      snapshot.step = "s"
      guard case .text(let text) = iban else { throw TestFailure() }
      draft = try await store.save(
        snapshot, schema: open, key: key, draft: draft, title: "Transfer to \(text)",
        baseline: round > 0
          ? nil
          : DraftBaseline(
            "v7",
            values: [
              "name": "Bea", "iban": trap.marker(),
              "accounts": [["name": "was", "iban": trap.marker()]],
            ])
      ).draft
    }
    let orphan = try await store.save(
      DraftSnapshot(values: ["name": "Cyd", "iban": trap.marker()]), schema: open, key: key
    ).draft
    try await store.save(
      DraftSnapshot(values: ["name": "Cyd"]), schema: without, key: key, draft: orphan)
    trap.drafts = [try #require(draft), orphan]
    return trap
  }

  /// Drafts that are none of a scrub's business, with the marker each holds.
  private func fillOthers(_ store: DraftStore) async throws -> [Canary] {
    let others = [Canary(), Canary(), Canary()]
    let keys = [DraftKey("form", owner: "bob"), DraftKey("form 2", owner: "ana"), key]
    for (key, marker) in zip(keys, others) {
      let path = key == self.key ? "name" : "iban"
      try await store.save(
        DraftSnapshot(values: .init([.init(path, .text(marker.text))])), schema: open, key: key)
    }
    return others
  }

  private func found(_ markers: [Canary], in folder: StoreFolder) throws -> Int {
    let contents = try FileTree.contents(of: folder.path)
    return markers.count { marker in
      contents.contains { !marker.occurrences(in: $0.value, named: $0.key).isEmpty }
    }
  }

  /// Every column of an owner's rows, by table and number.
  private func rows(_ folder: StoreFolder, _ owner: DraftOwner) throws -> [String: [String]] {
    try folder.tamper(owner) { connection in
      var rows: [String: [String]] = [:]
      for table in ["draft", "field", "schema", "ended"] {
        let columns = try connection.columns(of: table).map { "quote(\($0.name))" }
        let statement = try connection.prepare(
          "SELECT id, \(columns.joined(separator: ", ")) FROM \(table)")
        while try statement.step() {
          rows["\(table) \(statement.int64(0))"] = columns.indices.map {
            statement.text(Int32($0) + 1) ?? ""
          }
        }
      }
      return rows
    }
  }

  @Test func `report 81: rows, orphans, items, record, marks and title, and no byte is left`()
    async throws
  {
    let folder = try StoreFolder()
    let store = folder.store()
    let trap = try await fill(store)
    let others = try await fillOthers(store)
    await store.close()
    let before = try (rows(folder, "ana"), rows(folder, "bob"))
    // The control: what stands in rows is found.
    let standing = trap.markers.suffix(6) + trap.markers[5...6]
    #expect(try found(Array(standing), in: folder) == 8)

    let next = folder.store()
    let planned = try await next.scrub(strict, owner: "ana", dryRun: true)
    let receipt = try await next.scrub(strict, owner: "ana")
    #expect(receipt == planned)
    #expect(receipt.drafts == 2)
    // iban, note, codes, accounts, the mark inside accounts; the orphan.
    #expect(receipt.fields == 6)
    #expect(receipt.erasure == .complete)
    #expect(try found(trap.markers, in: folder) == 0)
    #expect(try await next.list(verifying: true).allSatisfy(\.isIntact))
    try await expectKept(next, trap)
    await next.close()
    #expect(try found(trap.markers, in: folder) == 0)
    #expect(try found(others, in: folder) == 3)
    #expect(try rows(folder, "bob") == before.1)
    try expectOnly(["draft 1", "draft 2"], 6, differ: before.0, rows(folder, "ana"))
  }

  /// What is left of the two drafts, under the schema they were saved under.
  private func expectKept(_ store: DraftStore, _ trap: Trap) async throws {
    let first = try await store.restored(key, schema: nil, draft: trap.drafts[0])
    #expect(
      first.snapshot
        == DraftSnapshot(
          values: [
            "name": "Ana", "codes": [.null, .null], "accounts": [["name": "first"], [:]],
            "map": ["deep": ["er": "kept 2"]],
          ], touched: ["name", "note"], step: "s"))
    #expect(first.summary.title == nil)
    #expect(first.summary.version == "1")
    #expect(first.summary.baseline == "v7")
    #expect(first.summary.revision == 4)
    // name and codes; lists of objects do not count.
    #expect(first.summary.answered == 2)
    let left = [#""Ana""#, "[null,null]", #"[{"name":"first"},{}]"#, #""kept 2""#]
    #expect(first.summary.byteCount == left.reduce(0) { $0 + $1.utf8.count })
    let bases = try await store.probe("ana") { file throws(DraftError) in
      try file.content(of: trap.drafts[0])?.rows.filter(\.knowsBase).map {
        "\($0.path) " + String(decoding: $0.base ?? [], as: UTF8.self)
      }
    }
    #expect(
      bases == ["/name \"Bea\"", "/codes ", "/accounts [{\"name\":\"was\"}]", "/map/deep/er "])
    let second = try await store.restored(key, schema: nil, draft: trap.drafts[1])
    #expect(second.snapshot.values == ["name": "Cyd"])
    #expect(second.report.orphans == [])
    #expect(second.summary.revision == 3)
  }

  /// All other rows are, column for column, what they were.
  private func expectOnly(
    _ changed: Set<String>, _ fields: Int, differ before: [String: [String]],
    _ after: [String: [String]]
  ) throws {
    let different = before.filter { after[$0.key] != $0.value }.map(\.key)
    #expect(Set(different.filter { !$0.hasPrefix("field") }) == changed)
    #expect(different.count == changed.count + fields)
    #expect(Set(after.keys).isSubset(of: before.keys))
  }

  @Test func `a second time, and with nothing to remove, no byte is written`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    _ = try await fill(store)
    _ = try await fillOthers(store)
    try await store.scrub(strict)
    await store.close()
    let before = try folder.digests()
    let next = folder.store()
    #expect(try await next.scrub(strict) == PurgeReceipt())
    #expect(try await next.scrub(.texts("another", "x")) == PurgeReceipt())
    await next.close()
    #expect(try folder.digests() == before)
    // The control: rebuilding the file would show.
    try folder.tamper("ana") { try $0.vacuum() }
    #expect(try folder.digests() != before)
    // Where there is no store, none is made.
    let nowhere = try StoreFolder()
    #expect(try await nowhere.store().scrub(strict, owner: "ana") == PurgeReceipt())
    #expect(try FileTree.files(in: nowhere.root) == [])
  }

  @Test func `everybody's drafts unless an owner is named; no other form`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    for owner: DraftOwner in ["ana", "bob", .nobody] {
      for form in ["form", "Form", "form 2"] {
        try await store.save(
          DraftSnapshot(values: ["iban": "1"]), schema: open, key: DraftKey(form, owner: owner))
      }
    }
    #expect(try await store.scrub(strict, owner: "cyd").drafts == 0)
    #expect(try await store.scrub(strict, owner: .nobody).drafts == 1)
    let all = try await store.scrub(strict)
    #expect(all.drafts == 2)
    #expect(all.fields == 2)
    #expect(all.bytes == 6)
    let left = try await store.list().compactMap(\.summary).filter { $0.byteCount > 0 }
    #expect(left.count == 6)
    #expect(left.allSatisfy { $0.key.form != "form" && $0.revision == 1 })
    await store.close()
  }

  @Test func `a form that has the answer still is refused; a list keeps its order`() async throws {
    let folder = try StoreFolder()
    let time = TestTime()
    let store = folder.store(time.environment)
    let values: DraftObject = ["iban": "12345", "name": "Ana"]
    let first = try await store.save(DraftSnapshot(values: values), schema: open, key: key)
    let second = try await store.save(
      DraftSnapshot(values: ["name": "x"]), schema: open, key: key)
    time.advance(milliseconds: 60_000)
    let other = folder.store()
    try await other.scrub(strict)
    await other.close()
    let listed = try await store.list().compactMap(\.summary)
    #expect(listed.map(\.id) == [second.draft, first.draft])
    #expect(listed.map(\.revision) == [1, 2])
    #expect(listed.last?.savedAt == first.savedAt)
    let late = await failure {
      try await store.save(
        DraftSnapshot(values: values), schema: open, key: key, draft: first.draft,
        basedOn: first.revision)
    }
    #expect(late?.code == .conflict)
    #expect(late?.currentRevision == 2)
    // Without a revision the last one wins, and what this store remembered is not believed.
    let saved = try await store.save(
      DraftSnapshot(values: values), schema: strict, key: key, draft: first.draft)
    #expect(saved.withheld == ["iban"])
    #expect(
      try await store.restored(key, schema: strict, draft: first.draft).snapshot.values
        == ["name": "Ana"])
    #expect(try await store.list(verifying: true).allSatisfy(\.isIntact))
    await store.close()
  }

  @Test func `nothing of it is remembered in memory`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let changed = try await store.save(
      DraftSnapshot(values: ["iban": "12345"]), schema: open, key: key
    ).draft
    let other = try await store.save(
      DraftSnapshot(values: ["name": "12345"]), schema: open, key: key
    ).draft
    try await store.scrub(strict)
    let known = try await store.probe("ana") { file in
      [changed, other].map { file.shadows[$0] != nil }
    }
    #expect(known == [false, true])
    await store.close()
  }
}
