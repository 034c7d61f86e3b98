import FormDraftsSQLite
import FormDraftsTesting
import Testing

@testable import FormDrafts

@Suite("Opening a session")
@MainActor
struct OpeningTests {
  /// A draft of an earlier session.
  private func save(_ form: Visit, _ desk: SessionDesk) async throws -> DraftID {
    let session = try await desk.opened()
    session.form = form
    try await session.flush()
    await session.close()
    return try #require(session.draft)
  }

  // Field report 11.
  @Test("Bringing a draft back and closing changes nothing on disk, any number of times")
  func restoringWritesNothing() async throws {
    let desk = try SessionDesk()
    let id = try await save(Visit(name: "Ana"), desk)
    let before = try #require(try await desk.summaries().first)
    for _ in 0..<5 {
      desk.time.advance(milliseconds: 60_000)
      let store = desk.folder.store(desk.time.environment)
      let session = try await desk.opened(in: store)
      #expect(session.form.name == "Ana")
      #expect(session.draft == id)
      await desk.pass(1_500, session)
      #expect(session.state.name == "idle")
      await session.close()
      await store.close()
    }
    let after = try #require(try await desk.summaries().first)
    #expect(after.revision == before.revision)
    #expect(after.savedAt == before.savedAt)
    #expect(after.byteCount == before.byteCount)
  }

  // Field report 13.
  @Test("Edits made while a draft is being brought back win, field by field")
  func editsDuringRestore() async throws {
    let desk = try SessionDesk()
    _ = try await save(Visit(notes: "2", name: "1", nickname: "n"), desk)
    let session = desk.session()
    let opening = Task { @MainActor in try await session.open() }
    await Task.yield()
    session.form.notes = "9"
    session.form.password = "typed already"
    _ = try await opening.value
    #expect(session.form == Visit(notes: "9", name: "1", password: "typed already", nickname: "n"))
    await desk.pass(500, session)
    let stored = await desk.stored()
    #expect(stored == Visit(notes: "9", name: "1", nickname: "n"))
    await session.close()
  }

  @Test("Nothing is written before the restore question is answered")
  func asking() async throws {
    let desk = try SessionDesk()
    let id = try await save(Visit(name: "Ana", count: 3), desk)
    desk.options.asks = .always
    let session = try await desk.opened()
    guard case .asking(let answer) = session.state else {
      Issue.record("not asked: \(session.state.name)")
      return
    }
    let facts = try #require(answer.facts)
    #expect(facts.draft == id)
    #expect(facts.answered == 2)
    #expect(facts.total == 4)
    #expect(facts.reentry == ["password"])
    #expect(session.state.sentence.contains("2 of 4 fields"))
    session.form.notes = "meanwhile"
    await desk.pass(10_000, session)
    #expect(await failure { try await session.flush() }?.code == .unavailable)
    #expect(await desk.stored() == Visit(name: "Ana", count: 3))
    session.resume()
    session.resume()
    session.startFresh()
    #expect(session.form == Visit(notes: "meanwhile", name: "Ana", count: 3))
    await desk.pass(500, session)
    #expect(await desk.stored(id)?.notes == "meanwhile")
    await session.close()
  }

  @Test("“Not now” keeps the draft and begins another")
  func notNow() async throws {
    let desk = try SessionDesk()
    let id = try await save(Visit(name: "Ana"), desk)
    desk.options.asks = .always
    let session = try await desk.opened()
    session.startFresh()
    #expect(session.form == Visit())
    session.form.name = "Ben"
    try await session.flush()
    let other = try #require(session.draft)
    #expect(other != id)
    #expect(await desk.stored(id)?.name == "Ana")
    #expect(await desk.stored(other)?.name == "Ben")
    await session.close()
    let unanswered = try await desk.opened()
    unanswered.form.name = "typed"
    await desk.pass(10_000, unanswered)
    #expect(await failure { try await unanswered.flush() }?.code == .unavailable)
    #expect(try await desk.summaries().count == 2)
    await unanswered.close()
  }

  @Test("Discarding what is asked about ends it and goes on with the form")
  func discardingTheAsked() async throws {
    let desk = try SessionDesk()
    _ = try await save(Visit(name: "Ana"), desk)
    desk.options.asks = .always
    let session = try await desk.opened()
    try await session.discard()
    #expect(session.state.name == "idle")
    #expect(try await desk.summaries().isEmpty)
    session.form.name = "Ben"
    try await session.flush()
    #expect(await desk.stored()?.name == "Ben")
    await session.close()
  }

  @Test("Opening twice, even at once, asks the store once and gives one answer")
  func idempotent() async throws {
    let desk = try SessionDesk()
    let id = try await save(Visit(name: "Ana"), desk)
    let session = desk.session()
    async let first = session.open()
    async let second = session.open()
    #expect(try await first.summary?.id == id)
    #expect(try await second.summary?.id == id)
    session.form.name = "Ben"
    try await session.open()
    #expect(session.form.name == "Ben")
    await session.close()
  }

