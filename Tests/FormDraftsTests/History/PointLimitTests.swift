import FormDraftsSQLite
import FormDraftsTesting
import Testing

@testable import FormDrafts

@Suite("Save points have bounds")
struct PointLimitTests {
  private let folder: StoreFolder
  private let time = TestTime()
  private let key = DraftKey("form", owner: "ana")
  private let schema = DraftSchema.texts("form", "a", "big")
  private let store: DraftStore

  init() throws {
    folder = try StoreFolder()
    store = folder.store(time.environment)
  }

  @discardableResult
  private func save(_ values: DraftObject, _ draft: DraftID? = nil) async throws -> SaveReceipt {
    try await store.save(DraftSnapshot(values: values), schema: schema, key: key, draft: draft)
  }

  private func state(_ draft: DraftID, at revision: DraftRevision) async throws -> DraftSnapshot? {
    let reader = try store.stored(schema)
    return try await store.probe("ana") { file throws(DraftError) in
      try file.sides(of: draft, basedOn: revision, reader: reader)
    }?.base
  }

  @Test("the oldest goes first, those made by hand last, and no other state is lost")
  func count() async throws {
    let draft = try await save(["a": "1", "big": "stays"]).draft
    try await store.savePoint(of: draft)
    for number in 2...70 {
      time.advance(milliseconds: 300_000)
      try await save(["a": .text("\(number)"), "big": "stays"], draft)
    }
    let history = try await store.history(of: draft)
    #expect(history.count == 50)
    #expect(history.map(\.revision.rawValue) == Array((21...69).reversed()) + [1])
    for point in history {
      #expect(!point.isDamaged)
      #expect(
        try await state(draft, at: point.revision)?.values
          == ["a": .text("\(point.revision)"), "big": "stays"])
    }
    await store.close()
  }

  @Test("what is too old goes at the next save")
  func age() async throws {
    let draft = try await save(["a": "1"]).draft
    try await store.savePoint(of: draft)
    time.advance(milliseconds: 29 * 86_400_000)
    try await save(["a": "2"], draft)
    #expect(try await store.history(of: draft).map(\.revision) == [1])
    time.advance(milliseconds: 2 * 86_400_000)
    try await save(["a": "3"], draft)
    #expect(try await store.history(of: draft).map(\.revision) == [2])
    await store.close()
  }

  @Test("an hour of edits of 100 KB leaves a small store, and the one made by hand")
  func hour() async throws {
    let pad = String(repeating: "x", count: 100_000)
    let draft = try await save(["a": "0", "big": .text(pad)]).draft
    time.advance(milliseconds: 60_000)
    try await save(["a": "minute", "big": .text(pad)], draft)
    let manual = try await store.savePoint(of: draft).revision
    for round in 0..<236 {
      time.advance(milliseconds: 15_000)
      try await save(["a": .text("\(round)"), "big": .text("\(round)" + pad)], draft)
    }
    let history = try await store.history(of: draft)
    #expect(history.count <= 13)
    #expect(history.contains { $0.revision == manual && $0.reason == .manual && !$0.isDamaged })
    #expect(try await state(draft, at: manual)?.values == ["a": "minute", "big": .text(pad)])
    await store.close()
    let size = try System.status(folder.files(of: "ana").database)?.size ?? 0
    #expect(size < 5_000_000)
  }

  @Test("bytes are bounded too: large answers push out the oldest, by hand last")
  func bytes() async throws {
    func big(_ number: Int) -> DraftValue {
      .text("\(number)" + String(repeating: "x", count: 1_000_000))
    }
    let draft = try await save(["a": "0", "big": big(0)]).draft
    try await store.savePoint(of: draft)
    for number in 1...10 {
      time.advance(milliseconds: 300_000)
      try await save(["a": .text("\(number)"), "big": big(number)], draft)
    }
    let history = try await store.history(of: draft)
    #expect(history.last?.reason == .manual)
    #expect(history.count == 4)
    #expect(try await state(draft, at: 1)?.values["big"] == big(0))
    let log = try await store.probe("ana") { file throws(DraftError) in
      try file.read { rows in
        try rows.heads(.id(draft)).first.map { head in
          guard case .intact(let head) = head else { return Int64.max }
          return try rows.pointTally(of: head).bytes
        }
      }
    }
    #expect((log ?? nil) ?? .max <= Int64(DraftLimits.savePointBytes))
    await store.close()
  }

  @Test("a draft that is larger than the bound can still be reverted, and back")
  func large() async throws {
    func big(_ number: Int) -> DraftValue {
      .text("\(number)" + String(repeating: "x", count: 5_000_000))
    }
    let draft = try await save(["a": "0", "big": big(0)]).draft
    time.advance(milliseconds: 300_000)
    try await save(["a": "1", "big": big(1)], draft)
    #expect(try await store.history(of: draft).isEmpty)
    try await store.savePoint(of: draft)
    try await save(["a": "2", "big": big(2)], draft)
    try await store.revert(draft, to: 2)
    #expect(try await store.restored(key, schema: schema).snapshot.values["big"] == big(1))
    try await store.revert(draft, to: 3)
    #expect(try await store.restored(key, schema: schema).snapshot.values["big"] == big(2))
    await store.close()
  }
}
