import FormDraftsTesting
import Testing

@testable import FormDrafts

/// `update(nil)`: somebody else sent the form as this session last saw it.
@Suite("A form that was submitted by whoever holds it")
@MainActor
struct SubmittedByOthersTests {
  private let desk: SessionDesk
  private let other: DraftStore

  init() throws {
    desk = try SessionDesk()
    other = desk.folder.store(desk.time.environment)
  }

  private func submitted(_ session: DraftSession<Visit>) async {
    session.update(nil)
    await until { session.state.ending != nil }
    #expect(session.state.name == "closed submitted")
  }

  /// A window with a saved text, and another one of the same draft.
  private func two() async throws -> (mine: DraftSession<Visit>, theirs: DraftSession<Visit>) {
    let mine = try await desk.opened()
    mine.form = Visit(notes: "x", name: "Ana")
    try await mine.flush()
    return (mine, try await desk.opened(in: other, draft: mine.draft))
  }

  @Test("What another window saved since was not in it, and stays", arguments: [false, true])
  func stale(isEdited: Bool) async throws {
    let (mine, theirs) = try await two()
    theirs.form.notes = "an hour of typing"
    try await theirs.flush()
    if isEdited { mine.form.name = "Bea" }
    await submitted(mine)
    #expect(await desk.stored(theirs.draft) == Visit(notes: "an hour of typing", name: "Ana"))
    // The other window goes on with it.
    theirs.form.count = 3
    try await theirs.flush()
    #expect(
      await desk.stored(theirs.draft) == Visit(notes: "an hour of typing", name: "Ana", count: 3))
    await theirs.close()
    await other.close()
  }

  @Test("While a conflict is asked about, this session's own draft ends, and theirs stays")
  func contested() async throws {
    desk.options.conflicts = .ask
    let (mine, theirs) = try await two()
    theirs.form.notes = "theirs"
    try await theirs.flush()
    mine.form.notes = "mine"
    try await mine.flush()
    #expect(mine.state.name == "conflict")
    #expect(try await desk.summaries().count == 2)
    await submitted(mine)
    #expect(try await desk.summaries().map(\.id) == [theirs.draft])
    #expect(await desk.stored(theirs.draft)?.notes == "theirs")
    await theirs.close()
    await other.close()
  }

  @Test("In doubt, what was edited since was in it too: nothing is left")
  func inDoubt() async throws {
    let session = try await desk.opened()
    session.form.notes = "as sent"
    await #expect(throws: SubmitInDoubt.self) {
      try await session.submit { _ in throw SubmitInDoubt() }
    }
    session.form.notes = "as sent, and more"
    try await session.flush()
    #expect(try await desk.summaries().count == 2)
    await submitted(session)
    #expect(try await desk.summaries().isEmpty)
  }

  @Test("What is edited from that moment on is another draft, also in the same turn")
  func editedAfter() async throws {
    let session = try await desk.opened()
    session.form.notes = "sent"
    try await session.flush()
    let sent = try #require(session.draft)
    session.update(nil)
    session.form.notes = "typed on"
    await until { session.draft != sent }
    #expect(session.state.ending == nil)
    try await session.flush()
    #expect(try await desk.summaries().map(\.id) == [session.draft])
    #expect(await desk.stored()?.notes == "typed on")
    await session.close()
  }

  @Test("A form that is emptied in the same turn has ended")
  func emptied() async throws {
    let session = try await desk.opened()
    session.form.notes = "sent"
    try await session.flush()
    session.update(nil)
    session.update(Visit())
    await until { session.state.ending != nil }
    #expect(session.state.name == "closed submitted")
    #expect(try await desk.summaries().isEmpty)
  }
}
