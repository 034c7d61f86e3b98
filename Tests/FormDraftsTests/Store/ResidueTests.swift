import FormDraftsSQLite
import FormDraftsTesting
import Testing

@testable import FormDrafts

/// Deleted text must not stay in the gaps of pages, in the log or anywhere else.
///
/// `secure_delete` alone does not do it: what the balancing of pages leaves between cells is not
/// overwritten. The control shows that this test can see that.
@Suite struct ResidueTests {
  private let schema = DraftSchema.texts("form", "a")
  private static let seeds: [UInt64] = Array(1...60)

  /// A store with two forms of one owner, written and rewritten at random; every value of the
  /// form “gone” holds the canary.
  private func churned(_ seed: UInt64, _ canary: Canary) async throws -> StoreFolder {
    var random = Seeded(seed)
    let folder = try StoreFolder()
    let store = folder.store()
    var drafts: [(key: DraftKey, id: DraftID?, values: DraftObject)] = (0..<6).map {
      (DraftKey($0 % 2 == 0 ? "gone" : "kept", owner: "ana"), nil, [:])
    }
    for _ in 0..<50 {
      let index = Int.random(in: drafts.indices, using: &random)
      let word = drafts[index].key.form == "gone" ? canary.text + " " : "something else "
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let name = "field\(Int.random(in: 0..<30, using: &random))"
        let size = [1, 2, 5, 12, 40, 90].randomElement(using: &random) ?? 1
        drafts[index].values[name] =
          Int.random(in: 0..<5, using: &random) == 0
          ? nil : .text(String(repeating: word, count: size))
      }
      drafts[index].id = try await store.save(
        DraftSnapshot(values: drafts[index].values), schema: schema, key: drafts[index].key,
        draft: drafts[index].id
      ).draft
    }
    await store.close()
    return folder
  }

  @Test("A purge leaves nothing", arguments: seeds)
  func purge(seed: UInt64) async throws {
    let canary = Canary()
    let folder = try await churned(seed, canary)
    let store = folder.store()
    let before = try await store.list(DraftFilter(form: "kept"))
    let receipt = try await store.purge(DraftFilter(form: "gone"))
    #expect(receipt.drafts > 0)
    #expect(receipt.erasure == .complete)
    #expect(try canary.occurrences(in: folder.path) == [])
    await store.close()
    #expect(try canary.occurrences(in: folder.path) == [])
    let after = try await folder.store().list(verifying: true)
    #expect(after.map(\.summary?.id) == before.map(\.summary?.id))
    #expect(after.allSatisfy { $0.isIntact })
  }

  @Test func `secure_delete alone leaves text behind`() async throws {
    var dirty = 0
    for seed in Self.seeds where dirty == 0 {
      let canary = Canary()
      let folder = try await churned(seed, canary)
      try folder.tamper("ana") { connection in
        try connection.execute(
          """
          PRAGMA secure_delete=ON; BEGIN IMMEDIATE;
          DELETE FROM field WHERE draft IN (SELECT id FROM draft WHERE form = 'gone');
          DELETE FROM draft WHERE form = 'gone'; COMMIT
          """)
        #expect(try connection.integer("PRAGMA secure_delete") == 1)
        #expect(try connection.checkpointTruncate().isComplete)
      }
      if try !canary.occurrences(in: folder.path).isEmpty { dirty += 1 }
    }
    #expect(dirty > 0)
  }
}
