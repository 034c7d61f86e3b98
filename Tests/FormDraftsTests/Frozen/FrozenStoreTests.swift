import FormDraftsSQLite
import Testing

@testable import FormDrafts

// The store was made by scripts/make-fixture-store.sh with the version in its name. What these
// tests expect stands in that script; it is what the version promised.
@Suite("A store that an earlier version made")
struct FrozenStoreTests {
  private let folder: StoreFolder
  private let signup = DraftKey("signup", owner: "ana")
  private let plan = DraftKey("plan", owner: "ana", record: "plan/42")

  init() throws { folder = try StoreFolder() }

  /// Every version that was released.
  static let versions = ["0.1.0", "0.2.0", "0.3.0", "0.4.0", "0.5.0", "0.6.0"]
  /// Those whose orphans know the form they were saved under.
  private static let knowing = ["0.2.0", "0.3.0", "0.4.0", "0.5.0", "0.6.0"]
  /// Those with save points, times to live, submits and drafts that were split off.
  private static let living = ["0.3.0", "0.4.0", "0.5.0", "0.6.0"]
  /// How many drafts the store of a version lists.
  private static let counts = [
    "0.1.0": 3, "0.2.0": 4, "0.3.0": 8, "0.4.0": 8, "0.5.0": 8, "0.6.0": 8,
  ]

  private func store(_ version: String) throws -> DraftStore {
    try FrozenStore.copy(version, to: folder)
    return folder.store()
  }

  private static let fields: [DraftSchema.Field] = [
    .init("name", .text, step: "you"), .init("password", .text, step: "you"),
    .init("amounts", .decimal, isMany: true), .init("/address/city", .text),
  ]
  private static let steps: [DraftSchema.Step] = [
    .init("you"), .init("extras", isSkippable: true),
  ]
  private static let first = DraftSchema(
    "signup", version: "1", fields: fields + [.init("nickname", .text)], steps: steps)
  private static let second = DraftSchema("signup", version: "2", fields: fields, steps: steps)
  private static let planSchema = DraftSchema(
    "plan",
    fields: [
      .init("size", .choice, options: .init([.init("small"), .init("large")])),
      .init("note", .text),
    ])

