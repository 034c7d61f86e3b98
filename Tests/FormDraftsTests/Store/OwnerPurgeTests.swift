import FormDraftsSQLite
import FormDraftsTesting
import Testing

@testable import FormDrafts

/// Sign-out: afterwards nobody finds a byte of the owner, and no late writer brings it back.
@Suite struct OwnerPurgeTests {
  private let schema = DraftSchema.texts("form", "a", "b")

  private func key(_ owner: DraftOwner) -> DraftKey { DraftKey("form", owner: owner) }

  private func snapshot(_ text: String) -> DraftSnapshot {
    DraftSnapshot(values: ["a": .text(text)])
  }

  /// An owner with a marker in every place that is stored, and two others.
  private func marked(
    _ store: DraftStore, _ text: String
  ) async throws -> (key: DraftKey, schema: DraftSchema) {
    let schema = DraftSchema(
      "form \(text)", title: text,
      fields: [.init([text], .text), .init("big", .text, defaultValue: .text(text))],
      steps: [.init("step \(text)")])
    let key = DraftKey("form \(text)", owner: .account(text), record: .existing(text))
    let big = DraftValue.text(String(repeating: text + " ", count: 40_000))
    var snapshot = DraftSnapshot(
      values: DraftObject([.init(text, .text(text)), .init("big", big)]), touched: [[text]],
      step: "step \(text)", focus: [text])
    let baseline = DraftBaseline(text, values: DraftObject([.init(text, .text("old \(text)"))]))
    let draft = try await store.save(
      snapshot, schema: schema, key: key, title: text, baseline: baseline
    ).draft
    for number in 0..<5 {
      snapshot.values["n\(number)"] = .text(text)
      try await store.save(snapshot, schema: schema, key: key, draft: draft)
    }
    try await store.save(snapshot, schema: schema, key: key)
    for other in ["other", .nobody] as [DraftOwner] {
      try await store.save(self.snapshot("kept"), schema: self.schema, key: self.key(other))
    }
    return (key, schema)
  }

  @Test func `counts what goes, leaves no byte of it, and touches nobody else`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let canary = Canary()
    let (key, schema) = try await marked(store, canary.text)
    #expect(try !canary.occurrences(in: folder.path).isEmpty)

    // The index of the log is no data.
    func digests() throws -> [String: String] {
      try folder.digests().filter { !$0.key.hasSuffix("-shm") }
    }
    let before = try digests()
    let filter = DraftFilter(owner: key.owner)
    let planned = try await store.purge(filter, dryRun: true)
    #expect(try digests() == before)
    let done = try await store.purge(filter)
    #expect(planned == done)
    #expect(done.drafts == 2)
    #expect(done.fields == 14)
    #expect(done.bytes > 2 * 40_000 * canary.text.count)
    #expect(done.erasure == .complete)

