import FormDraftsTesting
import Testing

@testable import FormDrafts

@Suite("What is typed while a submit is under way, or in doubt")
@MainActor
struct SubmitEditsTests {
  private func edited(_ desk: SessionDesk) async throws -> DraftSession<Visit> {
    let session = try await desk.opened()
    session.form.name = "Ana"
    return session
  }

  /// Sends the form, and the process ends before the answer.
  private func sendAndDie<Form>(
    _ session: DraftSession<Form>, _ meanwhile: () async throws -> Void = {}
  ) async {
    await #expect(throws: SubmitInDoubt.self) {
      try await session.submit { _ in
        try await meanwhile()
        await session.close()
        throw SubmitInDoubt()
      }
    }
  }

  @Test(
    "What was sent and accepted does not rise again in a form with fields it did not have",
    arguments: [false, true])
  func newVersion(isRepeated: Bool) async throws {
    let desk = try SessionDesk()
    let session = try await edited(desk)
    await sendAndDie(session)
    let next = DraftSession(LaterVisit(), in: desk.store, owner: "ana", options: desk.options)
    try await next.open()
    #expect(next.form.name == "Ana")
    if isRepeated {
      try await next.submit { #expect($0.form.name == "Ana") }
    } else {
      try await next.settle(accepted: true)
    }
    #expect(next.state.name == "closed submitted")
    await desk.clock.advance(by: .seconds(10))
    #expect(try await desk.summaries().isEmpty)
  }

  @Test("What is typed into a new field while it is in doubt is kept", arguments: [false, true])
  func newField(isOptional: Bool) async throws {
    let desk = try SessionDesk()
    let session = try await edited(desk)
    await sendAndDie(session)
    let next = DraftSession(LaterVisit(), in: desk.store, owner: "ana", options: desk.options)
    try await next.open()
    if isOptional { next.form.later = "typed" } else { next.form.extra = "typed" }
    try await next.flush()
    await next.close()
    let last = DraftSession(LaterVisit(), in: desk.store, owner: "ana", options: desk.options)
    try await last.open()
    #expect((isOptional ? last.form.later : last.form.extra) == "typed")
    try await last.settle(accepted: true)
    #expect(last.draft != nil && last.draft != session.draft)
    try await last.flush()
    #expect(try await desk.summaries().map(\.id) == [last.draft])
    #expect((isOptional ? last.form.later : last.form.extra) == "typed")
    await last.close()
  }

  @Test("A confirmation that repeats the password is no edit of what was sent")
  func confirmation() async throws {
    let desk = try SessionDesk()
    let session = DraftSession(LaterVisit(), in: desk.store, owner: "ana", options: desk.options)
    try await session.open()
    session.form.name = "Ana"
    session.form.password = "correct horse"
    session.form.confirm = "correct horse"
    await sendAndDie(session)
    let next = DraftSession(LaterVisit(), in: desk.store, owner: "ana", options: desk.options)
    try await next.open()
    #expect(next.state.name == "inDoubt")
    try await next.settle(accepted: true)
    #expect(next.state.name == "closed submitted")
    #expect(try await desk.summaries().isEmpty)
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
    await sendAndDie(session) {
      session.form.notes = "typed meanwhile"
      beside = try await session.flush()?.draft
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
}
