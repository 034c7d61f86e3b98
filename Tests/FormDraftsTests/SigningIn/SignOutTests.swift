import FormDraftsTesting
import Testing

@testable import FormDrafts

@Suite("Signing out")
@MainActor
struct SignOutTests {
  @Test("ends the sessions of the account, with edits that were due, and nobody else's")
  func sessions() async throws {
    let desk = try SessionDesk()
    let canary = Canary()
    let session = try await desk.opened()
    session.form.name = canary.text
    try await session.flush()
    session.form.notes = canary.text  // due in half a second
    let bob = DraftSession(Visit(), in: desk.store, owner: "bob", options: desk.options)
    try await bob.open()
    bob.form.name = "Bob"
    try await bob.flush()

    let signOut = try await desk.store.signOut(owner: desk.owner)
    #expect(signOut.receipt.drafts == 1)
    await until { session.state.ending != nil }
    #expect(session.state.name == "closed signedOut")
    await desk.pass(10_000, session)
    #expect(await failure { try await session.flush() }?.code == .ownerPurged)
    #expect(throws: DraftError.self) { try session.saveBlocking() }
    #expect(await signOut.erased().erasure == .complete)
    #expect(try canary.occurrences(in: desk.folder.path).isEmpty)
    #expect(bob.state.name == "saved")
    await bob.close()
  }

  @Test("in the middle of a submit keeps its answer from bringing anything back")
  func submitting() async throws {
    let desk = try SessionDesk()
    let canary = Canary()
    let session = try await desk.opened()
    session.form.name = canary.text
    let answer = try await session.submit { _ in
      session.form.notes = canary.text
      try await session.flush()
      try await desk.store.signOut(owner: desk.owner)
      return "sent"
    }
    #expect(answer == "sent")
    await until { session.state.ending != nil }
    #expect(session.state.name == "closed signedOut")
    #expect(try await desk.summaries().isEmpty)
    await desk.store.close()
    #expect(try canary.occurrences(in: desk.folder.path).isEmpty)
  }

  @Test("refuses an import that comes late, and lets a new sign-in begin clean")
  func imports() async throws {
    let desk = try SessionDesk()
    let session = try await desk.opened()
    session.form.name = "Ana"
    try await session.flush()
    let line = try await desk.store.export(try #require(session.draft)).line
    try await desk.store.signOut(owner: desk.owner)
    let late = await failure { try await desk.store.importDrafts(Array(line.utf8)) }
    #expect(late?.code == .ownerPurged)
    #expect(try await desk.summaries().isEmpty)
    try await desk.store.signIn(owner: desk.owner)
    let next = try await desk.opened()
    #expect(next.form == Visit())
    next.form.name = "again"
    try await next.flush()
    #expect(await desk.stored()?.name == "again")
    await next.close()
  }

  @Test("counts what there was, and of nobody it says so")
  func receipt() async throws {
    let desk = try SessionDesk()
    let nothing = try await desk.store.signOut(owner: "stranger")
    #expect(nothing.receipt == PurgeReceipt())
    let session = try await desk.opened()
    session.form.name = "Ana"
    try await session.flush()
    let planned = try await desk.store.purge(DraftFilter(owner: desk.owner), dryRun: true)
    let signOut = try await desk.store.signOut(owner: desk.owner)
    guard case .pending = signOut.receipt.erasure else {
      Issue.record("it did not wait for the bytes")
      return
    }
    #expect(await signOut.erased() == planned)
    let again = try await desk.store.signOut(owner: desk.owner)
    #expect(again.receipt.drafts == 0)
    #expect(await again.erased().erasure == .complete)
  }
}
