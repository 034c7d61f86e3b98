import FormDraftsSQLite
import FormDraftsTesting
import Testing

@testable import FormDrafts

/// What a repair keeps of a damaged store, and what it says of the rest.
@Suite("A repair") struct RepairTests {
  let folder: StoreFolder
  let time = TestTime()
  let schema = DraftSchema.texts("form", "a", "b")
  let key = DraftKey("form", owner: "ana")

  init() throws { folder = try StoreFolder() }

  func snapshot(_ number: Int) -> DraftSnapshot {
    DraftSnapshot(values: ["a": .text("a\(number)"), "b": .text("b\(number)")], touched: ["a"])
  }

  /// Drafts of ana, each with an earlier state, and one of bob.
  func fill(_ count: Int = 4) async throws -> [DraftID] {
    let store = folder.store(time.environment)
    var ids: [DraftID] = []
    for number in 0..<count {
      let id = try await store.save(snapshot(number + 100), schema: schema, key: key).draft
      time.advance(milliseconds: 400_000)
      try await store.save(snapshot(number), schema: schema, key: key, draft: id)
      ids.append(id)
    }
    try await store.save(snapshot(50), schema: schema, key: DraftKey("form", owner: "bob"))
    await store.close()
    return ids
  }

  func repair(dryRun: Bool = false, owner: DraftOwner? = nil) async throws -> RepairReport {
    let store = folder.store(time.environment)
    let report = try await store.repair(owner: owner, dryRun: dryRun)
    await store.close()
    return report
  }

  func restored(_ id: DraftID) async -> DraftSnapshot? {
    let store = folder.store(time.environment)
    let draft = await store.restore(id, schema: schema).draft
    await store.close()
    return draft?.snapshot
  }

  @Test("Nothing is to be mended in a sound store, and not a byte changes")
  func sound() async throws {
    _ = try await fill()
    let before = try folder.digests()
    #expect(try await repair(dryRun: true).owners == [])
    #expect(try folder.digests() == before)
    let report = try await repair()
    #expect(report.owners == [])
    #expect(report.isWhole)
    #expect(try folder.place().tags().count == 2)
  }

