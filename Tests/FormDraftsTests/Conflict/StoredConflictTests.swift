import Testing

@testable import FormDrafts

@Suite("A save that comes too late")
struct StoredConflictTests {
  private let folder: StoreFolder
  private let time = TestTime()
  private let key = DraftKey("form", owner: "ana")
  private let schema = DraftSchema.texts("form", "text", "name", "note")

  init() throws { folder = try StoreFolder() }

  @Test("loses neither text: theirs is stored, mine can be a fork with a parent")
  func fork() async throws {
    let (first, second) = (folder.store(time.environment), folder.store(time.environment))
    let draft = try await first.save(
      DraftSnapshot(values: ["text": "twenty characters of", "name": "a"]), schema: schema,
      key: key
    ).draft
    let long = DraftValue.text(String(repeating: "a much longer one ", count: 500))
    try await second.save(
      DraftSnapshot(values: ["text": long, "name": "a"]), schema: schema, key: key, draft: draft,
      basedOn: 1)
    let mine = DraftSnapshot(values: ["text": "my edit", "name": "b"])
    let late = await failure {
      try await first.save(mine, schema: schema, key: key, draft: draft, basedOn: 1)
    }
    #expect(late?.code == .conflict)
    #expect(late?.currentRevision == 2)
    #expect(try await first.restored(key, schema: schema).snapshot.values["text"] == long)
    let fork = try await first.save(mine, schema: schema, key: key, parent: draft).draft
    let summary = try await second.summary(of: fork)
    #expect(summary?.parent == draft)
    #expect(
      try await second.restored(key, schema: schema, draft: fork).snapshot.values == mine.values)
    // A later save leaves the parent as it is.
    try await second.save(DraftSnapshot(), schema: schema, key: key, draft: fork)
    #expect(try await first.summary(of: fork)?.parent == draft)
    await first.close()
    await second.close()
  }

  @Test("knows the base from the caller, else from a save point, else not")
  func base() async throws {
    let store = folder.store(time.environment)
    let before = DraftSnapshot(values: ["text": "t", "name": "n"], step: "one")
    let draft = try await store.save(before, schema: schema, key: key).draft
    try await store.save(
      DraftSnapshot(values: ["text": "theirs", "name": "n", "note": "new"], step: "one"),
      schema: schema, key: key, draft: draft)
    let mine = DraftSnapshot(values: ["text": "t", "name": "mine"], step: "two")
    let unknown = try await store.conflict(mine, schema: schema, draft: draft, basedOn: 1)
    #expect(!unknown.isBaseKnown)
    #expect(Set(unknown.fields.map(\.path)) == ["text", "name", "note"])
    #expect(unknown.theirRevision == 2)
    let given = try await store.conflict(
      mine, schema: schema, draft: draft, basedOn: 1, base: before)
    #expect(given.fields.isEmpty)
    #expect(given.merged.values == ["text": "theirs", "name": "mine", "note": "new"])
    #expect(given.merged.step == "two")
    // Both as of revision 2, which a save point keeps from here on.
    let second = try await store.restored(key, schema: schema).snapshot
    var third = second
    third.values["text"] = "again"
    try await store.save(third, schema: schema, key: key, draft: draft, savePoint: .merge)
    var late = second
    late.values["note"] = "mine"
    let kept = try await store.conflict(late, schema: schema, draft: draft, basedOn: 2)
    #expect(kept.isBaseKnown)
    #expect(kept.fields.isEmpty)
    #expect(kept.merged.values == ["text": "again", "name": "n", "note": "mine"])
    let receipt = try await store.save(
      kept.merged, schema: schema, key: key, draft: draft, basedOn: kept.theirRevision,
      savePoint: .merge)
    #expect(receipt.revision == 4)
    // What was there before is in the history.
    #expect(try await store.history(of: draft).map(\.revision) == [3, 2])
    let current = try await store.conflict(late, schema: schema, draft: draft, basedOn: 4)
    #expect(current.isBaseKnown)
    #expect(current.fields.isEmpty)
    #expect(current.merged.values == late.values)
    await store.close()
  }
}
