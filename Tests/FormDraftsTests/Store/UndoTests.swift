import FormDraftsTesting
import Testing

@testable import FormDrafts

@Suite("A discard that can be undone")
struct UndoTests {
  private let schema = DraftSchema.texts("form", "text")
  private let key = DraftKey("form", owner: "ana")

  private func snapshot(_ text: String) -> DraftSnapshot {
    DraftSnapshot(values: ["text": .text(text)], touched: ["text"])
  }

  @Test("hides the draft, and brings it back as it was")
  func undone() async throws {
    let folder = try StoreFolder()
    let time = TestTime()
    let store = folder.store(time.environment)
    let id = try await store.save(snapshot("A"), schema: schema, key: key, title: "T").draft
    let before = try await store.restored(key, schema: schema)
    let receipt = try await store.discard(id, undoFor: .seconds(60))
    #expect(receipt.drafts == 1)
    #expect(receipt.fields == 1)
    guard case .pending = receipt.erasure else {
      Issue.record("nothing was erased")
      return
    }
    let other = folder.store(time.environment)
    for store in [store, other] {
      #expect(await store.restore(key, schema: schema).isNone)
      #expect(await store.restore(id).isNone)
      #expect(try await store.list().isEmpty)
      #expect(try await store.summary(of: id) == nil)
      #expect(try await store.ids(beginningWith: String(id.rawValue.prefix(8))).isEmpty)
      #expect(await failure { _ = try await store.export(id) }?.code == .notFound)
      let again = await failure { try await store.discard(id, undoFor: .seconds(60)) }
      #expect(again?.ending == .discarded)
    }
    time.advance(milliseconds: 59_999)
    #expect(try await other.undoDiscard(id))
    #expect(try await !other.undoDiscard(id))
    let after = try await store.restored(key, schema: schema)
    #expect(after.snapshot == before.snapshot)
    #expect(after.summary.revision == 1)
    #expect(after.summary.title == "T")
    #expect(after.summary.expiresAt == nil)
    try await store.save(snapshot("B"), schema: schema, key: key, draft: id, basedOn: 1)
    await store.close()
    await other.close()
  }

  @Test("is final when the time is over, and then the bytes go")
  func over() async throws {
    let folder = try StoreFolder()
    let time = TestTime()
    let canary = Canary()
    let store = folder.store(time.environment)
    let id = try await store.save(snapshot(canary.text), schema: schema, key: key).draft
    try await store.discard(id, undoFor: .seconds(60))
    time.advance(milliseconds: 60_000)
    #expect(await failure { try await store.undoDiscard(id) }?.ending == .discarded)
    // The next write to the owner's drafts deletes it.
    try await store.save(snapshot("B"), schema: schema, key: key)
    #expect(
      try await store.probe("ana") { file throws(DraftError) in
        try file.read { try $0.heads(.id(id)).count }
      } == 0)
    #expect(await failure { try await store.undoDiscard(id) }?.ending == .discarded)
    await store.close()
    #expect(try canary.occurrences(in: folder.path) == [])
  }

  @Test("is final after the process is gone too, at the next open or at close")
  func atOpen() async throws {
    for isClosed in [true, false] {
      let folder = try StoreFolder()
      let time = TestTime()
      let canary = Canary()
      let store = folder.store(time.environment)
      let id = try await store.save(snapshot(canary.text), schema: schema, key: key).draft
      try await store.discard(id, undoFor: .seconds(60))
      if !isClosed { await store.close() }
      time.advance(milliseconds: 60_001)
      if isClosed {
        await store.close()
      } else {
        let next = folder.store(time.environment)
        try await next.open()
        #expect(try await next.sweep().drafts == 1)
        await next.close()
      }
      #expect(try canary.occurrences(in: folder.path) == [])
    }
  }

  @Test("can be made final at once, and a purge takes it")
  func endedEarly() async throws {
    let folder = try StoreFolder()
    let canary = Canary()
    let store = folder.store()
    for isPurge in [false, true] {
      let id = try await store.save(snapshot(canary.text), schema: schema, key: key).draft
      try await store.discard(id, undoFor: .seconds(60))
      let receipt =
        isPurge
        ? try await store.purge(DraftFilter(owner: "ana", form: "form"))
        : try await store.discard(id)
      #expect(receipt.drafts == 1)
      _ = try await store.compact()
      #expect(try canary.occurrences(in: folder.path) == [])
      let error = await failure { try await store.undoDiscard(id) }
      #expect(error?.ending == (isPurge ? .purged : .discarded))
    }
    await store.close()
  }

  @Test("of a draft in doubt keeps the attempt; of one with a time to live begins that anew")
  func states() async throws {
    let folder = try StoreFolder()
    let time = TestTime()
    let store = folder.store(time.environment)
    let id = try await store.save(
      snapshot("A"), schema: schema, key: key, expiresAfter: .seconds(1_000)
    ).draft
    let attempt = try await store.beginSubmit(id)
    try await store.discard(id, undoFor: .seconds(60))
    time.advance(milliseconds: 10_000)
    try await store.undoDiscard(id)
    #expect(await store.restore(key, schema: schema).inDoubt == attempt)
    let expires = try await store.summary(of: id)?.expiresAt?.millisecondsSince1970
    #expect(expires == time.now + 1_000_000)
    await store.close()
  }

  @Test("does not last for ever when the clock is set back")
  func clockSetBack() async throws {
    let folder = try StoreFolder()
    let time = TestTime()
    let year: Int64 = 365 * 86_400_000
    time.advance(milliseconds: 10 * year)
    let store = folder.store(time.environment)
    let id = try await store.save(snapshot("A"), schema: schema, key: key).draft
    try await store.discard(id, undoFor: .seconds(60))
    await store.close()
    time.advance(milliseconds: -10 * year)
    let next = folder.store(time.environment)
    try await next.open()
    // Now it is right, or it is behind: after a day it is right.
    time.advance(milliseconds: 86_400_000)
    #expect(try await next.sweep().drafts == 0)
    time.advance(milliseconds: 60_000)
    #expect(try await next.sweep().drafts == 1)
    await next.close()
  }

  @Test("147: a clock that is behind for a moment does not take it away")
  func clockBehind() async throws {
    let folder = try StoreFolder()
    let time = TestTime()
    let store = folder.store(time.environment)
    let id = try await store.save(snapshot("A"), schema: schema, key: key).draft
    try await store.discard(id, undoFor: .seconds(60))
    for lag: Int64 in [365 * 86_400_000, 3_600_000] {
      time.advance(milliseconds: -lag)
      for _ in 0..<3 { #expect(try await store.sweep().drafts == 0) }
      time.advance(milliseconds: lag)
      #expect(try await store.sweep().drafts == 0)
    }
    #expect(try await store.undoDiscard(id))
    await store.close()
  }

  @Test("takes no time that is none")
  func noTime() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let id = try await store.save(snapshot("A"), schema: schema, key: key).draft
    for duration in [Duration.zero, .seconds(-1), .nanoseconds(1)] {
      let error = await failure { try await store.discard(id, undoFor: duration) }
      #expect(error?.code == .invalidArgument)
    }
    try await store.discard(id, undoFor: .seconds(Int64.max))
    try await store.undoDiscard(id)
    await store.close()
  }
}
