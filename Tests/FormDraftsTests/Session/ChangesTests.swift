import FormDraftsTesting
import Testing

@testable import FormDrafts

@Suite("The stream of changes")
struct ChangesTests {
  private let key = DraftKey("form", owner: "ana")
  private let schema = DraftSchema.texts("form", "text")

  private func snapshot(_ text: String) -> DraftSnapshot {
    DraftSnapshot(values: ["text": .text(text)])
  }

  private func lines(
    _ count: Int, _ changes: AsyncStream<DraftChange>, _ names: [DraftID: String]
  ) async -> [String] {
    var lines: [String] = []
    for await change in changes {
      lines.append("\(names[change.draft] ?? "?") \(change.revision) \(change.kind.rawValue)")
      if lines.count == count { break }
    }
    return lines
  }

  @Test("Tells of each commit of its own store, in their order, and of nothing before")
  func own() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let first = try await store.save(snapshot("a"), schema: schema, key: key).draft
    let changes = store.changes()
    try await store.save(snapshot("b"), schema: schema, key: key, draft: first)
    try await store.save(snapshot("b"), schema: schema, key: key, draft: first)
    let second = try await store.save(snapshot("c"), schema: schema, key: key).draft
    try await store.save(snapshot("d"), schema: schema, key: key, draft: first)
    try await store.discard(first)
    let bob = try await store.save(
      snapshot("x"), schema: schema, key: DraftKey("form", owner: "bob")
    ).draft
    try await store.purge(DraftFilter(owner: "ana"))
    let names = [first: "first", second: "second", bob: "bob"]
    #expect(
      await lines(6, changes, names) == [
        "first 2 saved", "second 1 saved", "first 3 saved", "first 3 discarded", "bob 1 saved",
        "second 1 purged",
      ])
    await store.close()
  }

  @Test("Two listeners hear the same, and one who stops disturbs nobody")
  func listeners() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let one = store.changes()
    let two = store.changes()
    let draft = try await store.save(snapshot("a"), schema: schema, key: key).draft
    for await change in two {
      #expect(change == DraftChange(draft: draft, revision: 1, kind: .saved))
      break
    }
    try await store.save(snapshot("b"), schema: schema, key: key, draft: draft)
    #expect(await lines(2, one, [draft: "d"]) == ["d 1 saved", "d 2 saved"])
    await store.close()
  }

  // Field report 25.
  @Test("Commits of another store arrive at the next look, also a first owner's")
  func others() async throws {
    let folder = try StoreFolder()
    let clock = ManualClock()
    let store = folder.store(.init(clock: clock))
    let other = folder.store()
    var changes = store.changes().makeAsyncIterator()
    let draft = try await other.save(snapshot("a"), schema: schema, key: key).draft
    for number in 2...4 {
      try await other.save(snapshot("\(number)"), schema: schema, key: key, draft: draft)
      while clock.sleeperCount == 0 { await Task.yield() }
      await clock.advance(by: .milliseconds(500))
      var last = await changes.next()
      while let change = last, change.revision.rawValue < number { last = await changes.next() }
      #expect(last == DraftChange(draft: draft, revision: .init(number), kind: .saved))
    }
    try await other.discard(draft)
    while clock.sleeperCount == 0 { await Task.yield() }
    await clock.advance(by: .milliseconds(500))
    #expect(await changes.next() == DraftChange(draft: draft, revision: 4, kind: .discarded))
    await store.close()
    await other.close()
  }

  @Test("Nobody looks while nobody listens")
  func silence() async throws {
    let folder = try StoreFolder()
    let clock = ManualClock()
    let store = folder.store(.init(clock: clock))
    let draft = try await store.save(snapshot("a"), schema: schema, key: key).draft
    #expect(clock.sleeperCount == 0)
    #expect(!store.hub.isListenedTo)
    var stream: AsyncStream<DraftChange>? = store.changes()
    while clock.sleeperCount == 0 { await Task.yield() }
    #expect(stream != nil)
    stream = nil
    while clock.sleeperCount > 0 { await Task.yield() }
    #expect(!store.hub.isListenedTo)
    let before = try await store.statementCount("ana")
    try await store.save(snapshot("a"), schema: schema, key: key, draft: draft)
    #expect(try await store.statementCount("ana") == before, "an unchanged save is no statement")
    await store.close()
  }

  @Test("Listening does not keep a closed store's files open")
  func closing() async throws {
    let store = try DraftStore.temporary()
    let stream = store.changes()
    try await store.save(snapshot("a"), schema: schema, key: key)
    await store.close()
    #expect(try System.status(store.path) == nil)
    _ = stream
  }
}
