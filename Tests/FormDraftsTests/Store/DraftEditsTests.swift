import FormDraftsTesting
import Testing

@testable import FormDrafts

/// Saves of some answers whose others stay.
@Suite struct DraftEditsTests {
  private let key = DraftKey("form", owner: "ana")
  private let schema = DraftSchema(
    "form",
    fields: [
      .init("a", .text), .init("b", .text), .init(["address", "city"], .text),
      .init("password", .text), .init("tags", .any),
    ])

  private func begun(
    _ values: DraftObject = ["a": "1", "b": "2"]
  ) async throws -> (StoreFolder, DraftStore, DraftID) {
    let folder = try StoreFolder()
    let store = folder.store(TestTime().environment)
    let draft = try await store.save(
      DraftSnapshot(values: values, step: "two"), schema: schema, key: key
    ).draft
    return (folder, store, draft)
  }

  @Test func `edits change, add and remove answers, and leave the rest`() async throws {
    let (folder, store, draft) = try await begun()
    defer { withExtendedLifetime(folder) {} }
    var edits = DraftEdits()
    edits.set("a", to: "new", dirty: true)
    #expect(try await store.save(edits, schema: schema, key: key, draft: draft).written == 1)
    edits.set(["address", "city"], to: "Lima", touched: true)
    edits.remove("b")
    let receipt = try await store.save(edits, schema: schema, key: key, draft: draft)
    #expect(receipt.revision == 3)
    let snapshot = try await store.restored(key, schema: schema).snapshot
    #expect(snapshot.values == ["a": "new", "address": ["city": "Lima"]])
    #expect(snapshot.step == "two")
    #expect(snapshot.dirty == ["a"])
    #expect(snapshot.touched == [["address", "city"]])
    // The same again brings nothing new.
    #expect(try await store.save(edits, schema: schema, key: key, draft: draft).revision == 3)
    #expect(
      try await store.save(DraftEdits(), schema: schema, key: key, draft: draft).revision == 3)
    await store.close()

    let reopened = folder.store(TestTime().environment)
    edits.set("a", to: "newer")
    try await reopened.save(edits, schema: schema, key: key, draft: draft)
    #expect(try await reopened.restored(key, schema: schema).snapshot.values["a"] == "newer")
    await reopened.close()
  }

  @Test func `a whole form after edits is compared with what is stored`() async throws {
    let (folder, store, draft) = try await begun()
    defer { withExtendedLifetime(folder) {} }
    var edits = DraftEdits()
    edits.set("a", to: "edited")
    try await store.save(edits, schema: schema, key: key, draft: draft)
    let whole = DraftSnapshot(values: ["a": "1", "b": "2"], step: "two")
    #expect(try await store.save(whole, schema: schema, key: key, draft: draft).written == 1)
    #expect(try await store.restored(key, schema: schema).snapshot.values["a"] == "1")
    await store.close()
  }

  @Test func `secrets among edits are withheld, and what repeats them`() async throws {
    let (folder, store, draft) = try await begun(["a": "1", "b": "2", "tags": ["x"]])
    defer { withExtendedLifetime(folder) {} }
    var edits = DraftEdits()
    edits.set("password", to: "correct horse")
    edits.set("b", to: "correct horse")
    let receipt = try await store.save(edits, schema: schema, key: key, draft: draft)
    #expect(receipt.withheld == ["password", "b"])
    var nested = DraftEdits()
    nested.set("tags", to: [["cvv": "123456"]])
    #expect(
      try await store.save(nested, schema: schema, key: key, draft: draft).withheld
        == [["tags", "0", "cvv"]])
    let values = try await store.restored(key, schema: schema).snapshot.values
    #expect(values == ["a": "1", "tags": [[:]]])
    await store.close()
  }

  @Test func `what cannot be done says so and changes nothing`() async throws {
    let (folder, store, draft) = try await begun()
    defer { withExtendedLifetime(folder) {} }
    var edits = DraftEdits()
    edits.set(["a", "inside"], to: "x")
    let through = await failure {
      try await store.save(edits, schema: schema, key: key, draft: draft)
    }
    #expect(through?.code == .invalidArgument)
    edits = DraftEdits()
    edits.set("a", to: "x")
    let other = DraftSchema("form", fields: [.init("a", .integer)])
    let changed = await failure {
      try await store.save(edits, schema: other, key: key, draft: draft)
    }
    #expect(changed?.code == .invalidArgument)
    let late = await failure {
      try await store.save(edits, schema: schema, key: key, draft: draft, basedOn: 7)
    }
    #expect(late?.code == .conflict)
    let record = DraftKey("form", owner: "ana", record: "plan/42")
    let misplaced = await failure {
      try await store.save(edits, schema: schema, key: record, draft: draft)
    }
    #expect(misplaced?.code == .keyMismatch)
    #expect(try await store.restored(key, schema: schema).summary.revision == 1)
    try await store.discard(draft)
    let gone = await failure {
      try await store.save(edits, schema: schema, key: key, draft: draft)
    }
    #expect(gone?.code == .gone)
    await store.close()
  }
}
