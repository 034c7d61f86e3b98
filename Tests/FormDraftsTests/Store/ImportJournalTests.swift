import FormDraftsTesting
import Testing

@testable import FormDrafts

/// What a process leaves that dies while it imports for several owners.
@Suite struct ImportJournalTests {
  private let schema = DraftSchema.texts("form", "a")

  private func lines(_ owners: DraftOwner...) async throws -> [UInt8] {
    let store = try DraftStore.temporary()
    var lines: [UInt8] = []
    for owner in owners {
      let draft = try await store.save(
        DraftSnapshot(values: ["a": "1"]), schema: schema, key: DraftKey("form", owner: owner)
      ).draft
      lines += Array(try await store.export(draft).line.utf8) + [UInt8(ascii: "\n")]
    }
    await store.close()
    return lines
  }

  @Test(
    "One that was being overwritten had ended: it goes, and keeps no later import from starting",
    arguments: [1, 100, Int.max])
  func overwritten(count: Int) async throws {
    let folder = try StoreFolder()
    let lines = try await lines("ana", "bob")
    let store = folder.store()
    try await store.importDrafts(lines)
    await store.close()
    var journal = lines
    for index in journal.indices.prefix(count) { journal[index] = 0 }
    try folder.write(journal, to: folder.path + "/import.journal")
    let next = folder.store()
    #expect(try await next.list().count == 2)
    #expect(try FileTree.files(in: folder.path).allSatisfy { !$0.contains("journal") })
    let more = try await self.lines("cyd", "dan")
    #expect(try await next.importDrafts(more).added.count == 2)
    await next.close()
  }

  @Test func `one that is whole is carried out`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    try await store.open()
    await store.close()
    try folder.write(try await lines("ana", "bob"), to: folder.path + "/import.journal")
    let next = folder.store()
    #expect(try await next.list().count == 2)
    #expect(try FileTree.files(in: folder.path).allSatisfy { !$0.contains("journal") })
    await next.close()
  }
}
