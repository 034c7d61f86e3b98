import FormDraftsSQLite
import FormDraftsTesting
import Testing

@testable import FormDrafts

/// A gate: what a save costs, in numbers that are the same on every machine.
///
/// The cost of a save is the pages it touches. One row a leaf, and the draft's own row: two pages,
/// however large the form is. A change that makes a save write more (an index on values, a
/// counter in another table, a blob per draft) makes each save slower for everybody, and no timing
/// on a shared machine would show it. And a form that is handed over unchanged, as autosave does
/// again and again, must not reach SQLite at all.
@Suite struct SaveCostTests {
  private let owner: DraftOwner = "ana"

  private func form(_ count: Int) -> (DraftSchema, DraftSnapshot) {
    let names = (0..<count).map { "field\($0)" }
    return (
      DraftSchema("form", fields: names.map { .init(FieldPath([$0]), .text) }),
      DraftSnapshot(values: DraftObject(names.map { .init($0, .text("value of \($0)")) }))
    )
  }

  /// Empties the log, runs a save and counts the frames it put there.
  private func frames(
    _ store: DraftStore, _ save: () async throws -> SaveReceipt
  ) async throws -> (receipt: SaveReceipt, frames: Int) {
    try await store.probe(owner) { file in
      _ = try? file.database?.connection.checkpointTruncate()
    }
    let receipt = try await save()
    let frames = try await store.probe(owner) { file in
      (try? file.database?.connection.walFrames()) ?? -1
    }
    return (receipt, frames)
  }

  @Test("One changed leaf is two frames in the log", arguments: [10, 500, 5_000])
  func changedLeaf(count: Int) async throws {
    let folder = try StoreFolder()
    let store = folder.store(TestTime().environment)
    var (schema, snapshot) = form(count)
    let key = DraftKey("form", owner: owner)
    let draft = try await store.save(snapshot, schema: schema, key: key).draft
    for position in [0, count / 2, count - 1] {
      // As long as before: a text that grows may not fit its page any more, which then splits.
      snapshot.values.members[position].value = .text("VALUE OF \(position)")
      let saved = snapshot
      let (receipt, frames) = try await frames(store) {
        try await store.save(saved, schema: schema, key: key, draft: draft)
      }
      #expect(receipt.written == 1)
      #expect(frames == 2)
    }
    await store.close()
  }

  @Test("A save point is one more frame, and so is the first touch of each row after it")
  func savePoint() async throws {
    let folder = try StoreFolder()
    let store = folder.store(TestTime().environment)
    var (schema, snapshot) = form(500)
    let key = DraftKey("form", owner: owner)
    let draft = try await store.save(snapshot, schema: schema, key: key).draft
    for (position, reason, expected) in [
      (0, .merge, 3), (0, nil, 2), (1, nil, 3), (1, nil, 2), (1, .merge, 3), (1, nil, 2),
    ] as [(Int, SavePoint.Reason?, Int)] {
      let old = snapshot.values.members[position].value
      snapshot.values.members[position].value =
        old == .text("VALUE OF \(position)")
        ? .text("value of \(position)") : .text("VALUE OF \(position)")
      let saved = snapshot
      let (receipt, frames) = try await frames(store) {
        try await store.save(saved, schema: schema, key: key, draft: draft, savePoint: reason)
      }
      #expect(receipt.written == 1)
      #expect(frames == expected)
    }
    // With nothing to keep a save has as many statements as without save points.
    snapshot.values.members[1].value = "changed"
    let before = try await store.statementCount(owner)
    try await store.save(snapshot, schema: schema, key: key, draft: draft)
    #expect(try await store.statementCount(owner) - before == 4)
    await store.close()
  }

