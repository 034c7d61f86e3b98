import FormDraftsSQLite
import FormDraftsTesting
import Testing

@testable import FormDrafts

/// Report 29 and its kind: damage costs what is damaged, is reported, and is never “no draft”.
@Suite struct DamageTests {
  private let schema = DraftSchema.texts("form", "a", "b", "c")
  private let key = DraftKey("form", owner: "ana")
  private let snapshot = DraftSnapshot(
    values: ["a": "first", "b": "second", "c": "third"], touched: ["a"])

  /// Five drafts of five forms; the middle one is to be damaged.
  private func folder(
    _ tamper: (Connection) throws -> Void
  ) async throws -> (folder: StoreFolder, drafts: [DraftID]) {
    let folder = try StoreFolder()
    let store = folder.store()
    var drafts: [DraftID] = []
    for number in 0..<5 {
      drafts.append(
        try await store.save(
          snapshot, schema: schema, key: DraftKey("form \(number)", owner: "ana")
        ).draft)
    }
    await store.close()
    try folder.tamper("ana", tamper)
    return (folder, drafts)
  }

  @Test("An index that does not know a draft hides it from nobody")
  func index() async throws {
    let (folder, drafts) = try await folder { _ in }
    let path = try folder.files(of: "ana").database
    // Each id stands in its row and in the index; the one in the index is the later page.
    var bytes = try CopiedStore.bytes(of: path)
    let id = Array(drafts[2].rawValue.utf8)
    let places = (0..<bytes.count - id.count).filter { bytes[$0..<$0 + id.count].elementsEqual(id) }
    #expect(places.count == 2)
    let page = { (place: Int) in place / 4_096 }
    let index = try #require(places.max { page($0) < page($1) })
    for place in index..<index + 8 { bytes[place] = UInt8(ascii: "f") }
    try folder.write(bytes, to: path)
    let store = folder.store()
    #expect(await store.restore(drafts[2], schema: schema).draft?.snapshot == snapshot)
    #expect(
      await store.restore(DraftKey("form 2", owner: "ana"), schema: schema).draft?.snapshot
        == snapshot)
    #expect(try await store.summary(of: drafts[2])?.id == drafts[2])
    #expect(try await store.health().findings.map(\.code) == [.damagedDatabase])
    try await store.repair()
    #expect(try await store.health().findings == [])
    for id in drafts {
      #expect(await store.restore(id, schema: schema).draft?.snapshot == snapshot)
    }
    await store.close()
  }

  @Test("A page that shows fewer drafts than there are makes no list shorter without saying so")
  func hidden() async throws {
    let (folder, drafts) = try await folder { _ in }
    let path = try folder.files(of: "ana").database
    var bytes = try CopiedStore.bytes(of: path)
    // The head of a table's leaf page: 0x0D, two bytes, then how many cells there are
    // (https://sqlite.org/fileformat2.html#b_tree_pages).
    let id = Array(drafts[2].rawValue.utf8)
    let places = (0..<bytes.count - id.count).filter { bytes[$0..<$0 + id.count].elementsEqual(id) }
    let page = try #require(places.map { $0 / 4_096 * 4_096 }.first { bytes[$0] == 0x0D })
    #expect(bytes[page + 3..<page + 5].elementsEqual([0, 5]))
    bytes[page + 4] = 3
    try folder.write(bytes, to: path)
    let store = folder.store()
    for verifying in [false, true] {
      let list = try await store.list(verifying: verifying)
      #expect(list.compactMap(\.summary?.id) == [drafts[2], drafts[1], drafts[0]])
      guard case .unreadable(let error)? = list.last, list.count == 4 else {
        throw TestFailure()
      }
      #expect(error.code == .damaged)
    }
    for number in 3...4 {
      guard
        case .unreadable(_, let error) = await store.restore(
          DraftKey("form \(number)", owner: "ana"), schema: schema)
      else { throw TestFailure() }
      #expect(error.code == .damaged)
    }
    await store.close()
  }

  private let rows = "id >= 3 << 32 AND id < 4 << 32"

  @Test(
    "A damaged answer is missing and named; the others and the other drafts are fine",
    arguments: [
      "value = '{\"v\":'", "value = '\"Second\"'", "value = NULL", "marks = 2", "flags = 1",
      "base = '\"x\"'", "ordinal = ordinal + 1", "revision = 7", "sum = sum + 1", "form = 1",
    ])
  func damagedRow(change: String) async throws {
    let (folder, drafts) = try await folder {
      try $0.execute("UPDATE field SET \(change) WHERE \(rows) AND path = '/b'")
    }
    let store = folder.store()
    guard case .mismatch(let draft) = await store.restore(drafts[2], schema: schema) else {
      throw TestFailure()
    }
    #expect(draft.salvage?.values == ["a": "first", "c": "third"])
    #expect(draft.report.fields.filter { $0.outcome == .damaged }.map(\.path) == ["b"])
    #expect(draft.report.mismatches.contains { $0.path == "b" })
    for (number, id) in drafts.enumerated() where number != 2 {
      guard case .restored(let other) = await store.restore(id, schema: schema) else {
        throw TestFailure()
      }
      #expect(other.snapshot == snapshot)
    }
    // A list that verifies says it, and still lists all five.
    let listings = try await store.list(verifying: true)
    #expect(listings.count == 5)
    #expect(listings.filter { !$0.isIntact }.map(\.summary?.id) == [drafts[2]])
    #expect(try await store.list().count == 5)
    await store.close()
  }

  @Test func `a deleted row is reported as missing`() async throws {
    let (folder, drafts) = try await folder {
      try $0.execute("DELETE FROM field WHERE \(rows) AND path = '/b'")
    }
    let store = folder.store()
    guard case .mismatch(let draft) = await store.restore(drafts[2], schema: schema) else {
      throw TestFailure()
    }
    #expect(draft.salvage?.values == ["a": "first", "c": "third"])
    #expect(!draft.report.mismatches.isEmpty)
    #expect(try await store.list(verifying: true).filter(\.isIntact).count == 4)
    await store.close()
  }

  @Test func `a row that was smuggled in is reported`() async throws {
    let (folder, drafts) = try await folder {
      try $0.execute(
        """
        INSERT INTO field SELECT id + 100, draft, '/d', kind, form, flags, marks, ordinal, value,
          base, revision, sum FROM field WHERE \(rows) AND path = '/b'
        """)
    }
    let store = folder.store()
    guard case .mismatch(let draft) = await store.restore(drafts[2], schema: schema) else {
      throw TestFailure()
    }
    #expect(draft.salvage?.values == snapshot.values)
    await store.close()
  }

  @Test func `a save mends what it brings, and carries nothing damaged over`() async throws {
    let (folder, drafts) = try await folder {
      try $0.execute(
        "UPDATE field SET base = '\"forged\"', flags = 1 WHERE \(rows) AND path = '/b'")
    }
    let store = folder.store()
    let key = DraftKey("form 2", owner: "ana")
    // The same values once more: only the damaged row is written.
    let receipt = try await store.save(snapshot, schema: schema, key: key, draft: drafts[2])
    #expect(receipt.written == 1)
    #expect(try await store.restored(key, schema: schema).snapshot == snapshot)
    #expect(try await store.list(verifying: true).allSatisfy(\.isIntact))
    let bases = try await store.probe("ana") { file throws(DraftError) in
      try file.content(of: drafts[2])?.rows.filter(\.knowsBase).count
    }
    #expect(bases == 0)
    await store.close()
  }

  @Test func `a damaged answer without a place in the form never becomes sound`() async throws {
    let (folder, drafts) = try await folder {
      try $0.execute("UPDATE field SET value = '\"forged\"' WHERE \(rows) AND path = '/b'")
    }
    let store = folder.store()
    let key = DraftKey("form 2", owner: "ana")
    let fewer = DraftSchema.texts("form", "a", "c")
    try await store.save(
      DraftSnapshot(values: ["a": "x"]), schema: fewer, key: key, draft: drafts[2])
    guard case .mismatch(let draft) = await store.restore(key, schema: schema) else {
      throw TestFailure()
    }
    #expect(draft.salvage?.values == ["a": "x"])
    #expect(draft.report.fields.first { $0.path == "b" }?.outcome == .damaged)
    await store.close()
  }

  @Test(
    "A draft whose own row is damaged is unreadable, and is never none",
    arguments: [
      "revision = 9", "form = 'other'", "record = 'x', has_record = 1", "step = 'z'",
      "rows_sum = rows_sum + 1", "sum = 0", "status = 7", "title = 'x'", "saved = saved + 1",
      "schema = 99",
    ])
  func damagedDraft(change: String) async throws {
    let (folder, drafts) = try await folder {
      try $0.execute("PRAGMA foreign_keys=OFF")
      try $0.execute("UPDATE draft SET \(change) WHERE id = 3")
    }
    for store in [folder.store(), DraftStore.readOnly(path: folder.path)] {
      let key = DraftKey("form 2", owner: "ana")
      #expect(await store.restore(drafts[2]).failure?.code == .damaged)
      #expect(await store.restore(key, schema: schema).failure?.code == .damaged)
      #expect(await store.restore(key, schema: schema, draft: drafts[2]).failure?.code == .damaged)
      #expect(await failure { _ = try await store.summary(of: drafts[2]) }?.code == .damaged)
      let listings = try await store.list()
      #expect(listings.count == 5)
      guard let damaged = listings.first(where: { !$0.isIntact }),
        case .damaged(let id, _, let error) = damaged
      else { throw TestFailure() }
      #expect(id == drafts[2])
      #expect(error.code == .damaged)
      for id in [drafts[0], drafts[4]] {
        guard case .restored = await store.restore(id) else { throw TestFailure() }
      }
      await store.close()
    }
    let store = folder.store()
    let save = await failure {
      try await store.save(
        snapshot, schema: schema, key: DraftKey("form 2", owner: "ana"), draft: drafts[2])
    }
    #expect(save?.code == .damaged)
    // It can be got rid of.
    #expect(try await store.discard(drafts[2]).drafts == 1)
    #expect(try await store.list().count == 4)
    await store.close()
  }

  @Test func `a draft whose schema is damaged is unreadable without that very schema`()
    async throws
  {
    let (folder, drafts) = try await folder {
      try $0.execute("UPDATE schema SET text = replace(text, 'text', 'date')")
    }
    let store = folder.store()
    #expect(await store.restore(drafts[2]).failure?.code == .damaged)
    let other = DraftSchema.texts("form", "a", "b", "d")
    #expect(await store.restore(drafts[2], schema: other).failure?.code == .damaged)
    // Whose digest is that of the stored one says what the damaged text said.
    #expect(await store.restore(drafts[2], schema: schema).draft?.snapshot == snapshot)
    #expect(try await store.list().count == 5)
    await store.close()
  }

  /// Bytes on the medium, not columns: SQLite itself notices none of these.
  @Test func `a flipped bit in the file is never handed out as an answer`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let draft = try await store.save(snapshot, schema: schema, key: key).draft
    await store.close()
    let file = try folder.files(of: "ana").database
    let bytes = try FileTree.read(file)
    let places = try #require(bytes.firstRange(of: Array("\"second\"".utf8)))
    for place in places.indices {
      for bit in [0, 3, 7] as [UInt8] {
        var damaged = bytes
        damaged[place] ^= 1 << bit
        try folder.write(damaged, to: file)
        let reader = folder.store()
        let answer = await reader.restore(draft, schema: schema)
        await reader.close()
        guard case .mismatch(let draft) = answer else { throw TestFailure() }
        #expect(draft.salvage?.values == ["a": "first", "c": "third"])
      }
    }
  }
}
