import FormDraftsTesting
import Testing

@testable import FormDrafts

@Suite("The end of a session")
@MainActor
struct SessionEndingTests {
  private func saved(_ desk: SessionDesk) async throws -> DraftSession<Visit> {
    let session = try await desk.opened()
    session.form.name = "Ana"
    try await session.flush()
    return session
  }

  @Test("A draft discarded by another store refuses the session's next save")
  func discardedElsewhere() async throws {
    let desk = try SessionDesk()
    let session = try await saved(desk)
    let other = desk.folder.store()
    try await other.discard(try #require(session.draft))
    session.form.name = "late"
    await desk.pass(500, session)
    #expect(session.state.name == "closed discarded")
    let error = await failure { try await session.flush() }
    #expect(error?.code == .gone)
    #expect(try await desk.summaries().isEmpty)
    await other.close()
  }

  @Test("A draft discarded through the same store ends the session without a save")
  func discardedHere() async throws {
    let desk = try SessionDesk()
    let session = try await saved(desk)
    let id = try #require(session.draft)
    try await desk.store.discard(id)
    await until { session.state.ending != nil }
    #expect(session.state.name == "closed discarded")
    #expect(!desk.store.heldDrafts.holds(id))
  }

  @Test("Sign-out ends every session of the owner and nobody else's")
  func signOut() async throws {
    let desk = try SessionDesk()
    let session = try await saved(desk)
    let unsaved = try await desk.opened()
    let bob = DraftSession(Visit(), in: desk.store, owner: "bob", options: desk.options)
    try await bob.open()
    bob.form.name = "Bob"
    try await bob.flush()
    session.form.name = "late"
    try await desk.store.purge(DraftFilter(owner: desk.owner))
    await until { session.state.ending != nil && unsaved.state.ending != nil }
    #expect(session.state.name == "closed signedOut")
    #expect(unsaved.state.name == "closed signedOut")
    #expect(bob.state.name == "saved")
    await desk.pass(10_000, session, unsaved)
    #expect(await failure { try await session.flush() }?.code == .ownerPurged)
    #expect(try await desk.store.list(DraftFilter(owner: desk.owner)).isEmpty)
    await bob.close()
  }

  @Test("Sign-out in another store is noticed at the next save, also without a draft")
  func signOutElsewhere() async throws {
    let desk = try SessionDesk()
    let session = try await saved(desk)
    let fresh = try await desk.opened()
    let other = desk.folder.store()
    try await other.purge(DraftFilter(owner: desk.owner))
    session.form.name = "late"
    fresh.form.name = "late too"
    await desk.pass(500, session, fresh)
    #expect(session.state.name == "closed signedOut")
    #expect(fresh.state.name == "closed signedOut")
    await other.close()
  }

  @Test("With a way back, discarding saves first, so that nothing is missing when it comes back")
  func discardingForAWhile() async throws {
    let desk = try SessionDesk()
    let session = try await saved(desk)
    session.form.notes = "typed a moment ago"
    let id = try #require(session.draft)
    try await session.discard(undoFor: .seconds(60))
    #expect(session.state.name == "closed discarded")
    #expect(try await desk.store.undoDiscard(id))
    #expect(await desk.stored(id)?.notes == "typed a moment ago")
  }

  @Test("What was typed since a submit in doubt comes back with the draft")
  func discardingInDoubt() async throws {
    let desk = try SessionDesk()
    let session = try await saved(desk)
    await #expect(throws: SubmitInDoubt.self) {
      try await session.submit { _ in throw SubmitInDoubt() }
    }
    session.form.notes = "typed after"
    try await session.flush()
    let before = Set(try await desk.store.list().compactMap(\.summary?.id))
    #expect(before.count == 2)
    let id = try #require(try await session.discard(undoFor: .seconds(60)))
    #expect(id == session.draft)
    #expect(try await desk.store.list().isEmpty)
    #expect(try await desk.store.undoDiscard(id))
    #expect(Set(try await desk.summaries().map(\.id)) == before)
    let next = try await desk.opened()
    #expect(next.state.name == "inDoubt")
    #expect(next.form.notes == "typed after")
    await next.close()
  }