  @Test("An unchanged form is no statement", arguments: [10, 500, 5_000])
  func unchanged(count: Int) async throws {
    let folder = try StoreFolder()
    let store = folder.store(TestTime().environment)
    let (schema, snapshot) = form(count)
    let key = DraftKey("form", owner: owner)
    let first = try await store.save(snapshot, schema: schema, key: key, title: "A title")
    let before = try await store.statementCount(owner)
    for basedOn in [nil, 1] as [DraftRevision?] {
      let again = try await store.save(
        snapshot, schema: schema, key: key, draft: first.draft, basedOn: basedOn)
      #expect(again.revision == 1)
      #expect(again.written == 0)
      #expect(again.savedAt == first.savedAt)
    }
    #expect(try await store.statementCount(owner) == before)
    await store.close()

    // Another process knows nothing yet: it reads, and writes nothing.
    let reopened = folder.store(TestTime().environment)
    _ = await reopened.restore(key, schema: schema)
    let (receipt, frames) = try await frames(reopened) {
      try await reopened.save(snapshot, schema: schema, key: key, draft: first.draft, basedOn: 1)
    }
    #expect(receipt.revision == 1)
    #expect(receipt.written == 0)
    #expect(frames == 0)
    // From then on it knows.
    let after = try await reopened.statementCount(owner)
    try await reopened.save(snapshot, schema: schema, key: key, draft: first.draft)
    #expect(try await reopened.statementCount(owner) == after)
    await reopened.close()
  }

  @Test func `a save does not look at the owner's other drafts`() async throws {
    let folder = try StoreFolder()
    let store = folder.store(TestTime().environment)
    var (schema, snapshot) = form(10)
    let key = DraftKey("form", owner: owner)
    let draft = try await store.save(snapshot, schema: schema, key: key).draft
    for round in 0..<3 {
      snapshot.values.members[round].value = "changed"
      let before = try await store.statementCount(owner)
      try await store.save(snapshot, schema: schema, key: key, draft: draft)
      // BEGIN, the draft's row, the changed field, the draft's row, COMMIT.
      #expect(try await store.statementCount(owner) - before == 4)
    }
    // Not even the counter of saves is trusted once somebody else saved.
    let other = folder.store(TestTime().environment)
    let theirs = try await other.save(snapshot, schema: schema, key: key).draft
    snapshot.values.members[5].value = "changed"
    try await store.save(snapshot, schema: schema, key: key, draft: draft)
    #expect(try await store.list().map(\.summary?.id) == [draft, theirs])
    try await other.discard(draft)
    try await store.save(snapshot, schema: schema, key: key)
    #expect(try await store.list().last?.summary?.id == theirs)
    await store.close()
    await other.close()
  }

  @Test func `a mark, a step and a title are one row or none`() async throws {
    let folder = try StoreFolder()
    let store = folder.store(TestTime().environment)
    var (schema, snapshot) = form(50)
    let key = DraftKey("form", owner: owner)
    let draft = try await store.save(snapshot, schema: schema, key: key).draft
    snapshot.step = "two"
    let stepped = try await store.save(snapshot, schema: schema, key: key, draft: draft)
    #expect(stepped.written == 0)
    #expect(stepped.revision == 2)
    snapshot.touched = ["field7"]
    #expect(try await store.save(snapshot, schema: schema, key: key, draft: draft).written == 1)
    let titled = try await store.save(
      snapshot, schema: schema, key: key, draft: draft, title: "New")
    #expect(titled.written == 0)
    #expect(titled.revision == 4)
    let before = try await store.statementCount(owner)
    try await store.save(snapshot, schema: schema, key: key, draft: draft, title: "New")
    #expect(try await store.statementCount(owner) == before)
    await store.close()
  }

  @Test func `a field in the middle moves nobody`() async throws {
    let folder = try StoreFolder()
    let store = folder.store(TestTime().environment)
    var (schema, snapshot) = form(500)
    let key = DraftKey("form", owner: owner)
    let draft = try await store.save(snapshot, schema: schema, key: key).draft
    snapshot.values.members.insert(.init("extra", "x"), at: 250)
    #expect(try await store.save(snapshot, schema: schema, key: key, draft: draft).written == 1)
    let last = snapshot.values.members.removeLast()
    snapshot.values.members.insert(last, at: 0)
    #expect(try await store.save(snapshot, schema: schema, key: key, draft: draft).written == 1)
    #expect(try await store.restored(key, schema: schema).snapshot == snapshot)
    await store.close()
  }
}
