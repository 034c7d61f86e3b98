import FormDraftsSQLite
import FormDraftsTesting
import Testing

@testable import FormDrafts

@Suite("Save points")
struct SavePointTests {
  private let folder: StoreFolder
  private let time = TestTime()
  private let key = DraftKey("form", owner: "ana")
  private let schema = DraftSchema.texts("form", "a", "b", "c")
  private let store: DraftStore

  init() throws {
    folder = try StoreFolder()
    store = folder.store(time.environment)
  }

  private func minutes(_ count: Int64) { time.advance(milliseconds: count * 60_000) }

  @discardableResult
  private func save(_ values: DraftObject, _ draft: DraftID? = nil) async throws -> SaveReceipt {
    try await store.save(DraftSnapshot(values: values), schema: schema, key: key, draft: draft)
  }

  @Test("are made before the first save after five minutes of quiet, and not before")
  func quiet() async throws {
    let draft = try await save(["a": "1", "b": "1"]).draft
    minutes(4)
    try await save(["a": "2", "b": "1"], draft)
    #expect(try await store.history(of: draft).isEmpty)
    let before = try await store.summary(of: draft)?.savedAt
    minutes(5)
    try await save(["a": "3", "b": "1"], draft)
    try await save(["a": "3", "b": "2"], draft)
    let history = try await store.history(of: draft)
    #expect(history.map(\.revision) == [2])
    #expect(history.map(\.reason) == [.quiet])
    #expect(history.first?.savedAt == before)
    #expect(history.first?.madeAt == .init(millisecondsSince1970: time.now))
    #expect(history.first?.changed == ["a", "b"])
    await store.close()
  }

  @Test("are made while somebody edits without a pause, every five minutes")
  func editing() async throws {
    let draft = try await save(["a": "0"]).draft
    for second in 1...(22 * 60 / 2) {
      time.advance(milliseconds: 2_000)
      try await save(["a": .text("\(second)")], draft)
    }
    let history = try await store.history(of: draft)
    #expect(history.map(\.reason) == [.editing, .editing, .editing, .editing])
    // Every 150 saves; the state kept is the one before the save that made it.
    #expect(history.map(\.revision.rawValue) == [600, 450, 300, 150])
    await store.close()
  }

  @Test("a save that changes nothing makes none, however long it was quiet")
  func unchanged() async throws {
    let draft = try await save(["a": "1"]).draft
    for _ in 0..<100 {
      minutes(10)
      try await save(["a": "1"], draft)
    }
    #expect(try await store.history(of: draft).isEmpty)
    #expect(try await store.summary(of: draft)?.revision == 1)
    await store.close()
  }

  @Test("a clock that is set back neither stops nor floods them")
  func clock() async throws {
    let draft = try await save(["a": "0"]).draft
    minutes(6)
    try await save(["a": "1"], draft)
    time.advance(milliseconds: -3_600_000)
    for number in 2...30 {
      time.advance(milliseconds: 1_000)
      try await save(["a": .text("\(number)")], draft)
    }
    #expect(try await store.history(of: draft).map(\.revision.rawValue) == [21, 1])
    // From then on the new clock counts.
    minutes(5)
    try await save(["a": "x"], draft)
    #expect(try await store.history(of: draft).map(\.revision.rawValue) == [31, 21, 1])
    // One that jumps to and fro at each save.
    for number in 0..<40 {
      time.advance(milliseconds: number.isMultiple(of: 2) ? -7_200_000 : 7_200_000)
      try await save(["a": .text("j\(number)")], draft)
    }
    #expect(try await store.history(of: draft).count <= 6)
    await store.close()
  }

  @Test("are made by hand, once for a state, and a save says why it wants one")
  func manual() async throws {
    let draft = try await save(["a": "1"]).draft
    let point = try await store.savePoint(of: draft, reason: .restore)
    #expect(point.revision == 1)
    #expect(point.reason == .restore)
    #expect(try await store.savePoint(of: draft).reason == .manual)
    #expect(try await store.savePoint(of: draft, reason: .restore).reason == .manual)
    #expect(try await store.history(of: draft).map(\.changed) == [[]])
    try await store.save(
      DraftSnapshot(values: ["a": "2"]), schema: schema, key: key, draft: draft, savePoint: .merge)
    try await store.save(
      DraftSnapshot(values: ["a": "3"]), schema: schema, key: key, draft: draft, savePoint: .merge)
    #expect(try await store.history(of: draft).map(\.reason) == [.merge, .manual])
    #expect(try await store.history(of: draft).map(\.revision) == [2, 1])
    await store.close()
  }

  @Test("a save under another form keeps what was there before")
  func upgrade() async throws {
    let draft = try await save(["a": "1", "c": "kept"]).draft
    let changed = DraftSchema.texts("form", "a", "b", version: "2")
    try await store.save(DraftSnapshot(values: ["a": "2"]), schema: changed, key: key, draft: draft)
    #expect(try await store.history(of: draft).map(\.reason) == [.upgrade])
    try await store.revert(draft, to: 1)
    let back = try await store.restored(key, schema: nil)
    #expect(back.snapshot.values == ["a": "1", "c": "kept"])
    #expect(back.writerSchema == schema)
    #expect(back.summary.version == nil)
    await store.close()
  }

  @Test("nobody's draft, another's and one that ended have no history")
  func absent() async throws {
    let draft = try await save(["a": "1"]).draft
    try await store.save(DraftSnapshot(), schema: schema, key: DraftKey("form", owner: "bob"))
    let stranger = try #require(DraftID("00000000-0000-4000-8000-000000000001"))
    #expect(await failure { _ = try await store.history(of: stranger) }?.code == .notFound)
    #expect(await failure { try await store.savePoint(of: stranger) }?.code == .notFound)
    let missing = await failure { try await store.revert(draft, to: 9) }
    #expect(missing?.code == .notFound)
    #expect(missing?.message.contains("save point") == true)
    try await store.discard(draft)
    #expect(await failure { _ = try await store.history(of: draft) }?.code == .notFound)
    #expect(await failure { try await store.savePoint(of: draft) }?.code == .gone)
    #expect(await failure { try await store.revert(draft, to: 1) }?.code == .gone)
    await store.close()
  }

  @Test("another process sees them at once, and goes on from them")
  func otherProcess() async throws {
    let draft = try await save(["a": "1"]).draft
    let other = folder.store(time.environment)
    try await other.savePoint(of: draft)
    #expect(try await store.history(of: draft).map(\.revision) == [1])
    try await save(["a": "2"], draft)
    #expect(try await other.history(of: draft).map(\.changed) == [["a"]])
    try await other.save(
      DraftSnapshot(values: ["a": "3"]), schema: schema, key: key, draft: draft, savePoint: .merge)
    try await save(["a": "4", "b": "new"], draft)
    let history = try await other.history(of: draft)
    #expect(history.map(\.revision) == [2, 1])
    #expect(history.allSatisfy { !$0.isDamaged })
    await store.close()
    await other.close()
  }
}
