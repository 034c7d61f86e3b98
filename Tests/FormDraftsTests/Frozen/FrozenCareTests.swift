import FormDraftsSQLite
import FormDraftsTesting
import Testing

@testable import FormDrafts

/// Stores of released versions can be looked at, backed up and mended.
@Suite("A store of an earlier version, looked after") struct FrozenCareTests {
  private func folder(_ version: String) throws -> StoreFolder {
    let folder = try StoreFolder()
    try FrozenStore.copy(version, to: folder)
    return folder
  }

  /// What the drafts of an owner hold, by their ids.
  private func snapshots(_ store: DraftStore) async throws -> [DraftID: DraftSnapshot] {
    var found: [DraftID: DraftSnapshot] = [:]
    for listing in try await store.list() {
      let id = try #require(listing.summary).id
      found[id] = await store.restore(id).draft?.snapshot
    }
    return found
  }

  @Test("Nothing is wrong with it, and not a byte changes", arguments: FrozenStoreTests.versions)
  func health(version: String) async throws {
    let folder = try folder(version)
    let before = try folder.digests()
    let health = try await folder.store().health()
    // A draft of the fixture had a time to live.
    #expect(health.findings.allSatisfy { $0.code == .expiredPresent })
    #expect(health.drafts > 0)
    #expect(try folder.digests() == before)
  }

  @Test("Its backup holds the same drafts", arguments: FrozenStoreTests.versions)
  func backup(version: String) async throws {
    let folder = try folder(version)
    let store = DraftStore.readOnly(path: folder.path)
    let expected = try await snapshots(store)
    #expect(!expected.isEmpty)
    try await store.backup(to: folder.root + "/backup")
    let copy = DraftStore.readOnly(path: folder.root + "/backup")
    #expect(try await snapshots(copy) == expected)
    await copy.close()
    await store.close()
  }

  @Test("Damaged, it is mended into one of this version", arguments: FrozenStoreTests.versions)
  func repair(version: String) async throws {
    let folder = try folder(version)
    let reader = DraftStore.readOnly(path: folder.path)
    let expected = try await snapshots(reader)
    await reader.close()
    try folder.tamper("ana") {
      try $0.execute("UPDATE field SET marks = marks + 1 WHERE path = '/note'")
    }
    let store = folder.store()
    let report = try await store.repair()
    #expect(report.owners.map(\.owner) == ["ana"])
    for (id, snapshot) in try await snapshots(store) {
      for member in snapshot.values.members {
        #expect(expected[id]?.values[member.name] == member.value)
      }
    }
    #expect(try await store.health().findings.allSatisfy { $0.code == .expiredPresent })
    await store.close()
  }
}