    #expect(try canary.occurrences(in: folder.path) == [])
    #expect(await store.restore(key, schema: schema).isNone)
    for other in ["other", .nobody] as [DraftOwner] {
      let back = try await store.restored(self.key(other), schema: self.schema)
      #expect(back.snapshot == self.snapshot("kept"))
    }
    #expect(try Tombstone.read(folder.tombstone(of: key.owner))?.epoch == 1)
    await store.close()
    #expect(try canary.occurrences(in: folder.path) == [])
    #expect(try FileTree.files(in: folder.path).allSatisfy { !$0.contains("purging") })
  }

  /// Report 101.
  @Test func `an owner is exactly that owner`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    var owners: [DraftOwner] = [
      "u", "u1", "u10", "U1", "u_1", "u%1", "u1 ", " u1", "\u{FC}", "u\u{308}", "", "nobody",
      "u1\0", "..", "*", .nobody,
    ]
    for owner in owners {
      try await store.save(snapshot("x"), schema: schema, key: key(owner))
    }
    for victim in ["u1", "", "u\u{308}", .nobody, "u%1", "*"] as [DraftOwner] {
      #expect(try await store.purge(DraftFilter(owner: victim)).drafts == 1)
      owners.removeAll { $0 == victim }
      let left = try await store.list().compactMap { $0.summary?.key.owner }
      #expect(Set(left) == Set(owners))
      #expect(left.count == owners.count)
    }
    await store.close()
  }

  @Test func `an owner who never saved can be purged`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    #expect(try await store.purge(DraftFilter(owner: "ana"), dryRun: true) == PurgeReceipt())
    #expect(try System.status(folder.path) == nil)
    try await store.save(snapshot("x"), schema: schema, key: key("bob"))
    #expect(try await store.purge(DraftFilter(owner: "ana")) == PurgeReceipt())
    #expect(
      await failure {
        try await store.save(snapshot("x"), schema: schema, key: key("ana"))
      }?.code == .ownerPurged)
    #expect(try await store.list().count == 1)
    await store.close()
  }

  @Test func `everyone means everyone, twice`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let canary = Canary()
    for round in 1...2 {
      let fresh = folder.store()
      for owner in ["a", "b", .nobody] as [DraftOwner] {
        try await fresh.save(snapshot(canary.text), schema: schema, key: key(owner))
      }
      await fresh.close()
      let planned = try await store.purge(.all, dryRun: true)
      #expect(planned.drafts == 3)
      #expect(try await store.purge(.all) == planned)
      #expect(try canary.occurrences(in: folder.path) == [])
      #expect(try await store.list().isEmpty)
      #expect(try Tombstone.read(folder.tombstone(of: .nobody))?.epoch == Int64(round))
    }
    await store.close()
  }

  private func damage(_ folder: StoreFolder, _ damage: String) throws {
    let files = try folder.files(of: "ana")
    switch damage {
    case "database": try folder.write(Array(repeating: 7, count: 5_000), to: files.database)
    case "no database": try System.removeFile(files.database)
    case "lock": try folder.write(Array("?".utf8), to: files.lockFile)
    case "no lock": try System.removeFile(files.lockFile)
    case "tombstone": try folder.write(Array("epoch x".utf8), to: folder.tombstone(of: "ana"))
    default: try folder.tamper("ana") { try $0.setApplicationID(1) }
    }
  }

  @Test(
    "What cannot be read can be purged",
    arguments: ["database", "no database", "lock", "no lock", "tombstone", "foreign"])
  func damagedOwner(damage: String) async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let canary = Canary()
    if damage == "tombstone" {
      try await store.save(snapshot("x"), schema: schema, key: key("ana"))
      try await store.purge(DraftFilter(owner: "ana"))
      try await store.signIn(owner: "ana")
    }
    try await store.save(snapshot(canary.text), schema: schema, key: key("ana"))
    try await store.save(snapshot("kept"), schema: schema, key: key("bob"))
    await store.close()
    try self.damage(folder, damage)
    let late = folder.store()
    let purger = folder.store()
    _ = await late.restore(key("ana"), schema: schema)
    let planned = try await purger.purge(DraftFilter(owner: "ana"), dryRun: true)
    let done = try await purger.purge(DraftFilter(owner: "ana"))
    #expect(planned == done)
    #expect(done.erasure == .complete)
    #expect(done.drafts > 0 || done.bytes > 0)
    #expect(try canary.occurrences(in: folder.path) == [])
    #expect(try folder.place().tags().count == 1)
    for store in [late, purger] {
      let error = await failure {
        try await store.save(snapshot("late"), schema: schema, key: key("ana"))
      }
      #expect(error?.code == .ownerPurged)
      try await store.signIn(owner: "ana")
      try await store.save(snapshot("new"), schema: schema, key: key("ana"))
      #expect(try await store.restored(key("ana"), schema: schema).snapshot == snapshot("new"))
      #expect(try await store.restored(key("bob"), schema: schema).snapshot == snapshot("kept"))
      await store.close()
    }
  }
}