  @Test("One answer that does not hold is lost and named; all else is as it was")
  func oneAnswer() async throws {
    let ids = try await fill()
    try folder.tamper("ana") {
      try $0.execute("UPDATE field SET value = '\"xyz\"' WHERE value = '\"b1\"'")
    }
    let before = try folder.digests()
    let planned = try await repair(dryRun: true)
    #expect(try folder.digests() == before)
    let report = try await repair()
    #expect(report.owners.map(\.drafts) == planned.owners.map(\.drafts))
    #expect(!report.isWhole)
    let owner = try #require(report.owners.first)
    #expect(report.owners.count == 1)
    #expect(owner.owner == "ana")
    #expect(owner.drafts.map(\.draft) == ids.reversed())
    let partly = owner.drafts.filter { !$0.loss.isEmpty }
    #expect(partly.map(\.draft) == [ids[1]])
    #expect(partly.map(\.loss.paths) == [["b"]])
    #expect(partly.map(\.loss.answers) == [1])
    // Kept aside to the last byte, but for the log that a connection leaves empty.
    let aside = try #require(owner.setAside)
    #expect(try FileTree.contents(of: aside).keys.contains { $0.hasSuffix("drafts.db") })

    #expect(await restored(ids[1]) == DraftSnapshot(values: ["a": "a1"], touched: ["a"]))
    for number in [0, 2, 3] { #expect(await restored(ids[number]) == snapshot(number)) }
    let store = folder.store(time.environment)
    let health = try await store.health()
    #expect(health.findings == [])
    #expect(health.setAside == [aside])
    // The earlier state of each is there too, also of the one that lost an answer since.
    for (number, id) in ids.enumerated() {
      #expect(try await store.history(of: id).map(\.isDamaged) == [false])
      try await store.revert(id, to: 1)
      #expect(await store.restore(id).draft?.snapshot == snapshot(number + 100))
    }
    // Whoever had it open goes on from the same revision and puts back what is missing.
    await store.close()
  }

  @Test("A session that has the lost answer in memory brings it back with its next save")
  func openForm() async throws {
    let ids = try await fill(1)
    try folder.tamper("ana") { try $0.execute("DELETE FROM field WHERE path = '/b'") }
    _ = try await repair()
    let store = folder.store(time.environment)
    let receipt = try await store.save(
      snapshot(0), schema: schema, key: key, draft: ids[0], basedOn: 2)
    #expect(receipt.revision == 3)
    #expect(await store.restore(ids[0]).draft?.snapshot == snapshot(0))
    await store.close()
  }

  @Test("A draft whose own row does not hold is told and not kept; the others are")
  func oneHead() async throws {
    let ids = try await fill()
    try folder.tamper("ana") {
      try $0.execute("UPDATE draft SET record = '42', has_record = 1 WHERE uuid = '\(ids[2])'")
    }
    let report = try await repair()
    let lost = report.owners.flatMap(\.drafts).filter { !$0.isKept }
    #expect(lost.map(\.draft) == [ids[2]])
    #expect(await restored(ids[2]) == nil)
    #expect(await restored(ids[3]) == snapshot(3))
  }

  @Test(
    "One wrong byte of a row, or of its checksum, is put right",
    arguments: [
      "UPDATE field SET value = '\"B1\"' WHERE value = '\"b1\"'",
      "UPDATE field SET marks = 3 WHERE value = '\"a1\"'",
      "UPDATE field SET sum = sum + 1 WHERE value = '\"a1\"'",
      "UPDATE field SET value = CAST(x'226100' AS TEXT) WHERE value = '\"a1\"'",
      "UPDATE draft SET form = 'Form' WHERE id = 2",
      "UPDATE draft SET revision = revision + 64 WHERE id = 2",
      "UPDATE draft SET title = CAST(x'ff6c64' AS TEXT) WHERE id = 2",
    ])
  func oneByte(change: String) async throws {
    let ids = try await fill(2)
    let store = folder.store(time.environment)
    try await store.save(
      snapshot(1), schema: schema, key: key, draft: ids[1], title: "old")
    await store.close()
    try folder.tamper("ana") { try $0.execute(change) }
    #expect(try await !folder.store(time.environment).health().isSound)
    let isCut = change.contains("226100")  // three bytes for four: that is no one byte
    let report = try await repair()
    #expect(report.isWhole == !isCut)
    if !isCut { #expect(await restored(ids[1]) == snapshot(1)) }
    let summary = try await folder.store(time.environment).summary(of: ids[1])
    #expect(summary?.title == "old")
    #expect(summary?.revision == 3)
  }

  @Test("A form that is lost costs no answer")
  func form() async throws {
    let ids = try await fill(2)
    try folder.tamper("ana") { try $0.execute("UPDATE schema SET text = '{}'") }
    let report = try await repair()
    #expect(report.owners.flatMap(\.drafts).allSatisfy { $0.loss.isFormLost && $0.isKept })
    #expect(await restored(ids[0])?.values == snapshot(0).values)
  }

  @Test("Pages of zeros in the middle cost the rows on them and nothing else")
  func pages() async throws {
    let ids = try await fill(120)
    let path = try folder.files(of: "ana").database
    var bytes = try CopiedStore.bytes(of: path)
    let pages = bytes.count / 4_096
    #expect(pages > 20)
    for page in [pages / 3, pages / 2] {
      bytes.replaceSubrange(
        page * 4_096..<(page + 1) * 4_096, with: [UInt8](repeating: 0, count: 4_096))
    }
    try folder.write(bytes, to: path)
    let report = try await repair()
    let drafts = report.owners.flatMap(\.drafts)
    let whole = Set(drafts.filter { $0.isKept && $0.loss.isEmpty }.compactMap(\.draft))
    #expect(whole.count >= 60, "\(whole.count) of 120")
    let store = folder.store(time.environment)
    for (number, id) in ids.enumerated() {
      let found = await store.restore(id, schema: schema).draft?.snapshot
      if whole.contains(id) {
        #expect(found == snapshot(number))
      } else if let found {
        // What is left of it is right.
        for member in found.values.members {
          #expect(member.value == snapshot(number).values[member.name])
        }
      }
    }
    #expect(try await store.health().findings == [])
    await store.close()
  }

  @Test("Where a database does not say whose it is, the owner must be named")
  func owner() async throws {
    let ids = try await fill(2)
    try folder.tamper("ana") { try $0.execute("DELETE FROM meta") }
    let report = try await repair()
    #expect(report.owners == [])
    #expect(report.failures.map(\.code) == [.damagedDatabase])
    #expect(!report.isWhole)
    let named = try await repair(owner: "ana")
    #expect(named.owners.map(\.owner) == ["ana"])
    #expect(await restored(ids[1]) == snapshot(1))
  }

  @Test("What ended stays ended, and a copied file comes along")
  func endingsAndFiles() async throws {
    let form = DraftSchema("form", fields: [.init("a", .text), .init("photo", .file)])
    let store = folder.store(time.environment)
    let gone = try await store.save(snapshot(1), schema: schema, key: key).draft
    let id = try await store.save(
      DraftSnapshot(values: ["a": "x"]), schema: form, key: key
    ).draft
    try folder.write(Array("picture".utf8), to: folder.root + "/picked")
    let file = try await store.importFile(atPath: folder.root + "/picked", into: id)
    try await store.save(
      DraftSnapshot(values: ["a": "x", "photo": .file(file)]), schema: form, key: key, draft: id)
    try await store.discard(gone)
    await store.close()
    try folder.tamper("ana") { try $0.execute("DELETE FROM field WHERE path = '/a'") }
    _ = try await repair()
    let after = folder.store(time.environment)
    let answer = await after.restore(id, schema: form)
    #expect(answer.draft?.snapshot.values == ["photo": .file(file)])
    #expect(answer.draft?.report.fields.contains { $0.outcome == .fileMissing } == false)
    let failure = await failure {
      try await after.save(snapshot(2), schema: schema, key: key, draft: gone)
    }
    #expect(failure?.code == .gone)
    await after.close()
  }

  @Test("What a repair put aside goes with its owner")
  func purge() async throws {
    let canary = Canary()
    let store = folder.store(time.environment)
    let id = try await store.save(
      DraftSnapshot(values: ["a": .text(canary.text), "b": "x"]), schema: schema, key: key
    ).draft
    await store.close()
    try folder.tamper("ana") {
      try $0.execute("UPDATE field SET marks = 2, ordinal = 77 WHERE path = '/a'")
    }
    let report = try await repair()
    let aside = try #require(report.owners.first?.setAside)
    #expect(try !canary.occurrences(in: aside).isEmpty)
    #expect(await restored(id)?.values == ["b": "x"])
    let after = folder.store(time.environment)
    let planned = try await after.purge(DraftFilter(owner: "ana"), dryRun: true)
    #expect(planned.bytes > 4_096, "the damaged database counts")
    #expect(try await after.purge(DraftFilter(owner: "ana")) == planned)
    #expect(try System.status(aside) == nil)
    #expect(try canary.occurrences(in: folder.path) == [])
    await after.close()
  }
}
