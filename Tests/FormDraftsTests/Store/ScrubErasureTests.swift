import FormDraftsSQLite
import FormDraftsTesting
import Testing

@testable import FormDrafts

/// The bytes of what a scrub removes, and what it meets in a store that is not as it should be.
@Suite struct ScrubErasureTests {
  private let open = DraftSchema.texts("form", "iban", "name")
  private let strict = DraftSchema(
    "form", fields: [.init("iban", .text, retention: .secret), .init("name", .text)])
  private let key = DraftKey("form", owner: "ana")
  private let canary = Canary()

  private var snapshot: DraftSnapshot {
    DraftSnapshot(values: ["iban": .text(canary.text), "name": "Ana"])
  }

  private func eraseSince(_ folder: StoreFolder) throws -> Int64 {
    try folder.tamper("ana") { Int64(try $0.integer("SELECT erase_since FROM meta")) }
  }

  @Test func `a reader keeps the bytes in the log; the next scrub or open finishes`() async throws {
    for isScrubbedAgain in [false, true] {
      let folder = try StoreFolder()
      let store = folder.store()
      try await store.save(snapshot, schema: open, key: key)
      let reader = try Connection(path: folder.files(of: "ana").database, mode: .readOnly)
      try reader.execute("BEGIN; SELECT count(*) FROM field")
      try await store.probe("ana") { try? $0.database?.connection.setBusyTimeout(50) }
      let receipt = try await store.scrub(strict)
      #expect(receipt.drafts == 1)
      guard case .pending(let reason) = receipt.erasure else { throw TestFailure() }
      #expect(!reason.isEmpty)
      #expect(try !canary.occurrences(in: folder.path).isEmpty)
      // Still waiting, and says so though nothing is left to remove.
      let again = try await store.scrub(strict)
      #expect(again.drafts == 0)
      #expect(again.erasure == receipt.erasure)
      if !isScrubbedAgain { await store.close() }
      try reader.execute("COMMIT")
      try reader.close()
      let next = isScrubbedAgain ? store : folder.store()
      if isScrubbedAgain {
        #expect(try await next.scrub(strict) == PurgeReceipt())
      } else {
        #expect(try await next.list().count == 1)
      }
      #expect(try canary.occurrences(in: folder.path) == [])
      await next.close()
      #expect(try eraseSince(folder) == 0)
    }
  }