  @Test("Two sessions of one key hold two drafts")
  func twoSessions() async throws {
    let desk = try SessionDesk()
    let first = try await desk.opened()
    first.form.name = "one"
    try await first.flush()
    let second = try await desk.opened()
    #expect(second.form == Visit())
    second.form.name = "two"
    try await second.flush()
    #expect(first.draft != second.draft)
    await first.close()
    let third = try await desk.opened()
    #expect(third.draft == first.draft)
    await second.close()
    await third.close()
  }

  @Test("Closing without an answer keeps the draft, and what was typed beside it")
  func closedWithoutAnswer() async throws {
    let desk = try SessionDesk()
    let before = try await desk.opened()
    before.form.name = "Ana"
    before.title = "Ana's visit"
    try await before.flush()
    await before.close()
    desk.options.asks = .always
    for (typed, drafts) in [("", 1), ("typed", 2)] {
      let session = try await desk.opened()
      #expect(session.state.name == "asking")
      session.form.notes = typed
      await session.close()
      #expect(session.state.name == "closed closed")
      #expect(try await desk.summaries().count == drafts)
      #expect(await desk.stored(before.draft) == Visit(name: "Ana"))
    }
    #expect(await desk.stored() == Visit(notes: "typed"))
    let last = try await desk.opened()
    let facts = try #require(try await last.open().facts)
    #expect(facts.canResume)
    #expect(facts.others.map(\.id) == [before.draft])
    await last.close()
    let first = try await desk.opened(draft: before.draft)
    first.resume()
    #expect(first.title == "Ana's visit")
    await first.close()
  }

  // Field report 41.
  @Test("A draft of another version that does not fit is kept, and told about")
  func anotherVersion() async throws {
    let desk = try SessionDesk()
    let schema = DraftSchema("visit", version: "1", fields: [.init("notes", .list(.text))])
    let receipt = try await desk.store.save(
      DraftSnapshot(values: ["notes": ["a", "b"]]), schema: schema, key: desk.key)
    for _ in 0..<3 {
      let session = try await desk.opened()
      #expect(session.state.name == "asking")
      session.startFresh()
      await session.close()
    }
    let session = try await desk.opened()
    session.startFresh()
    session.form.notes = "mine"
    try await session.flush()
    #expect(session.draft != receipt.draft)
    let kept = await desk.store.restore(desk.key, schema: nil, draft: receipt.draft)
    #expect(kept.draft?.snapshot.values["notes"] == ["a", "b"])
    await session.close()
  }

  @Test("A value the form cannot take costs that field alone, and stays stored")
  func undecodable() async throws {
    let desk = try SessionDesk()
    let schema = DraftSchema("visit", fields: [.init("name", .text), .init("count", .integer)])
    let receipt = try await desk.store.save(
      DraftSnapshot(values: ["name": "Ana", "count": .number(literal: "9223372036854775808")]),
      schema: schema, key: desk.key)
    let session = try await desk.opened(draft: receipt.draft)
    if case .asking = session.state { session.resume() }
    #expect(session.form.name == "Ana")
    #expect(session.form.count == 0)
    session.form.name = "Ben"
    try await session.flush()
    var stored = try #require(await desk.store.restore(desk.key, schema: nil).draft)
    #expect(stored.snapshot.values["count"] == .number(literal: "9223372036854775808"))
    session.form.count = 7
    try await session.flush()
    stored = try #require(await desk.store.restore(desk.key, schema: nil).draft)
    #expect(stored.snapshot.values["count"] == 7)
    await session.close()
  }

  @Test("A draft that cannot be read is never taken for none")
  func unreadable() async throws {
    let desk = try SessionDesk()
    _ = try await save(Visit(name: "Ana"), desk)
    await desk.store.close()
    try desk.folder.tamper(desk.owner) { try $0.execute("UPDATE draft SET sum = sum + 1") }
    let session = try await desk.opened()
    #expect(session.state.name == "asking")
    session.form.name = "Ben"
    session.resume()
    await desk.pass(1_000, session)
    #expect(session.state.name == "asking")
    session.startFresh()
    try await session.flush()
    #expect(session.draft != nil)
    await session.close()
  }

  // Field report 117.
  @Test("What a person was doing is not brought back as if it still went on")
  func transient() async throws {
    let desk = try SessionDesk()
    let id = try await save(Visit(name: "Ana"), desk)
    let session = try await desk.opened(draft: id)
    #expect(session.state.name == "idle")
    #expect(session.touched.isEmpty)
    await session.close()
  }
}