  @Test("lists its drafts, every checksum sound", arguments: versions)
  func list(version: String) async throws {
    let store = try store(version)
    let listings = try await store.list(verifying: true)
    for case .damaged(_, _, let error) in listings { Issue.record(error) }
    #expect(
      Set(listings.compactMap(\.summary?.key)).isSuperset(
        of: [signup, plan, DraftKey("signup", owner: .nobody)]))
    #expect(listings.count == Self.counts[version])
    await store.close()
  }

  @Test(
    "gives back answers, marks, step and skipped step, and keeps the orphan", arguments: versions)
  func signup(version: String) async throws {
    let store = try store(version)
    let draft = try await store.restored(signup, schema: Self.second)
    #expect(
      draft.snapshot
        == DraftSnapshot(
          values: ["name": "Ana", "address": ["city": "Łódź"]], touched: ["name"],
          dirty: ["/address/city"], step: "you", skippedSteps: ["extras"]))
    #expect(draft.summary.revision == 2)
    #expect(draft.summary.version == "2")
    #expect(draft.summary.fingerprint == Self.second.fingerprint)
    #expect(draft.report.orphans == ["nickname"])
    #expect(draft.report.reentry == ["password"])
    await store.close()
  }

  @Test("has the orphan back under the definition that knows it", arguments: versions)
  func orphan(version: String) async throws {
    let store = try store(version)
    // Its versions say that the form was rolled back.
    let answer = await store.restore(
      signup, schema: Self.first, options: RestoreOptions(acceptsNewer: true))
    guard case .restored(let draft) = answer else { throw TestFailure() }
    #expect(draft.snapshot.values["nickname"] == "Annie")
    #expect(draft.snapshot.touched == ["name", "nickname"])
    #expect(draft.snapshot.dirty == ["nickname", "/address/city"])
    #expect(draft.report.orphans.isEmpty)
    await store.close()
  }

  @Test("knows title, baseline and what the record had", arguments: versions)
  func baseline(version: String) async throws {
    let store = try store(version)
    let draft = try await store.restored(plan, schema: Self.planSchema)
    #expect(draft.snapshot.values == ["size": "large", "note": "as ordered"])
    #expect(draft.summary.title == "Plan 42")
    #expect(draft.summary.baseline == "etag-7")
    let line = try DraftArchive(line: Array(try await store.export(draft.summary.id).line.utf8))
    #expect(line.base == [.init(path: "size", value: "small")])
    await store.close()
  }

  @Test("gives back what is hard to keep, exactly", arguments: versions)
  func exact(version: String) async throws {
    let store = try store(version)
    let draft = try await store.restored(DraftKey("signup", owner: .nobody), schema: Self.second)
    let amounts = ["0.10", "1e400", "-0", "9007199254740993"].map(DraftValue.number(literal:))
    #expect(
      draft.snapshot.values == [
        "name": .text("\u{e9} e\u{301} \0"), "amounts": .list(amounts),
        "address": ["city": .null], "a.b/c~d": "", "none": [:], "empty": [],
        "raw": .bytes([0, 1, 255]), "inf": .number(literal: "-Infinity"),
        "tag": ["$draft": "mine"],
      ])
    await store.close()
  }

  @Test("is saved to, and read again", arguments: versions)
  func save(version: String) async throws {
    let store = try store(version)
    let found = try await store.restored(signup, schema: Self.second)
    var snapshot = found.snapshot
    snapshot.values["amounts"] = [1]
    let receipt = try await store.save(
      snapshot, schema: Self.second, key: signup, draft: found.summary.id, basedOn: 2)
    #expect(receipt.revision == 3)
    #expect(receipt.written == 1)
    await store.close()
    let again = folder.store()
    #expect(try await again.restored(signup, schema: Self.second).snapshot == snapshot)
    await again.close()
  }

  @Test(
    "has no save points when it is only looked at, which migrates nothing",
    arguments: versions.filter { !living.contains($0) })
  func unmigrated(version: String) async throws {
    try FrozenStore.copy(version, to: folder)
    let before = try folder.digests()
    let looking = DraftStore.readOnly(path: folder.path)
    let draft = try await looking.restored(plan, schema: Self.planSchema).summary.id
    #expect(try await looking.history(of: draft).isEmpty)
    #expect(try await looking.purge(DraftFilter(owner: "ana"), dryRun: true).savePoints == 0)
    #expect(await failure { try await looking.savePoint(of: draft) }?.code == .unavailable)
    await looking.close()
    #expect(try folder.digests() == before)
    let store = folder.store()
    try await store.savePoint(of: draft)
    try await store.save(
      DraftSnapshot(values: ["size": "small"]), schema: Self.planSchema, key: plan, draft: draft)
    let again = DraftStore.readOnly(path: folder.path)
    #expect(try await again.history(of: draft).map(\.changed) == [["note", "size"]])
    await again.close()
    await store.close()
  }

  @Test(
    "keeps its fences: a discarded draft does not rise, a purged owner has nothing",
    arguments: versions)
  func fences(version: String) async throws {
    try FrozenStore.copy(version, to: folder)
    let text = try folder.tamper("ana") { try $0.text("SELECT uuid FROM ended") }
    let ended = try #require(DraftID(text))
    let store = folder.store()
    let error = await failure {
      try await store.save(DraftSnapshot(), schema: Self.planSchema, key: plan, draft: ended)
    }
    #expect(error?.code == .gone)
    #expect(try System.status(folder.tombstone(of: "bob")) != nil)
    let bob = DraftKey("signup", owner: "bob")
    #expect(await store.restore(bob, schema: nil).isNone)
    // A new process is not the late writer; what it saves counts the purge.
    try await store.save(DraftSnapshot(), schema: Self.second, key: bob)
    #expect(try folder.files(of: "bob").epoch() == 1)
    await store.close()
  }

  @Test("knows what an orphan was: text that looks like a date is none", arguments: knowing)
  func orphanSchema(version: String) async throws {
    let store = try store(version)
    let key = DraftKey("visit", owner: "eva")
    let when = DraftSchema(
      "visit", fields: [.init("who", .text), .init("when", .date), .init("seats", .integer)])
    let answer = await store.restore(key, schema: when, options: .init(policy: .salvage))
    let draft = try #require(answer.draft)
    #expect(draft.snapshot.values == ["who": "Eva", "seats": 2])
    #expect(draft.orphans.contains(DraftOrphan(path: "when", value: "2026-12-24")))
    await store.close()
  }

  @Test("has its save points, and goes back to one", arguments: living)
  func savePoints(version: String) async throws {
    let store = try store(version)
    let summary = try #require(try await store.list(DraftFilter(owner: "fay")).first?.summary)
    #expect(summary.revision == 3)
    let expires = try #require(summary.expiresAt).millisecondsSince1970
    // Each save begins it anew; going back is none.
    let lifetime = expires - summary.savedAt.millisecondsSince1970
    #expect((-60_000...0).contains(lifetime - 36_500 * 86_400_000))
    let points = try await store.history(of: summary.id)
    #expect(points.map(\.revision) == [2, 1])
    #expect(points.map(\.reason) == [.revert, .upgrade])
    try await store.revert(summary.id, to: 2)
    let draft = try await store.restored(summary.key, schema: nil)
    #expect(draft.snapshot.values == ["who": "Fay", "seats": 3])
    #expect(draft.orphans.contains(DraftOrphan(path: "when", value: "noon")))
    await store.close()
  }

  @Test("knows what is in doubt, what was split off and what was sent", arguments: living)
  func submits(version: String) async throws {
    let store = try store(version)
    let ids = (1...3).compactMap { DraftID("00000000-0000-4000-8000-00000000000\($0)") }
    let key = DraftKey("plan", owner: "gil")
    guard
      case .inDoubt(let attempt, let draft) = await store.restore(
        key, schema: Self.planSchema, draft: ids[0])
    else { throw TestFailure() }
    #expect(attempt == AttemptID("attempt-1"))
    #expect(draft.snapshot.values["note"] == "number 1")
    let drafts = try await store.list(DraftFilter(owner: "gil")).compactMap(\.summary)
    #expect(drafts.first { $0.id == ids[1] }?.parent == ids[0])
    let copy = try #require(drafts.first { $0.id == ids[2] })
    #expect(copy.status == .submitted)
    #expect(copy.expiresAt?.millisecondsSince1970 == 4_951_713_600_000)
    let late = await failure {
      try await store.save(DraftSnapshot(), schema: Self.planSchema, key: key, draft: ids[2])
    }
    #expect(late?.ending == .submitted)
    try await store.endSubmit(ids[0], attempt: attempt, accepted: true)
    #expect(try await store.list(DraftFilter(owner: "gil")).count == 2)
    await store.close()
  }
}
