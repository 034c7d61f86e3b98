import FormDraftsSQLite
import FormDraftsTesting
import Testing

@testable import FormDrafts

@Suite("A damaged save point")
struct PointDamageTests {
  private let folder: StoreFolder
  private let time = TestTime()
  private let key = DraftKey("form", owner: "ana")
  private let schema = DraftSchema.texts("form", "a", "b")

  init() throws { folder = try StoreFolder() }

  /// A draft at revision 5, with save points of the four before.
  private func write() async throws -> DraftID {
    let store = folder.store(time.environment)
    var draft: DraftID?
    for number in 1...5 {
      time.advance(milliseconds: 300_000)
      draft = try await store.save(
        DraftSnapshot(values: ["a": .text("a\(number)"), "b": .text("b\(number / 3)")]),
        schema: schema, key: key, draft: draft
      ).draft
    }
    await store.close()
    return try #require(draft)
  }

  @Test(
    "is reported, and those that lead back through it; the draft is as it was",
    arguments: [
      ("UPDATE point SET at = at + 1 WHERE field = 0 AND revision = 3", [3]),
      ("UPDATE point SET value = '\"zz\"' WHERE field > 0 AND revision = 3", [3]),
      ("DELETE FROM point WHERE path = '/b' AND revision = 2", [2, 1]),
      ("UPDATE point SET value = '{}' WHERE field = 0 AND revision = 1", [1]),
      ("UPDATE point SET path = CAST(x'ff' AS TEXT) WHERE revision = 2", [2, 1]),
    ])
  func damage(statement: String, damaged: [Int]) async throws {
    let draft = try await write()
    try folder.tamper("ana") { try $0.execute(statement) }
    let store = folder.store(time.environment)
    let history = try await store.history(of: draft)
    #expect(history.map(\.revision.rawValue) == [4, 3, 2, 1])
    #expect(history.filter(\.isDamaged).map(\.revision.rawValue) == damaged)
    #expect(
      try await store.restored(key, schema: schema).snapshot.values == ["a": "a5", "b": "b1"])
    for case .damaged(_, _, let error) in try await store.list(verifying: true) {
      Issue.record(error)
    }
    for point in history {
      let revision = point.revision
      let code: DraftError.Code?
      do {
        try await store.revert(draft, to: revision, dryRun: true)
        code = nil
      } catch {
        code = error.code
      }
      #expect((code == .damaged) == point.isDamaged)
    }
    // Saves go on, and what they replace is kept.
    try await store.save(
      DraftSnapshot(values: ["a": "after", "b": "b1"]), schema: schema, key: key, draft: draft,
      savePoint: .merge)
    #expect(try await store.history(of: draft).first?.isDamaged == false)
    await store.close()
  }

  @Test("a damaged answer makes the states damaged that had it, and no other")
  func answer() async throws {
    let draft = try await write()
    try folder.tamper("ana") {
      try $0.execute("UPDATE field SET value = '\"x\"' WHERE path = '/b'")
    }
    let store = folder.store(time.environment)
    // What /b was before revision 3 stands in a save point.
    #expect(
      try await store.history(of: draft).filter(\.isDamaged).map(\.revision.rawValue) == [4, 3])
    await store.close()
  }

  @Test("of another draft or owner does not hold here")
  func foreign() async throws {
    let draft = try await write()
    try folder.tamper("ana") {
      try $0.execute("UPDATE point SET id = id + 1000 WHERE revision = 1 AND field = 0")
    }
    let store = folder.store(time.environment)
    #expect(
      try await store.history(of: draft).filter(\.isDamaged).map(\.revision.rawValue) == [1])
    await store.close()
  }
}
