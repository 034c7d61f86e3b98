import Foundation
import Testing

@testable import FormDrafts

@Suite("Limits of an owner")
struct OwnerLimitTests {
  private let schema = DraftSchema.texts("form", "text")

  private func snapshot(_ bytes: Int) -> DraftSnapshot {
    // As JSON the text has two quotation marks.
    DraftSnapshot(values: ["text": .text(String(repeating: "a", count: bytes - 2))])
  }

  private func key(_ owner: DraftOwner = "ana") -> DraftKey { DraftKey("form", owner: owner) }

  @Test("on the number refuse a new draft and nothing else")
  func number() async throws {
    let folder = try StoreFolder()
    let store = folder.store(
      DraftEnvironment(
        now: { Date(timeIntervalSince1970: 1_800_000_000) }, limits: .init(draftsPerOwner: 2)))
    let first = try await store.save(snapshot(10), schema: schema, key: key()).draft
    let second = try await store.save(snapshot(10), schema: schema, key: key()).draft
    let error = await failure { try await store.save(snapshot(10), schema: schema, key: key()) }
    #expect(error?.code == .tooMany)
    #expect(error?.message.contains("2") == true)
    #expect(try await store.list().map(\.summary?.id) == [second, first])
    try await store.save(snapshot(20), schema: schema, key: key(), draft: first)
    try await store.save(snapshot(10), schema: schema, key: key("ben"))
    // One that was discarded makes room, also while it can be brought back.
    try await store.discard(second, undoFor: .seconds(60))
    try await store.save(snapshot(10), schema: schema, key: key())
    try await store.undoDiscard(second)
    #expect(try await store.list(DraftFilter(owner: "ana")).count == 3)
    await store.close()
  }

  @Test("on the bytes refuse what grows beyond, and keep the revision")
  func bytes() async throws {
    let folder = try StoreFolder()
    let store = folder.store(DraftEnvironment(limits: .init(bytesPerOwner: 100)))
    let first = try await store.save(snapshot(60), schema: schema, key: key()).draft
    let second = try await store.save(snapshot(40), schema: schema, key: key()).draft
    for draft in [nil, first, second] {
      let error = await failure {
        try await store.save(snapshot(61), schema: schema, key: key(), draft: draft)
      }
      #expect(error?.code == .tooLarge)
      #expect(error?.message.contains("100") == true)
    }
    #expect(try await store.list().compactMap(\.summary?.byteCount) == [40, 60])
    #expect(try await store.list().compactMap(\.summary?.revision) == [1, 1])
    try await store.save(snapshot(50), schema: schema, key: key(), draft: first)
    try await store.save(snapshot(50), schema: schema, key: key(), draft: second)
    // A limit that was set later refuses no draft that is there already to shrink.
    let stricter = folder.store(DraftEnvironment(limits: .init(bytesPerOwner: 10)))
    try await stricter.save(snapshot(49), schema: schema, key: key(), draft: first)
    await stricter.close()
    await store.close()
  }
}
