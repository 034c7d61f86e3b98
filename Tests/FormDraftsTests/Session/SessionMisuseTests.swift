import FormDraftsTesting
import Testing

@testable import FormDrafts

@Suite("A session that is used too early or too late")
@MainActor
struct SessionMisuseTests {
  private let desk: SessionDesk

  init() throws { desk = try SessionDesk() }

  private func expectUnavailable(_ work: () async throws -> Void) async {
    do {
      try await work()
      Issue.record("nothing was said")
    } catch {
      #expect((error as? DraftError)?.code == .unavailable)
    }
  }

  @Test("says that it was never opened, where there is something to save")
  func neverOpened() async throws {
    let session = desk.session()
    #expect(try await session.flush() == nil)
    session.form.name = "Ana"
    await expectUnavailable { try await session.flush() }
    await expectUnavailable { _ = try session.saveBlocking() }
    await expectUnavailable { try await session.discard() }
    #expect(try await desk.summaries().isEmpty)
  }

  @Test("keeps what was edited without opening as a draft of its own when it is closed")
  func closedUnopened() async throws {
    let first = try await desk.opened()
    first.form.name = "first"
    await first.close()
    let session = desk.session()
    session.form.name = "second"
    await session.close()
    #expect(session.state.name == "closed closed")
    var names: [String] = []
    for summary in try await desk.summaries() {
      names.append(await desk.stored(summary.id)?.name ?? "")
    }
    #expect(names == ["second", "first"])
    let untouched = desk.session()
    await untouched.close()
    #expect(try await desk.summaries().count == 2)
  }

  @Test("refuses to discard and to go back after it was closed, and to discard twice says nothing")
  func closed() async throws {
    let session = try await desk.opened()
    session.form.name = "Ana"
    try await session.flush()
    await session.close()
    await expectUnavailable { try await session.discard() }
    await expectUnavailable { try await session.goBack(to: 1) }
    #expect(try await desk.summaries().count == 1)
    let next = try await desk.opened()
    try await next.discard()
    try await next.discard()
    #expect(try await desk.summaries().isEmpty)
  }

  @Test("refuses to settle a submit after it was closed")
  func settledLate() async throws {
    let session = try await desk.opened()
    session.form.name = "Ana"
    await #expect(throws: SubmitInDoubt.self) {
      try await session.submit { _ in throw SubmitInDoubt() }
    }
    #expect(session.state.sentence == "It was sent, and whether it arrived is not known.")
    await session.close()
    await expectUnavailable { try await session.settle(accepted: true) }
    let next = try await desk.opened()
    #expect(next.state.name == "inDoubt")
    try await next.settle(accepted: true)
    try await next.settle(accepted: true)
    #expect(next.state.name == "closed submitted")
  }

  @Test("says that nothing is saved while a draft is asked about")
  func asking() async throws {
    let first = try await desk.opened()
    first.form.name = "first"
    await first.close()
    var options = desk.options
    options.asks = .always
    let session = DraftSession(
      Visit(), in: desk.store, owner: desk.owner, options: options)
    try await session.open()
    #expect(try await session.flush() == nil)
    session.form.name = "meanwhile"
    await expectUnavailable { try await session.flush() }
    await session.close()
    #expect(await desk.stored()?.name == "meanwhile")
  }

  @Test("stays open with its edits if its form can have no draft")
  func impossible() async throws {
    let mapping = DraftMapping<Visit>("visit") {
      DraftField("name", \.name)
      DraftField("name", \.notes)
    }
    let session = DraftSession(
      Visit(), mapping, in: desk.store, owner: desk.owner, options: desk.options)
    session.form.name = "Ana"
    await session.close()
    #expect(session.state.name == "failed invalidSchema")
    #expect(await failure { try await session.flush() }?.code == .invalidSchema)
    #expect(await failure { try await session.open() }?.code == .invalidSchema)
    #expect(await failure { try await session.flush() }?.code == .invalidSchema)
    #expect(session.form.name == "Ana")
  }

  @Test("refuses to settle and to resolve before it is opened")
  func decidedEarly() async throws {
    let session = desk.session()
    await expectUnavailable { try await session.settle(accepted: true) }
    await expectUnavailable { try await session.resolve(.mine) }
  }

  @Test("is refused for somebody who signed out, until they sign in again")
  func signedOut() async throws {
    let first = try await desk.opened()
    first.form.name = "first"
    await first.close()
    _ = try await desk.store.signOut(owner: desk.owner).erased()
    let session = desk.session()
    #expect(await failure { try await session.open() }?.code == .ownerPurged)
    #expect(session.state.name == "closed signedOut")
    try await desk.store.signIn(owner: desk.owner)
    let next = try await desk.opened()
    next.form.name = "next"
    try await next.flush()
    #expect(await desk.stored()?.name == "next")
    await next.close()
  }

  @Test("says why it cannot go back before there is a draft")
  func nothingToGoBackTo() async throws {
    let session = try await desk.opened()
    #expect(await failure { try await session.goBack(to: 1) }?.code == .notFound)
    await session.close()
  }
}
