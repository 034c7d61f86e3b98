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

  @Test("says why it cannot go back before there is a draft")
  func nothingToGoBackTo() async throws {
    let session = try await desk.opened()
    #expect(await failure { try await session.goBack(to: 1) }?.code == .notFound)
    await session.close()
  }
}
