import FormDraftsSQLite
import FormDraftsTesting
import Foundation
import Testing

@testable import FormDrafts

/// A database too large for memory is rebuilt by way of a copy in the owner's directory.
@Suite struct LargeFileTests {
  private let schema = DraftSchema.texts("form", "a", "b")

  /// Twenty drafts of two forms, saved twice, so that old text stands in gaps; every file is large.
  private func store(
    _ folder: StoreFolder, _ canary: Canary
  ) async throws -> (store: DraftStore, kept: [DraftID]) {
    let store = folder.store()
    var kept: [DraftID] = []
    for number in 0..<20 {
      let isKept = number % 2 == 0
      let key = DraftKey(isKept ? "kept" : "gone", owner: "ana", record: .existing("\(number)"))
      let text = isKept ? "kept \(number)" : canary.text
      var draft: DraftID?
      for length in [400, 90] {
        let values: DraftObject = [
          "a": .text(text + String(repeating: "x", count: length * number)), "b": .text(text),
        ]
        draft = try await store.save(
          DraftSnapshot(values: values), schema: schema, key: key, draft: draft
        ).draft
      }
      if isKept, let draft { kept.append(draft) }
    }
    try await store.probe("ana") { $0.largeFile = 0 }
    return (store, kept)
  }

  @Test("Nothing of a purge is left, nothing else is gone, and the copy neither")
  func purge() async throws {
    let folder = try StoreFolder()
    let canary = Canary()
    let (store, kept) = try await store(folder, canary)
    let before = try await store.list().compactMap(\.summary)
    #expect(try !canary.occurrences(in: folder.path).isEmpty)
    let receipt = try await store.purge(DraftFilter(owner: "ana", form: "gone"))
    #expect(receipt.drafts == 10)
    #expect(receipt.erasure == .complete)
    #expect(try canary.occurrences(in: folder.path) == [])
    let directory = try folder.files(of: "ana")
    #expect(try System.status(directory.rebuilt) == nil)
    #expect(try System.status(directory.database)?.permissions == 0o600)
    let after = try await store.list(verifying: true)
    #expect(after.filter { !$0.isIntact }.isEmpty)
    let facts = { (draft: DraftSummary) in "\(draft.id) \(draft.revision) \(draft.savedAt)" }
    #expect(
      after.compactMap(\.summary).map(facts) == before.filter { kept.contains($0.id) }.map(facts))
    #expect(try await store.health().findings == [])
    // Work goes on, here and in a store that is opened anew.
    let key = DraftKey("kept", owner: "ana", record: "0")
    let text = DraftSnapshot(values: ["a": "more", "b": "b"])
    try await store.save(text, schema: schema, key: key, draft: kept[0])
    await store.close()
    let next = folder.store()
    #expect(await next.restore(key, schema: schema).draft?.snapshot == text)
    let mode = try folder.tamper("ana") { connection in
      let statement = try connection.prepare("PRAGMA journal_mode")
      return try statement.step() ? statement.text(0) : nil
    }
    #expect(mode == "wal")
    await next.close()
  }

  @Test("While somebody reads it is pending, and no copy waits for the end of that")
  func reader() async throws {
    let folder = try StoreFolder()
    let canary = Canary()
    let (store, kept) = try await store(folder, canary)
    let directory = try folder.files(of: "ana")
    let reader = try Connection(path: directory.database, mode: .readOnly)
    try reader.execute("BEGIN; SELECT count(*) FROM field")
    try await store.probe("ana") { file in
      try? file.database?.connection.setBusyTimeout(50)
    }
    let receipt = try await store.purge(DraftFilter(owner: "ana", form: "gone"))
    guard case .pending = receipt.erasure else { throw TestFailure() }
    #expect(try System.status(directory.rebuilt) == nil)
    try reader.execute("COMMIT")
    try reader.close()
    await store.close()
    let next = folder.store()
    #expect(try await next.list().compactMap(\.summary?.id) == kept.reversed())
    #expect(try canary.occurrences(in: folder.path) == [])
    await next.close()
  }

  @Test("A copy that a killed process left is gone with the next open")
  func leftover() async throws {
    let folder = try StoreFolder()
    let canary = Canary()
    let (store, _) = try await store(folder, Canary())
    await store.close()
    let directory = try folder.files(of: "ana")
    try folder.write(Array(canary.text.utf8), to: directory.rebuilt)
    #expect(try !canary.occurrences(in: folder.path).isEmpty)
    let next = folder.store()
    #expect(try await next.list().count == 20)
    #expect(try System.status(directory.rebuilt) == nil)
    #expect(try canary.occurrences(in: folder.path) == [])
    await next.close()
  }
}
