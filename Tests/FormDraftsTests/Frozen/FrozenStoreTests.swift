import FormDraftsSQLite
import Testing

@testable import FormDrafts

// The store was made by scripts/make-fixture-store.sh with the version in its name. What these
// tests expect stands in that script; it is what the version promised.
@Suite("A store that version 0.1.0 made")
struct FrozenStoreTests {
  private let folder: StoreFolder
  private let signup = DraftKey("signup", owner: "ana")
  private let plan = DraftKey("plan", owner: "ana", record: "plan/42")

  init() throws {
    folder = try StoreFolder()
    try FrozenStore.copy("0.1.0", to: folder)
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

  @Test("lists its three drafts, every checksum sound")
  func list() async throws {
    let store = folder.store()
    let listings = try await store.list(verifying: true)
    for case .damaged(_, _, let error) in listings { Issue.record(error) }
    #expect(
      Set(listings.compactMap(\.summary?.key)) == [
        signup, plan, DraftKey("signup", owner: .nobody),
      ])
    #expect(listings.count == 3)
    await store.close()
  }

  @Test("gives back answers, marks, step and skipped step, and keeps the orphan")
  func signup() async throws {
    let store = folder.store()
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

  @Test("has the orphan back under the definition that knows it")
  func orphan() async throws {
    let store = folder.store()
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

  @Test("knows title, baseline and what the record had")
  func baseline() async throws {
    let store = folder.store()
    let draft = try await store.restored(plan, schema: Self.planSchema)
    #expect(draft.snapshot.values == ["size": "large", "note": "as ordered"])
    #expect(draft.summary.title == "Plan 42")
    #expect(draft.summary.baseline == "etag-7")
    let line = try DraftArchive(line: Array(try await store.export(draft.summary.id).line.utf8))
    #expect(line.base == [.init(path: "size", value: "small")])
    await store.close()
  }

  @Test("gives back what is hard to keep, exactly")
  func exact() async throws {
    let store = folder.store()
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

  @Test("is saved to, and read again")
  func save() async throws {
    let store = folder.store()
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

  @Test("has no save points when it is only looked at, which migrates nothing")
  func unmigrated() async throws {
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

  @Test("keeps its fences: a discarded draft does not rise, a purged owner has nothing")
  func fences() async throws {
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
}
