import FormDraftsTesting
import Testing

@testable import FormDrafts

/// A field with two former names: which of them was answered, only the earlier form's answers say.
@Suite("The way back under an earlier form") struct WayBackTests {
  private let key = DraftKey("visit", owner: "ana")
  private let first = DraftSchema.texts("visit", "home", "work", version: "1")
  private let options = RestoreOptions(
    policy: .salvage, floor: 0, acceptsNewer: true)

  private var second: DraftSchema {
    var schema = DraftSchema.texts("visit", "phone", version: "2")
    schema.fields[0].formerly = ["home", "work"]
    return schema
  }

  /// A draft that answered only the later of the two names, saved again under the second form.
  private func moved(_ store: DraftStore) async throws -> DraftID {
    let id = try await store.save(
      DraftSnapshot(values: ["work": "0711"]), schema: first, key: key
    ).draft
    let salvage = await store.restore(id, schema: second, options: options).draft?.snapshot
    #expect(salvage?.values == ["phone": "0711"])
    try await store.save(
      DraftSnapshot(values: ["phone": "0711"]), schema: second, key: key, draft: id)
    return id
  }

  private func withStore(_ body: (DraftStore) async throws -> Void) async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    try await body(store)
    await store.close()
  }

  @Test("What nobody edited comes back where it was")
  func untouched() async throws {
    try await withStore { store in
      let id = try await moved(store)
      let back = await store.restore(id, schema: first, options: options).draft?.snapshot
      #expect(back?.values == ["work": "0711"])
    }
  }

  @Test("What somebody edited goes to its place")
  func edited() async throws {
    try await withStore { store in
      let id = try await moved(store)
      try await store.save(
        DraftSnapshot(values: ["phone": "0400"]), schema: second, key: key, draft: id)
      let back = await store.restore(id, schema: first, options: options).draft?.snapshot
      #expect(back?.values == ["work": "0400"])
    }
  }

  @Test("Under a third form the present answer counts, once")
  func third() async throws {
    var third = DraftSchema.texts("visit", "phone", "work", version: "3")
    third.fields[0].formerly = ["home"]
    try await withStore { store in
      let id = try await moved(store)
      let draft = await store.restore(id, schema: third, options: options).draft
      #expect(draft?.snapshot.values == ["phone": "0711"])
      #expect(draft?.orphans.map(\.path) == ["work"])
      // Saved there and rolled back, the first form has its answer again.
      try await store.save(
        DraftSnapshot(values: ["phone": "0711"]), schema: third, key: key, draft: id)
      let back = await store.restore(id, schema: first, options: options).draft?.snapshot
      #expect(back?.values["work"] == "0711")
    }
  }
}
