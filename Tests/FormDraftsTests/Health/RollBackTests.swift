import FormDraftsSQLite
import FormDraftsTesting
import Testing

@testable import FormDrafts

/// Field reports 135 and 139: a database that went back behind what was acknowledged says so.
@Suite("The ledger of acknowledged saves") struct RollBackTests {
  private let schema = DraftSchema.texts("form", "a")
  private let key = DraftKey("form", owner: "ana")
  private let time = TestTime()

  /// A store with so many saves of one draft, its log left as a killed process leaves it.
  private func folder(saves: Int) async throws -> (StoreFolder, DraftID) {
    let folder = try StoreFolder()
    let store = folder.store(time.environment)
    var id: DraftID?
    for number in 1...saves {
      time.advance(milliseconds: 1_000)
      id = try await store.save(
        DraftSnapshot(values: ["a": .text("\(number)")]), schema: schema, key: key, draft: id
      ).draft
    }
    // No checkpoint: the files as they are when the process dies now.
    let files = try folder.files(of: "ana")
    let copy = try StoreFolder()
    try CopiedStore.copy(folder.path, to: copy.path)
    #expect(try System.status(files.wal) != nil)
    await store.close()
    return (copy, try #require(id))
  }

  @Test("Nothing is said of a store that was killed, closed, or opened twice")
  func sound() async throws {
    let (folder, id) = try await folder(saves: 3)
    for _ in 0..<2 {
      let store = folder.store(time.environment)
      #expect(try await store.rollBacks().isEmpty)
      #expect(try await store.health().findings == [])
      #expect(await store.restore(id).draft?.snapshot.values["a"] == "3")
      await store.close()
    }
  }

  @Test("A log that is gone, cut or garbage loses acknowledged saves, and that is told until noted")
  func logIsLost() async throws {
    for damage in ["removed", "cut", "garbage"] {
      let (folder, id) = try await folder(saves: 3)
      let wal = try folder.files(of: "ana").wal
      let log = try CopiedStore.bytes(of: wal)
      switch damage {
      case "removed": try System.removeFile(wal)
      // The last commit of one draft's change has two frames of 4 096 bytes and 24.
      case "cut": try folder.write(Array(log.dropLast(4_200)), to: wal)
      default: try folder.write([UInt8](repeating: 0x5A, count: log.count), to: wal)
      }
      let found = damage == "cut" ? 2 : 0
      let expected = RollBack(
        acknowledged: 3, found: found, lastAcknowledged: .init(millisecondsSince1970: time.now))

      let report = try await folder.store(time.environment).health()
      let told = report.findings.filter { $0.code == .rolledBack }
      #expect(told.map(\.sentence) == [expected.sentence], "\(damage)")

      let store = folder.store(time.environment)
      #expect(try await store.rollBacks() == ["ana": expected], "\(damage)")
      let draft = await store.restore(id).draft
      #expect(draft?.snapshot.values["a"] == (damage == "cut" ? "2" : nil))
      // It is not forgotten by saving on, nor by another start.
      try await store.save(DraftSnapshot(values: ["a": "new"]), schema: schema, key: key)
      await store.close()
      let next = folder.store(time.environment)
      #expect(try await next.rollBacks() == ["ana": expected], "\(damage)")
      try await next.confirmRollBack(owner: "ana")
      #expect(try await next.rollBacks().isEmpty)
      await next.close()
      #expect(try await folder.store(time.environment).health().findings == [])
    }
  }

  @Test("A draft that ended and is there again is a roll-back too")
  func endingIsLost() async throws {
    let folder = try StoreFolder()
    let store = folder.store(time.environment)
    let id = try await store.save(
      DraftSnapshot(values: ["a": "1"]), schema: schema, key: key
    ).draft
    await store.close()
    let before = try StoreFolder()
    try CopiedStore.copy(folder.path, to: before.path)
    let again = folder.store(time.environment)
    try await again.discard(id)
    await again.close()
    let files = try folder.files(of: "ana")
    let old = try before.files(of: "ana")
    // An older copy of the database alone is put back.
    try folder.write(CopiedStore.bytes(of: old.database), to: files.database)
    let restored = folder.store(time.environment)
    let rollBack = try #require(try await restored.rollBacks()["ana"])
    #expect(rollBack.acknowledged == rollBack.found)
    #expect(rollBack.sentence.contains("Drafts that had ended"))
    await restored.close()
  }

  @Test("Discards, purges, submits, expiry and another process raise no false alarm")
  func noFalseAlarm() async throws {
    var random = Seeded(5)
    let folder = try StoreFolder()
    let first = folder.store(time.environment)
    let second = folder.store(time.environment)
    var drafts: [DraftID] = []
    for step in 0..<120 {
      let store = Bool.random(using: &random) ? first : second
      time.advance(milliseconds: 1_000)
      switch Int.random(in: 0..<8, using: &random) {
      case 0 where !drafts.isEmpty:
        try await store.discard(drafts.removeLast())
      case 1 where !drafts.isEmpty:
        let id = drafts.removeFirst()
        let attempt = try await store.beginSubmit(id)
        try await store.endSubmit(id, attempt: attempt, accepted: true)
      case 2 where step % 5 == 0:
        try await store.purge(DraftFilter(owner: "ana", form: "form"))
        drafts = []
      case 3 where step % 3 == 0:
        await store.close()
      case 4:
        try await store.save(
          DraftSnapshot(values: ["a": "x"]), schema: schema, key: key,
          expiresAfter: .milliseconds(1))
      default:
        drafts.append(
          try await store.save(
            DraftSnapshot(values: ["a": .text("\(step)")]), schema: schema, key: key
          ).draft)
      }
      // As if everything were killed here.
      let copy = try StoreFolder()
      try CopiedStore.copy(folder.path, to: copy.path)
      let killed = copy.store(time.environment)
      #expect(try await killed.rollBacks().isEmpty, "step \(step)")
      await killed.close()
    }
    await first.close()
    await second.close()
  }

  @Test("A process that dies between commit and ledger, or while drafts end, raises none either")
  func ledgerBehind() async throws {
    let (folder, _) = try await folder(saves: 2)
    let files = try folder.files(of: "ana")
    let tag = try folder.place().tag(of: "ana")
    let ledger = try #require(try SaveLedger(files, tag: tag, creating: true))
    #expect(ledger.count?.saves == 2)
    for saves: Int64 in [1, -1] {
      try ledger.record(.init(saves: saves, endings: 0, at: 0))
      let store = folder.store(time.environment)
      #expect(try await store.rollBacks().isEmpty)
      await store.close()
    }
  }

  @Test("An earlier version, which knows of no ledger, may end the last draft")
  func earlierVersion() async throws {
    let (folder, id) = try await folder(saves: 2)
    try folder.tamper("ana") { connection in
      let rows = DraftRows(
        connection: connection, tag: try folder.place().tag(of: "ana"), version: 3)
      try connection.execute("DELETE FROM field; DELETE FROM draft")
      try rows.insertEnding(of: id, .discarded, at: 0)
    }
    let store = folder.store(time.environment)
    #expect(try await store.rollBacks().isEmpty)
    await store.close()
  }

  @Test("A ledger that is no plain file is refused; garbage or none is begun anew")
  func ledgerItself() async throws {
    let (folder, id) = try await folder(saves: 2)
    let path = try folder.files(of: "ana").ledger
    for bytes in [[UInt8](), Array("garbage".utf8), [UInt8](repeating: 7, count: 64)] {
      try folder.write(bytes, to: path)
      let store = folder.store(time.environment)
      #expect(try await store.rollBacks().isEmpty)
      await store.close()
      #expect(try System.status(path)?.permissions == 0o600)
    }
    try System.removeFile(path)
    try System.makePipe(path)
    let store = folder.store(time.environment)
    #expect(await store.restore(id).failure?.code == .notOurs)
  }
}
