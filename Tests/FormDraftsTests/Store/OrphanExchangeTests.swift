import FormDraftsTesting
import Testing

@testable import FormDrafts

/// An exported orphan takes the form it was saved under with it.
@Suite struct OrphanExchangeTests {
  private let key = DraftKey("form", owner: "ana")
  private let text = DraftSchema("form", fields: [.init("a", .text), .init("born", .text)])
  private let without = DraftSchema("form", fields: [.init("a", .text)])
  private let date = DraftSchema("form", fields: [.init("a", .text), .init("born", .date)])

  /// A line of a draft whose `born` was text, and has no place in the form it was saved under last.
  private func line() async throws -> (line: String, id: DraftID) {
    let folder = try StoreFolder()
    let store = folder.store()
    let id = try await store.save(
      DraftSnapshot(values: ["a": "1", "born": "1980-02-03"]), schema: text, key: key
    ).draft
    try await store.save(DraftSnapshot(values: ["a": "1"]), schema: without, key: key, draft: id)
    let line = try await store.export(id).line
    await store.close()
    return (line, id)
  }

  @Test func `text that was kept aside is no date after an import either`() async throws {
    let (line, id) = try await line()
    let folder = try StoreFolder()
    let store = folder.store()
    try await store.importDrafts(Array(line.utf8))
    #expect(try await store.export(id).line == line)
    #expect(try await store.importDrafts(Array(line.utf8)).unchanged == [id])

    // Text that looks like a date is one only where the form asked for text.
    let answer = await store.restore(key, schema: date, options: .init(policy: .salvage))
    #expect(answer.draft?.snapshot.values == ["a": "1"])
    #expect(answer.draft?.orphans == [DraftOrphan(path: "born", value: "1980-02-03")])
    #expect(
      try await store.restored(key, schema: text).snapshot.values
        == ["a": "1", "born": "1980-02-03"])
    await store.close()
  }

  @Test func `a count over exported lines knows the type too`() async throws {
    let (line, _) = try await line()
    var count = try Compatibility(with: date)
    try count.add(exported: Array(line.utf8))
    let born = count.fields.filter { $0.path == "born" }
    #expect(Set(born.map(\.outcome)) == [.added, .orphaned])
  }

  @Test func `what the orphan's own form calls a secret is not imported`() async throws {
    let (line, id) = try await line()
    let hostile = line.replacing(
      #""path":"/born","type":"text""#, with: #""path":"/born","type":"text","retention":"secret""#)
    #expect(hostile != line)
    let folder = try StoreFolder()
    let store = folder.store()
    let receipt = try await store.importDrafts(Array(hostile.utf8))
    #expect(receipt.withheld == [id: ["born"]])
    let draft = try #require(await store.restore(key, schema: without).draft)
    #expect(draft.orphans.isEmpty)
    await store.close()
  }

  @Test(arguments: ["1", "-1", "0.0", "\"0\"", "99999999999999999999"])
  func `a place outside the list is refused`(place: String) async throws {
    let (line, _) = try await line()
    let hostile = line.replacing(
      #""schema":0"#, with: #""schema":\#(place)"#)
    let folder = try StoreFolder()
    let error = await #expect(throws: DraftError.self) {
      try await folder.store().importDrafts(Array(hostile.utf8))
    }
    #expect(error?.code == .invalidJSON)
  }
}
