import FormDraftsTesting
import Foundation
import Testing

@testable import FormDrafts

@Suite("A time to live")
struct ExpiryTests {
  private static let day: Int64 = 86_400_000
  private let schema = DraftSchema.texts("form", "text")
  private let key = DraftKey("form", owner: "ana")

  private func snapshot(_ text: String) -> DraftSnapshot {
    DraftSnapshot(values: ["text": .text(text)])
  }

  private func days(_ count: Int) -> Duration { .seconds(count * 86_400) }

  /// A new process opens the store and says how many drafts there are.
  private func count(_ folder: StoreFolder, _ time: TestTime) async throws -> Int {
    let store = folder.store(time.environment)
    try await store.open()
    let count = try await store.list().count
    await store.close()
    return count
  }

  @Test("149: none is given unless somebody says so")
  func never() async throws {
    let folder = try StoreFolder()
    let time = TestTime()
    let store = folder.store(time.environment)
    try await store.save(snapshot("A"), schema: schema, key: key)
    await store.close()
    for _ in 0..<400 {
      time.advance(milliseconds: Self.day)
      if Int.random(in: 0..<20) == 0 { #expect(try await count(folder, time) == 1) }
    }
    let late = folder.store(time.environment)
    #expect(try await late.purge(DraftFilter(isExpired: true)).drafts == 0)
    #expect(try await late.restored(key, schema: schema).summary.expiresAt == nil)
    await late.close()
  }

  @Test("149: is told before, renewed by saves, and its end is reported with counts")
  func lifetime() async throws {
    let folder = try StoreFolder()
    let time = TestTime()
    let start = time.now
    let store = folder.store(time.environment)
    func expires(_ id: DraftID) async throws -> Int64? {
      try await store.summary(of: id)?.expiresAt?.millisecondsSince1970
    }
    let id = try await store.save(
      snapshot("A"), schema: schema, key: key, expiresAfter: days(30)
    ).draft
    let other = try await store.save(
      snapshot("B"), schema: schema, key: key, expiresAfter: days(30)
    ).draft
    time.advance(milliseconds: 25 * Self.day)
    #expect(try await expires(id) == start + 30 * Self.day)
    #expect(try await expires(other) == start + 30 * Self.day)
    // A save renews by the time given before, also one that brings nothing new.
    try await store.save(snapshot("C"), schema: schema, key: key, draft: id)
    #expect(try await expires(id) == start + 55 * Self.day)
    time.advance(milliseconds: Self.day)
    let receipt = try await store.save(snapshot("C"), schema: schema, key: key, draft: id)
    #expect(receipt.revision == 2)
    #expect(receipt.written == 0)
    #expect(try await expires(id) == start + 56 * Self.day)
    // Over, and still there until something removes it.
    time.advance(milliseconds: 5 * Self.day)
    #expect(try await store.list(DraftFilter(isExpired: true)).map(\.summary?.id) == [other])
    #expect(try await store.restored(key, schema: schema, draft: other).summary.id == other)
    #expect(try await store.purge(DraftFilter(isExpired: true), dryRun: true).drafts == 1)
    let purged = try await store.purge(DraftFilter(isExpired: true))
    #expect(purged.drafts == 1)
    #expect(purged.fields == 1)
    #expect(try await store.list().map(\.summary?.id) == [id])
    // Zero takes the time away.
    try await store.save(
      snapshot("C"), schema: schema, key: key, draft: id, expiresAfter: .zero)
    #expect(try await expires(id) == nil)
    try await store.save(snapshot("D"), schema: schema, key: key, draft: id)
    #expect(try await expires(id) == nil)
    await store.close()
  }

  @Test("ends by itself, with the bytes, when it was over on two days")
  func bySelf() async throws {
    let folder = try StoreFolder()
    let time = TestTime()
    let canary = Canary()
    let store = folder.store(time.environment)
    let id = try await store.save(
      snapshot(canary.text), schema: schema, key: key, expiresAfter: days(30)
    ).draft
    try await store.save(snapshot("kept"), schema: schema, key: key)
    await store.close()
    for _ in 0..<30 {
      time.advance(milliseconds: Self.day)
      #expect(try await count(folder, time) == 2)
    }
    time.advance(milliseconds: 2 * Self.day)
    _ = try await count(folder, time)
    time.advance(milliseconds: Self.day)
    let late = folder.store(time.environment)
    try await late.open()
    let error = await failure {
      try await late.save(snapshot("x"), schema: schema, key: key, draft: id)
    }
    #expect(error?.code == .gone)
    #expect(error?.ending == .expired)
    #expect(try await late.list().count == 1)
    await late.close()
    #expect(try canary.occurrences(in: folder.path) == [])
  }

  @Test("ends by itself in a process that never closes the store")
  func longRunning() async throws {
    let folder = try StoreFolder()
    let time = TestTime()
    let store = folder.store(time.environment)
    try await store.save(snapshot("A"), schema: schema, key: key, expiresAfter: days(2))
    for round in 0..<5 {
      time.advance(milliseconds: Self.day)
      try await store.save(
        snapshot("\(round)"), schema: schema, key: DraftKey("other", owner: "ana"))
    }
    #expect(await store.restore(key, schema: schema).isNone)
    #expect(try await store.list().count == 5)
    #expect(try await store.sweep().drafts == 1)
    #expect(try await store.sweep().drafts == 0)
    await store.close()
  }

  @Test("147: a clock that is ten years ahead at the next start ends nothing")
  func jump() async throws {
    let folder = try StoreFolder()
    let time = TestTime()
    let store = folder.store(time.environment)
    for number in 0..<10 {
      try await store.save(
        snapshot("\(number)"), schema: schema, key: key, expiresAfter: days(30))
    }
    await store.close()
    let jump = 3_650 * Self.day
    time.advance(milliseconds: jump)
    for _ in 0..<3 { #expect(try await count(folder, time) == 10) }
    time.advance(milliseconds: Self.day - 1)
    #expect(try await count(folder, time) == 10)
    // It goes back, and nothing is lost; the time to live goes on as if nothing had been.
    time.advance(milliseconds: 1 - jump)
    for _ in 1..<30 {
      #expect(try await count(folder, time) == 10)
      time.advance(milliseconds: Self.day)
    }
    // Ahead again for a moment, after it was seen to be right.
    time.advance(milliseconds: jump)
    #expect(try await count(folder, time) == 10)
    time.advance(milliseconds: -jump)
    #expect(try await count(folder, time) == 10)
    for _ in 0..<4 {
      time.advance(milliseconds: Self.day)
      _ = try await count(folder, time)
    }
    #expect(try await count(folder, time) == 0)
  }

  @Test("147: a clock that stays ahead is believed at the second look, a day later")
  func longAway() async throws {
    let folder = try StoreFolder()
    let time = TestTime()
    let store = folder.store(time.environment)
    try await store.save(snapshot("A"), schema: schema, key: key, expiresAfter: days(30))
    await store.close()
    time.advance(milliseconds: 400 * Self.day)
    #expect(try await count(folder, time) == 1)
    time.advance(milliseconds: Self.day)
    #expect(try await count(folder, time) == 0)
  }

  @Test("given while the clock was ahead begins anew when it was right for a day")
  func savedAhead() async throws {
    let folder = try StoreFolder()
    let time = TestTime()
    time.advance(milliseconds: 3_650 * Self.day)
    let store = folder.store(time.environment)
    let id = try await store.save(
      snapshot("A"), schema: schema, key: key, expiresAfter: days(30)
    ).draft
    await store.close()
    time.advance(milliseconds: -3_650 * Self.day)
    let given = time.now + 3_680 * Self.day
    #expect(try await expiry(of: id, folder, time) == given)
    time.advance(milliseconds: Self.day - 1)
    #expect(try await expiry(of: id, folder, time) == given)
    time.advance(milliseconds: 1)
    #expect(try await expiry(of: id, folder, time) == time.now + 30 * Self.day)
  }

  private func expiry(
    of id: DraftID, _ folder: StoreFolder, _ time: TestTime
  ) async throws -> Int64? {
    let store = folder.store(time.environment)
    try await store.open()
    let expires = try await store.summary(of: id)?.expiresAt?.millisecondsSince1970
    await store.close()
    return expires
  }

  @Test(
    "147: a clock that is behind for less than a day takes no time from a draft that is there",
    arguments: [40 * Self.day, 365 * Self.day, 2 * Self.day, Self.day / 2, 60_000])
  func behind(by lag: Int64) async throws {
    let folder = try StoreFolder()
    let time = TestTime()
    let store = folder.store(time.environment)
    let id = try await store.save(
      snapshot("A"), schema: schema, key: key, expiresAfter: days(30)
    ).draft
    await store.close()
    let given = time.now + 30 * Self.day
    time.advance(milliseconds: -lag)
    for _ in 0..<3 { #expect(try await expiry(of: id, folder, time) == given) }
    time.advance(milliseconds: Self.day - 1)
    #expect(try await expiry(of: id, folder, time) == given)
    time.advance(milliseconds: lag)
    for _ in 2..<30 {
      #expect(try await expiry(of: id, folder, time) == given)
      time.advance(milliseconds: Self.day)
    }
    #expect(try await count(folder, time) == 1)
  }

  @Test("A clock that says no number is one that is wrong")
  func noNumber() async throws {
    let folder = try StoreFolder()
    let store = folder.store(
      DraftEnvironment(now: { Date(timeIntervalSince1970: .nan) }))
    try await store.save(snapshot("A"), schema: schema, key: key)
    #expect(try await store.list().count == 1)
    await store.close()
  }

  @Test("does not end a draft in doubt; ends a submitted copy, which stays submitted")
  func submitted() async throws {
    let folder = try StoreFolder()
    let time = TestTime()
    let store = folder.store(time.environment)
    let doubt = try await store.save(
      snapshot("A"), schema: schema, key: key, expiresAfter: days(1)
    ).draft
    let attempt = try await store.beginSubmit(doubt)
    let copy = try await store.save(snapshot("B"), schema: schema, key: key).draft
    let sent = try await store.beginSubmit(copy)
    try await store.endSubmit(copy, attempt: sent, accepted: true, keepingCopyFor: days(1))
    await store.close()
    for _ in 0..<4 {
      time.advance(milliseconds: Self.day)
      _ = try await count(folder, time)
    }
    let late = folder.store(time.environment)
    #expect(await late.restore(key, schema: schema).inDoubt == attempt)
    #expect(try await late.list().count == 1)
    let error = await failure { _ = try await late.beginSubmit(copy) }
    #expect(error?.ending == .submitted)
    // The late answer to that submit is still the same.
    try await late.endSubmit(copy, attempt: sent, accepted: true)
    await late.close()
  }

  @Test("A store without any writes nothing when it is opened and swept")
  func nothingToDo() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    try await store.save(snapshot("A"), schema: schema, key: key)
    await store.close()
    let before = try folder.digests()
    let next = folder.store()
    try await next.open()
    #expect(try await next.sweep() == PurgeReceipt())
    await next.close()
    #expect(try folder.digests() == before)
  }
}
