import FormDraftsSQLite
import FormDraftsTesting
import Testing

@testable import FormDrafts

/// Repairs cut short, of the store itself, and of what is not to be mended.
extension RepairTests {
  @Test("Killed at any step of the exchange, the next open has all of the one or all of the other")
  func exchange() async throws {
    let ids = try await fill(2)
    let place = try folder.place()
    let tag = place.tag(of: "ana")
    let names = SetAside(tag, mark: "1", in: place)
    // Before the exchange: the mended directory waits, the damaged one is in its place.
    try CopiedStore.copy(place.directory(tag), to: names.repairedPath)
    #expect(await restored(ids[1]) == snapshot(1))
    #expect(try System.status(names.repairedPath) == nil)
    // Between its two renames.
    try CopiedStore.copy(place.directory(tag), to: names.repairedPath)
    try names.putAside()
    #expect(
      try await folder.store(time.environment).health().findings.map(\.code) == [.interrupted])
    #expect(await restored(ids[1]) == snapshot(1))
    #expect(try System.status(names.repairedPath) == nil)
    #expect(try System.status(names.damagedPath) != nil)
  }

  @Test("A lost store.id comes back if the databases agree on it")
  func storeID() async throws {
    let ids = try await fill(1)
    let id = try folder.place().id
    try System.removeFile(folder.path + "/store.id")
    #expect(try await repair(dryRun: true).isStoreIDRestored)
    #expect(try System.status(folder.path + "/store.id") == nil)
    #expect(try await repair().isStoreIDRestored)
    #expect(try folder.place().id == id)
    #expect(await restored(ids[0]) == snapshot(0))
    #expect(try await !repair().isStoreIDRestored)
  }

  @Test("Another store's file, a later version's and a busy one are left as they are")
  func refused() async throws {
    _ = try await fill(1)
    try folder.tamper("ana") { try $0.execute("PRAGMA user_version = 99") }
    let before = try folder.digests()
    let report = try await repair()
    #expect(report.failures.map(\.code) == [.newerStore])
    #expect(try folder.digests() == before)
    try folder.tamper("ana") {
      try $0.execute("PRAGMA user_version = 3; UPDATE meta SET store = 'other', tag = 'x'")
    }
    let other = try folder.digests()
    #expect(try await repair().failures.map(\.code) == [.notOurs])
    #expect(try folder.digests() == other)
  }

  @Test("What can be read can be shown before anybody decides")
  func salvage() async throws {
    let ids = try await fill(2)
    try folder.tamper("ana") {
      try $0.execute("UPDATE field SET value = NULL WHERE value = '\"b1\"'")
    }
    let before = try folder.digests()
    let store = folder.store(time.environment)
    let drafts = try await store.salvage(owner: "ana")
    #expect(drafts.map(\.draft) == [ids[1], ids[0]])
    #expect(drafts.map(\.snapshot.values) == [["a": "a1"], snapshot(0).values])
    #expect(drafts.map(\.loss.paths) == [["b"], []])
    #expect(drafts.map(\.key) == [key, key])
    #expect(try folder.digests() == before)
    #expect(try await store.salvage(owner: "eve").isEmpty)
  }
}
