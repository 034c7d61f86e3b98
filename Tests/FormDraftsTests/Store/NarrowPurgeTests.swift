import FormDraftsSQLite
import FormDraftsTesting
import Foundation
import Testing

@testable import FormDrafts

/// Purges of less than an owner: rows go, then their bytes.
@Suite struct NarrowPurgeTests {
  private let schema = DraftSchema.texts("form", "a", "b")

  private func snapshot(_ text: String) -> DraftSnapshot {
    DraftSnapshot(values: ["a": .text(text), "b": .text("beside " + text)])
  }

  @Test(
    "By form, record and owner, and nothing else goes",
    arguments: [
      (DraftFilter(form: "one"), 5), (DraftFilter(owner: "ana", form: "one"), 3),
      (DraftFilter(record: "r"), 3), (DraftFilter(record: .new), 4), (DraftFilter(record: ""), 1),
      (DraftFilter(owner: "ana", form: "one", record: "r"), 1), (DraftFilter(form: "on"), 0),
      (DraftFilter(form: "ONE"), 0), (DraftFilter(owner: "nobody", form: "one"), 0),
      (DraftFilter(isExpired: true), 0), (DraftFilter(olderThan: .seconds(60)), 0),
    ])
  func filters(filter: DraftFilter, count: Int) async throws {
    let folder = try StoreFolder()
    let store = folder.store(.init(now: { Date(timeIntervalSince1970: 1_800_000_000) }))
    let keys = [
      DraftKey("one", owner: "ana"), DraftKey("one", owner: "ana", record: "r"),
      DraftKey("one", owner: "ana", record: ""), DraftKey("two", owner: "ana"),
      DraftKey("one", owner: "bob", record: "r"), DraftKey("one", owner: .nobody),
      DraftKey("two", owner: "bob", record: "r"), DraftKey("\u{E9}", owner: "bob"),
    ]
    let markers = keys.map { _ in Canary() }
    var drafts: [DraftID] = []
    for (key, marker) in zip(keys, markers) {
      drafts.append(
        try await store.save(snapshot(marker.text), schema: schema, key: key).draft)
    }
    let planned = try await store.purge(filter, dryRun: true)
    let done = try await store.purge(filter)
    #expect(planned == done)
    #expect(done.drafts == count)
    #expect(done.fields == 2 * count)
    #expect(done.erasure == .complete)
    var gone = 0
    for ((key, marker), id) in zip(zip(keys, markers), drafts) {
      let isChosen = filter.matches(key)
      gone += isChosen ? 1 : 0
      #expect(try marker.occurrences(in: folder.path).isEmpty == isChosen)
      #expect(await store.restore(id).isNone == isChosen)
      guard isChosen else { continue }
      let late = await failure {
        try await store.save(snapshot("late"), schema: schema, key: key, draft: id)
      }
      #expect(late?.code == .gone)
    }
    #expect(gone == count)
    #expect(try await store.list(verifying: true).filter(\.isIntact).count == keys.count - count)
    await store.close()
  }

  @Test func `by age, as it is when the rows go`() async throws {
    let folder = try StoreFolder()
    let time = TestTime()
    let store = folder.store(time.environment)
    let key = DraftKey("form", owner: "ana")
    let old = try await store.save(snapshot("old"), schema: schema, key: key).draft
    let edited = try await store.save(snapshot("edited"), schema: schema, key: key).draft
    time.advance(milliseconds: 60_000)
    try await store.save(snapshot("edited!"), schema: schema, key: key, draft: edited)
    let exact = DraftFilter(olderThan: .seconds(60))
    #expect(try await store.purge(exact).drafts == 0)  // just as old is not older
    time.advance(milliseconds: 1)
    #expect(try await store.list(exact).map(\.summary?.id) == [old])
    #expect(try await store.purge(exact).drafts == 1)
    #expect(try await store.list().map(\.summary?.id) == [edited])
    let endless = DraftFilter(olderThan: .seconds(Int64.max))
    #expect(try await store.purge(endless).drafts == 0)
    await store.close()
  }

  @Test func `a reader keeps the bytes in the log; the next open finishes`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let canary = Canary()
    try await store.save(
      snapshot(canary.text), schema: schema, key: DraftKey("one", owner: "ana"))
    try await store.save(snapshot("kept"), schema: schema, key: DraftKey("two", owner: "ana"))
    let file = try folder.files(of: "ana").database
    let reader = try Connection(path: file, mode: .readOnly)
    try reader.execute("BEGIN; SELECT count(*) FROM field")
    // The wait for readers is SQLite's; a short one will do here.
    try await store.probe("ana") { file in
      try? file.database?.connection.setBusyTimeout(50)
    }
    let receipt = try await store.purge(DraftFilter(form: "one"))
    #expect(receipt.drafts == 1)
    guard case .pending(let reason) = receipt.erasure else { throw TestFailure() }
    #expect(!reason.isEmpty)
    #expect(try !canary.occurrences(in: folder.path).isEmpty)
    // The drafts are gone for everybody all the same, and saves go on.
    #expect(try await store.list().count == 1)
    try await store.save(snapshot("more"), schema: schema, key: DraftKey("two", owner: "ana"))
    await store.close()
    #expect(try !canary.occurrences(in: folder.path).isEmpty)
    try reader.execute("COMMIT")
    try reader.close()

    let next = folder.store()
    #expect(try await next.list().count == 2)
    #expect(try canary.occurrences(in: folder.path) == [])
    await next.close()
    #expect(try canary.occurrences(in: folder.path) == [])
    let since = try folder.tamper("ana") { try $0.integer("SELECT erase_since FROM meta") }
    #expect(since == 0)
  }

  @Test func `what was discarded is gone when the store is closed`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let canary = Canary()
    let key = DraftKey("form", owner: "ana")
    let draft = try await store.save(snapshot(canary.text), schema: schema, key: key).draft
    try await store.save(snapshot("kept"), schema: schema, key: key)
    try await store.discard(draft)
    await store.close()
    #expect(try canary.occurrences(in: folder.path) == [])
    #expect(try await folder.store().list().count == 1)
  }
}

extension DraftFilter {
  /// The definition, by the parts of a key.
  fileprivate func matches(_ key: DraftKey) -> Bool {
    (owner == nil || owner == key.owner) && (form == nil || form == key.form)
      && (record == nil || record == key.record) && olderThan == nil && !isExpired
  }
}
