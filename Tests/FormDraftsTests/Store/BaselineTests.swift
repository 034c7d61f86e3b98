import FormDraftsTesting
import Testing

@testable import FormDrafts

/// The record's values of changed fields stay known.
@Suite struct BaselineTests {
  private let schema = DraftSchema.texts("form", "a", "b", "c")
  private let key = DraftKey("form", owner: "ana", record: "plan/42")
  private let record: DraftObject = ["a": "1", "b": "2", "deep": ["x": [1, 2]]]

  /// What each row knows of the record: JSON, or “nothing” where the record had nothing.
  private func bases(_ store: DraftStore, _ draft: DraftID) async throws -> [FieldPath: String] {
    try await store.probe("ana") { file throws(DraftError) in
      var bases: [FieldPath: String] = [:]
      for row in try file.content(of: draft)?.rows ?? [] where row.knowsBase {
        bases[row.path] = row.base.map { String(decoding: $0, as: UTF8.self) } ?? "nothing"
      }
      return bases
    }
  }

  private func store() throws -> (StoreFolder, DraftStore) {
    let folder = try StoreFolder()
    return (folder, folder.store())
  }

  @Test func `only fields that differ from the record keep what it had`() async throws {
    let (folder, store) = try store()
    let values: DraftObject = ["a": "1", "b": "changed", "c": "new"]
    let draft = try await store.save(
      DraftSnapshot(values: values), schema: schema, key: key,
      baseline: DraftBaseline("v7", values: record)
    ).draft
    let expected: [FieldPath: String] = ["b": "\"2\"", "c": "nothing", "/deep/x": "[1,2]"]
    #expect(try await bases(store, draft) == expected)
    // What the draft does not hold is known, and is no answer.
    let back = try await store.restored(key, schema: schema)
    #expect(back.snapshot.values == values)
    #expect(back.summary.baseline == "v7")
    #expect(back.report.fields.map(\.path) == ["a", "b", "c"])
    await store.close()
    withExtendedLifetime(folder) {}
  }

  @Test func `after an unchanged start the first change keeps what stood there`() async throws {
    let (folder, store) = try store()
    let draft = try await store.save(
      DraftSnapshot(values: ["a": "1", "b": "2"]), schema: schema, key: key,
      baseline: DraftBaseline("v7", values: ["a": "1", "b": "2"])
    ).draft
    #expect(try await bases(store, draft).isEmpty)
    for text in ["x", "y"] {
      try await store.save(
        DraftSnapshot(values: ["a": .text(text), "b": "2", "c": .text(text)]), schema: schema,
        key: key, draft: draft)
      #expect(try await bases(store, draft) == ["a": "\"1\"", "c": "nothing"])
    }
    await store.close()
    // Cleared: the answer is gone, what the record had is not.
    let later = folder.store()
    try await later.save(
      DraftSnapshot(values: ["b": "2"]), schema: schema, key: key, draft: draft)
    #expect(try await bases(later, draft) == ["a": "\"1\""])
    #expect(try await later.restored(key, schema: schema).snapshot.values == ["b": "2"])
    // Answered again: still what the record had, not what was cleared.
    try await later.save(
      DraftSnapshot(values: ["a": "z", "b": "2"]), schema: schema, key: key, draft: draft)
    #expect(try await bases(later, draft) == ["a": "\"1\""])
    await later.close()
  }

  @Test func `a record without anything is a record`() async throws {
    let (folder, store) = try store()
    let draft = try await store.save(
      DraftSnapshot(values: ["a": "1"]), schema: schema, key: key,
      baseline: DraftBaseline("v0", values: [:])
    ).draft
    #expect(try await bases(store, draft) == ["a": "nothing"])
    await store.close()
    withExtendedLifetime(folder) {}
  }

  @Test func `without values nothing is known of the record`() async throws {
    let (folder, store) = try store()
    let draft = try await store.save(
      DraftSnapshot(values: ["a": "1"]), schema: schema, key: key, baseline: DraftBaseline("v7")
    ).draft
    try await store.save(
      DraftSnapshot(values: ["a": "2"]), schema: schema, key: key, draft: draft)
    #expect(try await bases(store, draft).isEmpty)
    await store.close()
    withExtendedLifetime(folder) {}
  }

  @Test func `the same version again keeps what is known, another version ends it`()
    async throws
  {
    let (folder, store) = try store()
    let draft = try await store.save(
      DraftSnapshot(values: ["a": "x", "b": "2"]), schema: schema, key: key,
      baseline: DraftBaseline("v7", values: ["a": "1", "b": "2"])
    ).draft
    try await store.save(
      DraftSnapshot(values: ["a": "x", "b": "y"]), schema: schema, key: key, draft: draft,
      baseline: DraftBaseline("v7"))
    #expect(try await bases(store, draft) == ["a": "\"1\"", "b": "\"2\""])
    try await store.save(
      DraftSnapshot(values: ["a": "x", "b": "y"]), schema: schema, key: key, draft: draft,
      baseline: DraftBaseline("v8"))
    #expect(try await bases(store, draft).isEmpty)
    try await store.save(
      DraftSnapshot(values: ["a": "x", "b": "z"]), schema: schema, key: key, draft: draft)
    #expect(try await bases(store, draft).isEmpty)
    // A newer record with its values: everything is known again.
    try await store.save(
      DraftSnapshot(values: ["a": "x", "b": "z"]), schema: schema, key: key, draft: draft,
      baseline: DraftBaseline("v9", values: ["a": "9", "b": "z"]))
    #expect(try await bases(store, draft) == ["a": "\"9\""])
    #expect(try await store.list(verifying: true).allSatisfy(\.isIntact))
    await store.close()
    withExtendedLifetime(folder) {}
  }
}
