import FormDraftsSQLite
import FormDraftsTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
@testable import FormDrafts

/// What a look at a store finds; every test begins with a store in which nothing is wrong.
@Suite("A look at a store") struct StoreHealthTests {
  private let folder: StoreFolder
  private let time = TestTime()
  private let schema = DraftSchema("form", fields: [.init("a", .text), .init("photo", .file)])

  init() throws { folder = try StoreFolder() }

  private func key(_ owner: DraftOwner) -> DraftKey { DraftKey("form", owner: owner) }

  private func fill(_ store: DraftStore, _ owners: [DraftOwner] = ["ana", "bob"]) async throws
    -> [DraftID]
  {
    var ids: [DraftID] = []
    for owner in owners {
      ids.append(
        try await store.save(
          DraftSnapshot(values: ["a": "x"]), schema: schema, key: key(owner)
        ).draft)
    }
    return ids
  }

  private func codes(_ owner: DraftOwner? = nil) async throws -> [HealthFinding.Code] {
    try await folder.store(time.environment).health(owner).findings.map(\.code)
  }

  @Test("Nothing is wrong with none, and with one in use; it says where each database ends")
  func sound() async throws {
    let store = folder.store(time.environment)
    #expect(try await store.health().isSound)
    #expect(try System.status(folder.path) == nil)
    _ = try await fill(store, ["ana", .nobody, "ana"])
    let health = try await store.health()
    #expect(health.findings == [])
    #expect(health.owners.map(\.owner) == [.nobody, "ana"])
    #expect(health.owners.map(\.drafts) == [1, 2])
    #expect(health.owners.map(\.saves) == [1, 2])
    #expect(
      health.owners.allSatisfy {
        $0.lastSavedAt == Date(millisecondsSince1970: time.now) && $0.databaseBytes > 0
      })
    #expect(health.drafts == 3)
    #expect(try await store.health("ana").owners.map(\.drafts) == [2])
  }

  @Test("It changes nothing: no byte, no mode, no purge is finished, nothing is migrated")
  func changesNothing() async throws {
    let store = folder.store(time.environment)
    _ = try await fill(store)
    await store.close()
    let place = try folder.place()
    // A purge that died before it moved the directory, and one that died after.
    try Tombstone(epoch: 1, at: 0).write(place.tombstone(place.tag(of: "bob")), in: place.owners)
    _ = try System.makeDirectory(place.owners + "/" + place.tag(of: "eve").hex + ".purging-1")
    let database = try folder.files(of: "ana").database
    try System.setPermissions(database, 0o644)
    try System.setPermissions(folder.path, 0o755)
    let before = try folder.digests()
    let health = try await folder.store(time.environment).health()
    #expect(try folder.digests() == before)
    #expect(try System.status(folder.path)?.permissions == 0o755)
    #expect(try System.status(database)?.permissions == 0o644)
    let codes = health.findings.map(\.code)
    #expect(codes.filter { $0 == .interrupted }.count == 2)
    #expect(codes.filter { $0 == .looseMode }.count == 2)
    #expect(Set(codes) == [.interrupted, .looseMode])
  }

  @Test("A flipped value marks one draft and one answer, and offers the state that holds")
  func oneAnswer() async throws {
    let store = folder.store(time.environment)
    let ids = try await fill(store, ["ana", "ana"])
    time.advance(milliseconds: 400_000)
    try await store.save(
      DraftSnapshot(values: ["a": "later"]), schema: schema, key: key("ana"), draft: ids[0])
    await store.close()
    try folder.tamper("ana") {
      try $0.execute("UPDATE field SET value = '\"Later\"' WHERE value = '\"later\"'")
    }
    let findings = try await folder.store(time.environment).health().findings
    #expect(findings.map(\.code) == [.damagedAnswer])
    #expect(findings.map(\.draft) == [ids[0]])
    #expect(findings.map(\.path) == ["a"])
    #expect(findings[0].hint == "drafts revert \(ids[0]) 1 goes back to a state that holds.")
    let reverted = folder.store(time.environment)
    try await reverted.revert(ids[0], to: 1)
    #expect(await reverted.restore(ids[0]).draft?.snapshot.values["a"] == "x")
    // What it was before the way back is an earlier state now, and does not hold.
    let left = try await reverted.health().findings
    #expect(left.map(\.code) == [.damagedSavePoint])
    try await reverted.repair()
    #expect(await reverted.restore(ids[0]).draft?.snapshot.values["a"] == "x")
    await reverted.close()
    #expect(try await codes() == [])
  }

  @Test("Each kind of damage has its finding, and hides no other owner")
  func damage() async throws {
    let cases: [(String, Set<HealthFinding.Code>)] = [
      ("UPDATE draft SET title = 'x'", [.damagedDraft]),
      ("UPDATE schema SET text = text || ' '", [.damagedDraft]),
      ("DELETE FROM field", [.damagedAnswer]),
      ("PRAGMA foreign_keys=OFF; DELETE FROM draft", [.damagedDatabase, .rolledBack]),
      ("UPDATE meta SET erase_since = 5", [.erasurePending]),
      ("PRAGMA user_version = 99", [.newerStore]),
      ("CREATE TABLE more (id INTEGER)", [.notOurs]),
    ]
    for (sql, codes) in cases {
      let folder = try StoreFolder()
      let store = folder.store(time.environment)
      for owner in ["ana", "bob"] as [DraftOwner] {
        try await store.save(DraftSnapshot(values: ["a": "x"]), schema: schema, key: key(owner))
      }
      await store.close()
      try folder.tamper("ana") { try $0.execute(sql) }
      let health = try await folder.store(time.environment).health()
      #expect(Set(health.findings.map(\.code)) == codes, "\(sql)")
      #expect(health.owners.contains { $0.owner == "bob" && $0.drafts == 1 }, "\(sql)")
    }
  }

  @Test("Files: gone, changed, and needed by nobody for a day")
  func files() async throws {
    let store = folder.store(time.environment)
    let id = try await fill(store, ["ana"])[0]
    let source = folder.root + "/picked"
    try folder.write(Array("picture".utf8), to: source)
    let file = try await store.importFile(atPath: source, into: id)
    try await store.save(
      DraftSnapshot(values: ["a": "x", "photo": .file(file)]), schema: schema, key: key("ana"),
      draft: id)
    await store.close()
    #expect(try await codes() == [])
    let files = try folder.files(of: "ana").files
    let copy = files + "/" + (try #require(file.copy))
    try folder.write(Array("Picture".utf8), to: copy)
    var findings = try await folder.store(time.environment).health().findings
    #expect(findings.map(\.code) == [.missingFile])
    #expect(findings.map(\.path) == ["photo"])
    try System.removeFile(copy)
    #expect(try await codes() == [.missingFile])
    try folder.write(Array("picture".utf8), to: copy)
    let stray = files + "/" + String(repeating: "0", count: 32)
    try folder.write([1], to: stray)
    #expect(try await codes() == [], "it may be of a save that is under way")
    // Two days after the file system's own time.
    let later = DraftEnvironment(now: { .init(timeIntervalSinceNow: 2 * 86_400) })
    findings = try await folder.store(later).health().findings
    #expect(findings.map(\.code) == [.orphanFile])
    #expect(findings.map(\.file) == [stray])
  }

  @Test("Times: over, to come; a discard that cannot be undone any more")
  func times() async throws {
    let store = folder.store(time.environment)
    let ids = try await fill(store, ["ana", "ana", "ana"])
    try await store.save(
      DraftSnapshot(values: ["a": "y"]), schema: schema, key: key("ana"), draft: ids[0],
      expiresAfter: .seconds(60))
    try await store.discard(ids[1], undoFor: .seconds(60))
    #expect(try await codes() == [])
    let ahead = Date(millisecondsSince1970: time.now)
    time.advance(milliseconds: 61_000)
    let codes = try await codes()
    #expect(codes == [.expiredPresent, .expiredPresent])
    await store.close()
    let early = DraftEnvironment(now: { ahead.addingTimeInterval(-3_600) })
    let findings = try await folder.store(early).health().findings
    #expect(findings.contains { $0.code == .futureTime && $0.draft == ids[2] })
  }

  @Test("A store that lost its id, its database, or holds what is not its own")
  func place() async throws {
    let store = folder.store(time.environment)
    _ = try await fill(store)
    await store.close()
    let place = try folder.place()
    try folder.write([1], to: place.owners + "/notes.txt")
    #expect(try await codes() == [.unknownFile])
    try System.removeFile(place.owners + "/notes.txt")
    try System.removeFile(folder.files(of: "ana").database)
    let health = try await folder.store(time.environment).health()
    #expect(health.findings.map(\.code) == [.damagedDatabase])
    #expect(health.owners.map(\.owner) == ["bob"])
    try System.removeFile(folder.path + "/store.id")
    #expect(try await codes() == [.damagedStore])
  }
}
