import FormDraftsSQLite
import FormDraftsTesting
import Testing

@testable import FormDrafts

@Suite("A revert")
struct RevertTests {
  private let folder: StoreFolder
  private let time = TestTime()
  private let key = DraftKey("form", owner: "ana", record: "r")
  private let schema = DraftSchema.texts("form", "a", "b", "c")
  private let store: DraftStore

  init() throws {
    folder = try StoreFolder()
    store = folder.store(time.environment)
  }

  @discardableResult
  private func save(
    _ snapshot: DraftSnapshot, _ draft: DraftID? = nil, title: String? = nil
  ) async throws -> SaveReceipt {
    try await store.save(
      snapshot, schema: schema, key: key, draft: draft, title: title,
      baseline: DraftBaseline("v1", values: ["a": "base"]), savePoint: .merge)
  }

  @Test("makes the old state current as a new revision, and can be undone")
  func undo() async throws {
    var old = DraftSnapshot(
      values: ["a": "1", "b": "1"], touched: ["a", "c"], dirty: ["b"], step: "one",
      skippedSteps: ["x"], focus: "b")
    let draft = try await save(old, title: "First").draft
    let first = old
    old = DraftSnapshot(values: ["c": "2", "a": "2"], touched: ["c"], step: "two")
    try await save(old, draft, title: "Second")
    let receipt = try await store.revert(draft, to: 1, basedOn: 2)
    #expect(receipt.revision == 3)
    #expect(receipt.draft == draft)
    var now = try await store.restored(key, schema: schema)
    #expect(now.snapshot == first)
    #expect(now.summary.title == "First")
    #expect(now.summary.revision == 3)
    #expect(now.summary.answered == 2)
    #expect(now.summary.baseline == "v1")
    #expect(try await store.history(of: draft).map(\.revision) == [2, 1])
    #expect(try await store.history(of: draft).first?.reason == .revert)
    try await store.revert(draft, to: 2)
    now = try await store.restored(key, schema: schema)
    #expect(now.snapshot == old)
    #expect(now.summary.title == "Second")
    #expect(now.summary.revision == 4)
    #expect(try await store.history(of: draft).map(\.revision) == [3, 2, 1])
    // Every checksum adds up, and another process reads the same.
    let other = folder.store()
    for case .damaged(_, _, let error) in try await other.list(verifying: true) {
      Issue.record(error)
    }
    #expect(try await other.restored(key, schema: schema).snapshot == old)
    await other.close()
    // The next save goes on.
    #expect(try await save(first, draft).revision == 5)
    await store.close()
  }

  @Test("to the state that is there changes nothing; a dry run neither")
  func nothing() async throws {
    let draft = try await save(DraftSnapshot(values: ["a": "1"])).draft
    try await save(DraftSnapshot(values: ["a": "2"]), draft)
    #expect(try await store.revert(draft, to: 2).revision == 2)
    let dry = try await store.revert(draft, to: 1, dryRun: true)
    #expect(dry.revision == 3)
    #expect(dry.written == 1)
    #expect(try await store.summary(of: draft)?.revision == 2)
    #expect(try await store.history(of: draft).map(\.revision) == [1])
    // A state that came back by hand is that state.
    try await save(DraftSnapshot(values: ["a": "1"]), draft)
    #expect(try await store.revert(draft, to: 1).revision == 3)
    await store.close()
  }

  @Test("is fenced like a save")
  func fences() async throws {
    let draft = try await save(DraftSnapshot(values: ["a": "1"])).draft
    try await save(DraftSnapshot(values: ["a": "2"]), draft)
    let stale = await failure { try await store.revert(draft, to: 1, basedOn: 1) }
    #expect(stale?.code == .conflict)
    #expect(stale?.currentRevision == 2)
    let other = folder.store()
    try await other.purge(DraftFilter(owner: "ana"))
    #expect(await failure { try await store.revert(draft, to: 1) }?.code == .notFound)
    await other.close()
    let later = folder.store(time.environment)
    let new = try await later.save(DraftSnapshot(), schema: schema, key: key).draft
    #expect(await failure { try await store.revert(new, to: 1) }?.code == .ownerPurged)
    #expect(await failure { try await store.savePoint(of: new) }?.code == .ownerPurged)
    await later.close()
    await store.close()
  }

  @Test("knows every state there ever was a save point of: random edits")
  func random() async throws {
    var random = Seeded(5)
    let names = (0..<12).map { "f\($0)" }
    let schemas = [
      DraftSchema("form", fields: names.map { .init(FieldPath([$0]), .text) }),
      DraftSchema("form", fields: names.dropLast(4).map { .init(FieldPath([$0]), .text) }),
    ]
    var states: [DraftRevision: DraftSnapshot] = [:]
    var snapshot = DraftSnapshot(values: ["f0": "begin"])
    var receipt = try await store.save(snapshot, schema: schemas[0], key: key)
    states[receipt.revision] = snapshot
    for round in 0..<200 {
      time.advance(milliseconds: Int64.random(in: 0..<200_000, using: &random))
      for _ in 0..<Int.random(in: 1..<4, using: &random) {
        let name = names.randomElement(using: &random) ?? "f0"
        let path = FieldPath([name])
        let text = DraftValue.text("\(round)-\(Int.random(in: 0..<9, using: &random))")
        switch Int.random(in: 0..<5, using: &random) {
        case 0: snapshot.values.members.removeAll { $0.name == name }
        case 1: snapshot.touched.formSymmetricDifference([path])
        case 2: snapshot.values.members.shuffle(using: &random)
        default: snapshot.values[name] = text
        }
      }
      snapshot.step = "s\(Int.random(in: 0..<3, using: &random))"
      if round.isMultiple(of: 37) { try await store.savePoint(of: receipt.draft) }
      let history = try await store.history(of: receipt.draft)
      if round % 23 == 7, let point = history.randomElement(using: &random),
        let state = states[point.revision]
      {
        receipt = try await store.revert(receipt.draft, to: point.revision)
        snapshot = state
        states[receipt.revision] = state
        #expect(try await store.restored(key, schema: schemas[0]).snapshot == state)
        continue
      }
      receipt = try await store.save(
        snapshot, schema: schemas[0], key: key, draft: receipt.draft)
      states[receipt.revision] = snapshot
    }
    let history = try await store.history(of: receipt.draft)
    #expect(history.count == DraftLimits.savePoints)
    #expect(Set(history.map(\.revision)).count == history.count)
    for point in history {
      #expect(!point.isDamaged)
      let draft = receipt.draft
      let reader = try store.stored(schemas[0])
      let sides = try await store.probe("ana") { file throws(DraftError) in
        try file.sides(of: draft, basedOn: point.revision, reader: reader)
      }
      #expect(sides?.base == states[point.revision], "\(point.revision)")
    }
    await store.close()
  }
}