  @Test(
    "What a save under the stricter form took away is erased: by a scrub, at close, at the next open",
    arguments: ["scrub", "close", "open"])
  func removedByASave(by way: String) async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let draft = try await store.save(snapshot, schema: open, key: key).draft
    try await store.save(
      DraftSnapshot(values: ["name": "Ana"]), schema: strict, key: key, draft: draft)
    #expect(try !canary.occurrences(in: folder.path).isEmpty)
    switch way {
    case "scrub": #expect(try await store.scrub(strict) == PurgeReceipt())
    case "close": await store.close()
    default:  // as after a kill
      let next = folder.store()
      #expect(try await next.list().count == 1)
      await next.close()
    }
    #expect(try canary.occurrences(in: folder.path) == [])
    await store.close()
    #expect(try eraseSince(folder) == 0)
  }

  @Test func `a save under another form that hides nothing more asks for no erasure`() async throws
  {
    let folder = try StoreFolder()
    let store = folder.store()
    let draft = try await store.save(snapshot, schema: open, key: key).draft
    try await store.save(
      DraftSnapshot(values: ["name": "Ana"]), schema: .texts("form", "name"), key: key,
      draft: draft)
    let isDue = try await store.probe("ana") { $0.needsCompaction }
    #expect(!isDue)
    await store.close()
    #expect(try eraseSince(folder) == 0)
  }

  /// The tampering, and what a list that verifies still says afterwards.
  @Test(
    "Damage stays, is reported as before, and keeps nothing else from going",
    arguments: [
      ("UPDATE field SET value = '\"x\"' WHERE id = (1 << 32)", 1),
      ("DELETE FROM field WHERE id = (1 << 32) + 1", 1),
      ("UPDATE draft SET title = 'x' WHERE id = 1", 1),
      ("UPDATE schema SET fingerprint = 'f1:0'", 0),
    ])
  func damage(change: String, left: Int) async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let drafts = [
      try await store.save(snapshot, schema: open, key: key).draft,
      try await store.save(snapshot, schema: open, key: key).draft,
    ]
    await store.close()
    try folder.tamper("ana") { try $0.execute(change) }
    let next = folder.store()
    let receipt = try await next.scrub(strict)
    #expect(receipt.drafts == (change.contains("value =") || change.contains("title") ? 1 : 2))
    #expect(receipt.erasure == .complete)
    let listed = try await next.list(verifying: true)
    #expect(listed.count == 2)
    #expect(listed.filter { !$0.isIntact }.count == left)
    #expect(listed.contains { $0.summary?.id == drafts[1] && $0.summary?.revision == 2 })
    await next.close()
    let stored = try folder.tamper("ana") {
      try $0.integer("SELECT count(*) FROM field WHERE path = '/iban'")
    }
    #expect(stored == (change.contains("value =") || change.contains("title") ? 1 : 0))
  }

  @Test func `an import that is not finished is said to be there`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    try await store.save(snapshot, schema: open, key: key)
    try folder.write(Array("not a draft\n".utf8), to: folder.path + "/import.journal")
    let planned = try await store.scrub(strict, dryRun: true)
    #expect(planned.erasure == .complete)
    let receipt = try await store.scrub(strict)
    #expect(receipt.drafts == 1)
    guard case .pending(let reason) = receipt.erasure else { throw TestFailure() }
    #expect(reason.contains("import"))
    #expect(try canary.occurrences(in: folder.path) == [])
    await store.close()
  }

  @Test func `a store that only looks counts, and removes nothing`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    try await store.save(snapshot, schema: open, key: key)
    await store.close()
    let before = try folder.digests()
    let reader = DraftStore.readOnly(path: folder.path)
    #expect(try await reader.scrub(strict, dryRun: true).fields == 1)
    let refused = await failure { try await reader.scrub(strict) }
    #expect(refused?.code == .unavailable)
    await reader.close()
    #expect(try folder.digests() == before)
  }

  @Test func `one owner that cannot be read keeps no other from it`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let owners: [DraftOwner] = ["ana", "bob", "cyd"]
    for owner in owners {
      try await store.save(snapshot, schema: open, key: DraftKey("form", owner: owner))
    }
    await store.close()
    try folder.write([], to: folder.files(of: "bob").database)
    let next = folder.store()
    let error = await failure { try await next.scrub(strict) }
    #expect(error?.code == .damaged)
    #expect(try await next.scrub(strict, owner: "ana").drafts == 0)
    #expect(try await next.scrub(strict, owner: "cyd").drafts == 0)
    await next.close()
    #expect(try canary.occurrences(in: folder.path) == [])
  }

  /// For values of every shape: what is left is what a save under that schema would have stored.
  @Test(
    "Random drafts hold what a save under the stricter form holds",
    arguments: 1...40 as ClosedRange<UInt64>)
  func random(seed: UInt64) async throws {
    var random = RandomValues(seed: seed)
    let folder = try StoreFolder()
    let store = folder.store()
    let values = random.object(depth: 3)
    let draft = try await store.save(
      DraftSnapshot(values: values), schema: DraftSchema("form", fields: []), key: key
    ).draft
    var paths: [FieldPath] = []
    DraftValue.object(values).forEachPlace(at: .root) { paths.append($0) }
    let secret = paths.dropFirst().filter { _ in random.below(6) == 0 }
    let stricter = DraftSchema("form", fields: [], overrides: .init(secret: secret))
    let expected = Redaction(
      DraftSnapshot(values: values), index: SchemaIndex(stricter)
    ).snapshot.values
    try await store.scrub(stricter)
    let left = try #require(await store.restore(draft).draft).snapshot.values
    // An object that lost all its members has no row of its own.
    let emptied = Set(expected.leaves.map(\.path)).subtracting(values.leaves.map(\.path))
    #expect(left.leaves == expected.leaves.filter { !emptied.contains($0.path) })
    #expect(try await store.list(verifying: true).allSatisfy(\.isIntact))
    #expect(try await store.scrub(stricter) == PurgeReceipt())
    await store.close()
  }
}

extension DraftValue {
  /// Every place in a value, its own first.
  fileprivate func forEachPlace(at path: FieldPath, _ body: (FieldPath) -> Void) {
    body(path)
    switch self {
    case .list(let items):
      for (index, item) in items.enumerated() {
        item.forEachPlace(at: path.appending(String(index)), body)
      }
    case .object(let object):
      for member in object.members {
        member.value.forEachPlace(at: path.appending(member.name), body)
      }
    default: break
    }
  }
}
