import FormDraftsTesting
import Testing

@testable import FormDrafts

/// A process that dies during a purge, at each step; the next one finishes it.
@Suite struct InterruptedPurgeTests {
  private let schema = DraftSchema.texts("form", "a")
  private let canary = Canary()

  private func key(_ owner: DraftOwner) -> DraftKey { DraftKey("form", owner: owner) }
  private var secret: DraftSnapshot { DraftSnapshot(values: ["a": .text(canary.text)]) }
  private let kept = DraftSnapshot(values: ["a": "kept"])

  /// A store with ana, who is being purged, and bob.
  private func folder() async throws -> StoreFolder {
    let folder = try StoreFolder()
    let store = folder.store()
    try await store.save(secret, schema: schema, key: key("ana"))
    try await store.save(kept, schema: schema, key: key("bob"))
    await store.close()
    return folder
  }

  /// The first step: the tombstone is there, the directory still is as well.
  private func writeTombstone(_ folder: StoreFolder) throws {
    let place = try folder.place()
    try Tombstone(epoch: 1, at: 1).write(place.tombstone(place.tag(of: "ana")), in: place.owners)
  }

  private func expectFinished(_ folder: StoreFolder, _ store: DraftStore) async throws {
    #expect(try await store.list().map(\.summary?.key.owner) == ["bob"])
    #expect(await store.restore(key("ana"), schema: schema).isNone)
    #expect(try await store.restored(key("bob"), schema: schema).snapshot == kept)
    #expect(try canary.occurrences(in: folder.path) == [])
    let names = try FileTree.files(in: folder.path)
    #expect(names.allSatisfy { !$0.contains(".purging-") && !$0.contains(".new") })
  }

  @Test(
    "After the tombstone",
    arguments: ["open", "list", "restore", "save", "purge others", "signIn"])
  func afterTombstone(first: String) async throws {
    let folder = try await folder()
    try writeTombstone(folder)
    let store = folder.store()
    switch first {
    case "open": try await store.open()
    case "restore": #expect(await store.restore(key("ana"), schema: schema).isNone)
    case "save": try await store.save(kept, schema: schema, key: key("cyd"))
    case "purge others": try await store.purge(DraftFilter(owner: "cyd"))
    case "signIn": try await store.signIn(owner: "ana")
    default: _ = try await store.list()
    }
    if first == "save" { try await store.purge(DraftFilter(owner: "cyd")) }
    try await expectFinished(folder, store)
    await store.close()
  }

  @Test func `a process that had the owner open is refused, and finishes it`() async throws {
    let folder = try await folder()
    let running = folder.store()
    let draft = try await running.restored(key("ana"), schema: schema)
    try writeTombstone(folder)
    let error = await failure {
      try await running.save(
        secret, schema: schema, key: key("ana"), draft: draft.summary.id)
    }
    #expect(error?.code == .ownerPurged)
    #expect(await running.restore(key("ana"), schema: schema).isNone)
    #expect(await running.restore(draft.summary.id).isNone)
    try await expectFinished(folder, running)
    await running.close()
  }

  @Test func `after the rename, with some of the files gone`() async throws {
    for removed in [[], ["drafts.db"], ["lock", "drafts.db-wal"]] {
      let folder = try await folder()
      try writeTombstone(folder)
      let path = try folder.files(of: "ana").path
      for name in removed { try System.removeFile("\(path)/\(name)") }
      try System.rename(path, to: path + ".purging-0f0f")
      let store = folder.store()
      try await store.open()
      try await expectFinished(folder, store)
      await store.close()
    }
  }

  /// Report 103.
  @Test func `who signed in again meanwhile keeps what is new`() async throws {
    let folder = try await folder()
    let path = try folder.files(of: "ana").path
    try writeTombstone(folder)
    // The purge died after its tombstone; the account came back and saved.
    let other = folder.store()
    try await other.save(kept, schema: schema, key: key("ana"))
    await other.close()
    #expect(try canary.occurrences(in: folder.path) == [])
    // What an earlier purge left under another name does not take the new directory with it.
    _ = try System.makeDirectory(path + ".purging-1")
    try folder.write(Array(canary.text.utf8), to: path + ".purging-1/drafts.db")
    for _ in 0..<2 {
      let store = folder.store()
      #expect(try await store.restored(key("ana"), schema: schema).snapshot == kept)
      #expect(try await store.list().count == 2)
      await store.close()
      #expect(try canary.occurrences(in: folder.path) == [])
    }
  }

  @Test func `what was being built is swept away, what is being built is not`() async throws {
    let folder = try await folder()
    let owners = try folder.place().owners
    let path = try folder.files(of: "ana").path
    for name in [".new-1", ".new-2", ".new-3"] { _ = try System.makeDirectory(path + name) }
    try folder.write([], to: path + ".new-2/lock")
    try folder.write(Array("0\n".utf8), to: path + ".new-3/lock")
    try folder.write(Array(canary.text.utf8), to: path + ".new-3/drafts.db")
    try folder.write(Array("epoch 3".utf8), to: path + ".ended.new")
    // Somebody builds something right now: it holds the lock of the folder.
    let lock = try System.open(owners, directory: true)
    #expect(try lock.lock(milliseconds: 0))
    let other = folder.store()
    #expect(try await other.list().count == 2)
    await other.close()
    #expect(try System.names(in: owners)?.filter { $0.contains(".new") }.count == 4)
    lock.unlock()
    let store = folder.store()
    #expect(try await store.list().count == 2)
    #expect(try System.names(in: owners)?.filter { $0.contains(".new") } == [])
    await store.close()
  }

  @Test func `a store that only looks finishes it too, and touches nobody else`() async throws {
    let folder = try await folder()
    try writeTombstone(folder)
    let reader = DraftStore.readOnly(path: folder.path)
    #expect(try await reader.list().map(\.summary?.key.owner) == ["bob"])
    #expect(await reader.restore(key("ana"), schema: schema).isNone)
    await reader.close()
    #expect(try System.status(folder.files(of: "ana").path) == nil)
    // Nothing is left to finish, so looking again changes no byte.
    let before = try folder.digests()
    let again = DraftStore.readOnly(path: folder.path)
    #expect(try await again.list().map(\.summary?.key.owner) == ["bob"])
    await again.close()
    #expect(try folder.digests() == before)
  }

  @Test func `a lost count in the lock file is no reason to erase anything`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    try await store.save(kept, schema: schema, key: key("ana"))
    try await store.purge(DraftFilter(owner: "ana"))
    try await store.signIn(owner: "ana")
    try await store.save(kept, schema: schema, key: key("ana"))
    await store.close()
    for text in ["", "x\n", "\0\0"] {
      try folder.write(Array(text.utf8), to: folder.files(of: "ana").lockFile)
      let before = try folder.digests()
      let reader = folder.store()
      #expect(await reader.restore(key("ana"), schema: schema).failure?.code == .damaged)
      await reader.close()
      #expect(try folder.digests() == before)
    }
    try folder.write(Array("1\n".utf8), to: folder.files(of: "ana").lockFile)
    #expect(try await folder.store().restored(key("ana"), schema: schema).snapshot == kept)
  }
}
