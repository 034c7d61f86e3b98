import FormDraftsTesting
import Testing

@testable import FormDrafts

@Suite("Submitting from a session")
@MainActor
struct SessionSubmitTests {
  private func edited(_ desk: SessionDesk) async throws -> DraftSession<Visit> {
    let session = try await desk.opened()
    session.form.name = "Ana"
    return session
  }

  @Test("Success ends the draft and the session, and the form is what was there at the tap")
  func success() async throws {
    let desk = try SessionDesk()
    let session = try await edited(desk)
    var ids: [AttemptID] = []
    let answer = try await session.submit { attempt in
      ids.append(attempt.id)
      #expect(attempt.form.name == "Ana")
      #expect(session.state.name == "submitting")
      let stored = await desk.stored()
      #expect(stored?.name == "Ana")
      return 42
    }
    #expect(answer == 42)
    #expect(ids.count == 1)
    #expect(session.state.name == "closed submitted")
    #expect(try await desk.summaries().isEmpty)
    #expect(try await session.flush() == nil)
    session.form.name = "late"
    #expect(await failure { try await session.flush() }?.ending == .submitted)
  }

  @Test(
    "What the server said counts, also if the session was closed meanwhile",
    arguments: [true, false])
  func closedMeanwhile(isAccepted: Bool) async throws {
    let desk = try SessionDesk()
    let session = try await edited(desk)
    try await session.submit(accepting: { $0 }) { _ in
      await session.close()
      return isAccepted
    }
    #expect(session.state.name == "closed closed")
    #expect(try await desk.summaries().map(\.status) == (isAccepted ? [] : [.open]))
  }

  @Test("A window whose last edits were not in what another one sent says so")
  func elsewhere() async throws {
    let desk = try SessionDesk()
    let session = try await edited(desk)
    try await session.flush()
    let other = desk.session(draft: session.draft)
    try await other.open()
    other.form.notes = "not sent"
    try await session.submit { _ in }
    await until { other.state.ending != nil }
    #expect(other.state.name == "closed submittedElsewhere")
    #expect(other.form.notes == "not sent")
    #expect(await failure { try await other.flush() }?.ending == .submitted)
    #expect(try await desk.summaries().isEmpty)
  }

  @Test(
    "Nor does one say “Sent.” of them that hears of it by its own save",
    arguments: ["close", "flush", "autosave", "blocking"])
  func elsewhereAtSave(way: String) async throws {
    for _ in 0..<6 {
      let desk = try SessionDesk()
      let session = try await edited(desk)
      try await session.flush()
      let store = desk.folder.store(desk.time.environment)
      let other = try await desk.opened(in: store, draft: session.draft)
      other.form.notes = "not sent"
      try await session.submit { _ in }
      switch way {
      case "close": await other.close()
      case "flush": #expect(await failure { try await other.flush() }?.ending == .submitted)
      case "autosave": await desk.pass(500, other)
      default:
        let error = await failure { try other.saveBlocking(deadline: .seconds(20)) }
        #expect(error?.ending == .submitted)
      }
      #expect(other.state.name == "closed submittedElsewhere")
      await store.close()
    }
  }

  @Test(
    "What is typed during a submit goes back into the draft, also if it is refused after a close")
  func refusedAfterClose() async throws {
    let desk = try SessionDesk()
    let session = try await edited(desk)
    try await session.submit(accepting: { $0 }) { _ in
      session.form.notes = "typed meanwhile"
      await session.close()
      return false
    }
    #expect(try await desk.summaries().count == 1)
    #expect(await desk.stored() == Visit(notes: "typed meanwhile", name: "Ana"))
  }

  @Test("A form that was never edited can be submitted")
  func unedited() async throws {
    let desk = try SessionDesk()
    let session = try await desk.opened()
    try await session.submit { $0.form.name }
    #expect(session.state.name == "closed submitted")
    #expect(try await desk.summaries().isEmpty)
  }

  // Field report 115.
  @Test("Refusal, cancellation and an error keep the draft, and the error is the caller's")
  func failures() async throws {
    struct Offline: Error {}
    let desk = try SessionDesk()
    let session = try await edited(desk)
    let reply = try await session.submit(accepting: { $0.ok }) { _ in (ok: false, field: "name") }
    #expect(reply.field == "name")
    #expect(session.state.name == "saved")
    await #expect(throws: CancellationError.self) {
      try await session.submit { _ in throw CancellationError() }
    }
    await #expect(throws: Offline.self) { try await session.submit { _ in throw Offline() } }
    #expect(session.state.name == "saved")
    #expect(await desk.stored()?.name == "Ana")
    #expect(try await desk.summaries().first?.status == .open)
    await session.close()
  }

  // Field report 115.
  @Test("A second tap sends nothing")
  func doubleTap() async throws {
    let desk = try SessionDesk()
    let session = try await edited(desk)
    var sent = 0
    try await session.submit { _ in
      sent += 1
      let submit = await failure { try await session.submit { _ in sent += 1 } }
      let discard = await failure { try await session.discard() }
      #expect(submit?.code == .busy)
      #expect(discard?.code == .busy)
    }
    #expect(sent == 1)
  }

  @Test("Nothing is sent before the restore question is answered, or after the end")
  func notReady() async throws {
    let desk = try SessionDesk()
    let session = desk.session()
    var sent = 0
    #expect(await failure { try await session.submit { _ in sent += 1 } }?.code == .unavailable)
    try await session.open()
    session.form.name = "Ana"
    try await session.flush()
    try await desk.folder.store().discard(try #require(session.draft))
    session.form.name = "late"
    #expect(await failure { try await session.submit { _ in sent += 1 } }?.code == .gone)
    #expect(sent == 0)
  }

  @Test("Without edits since another writer's save: that comes into the form, and is sent")
  func mergedFirst() async throws {
    let desk = try SessionDesk()
    let mine = try await desk.opened()
    mine.form = Visit(notes: "x", name: "Ana")
    try await mine.flush()
    let other = desk.folder.store(desk.time.environment)
    let theirs = try await desk.opened(in: other, draft: mine.draft)
    theirs.form.name = "Bea"
    try await theirs.flush()
    await theirs.close()
    await other.close()
    let sent = try await mine.submit { attempt in attempt.form }
    #expect(sent == Visit(notes: "x", name: "Bea"))
    #expect(mine.form == sent)
    #expect(mine.state.name == "closed submitted")
    #expect(try await desk.summaries().isEmpty)
  }

  @Test("A submitted copy is kept as long as was asked for")
  func copy() async throws {
    let desk = try SessionDesk()
    let session = try await edited(desk)
    try await session.submit(keepingCopyFor: .seconds(3_600)) { _ in }
    #expect(try await desk.store.list().compactMap(\.summary?.status) == [.submitted])
    let next = try await desk.opened()
    #expect(next.form == Visit())
    await next.close()
  }

  @Test("A form fed from outside ends as submitted with nil, and not before the answer")
  func fed() async throws {
    let desk = try SessionDesk()
    let session = desk.session()
    session.update(nil)
    try await session.open()
    session.update(Visit(name: "Ana"))
    await desk.pass(500, session)
    #expect(await desk.stored()?.name == "Ana")
    session.update(nil)
    await until { session.state.ending != nil }
    #expect(session.state.name == "closed submitted")
    #expect(try await desk.summaries().isEmpty)
  }
}
