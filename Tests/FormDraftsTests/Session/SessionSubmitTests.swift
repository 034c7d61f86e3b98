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
    #expect(await failure { try await session.flush() }?.ending == .submitted)
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
  @Test("An answer that comes after the session was closed leaves the draft in doubt")
  func closedMeanwhile() async throws {
    let desk = try SessionDesk()
    let session = try await edited(desk)
    var sent: AttemptID?
    try await session.submit { attempt in
      sent = attempt.id
      await session.close()
    }
    #expect(session.state.name == "closed closed")
    let next = try await desk.opened()
    guard case .inDoubt(let attempt) = next.state else {
      Issue.record("not in doubt: \(next.state.name)")
      return
    }
    #expect(attempt == sent)
    #expect(next.form.name == "Ana")
    await next.close()
  }

  // Field report 113.
  @Test("A draft stays as it was sent; what is typed meanwhile is saved beside it, and kept")
  func edits() async throws {
    let desk = try SessionDesk()
    for succeeds in [true, false] {
      let session = try await edited(desk)
      var sentID: DraftID?
      try await session.submit(accepting: { $0 }) { _ in
        session.form.notes = "typed meanwhile"
        await desk.clock.advance(by: .seconds(10))
        await session.settled()
        let receipt = try await session.flush()
        let summaries = try await desk.summaries()
        let sent = await desk.stored(session.draft)
        let beside = await desk.stored(receipt?.draft)
        #expect(summaries.count == 2)
        #expect(sent == Visit(name: "Ana"))
        #expect(beside == Visit(notes: "typed meanwhile", name: "Ana"))
        #expect(summaries.first { $0.id == receipt?.draft }?.parent == session.draft)
        #expect(session.state.name == "submitting")
        sentID = session.draft
        return succeeds
      }
      #expect((session.draft == sentID) == !succeeds, "after success it is another draft")
      await desk.pass(500, session)
      #expect(session.state.name == "saved")
      #expect(try await desk.summaries().map(\.id) == [session.draft])
      #expect(await desk.stored() == Visit(notes: "typed meanwhile", name: "Ana"))
      try await session.discard()
    }
  }

  @Test("What is typed while a submit is under way, and taken back, leaves no draft")
  func editsTakenBack() async throws {
    let desk = try SessionDesk()
    let session = try await edited(desk)
    try await session.submit { _ in
      session.form.notes = "typed meanwhile"
      try await session.flush()
      session.form.notes = ""
    }
    #expect(session.state.name == "closed submitted")
    #expect(try await desk.summaries().isEmpty)
  }

  @Test("After a crash the draft is as it was sent, and what was typed meanwhile is beside it")
  func crashWithEdits() async throws {
    let desk = try SessionDesk()
    let session = try await edited(desk)
    var beside: DraftID?
    try await session.submit { _ in
      session.form.notes = "typed meanwhile"
      beside = try await session.flush()?.draft
      await session.close()
    }
    let next = try await desk.opened()
    #expect(next.state.name == "inDoubt")
    #expect(next.form == Visit(notes: "typed meanwhile", name: "Ana"))
    #expect(await desk.stored(session.draft) == Visit(name: "Ana"))
    try await next.settle(accepted: true)
    #expect(next.draft == beside)
    #expect(try await desk.summaries().map(\.id) == [beside])
    await next.close()
    // Nobody asked for it: it does not come up by itself in a form that is begun anew.
    let last = try await desk.opened()
    #expect(last.state.name == "asking")
    last.resume()
    #expect(last.form == Visit(notes: "typed meanwhile", name: "Ana"))
    await last.close()
  }

  @Test("The same form sent again after an error has the same id; an answer ends the attempt")
  func sentAgain() async throws {
    struct Offline: Error {}
    let desk = try SessionDesk()
    let session = try await edited(desk)
    var ids: [AttemptID] = []
    func send(_ change: () -> Void = {}, refusing: Bool = false) async {
      change()
      _ = try? await session.submit(accepting: { !$0 }) { attempt in
        ids.append(attempt.id)
        if !refusing { throw Offline() }
        return true
      }
    }
    await send()
    await send()
    #expect(ids[0] == ids[1])
    await send({ session.form.name = "Ana Maria" })
    #expect(ids[2] != ids[1], "another form is another request")
    await send(refusing: true)
    #expect(ids[3] == ids[2])
    await send()
    #expect(ids[4] != ids[3], "what was refused is over")
    #expect(session.state.name == "saved")
    await session.close()
  }

  @Test("Who cannot know whether the form arrived leaves it in doubt")
  func timeout() async throws {
    let desk = try SessionDesk()
    let session = try await edited(desk)
    var first: AttemptID?
    await #expect(throws: SubmitInDoubt.self) {
      try await session.submit { attempt in
        first = attempt.id
        throw SubmitInDoubt(CancellationError())
      }
    }
    #expect(session.state.name == "inDoubt")
    session.form.name = "edited"
    let name = try await session.submit { attempt in
      #expect(attempt.id == first)
      return attempt.form.name
    }
    #expect(name == "Ana")
    await desk.pass(500, session)
    #expect(session.state.name == "saved")
    #expect(await desk.stored()?.name == "edited")
    await session.close()
  }

  @Test("Edits right before the answer go to the draft after a failure, to another after success")
  func lateEdits() async throws {
    let desk = try SessionDesk()
    for succeeds in [true, false] {
      let session = try await edited(desk)
      try await session.submit(accepting: { $0 }) { _ in
        session.form.notes = "late"
        return succeeds
      }
      #expect(session.state.name == "editing")
      await desk.pass(500, session)
      #expect(try await desk.summaries().count == 1)
      #expect(await desk.stored() == Visit(notes: "late", name: "Ana"))
      try await session.discard()
    }
  }

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

  @Test("After a crash the same attempt is in doubt, and can be sent again or settled")
  func inDoubt() async throws {
    for accepted in [true, false] {
      let desk = try SessionDesk()
      let crashed = try await edited(desk)
      try await crashed.flush()
      let id = try #require(crashed.draft)
      let attempt = try await desk.store.beginSubmit(id)

      let store = desk.folder.store()
      let session = try await desk.opened(in: store)
      #expect(session.state.name == "inDoubt")
      #expect(session.form.name == "Ana")
      session.form.notes = "since"
      await desk.pass(500, session)
      #expect(session.state.name == "inDoubt")
      #expect(await desk.stored(id) == Visit(name: "Ana"), "it stays as it was sent")
      await #expect(throws: CancellationError.self) {
        try await session.submit { again in
          #expect(again.id == attempt)
          #expect(again.form == Visit(name: "Ana"))
          throw CancellationError()
        }
      }
      #expect(session.state.name == "inDoubt", "the first try may have arrived")
      await session.close()
      let last = try await desk.opened(in: store)
      #expect(last.state.name == "inDoubt")
      #expect(last.form == Visit(notes: "since", name: "Ana"))
      try await last.settle(accepted: accepted)
      let left = try await desk.summaries()
      #expect(left.map(\.id) == [last.draft])
      #expect((last.draft == id) == !accepted)
      #expect(await desk.stored() == Visit(notes: "since", name: "Ana"))
      await last.close()
      await store.close()
    }
  }

  @Test("What was typed since the doubt began another draft when it turns out well")
  func editsInDoubt() async throws {
    let desk = try SessionDesk()
    let crashed = try await edited(desk)
    try await crashed.flush()
    _ = try await desk.store.beginSubmit(try #require(crashed.draft))
    let store = desk.folder.store()
    let session = try await desk.opened(in: store)
    session.form.notes = "since"
    try await session.flush()
    try await session.settle(accepted: true)
    await desk.pass(500, session)
    #expect(session.state.name == "saved")
    #expect(session.draft != crashed.draft)
    #expect(await desk.stored() == Visit(notes: "since", name: "Ana"))
    await session.close()
    await store.close()
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
