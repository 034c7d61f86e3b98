import FormDraftsSQLite
import FormDraftsTesting
import Testing

@testable import FormDrafts

/// Databases that somebody made to hurt: what they hold is refused, or costs what it stands in.
@Suite("A hostile database")
struct HostileDatabaseTests {
  private let schema = DraftSchema.texts("form", "a", "b")
  private let snapshot = DraftSnapshot(values: ["a": "first", "b": "second"])

  private func key(_ number: Int) -> DraftKey { DraftKey("form \(number)", owner: "ana") }

  /// Three drafts of ana's and one of bob's; what is done to ana's database is given.
  private func folder(_ tamper: (Connection) throws -> Void) async throws -> StoreFolder {
    let folder = try StoreFolder()
    let store = folder.store()
    for number in 0..<3 {
      try await store.save(snapshot, schema: schema, key: key(number))
    }
    try await store.save(snapshot, schema: schema, key: DraftKey("form 0", owner: "bob"))
    await store.close()
    try folder.tamper("ana", tamper)
    return folder
  }

  @Test(
    "with objects that would run without end, or store elsewhere, is refused and keeps its bytes",
    arguments: [
      "CREATE VIEW v AS WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n FROM c) SELECT n FROM c",
      "CREATE VIEW v AS SELECT zeroblob(999999999)",
      "CREATE VIEW v AS SELECT printf('%900000000d', 1)",
      "CREATE VIEW v AS SELECT load_extension('x')",
      "CREATE TABLE stolen (x); CREATE TRIGGER t AFTER INSERT ON field BEGIN "
        + "INSERT INTO stolen VALUES (new.value); END",
      "CREATE TRIGGER t BEFORE DELETE ON draft BEGIN SELECT RAISE(IGNORE); END",
      "CREATE TABLE g (a, b AS (zeroblob(479000000)))",
      "CREATE TABLE g (a, b AS (zeroblob(479000000)) STORED)",
      "CREATE INDEX i ON field (length(value))",
      "CREATE INDEX i ON draft (uuid) WHERE status = 0",
      "CREATE VIRTUAL TABLE f USING fts5(x)", "CREATE VIRTUAL TABLE r USING rtree(id, a, b)",
      "ALTER TABLE draft RENAME COLUMN uuid TO name",
      "DROP TABLE ended; CREATE VIEW ended AS SELECT 1 AS id, '' AS uuid, 1 AS reason, 1 AS at",
    ])
  func objects(sql: String) async throws {
    let folder = try await folder { connection in
      // What this SQLite was built without cannot be made, and not be met either.
      do throws(SQLiteError) {
        try connection.execute(sql)
      } catch {
        guard sql.contains("VIRTUAL") else { throw error }
        try connection.execute("CREATE TABLE f (x)")
      }
    }
    let before = try folder.digests()
    for store in [folder.store(), DraftStore.readOnly(path: folder.path)] {
      #expect(await store.restore(key(0), schema: schema).failure?.code == .notOurs)
      #expect(try await store.list().count == 2)
      #expect(
        try await store.restored(DraftKey("form 0", owner: "bob"), schema: schema).snapshot
          == snapshot)
      await store.close()
    }
    #expect(try folder.digests() == before)
  }

  @Test("with thousands of tables is refused")
  func tables() async throws {
    let folder = try await folder { connection in
      try connection.immediateTransaction {
        for number in 0..<5_000 { try connection.execute("CREATE TABLE t\(number) (x)") }
      }
    }
    let store = folder.store()
    #expect(await store.restore(key(0), schema: schema).failure?.code == .notOurs)
    await store.close()
  }

  @Test(
    "with values of other types, or very large ones, costs the draft they stand in",
    arguments: [
      "UPDATE field SET value = 1.5 WHERE @", "UPDATE field SET value = 7 WHERE @",
      "UPDATE field SET value = x'00ff' WHERE @", "UPDATE field SET value = x'22c32822' WHERE @",
      "UPDATE field SET value = CAST(x'22c32822' AS TEXT) WHERE @",
      "UPDATE field SET value = zeroblob(60000000) WHERE @",
      "UPDATE field SET value = '\"' || replace(hex(zeroblob(15000000)), '0', '[') || '\"' WHERE @",
      "UPDATE field SET base = zeroblob(60000000) WHERE @",
      "UPDATE field SET path = CAST(x'2fc328' AS TEXT) WHERE @",
      "UPDATE field SET path = '/' || hex(zeroblob(1000000)) WHERE @",
      "UPDATE field SET path = 'no pointer' WHERE @", "UPDATE field SET kind = 99 WHERE @",
      "UPDATE field SET ordinal = -9223372036854775808 WHERE @",
      "UPDATE field SET flags = 9223372036854775807 WHERE @",
      "UPDATE draft SET title = hex(zeroblob(20000000)) WHERE id = 2",
      "UPDATE draft SET uuid = char(27) || '[2J' WHERE id = 2",
      "UPDATE draft SET uuid = hex(zeroblob(20000000)) WHERE id = 2",
      "UPDATE draft SET skipped = replace(hex(zeroblob(5000000)), '0', '[') WHERE id = 2",
      "UPDATE draft SET rows = 9223372036854775807, bytes = -1 WHERE id = 2",
      "UPDATE draft SET revision = -9223372036854775808 WHERE id = 2",
      "UPDATE draft SET next_row = -1, answered = -5 WHERE id = 2",
    ])
  func values(sql: String) async throws {
    let folder = try await folder {
      let row = "id >= 2 << 32 AND id < 3 << 32 AND path = '/b'"
      try $0.execute(sql.replacing("@", with: row))
    }
    for store in [DraftStore.readOnly(path: folder.path), folder.store()] {
      let answer = await store.restore(key(1), schema: schema)
      switch answer {
      case .mismatch(let draft):
        #expect(draft.salvage.map { $0.values == ["a": "first"] } ?? true)
      case .unreadable(_, let error): #expect(error.code == .damaged)
      default: Issue.record("\(answer.outcomeName)")
      }
      // By their ids: the last saved of a key may be the one that cannot be read.
      let listings = try await store.list(verifying: true)
      let sound = listings.compactMap { listing in
        if case .draft(let summary) = listing { summary } else { nil }
      }
      #expect(Set(sound.map(\.key.form)).isSuperset(of: ["form 0", "form 2"]))
      #expect(listings.count == 4)
      for summary in sound {
        guard case .restored(let draft) = await store.restore(summary.id, schema: schema) else {
          Issue.record("\(summary.key.form)")
          continue
        }
        #expect(draft.snapshot == snapshot)
      }
      for listing in listings {
        guard case .damaged(let id?, _, _) = listing else { continue }
        _ = try? await store.export(id)
        _ = try? await store.history(of: id)
      }
      await store.close()
    }
  }

  @Test(
    "whose facts about itself are wrong says so",
    arguments: [
      "UPDATE meta SET owner = hex(zeroblob(20000000))",
      "UPDATE meta SET store = CAST(x'c328' AS TEXT)",
      "UPDATE meta SET epoch = -9223372036854775808, owner = char(27)",
      "UPDATE meta SET tag = ''",
      "INSERT INTO meta SELECT 2, store, tag, has_owner, 'bob', epoch, "
        + "format, created, erase_since FROM meta; DELETE FROM meta WHERE id = 1",
    ])
  func meta(sql: String) async throws {
    let folder = try await folder { try $0.execute(sql) }
    let store = folder.store()
    let failure = await store.restore(key(0), schema: schema).failure
    #expect(failure?.code == .notOurs || failure?.code == .damaged)
    #expect(failure?.description.utf8.count ?? 0 < 2_000)
    await store.close()
  }
}
