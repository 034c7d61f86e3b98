import FormDraftsSQLite
import FormDraftsTesting
import Testing

@testable import FormDrafts

@Suite("A form that is open while an account takes a guest's drafts over")
@MainActor
struct AdoptedSessionTests {
  private let desk: SessionDesk
  private let guest: DraftSession<Visit>

  init() throws {
    desk = try SessionDesk()
    guest = DraftSession(Visit(), in: desk.store, owner: .nobody, options: desk.options)
  }

  @Test("loses nothing that was typed, and goes on as the account's")
  func unsaved() async throws {
    try await guest.open()
    guest.form.name = "Gil"
    try await guest.flush()
    let draft = try #require(guest.draft)
    guest.form.notes = "typed, and due in half a second"
    let receipt = try await desk.store.signIn(owner: desk.owner, adopting: .nobody)
    #expect(receipt.drafts == [draft])
    #expect(await desk.stored(draft)?.notes == "typed, and due in half a second")
    #expect(guest.key.owner == desk.owner)
    guest.form.count = 7
    await desk.pass(500, guest)
    #expect(guest.state.name == "saved")
    #expect(await desk.stored(draft)?.count == 7)
    #expect(guest.draft == draft)
    #expect(try await desk.summaries().map(\.key.owner) == [desk.owner])
    await guest.close()
  }

  @Test("is adopted before its first save, too")
  func neverSaved() async throws {
    try await guest.open()
    guest.form.name = "Gil"
    let receipt = try await desk.store.signIn(owner: desk.owner, adopting: .nobody)
    #expect(receipt.drafts.count == 1)
    #expect(await desk.stored()?.name == "Gil")
    await guest.close()
  }

  @Test("and before it is opened")
  func neverOpened() async throws {
    guest.form.name = "Gil"
    try await desk.store.signIn(owner: desk.owner, adopting: .nobody)
    #expect(guest.key.owner == desk.owner)
    await guest.close()
    #expect(await desk.stored()?.name == "Gil")
  }

  @Test("and in which nothing was entered begins as the account's")
  func untouched() async throws {
    try await guest.open()
    let receipt = try await desk.store.signIn(owner: desk.owner, adopting: .nobody)
    #expect(receipt.drafts.isEmpty)
    guest.form.name = "Ana"
    try await guest.flush()
    #expect(await desk.stored()?.name == "Ana")
    await guest.close()
  }

  @Test("does not hide its draft from a session that the app opens for the account")
  func another() async throws {
    try await guest.open()
    guest.form.name = "Gil"
    try await desk.store.signIn(owner: desk.owner, adopting: .nobody)
    let session = try await desk.opened()
    #expect(session.form.name == "Gil")
    #expect(session.draft == guest.draft)
    await guest.close()
    await session.close()
  }

  @Test("while it is being submitted ends as it should")
  func submitting() async throws {
    try await guest.open()
    guest.form.name = "Gil"
    let answer = try await guest.submit { _ in
      try await desk.store.signIn(owner: desk.owner, adopting: .nobody)
      return "sent"
    }
    #expect(answer == "sent")
    #expect(guest.state.name == "closed submitted")
    #expect(try await desk.summaries().isEmpty)
  }

  /// A session that a guest opens while the hand-over waits for one that is busy.
  private func openedMeanwhile(
    _ signIn: @escaping @MainActor () async -> Void
  ) async throws -> DraftSession<Visit> {
    try await guest.open()
    await guest.gate.enter()
    let signingIn = Task { await signIn() }
    while !desk.store.openSessions.add(guest, of: .nobody) { await Task.yield() }
    let late = DraftSession(Visit(), in: desk.store, owner: .nobody, options: desk.options)
    let opening = Task { try await late.open() }
    while late.watch == nil { await Task.yield() }
    late.form.name = "Late"
    guest.gate.leave()
    await signingIn.value
    _ = try await opening.value
    return late
  }

  @Test("takes those along that are opened meanwhile")
  func meanwhile() async throws {
    let late = try await openedMeanwhile { [desk] in
      _ = try? await desk.store.signIn(owner: desk.owner, adopting: .nobody)
    }
    #expect(late.key.owner == desk.owner)
    try await late.flush()
    #expect(await desk.stored(late.draft)?.name == "Late")
    #expect(try await desk.summaries().map(\.key.owner) == [desk.owner])
    await guest.close()
    await late.close()
  }

  @Test("and leaves those the guest's if the adoption fails")
  func failingMeanwhile() async throws {
    try await damageGuest()
    let late = try await openedMeanwhile { [desk] in
      let refused = await failure {
        try await desk.store.signIn(owner: desk.owner, adopting: .nobody)
      }
      #expect(refused?.code == .damaged)
    }
    #expect(late.key.owner == .nobody)
    try await late.flush()
    #expect(try await desk.summaries().map(\.key.owner) == [.nobody, .nobody])
    await guest.close()
    await late.close()
  }

  /// Makes the guest's drafts such that nobody can take them over.
  private func damageGuest() async throws {
    try await desk.store.save(
      DraftSnapshot(values: ["name": "other"]), schema: Visit.draftMapping.schema,
      key: DraftKey("visit", owner: .nobody, record: "7"))
    try desk.folder.tamper(.nobody) { try $0.execute("UPDATE field SET sum = sum + 1") }
  }

  @Test("stays the guest's if the adoption fails")
  func failing() async throws {
    try await damageGuest()
    try await guest.open()
    guest.form.name = "Gil"
    let refused = await failure {
      try await desk.store.signIn(owner: desk.owner, adopting: .nobody)
    }
    #expect(refused?.code == .damaged)
    #expect(guest.key.owner == .nobody)
    guest.form.notes = "more"
    try await guest.flush()
    #expect(
      try await desk.store.list().compactMap(\.summary).map(\.key.owner) == [.nobody, .nobody])
    await guest.close()
  }
}
