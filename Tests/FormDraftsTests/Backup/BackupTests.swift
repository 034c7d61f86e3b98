import FormDraftsSQLite
import FormDraftsTesting
import Testing

@testable import FormDrafts

/// Field reports 33 and 139: a backup has what is in the log, is checked, and never costs a good one.
@Suite("A backup") struct BackupTests {
  private let folder: StoreFolder
  private let time = TestTime()
  private let schema = DraftSchema("form", fields: [.init("a", .text), .init("photo", .file)])
  private let key = DraftKey("form", owner: "ana")

  init() throws { folder = try StoreFolder() }

  private var target: String { folder.root + "/backup" }

  private func restored(_ id: DraftID) async throws -> DraftSnapshot? {
    let store = DraftStore(path: target, environment: time.environment)
    let draft = await store.restore(id, schema: schema).draft
    await store.close()
    return draft?.snapshot
  }

  @Test("It has everything, of a store in use with a full log, and is a store")
  func whole() async throws {
    let store = folder.store(time.environment)
    var snapshots: [DraftID: DraftSnapshot] = [:]
    for owner in [.nobody, "ana", "bob"] as [DraftOwner] {
      for number in 0..<3 {
        let snapshot = DraftSnapshot(values: ["a": .text("\(owner)-\(number)")])
        let id = try await store.save(
          snapshot, schema: schema, key: DraftKey("form", owner: owner)
        ).draft
        snapshots[id] = snapshot
      }
    }
    let id = try #require(snapshots.keys.first)
    try folder.write(Array("picture".utf8), to: folder.root + "/picked")
    let file = try await store.importFile(atPath: folder.root + "/picked", into: id)
    snapshots[id]?.values["photo"] = .file(file)
    let key = try #require(try await store.summary(of: id)).key
    try await store.save(
      try #require(snapshots[id]), schema: schema, key: key, draft: id)
    let receipt = try await store.backup(to: target)
    #expect(receipt.owners == 3)
    #expect(receipt.drafts == 9)
    #expect(receipt.files == 1)
    #expect(receipt.missingFiles == 0)
    #expect(!receipt.isReplacement)
    #expect(receipt.path == target)
    // The store goes on meanwhile.
    try await store.save(DraftSnapshot(values: ["a": "after"]), schema: schema, key: key)
    await store.close()

    for (id, snapshot) in snapshots { #expect(try await restored(id) == snapshot) }
    let copy = DraftStore(path: target, environment: time.environment)
    #expect(try await copy.list().count == 9)
    #expect(try await copy.health().findings == [])
    #expect(try await copy.rollBacks().isEmpty)
    await copy.close()
    for path in try FileTree.files(in: target) {
      #expect(try System.status(target + "/" + path)?.permissions == 0o600, "\(path)")
    }
  }

  @Test("What was removed is not in it")
  func removed() async throws {
    let canary = Canary()
    let store = folder.store(time.environment)
    let id = try await store.save(
      DraftSnapshot(values: ["a": .text(canary.text)]), schema: schema, key: key
    ).draft
    try await store.save(DraftSnapshot(values: ["a": "x"]), schema: schema, key: key)
    try await store.discard(id)
    try await store.backup(to: target)
    #expect(try canary.occurrences(in: target) == [])
    await store.close()
  }

  @Test("Five times over a damaged store: the older one stays to the last byte")
  func damaged() async throws {
    let store = folder.store(time.environment)
    let id = try await store.save(
      DraftSnapshot(values: ["a": "good"]), schema: schema, key: key
    ).draft
    #expect(try await store.backup(to: target).isReplacement == false)
    await store.close()
    let before = try StoreFolder.digests(of: target)
    try folder.tamper("ana") { try $0.execute("UPDATE field SET value = '\"bad\"'") }
    for _ in 0..<5 {
      let failure = await failure { try await folder.store().backup(to: target) }
      #expect(failure?.code == .damaged)
      #expect(failure?.message.contains("good") == false)
    }
    #expect(try StoreFolder.digests(of: target) == before)
    #expect(try System.names(in: folder.root)?.sorted() == ["backup", "store"])
    #expect(try await restored(id)?.values == ["a": "good"])
  }

  @Test("An older backup is replaced by the new one, an empty directory is taken")
  func replaced() async throws {
    let store = folder.store(time.environment)
    let id = try await store.save(
      DraftSnapshot(values: ["a": "1"]), schema: schema, key: key
    ).draft
    _ = try System.makeDirectory(target)
    #expect(try await !store.backup(to: target).isReplacement)
    try await store.save(DraftSnapshot(values: ["a": "2"]), schema: schema, key: key, draft: id)
    #expect(try await store.backup(to: target).isReplacement)
    #expect(try await restored(id)?.values == ["a": "2"])
    // A process that died between the two renames.
    try System.rename(target, to: target + ".replaced")
    #expect(try await store.backup(to: target).isReplacement)
    #expect(try System.names(in: folder.root)?.sorted() == ["backup", "store"])
    await store.close()
  }

  @Test("A store that went back does not replace the backup that has the later saves")
  func rolledBack() async throws {
    let store = folder.store(time.environment)
    let id = try await store.save(
      DraftSnapshot(values: ["a": "1"]), schema: schema, key: key
    ).draft
    try await store.save(DraftSnapshot(values: ["a": "2"]), schema: schema, key: key, draft: id)
    _ = try await store.backup(to: target)
    await store.close()
    let before = try StoreFolder.digests(of: target)
    // What a database is that lost its log: two saves are there, and nine were acknowledged.
    let place = try folder.place()
    let ledger = try SaveLedger(
      folder.files(of: "ana"), tag: place.tag(of: "ana"), creating: true)
    try #require(ledger).record(.init(saves: 9, endings: 0, at: time.now))

    for _ in 0..<2 {
      let failure = await failure { try await folder.store().backup(to: target) }
      #expect(failure?.code == .damaged)
      #expect(failure?.message.contains("7 acknowledged saves are gone") == true)
    }
    #expect(try StoreFolder.digests(of: target) == before)
    // Elsewhere it may lie, and whoever looks at it is told as well.
    let other = folder.root + "/other"
    let again = folder.store(time.environment)
    _ = try await again.backup(to: other)
    let copy = DraftStore(path: other, environment: time.environment)
    #expect(try await copy.health().findings.map(\.code) == [.rolledBack])
    #expect(try await copy.rollBacks()["ana"]?.acknowledged == 9)
    await copy.close()
    // Once somebody took note of it, it is a store like any other.
    try await again.confirmRollBack(owner: "ana")
    #expect(try await again.backup(to: target).isReplacement)
    await again.close()
  }

  @Test("An owner gone without a purge is not taken out of the backup; one who was purged is")
  func missingOwner() async throws {
    let store = folder.store(time.environment)
    for owner in ["ana", "bob"] as [DraftOwner] {
      try await store.save(
        DraftSnapshot(values: ["a": "1"]), schema: schema, key: DraftKey("form", owner: owner))
    }
    _ = try await store.backup(to: target)
    await store.close()
    let aside = folder.root + "/aside"
    try System.rename(folder.files(of: "ana").path, to: aside)
    let before = try StoreFolder.digests(of: target)
    let failure = await failure { try await folder.store().backup(to: target) }
    #expect(failure?.code == .damaged)
    #expect(try StoreFolder.digests(of: target) == before)
    #expect(try System.names(in: folder.root)?.sorted() == ["aside", "backup", "store"])

    try System.rename(aside, to: folder.files(of: "ana").path)
    let again = folder.store(time.environment)
    try await again.purge(DraftFilter(owner: "ana"))
    let receipt = try await again.backup(to: target)
    #expect(receipt.owners == 1)
    #expect(receipt.isReplacement)
    await again.close()
  }

  @Test("A task that is cancelled gets no backup, and leaves nothing")
  func cancelled() async throws {
    let store = folder.store(time.environment)
    try await store.save(DraftSnapshot(values: ["a": "1"]), schema: schema, key: key)
    let target = target
    let task = Task { () async -> DraftError? in
      do throws(DraftError) {
        withUnsafeCurrentTask { $0?.cancel() }
        try await store.backup(to: target)
        return nil
      } catch {
        return error
      }
    }
    #expect(await task.value?.code == .cancelled)
    #expect(try System.names(in: folder.root) == ["store"])
    await store.close()
  }

  @Test("Never into the store, over another store, over other files, through a link, of nothing")
  func places() async throws {
    let store = folder.store(time.environment)
    let none = await failure { try await store.backup(to: target) }
    #expect(none?.code == .notFound)
    try await store.save(DraftSnapshot(values: ["a": "1"]), schema: schema, key: key)
    for path in [folder.path, folder.path + "/backup", folder.root] {
      let failure = await failure { try await store.backup(to: path) }
      #expect(failure?.code == .invalidArgument, "\(path)")
    }
    let other = try StoreFolder()
    try await other.store().save(DraftSnapshot(values: ["a": "1"]), schema: schema, key: key)
    _ = try System.makeDirectory(target)
    try folder.write([1], to: target + "/notes.txt")
    for path in [other.path, target, target + "/notes.txt"] {
      let failure = await failure { try await store.backup(to: path) }
      #expect(failure?.code == .notOurs, "\(path)")
    }
    #expect(try System.names(in: target) == ["notes.txt"])
    let nowhere = await failure { try await store.backup(to: "/proc/formdrafts/backup") }
    #expect(nowhere?.code == .cannotCreate)
    await store.close()
  }
}