  @Test("A draft that was discarded before its parent stays so when that comes back")
  func separateDiscards() async throws {
    let desk = try SessionDesk()
    let session = try await saved(desk)
    let parent = try #require(session.draft)
    let child = try await desk.store.save(
      Visit.draftMapping.snapshot(of: Visit(name: "B")), schema: Visit.draftMapping.schema,
      key: desk.key, parent: parent
    ).draft
    await session.close()
    try await desk.store.discard(child, undoFor: .seconds(60))
    desk.time.advance(milliseconds: 1)
    try await desk.store.discard(parent, undoFor: .seconds(60))
    #expect(try await desk.store.undoDiscard(parent))
    #expect(try await desk.summaries().map(\.id) == [parent])
  }

  @Test("Undoing a restore keeps what was edited since in the draft")
  func undoneRestore() async throws {
    let desk = try SessionDesk()
    let first = try await saved(desk)
    await first.close()
    let session = try await desk.opened()
    let id = session.draft
    session.form.notes = "typed a moment ago"
    session.undoRestore()
    #expect(session.form == Visit())
    #expect(session.draft == nil)
    await session.close()
    #expect(await desk.stored(id) == Visit(notes: "typed a moment ago", name: "Ana"))
    #expect(try await desk.summaries().count == 1)
  }

  // Field reports 113 and 119.
  @Test("Discarding is durable, and takes edits that were not saved yet with it")
  func discarding() async throws {
    let desk = try SessionDesk()
    let session = try await saved(desk)
    session.form.name = "B"
    try await session.flush()
    session.form.name = "C"
    try await session.discard()
    #expect(session.state.name == "closed discarded")
    #expect(try await desk.summaries().isEmpty)
    await desk.pass(10_000, session)
    session.form.name = "D"
    await desk.pass(10_000, session)
    #expect(try await desk.summaries().isEmpty)
    #expect(await failure { try await session.flush() }?.code == .gone)
  }

  // Field report 121.
  @Test("After a draft was discarded another of the same key can begin")
  func again() async throws {
    let desk = try SessionDesk()
    let session = try await saved(desk)
    try await session.discard()
    let next = try await desk.opened()
    #expect(next.form == Visit())
    next.form.name = "Ben"
    try await next.flush()
    #expect(await desk.stored()?.name == "Ben")
    await next.close()
  }

  @Test("Closing saves, and nothing is saved afterwards")
  func closing() async throws {
    let desk = try SessionDesk()
    let session = try await desk.opened()
    session.form.name = "Ana"
    await session.close()
    #expect(session.state.name == "closed closed")
    #expect(try await session.flush()?.revision == 1)
    session.form.name = "late"
    await desk.pass(10_000, session)
    #expect(await desk.stored()?.name == "Ana")
    #expect(await failure { try await session.flush() }?.code == .unavailable)
    #expect(await failure { try await session.open() }?.code == .unavailable)
    #expect(await failure { try await session.submit { _ in } }?.code == .unavailable)
    #expect(throws: DraftError.self) { try session.saveBlocking() }
  }

  @Test("Nothing is discarded before it was looked for")
  func discardingTooEarly() async throws {
    let desk = try SessionDesk()
    let before = try await saved(desk)
    await before.close()
    let session = desk.session()
    #expect(await failure { try await session.discard() }?.code == .unavailable)
    #expect(try await desk.summaries().count == 1)
    try await session.open()
    #expect(session.draft == before.draft)
    await session.close()
  }

  @Test("Every state has a sentence of its own, and none shows a value")
  func sentences() async throws {
    var sentences = DraftSessionState.Ending.allCases.map { DraftSessionState.closed($0).sentence }
    let attempt = AttemptID("1")
    let states: [DraftSessionState] = [
      .opening, .asking(.none), .idle, .editing, .saving, .submitting(attempt), .inDoubt(attempt),
      .failed(DraftError(.noSpace, "The disk is full.")),
    ]
    sentences += states.map(\.sentence)
    #expect(Set(sentences).count == sentences.count)
    #expect(sentences.allSatisfy { $0.hasSuffix(".") })
  }
}
