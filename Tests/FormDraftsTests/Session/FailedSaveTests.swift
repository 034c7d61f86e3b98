import FormDraftsTesting
import Testing

@testable import FormDrafts

@Suite("Saves that fail")
@MainActor
struct FailedSaveTests {
  /// Puts a file where the store's directory is to be.
  private func block(_ desk: SessionDesk) throws {
    try System.createFile(desk.folder.path).write([1])
  }

  @Test("A failure is shown, keeps the edit, and is tried again by itself")
  func retry() async throws {
    let desk = try SessionDesk()
    let session = try await desk.opened()
    try block(desk)
    session.form.name = "Ana"
    await desk.pass(500, session)
    #expect(session.state.name.hasPrefix("failed"))
    #expect(session.state.sentence.hasPrefix("Not saved; it will be tried again."))
    await desk.pass(1_000, session)
    session.form.name = "Ana Maria"
    await desk.pass(500, session)
    #expect(session.state.name.hasPrefix("failed"))
    #expect(session.form.name == "Ana Maria")
    try System.removeFile(desk.folder.path)
    await desk.pass(1_500, session)
    #expect(session.state.name == "saved")
    #expect(await desk.stored()?.name == "Ana Maria")
    await session.close()
  }

  @Test("A flush says why, and does not wait for the pause")
  func flush() async throws {
    let desk = try SessionDesk()
    let session = try await desk.opened()
    try block(desk)
    session.form.name = "Ana"
    #expect(await failure { try await session.flush() } != nil)
    #expect(await failure { try session.saveBlocking() } != nil)
    try System.removeFile(desk.folder.path)
    #expect(try await session.flush() != nil)
    #expect(session.state.name == "saved")
    await session.close()
  }

  @Test("Closing while nothing can be saved goes on trying until it can")
  func closing() async throws {
    let desk = try SessionDesk()
    let session = try await desk.opened()
    try block(desk)
    session.form.name = "Ana"
    await session.close()
    #expect(session.state.name.hasPrefix("failed"))
    try System.removeFile(desk.folder.path)
    await desk.pass(2_000, session)
    #expect(session.state.name == "closed closed")
    #expect(await desk.stored()?.name == "Ana")
  }

  @Test("A value too large keeps what was saved, and a smaller one is saved")
  func tooLarge() async throws {
    let desk = try SessionDesk()
    let session = try await desk.opened()
    session.form.notes = "short"
    try await session.flush()
    session.form.notes = String(repeating: "x", count: DraftLimits.valueBytes + 1)
    await desk.pass(500, session)
    #expect(session.state.name == "failed tooLarge")
    await desk.pass(100_000, session)
    #expect(await desk.stored()?.notes == "short")
    session.form.notes = "shorter"
    await desk.pass(5_000, session)
    #expect(session.state.name == "saved")
    #expect(await desk.stored()?.notes == "shorter")
    await session.close()
  }

  @Test("A store that was removed below a session gets its text as a new draft")
  func removedStore() async throws {
    let desk = try SessionDesk()
    let session = try await desk.opened()
    session.form.name = "Ana"
    try await session.flush()
    await desk.store.close()
    _ = try OwnerDirectory.erase(desk.folder.path)
    session.form.name = "Ana Maria"
    await desk.pass(500, session)
    await desk.pass(10_000, session)
    #expect(session.state.name == "saved")
    #expect(await desk.stored()?.name == "Ana Maria")
    await session.close()
  }

  @Test("A blocking save gives up at its deadline, and what had not begun is never done")
  func deadline() async throws {
    let desk = try SessionDesk()
    let session = try await desk.opened()
    session.form.name = "Ana"
    try await session.flush()
    let hasBegun = Guarded(false)
    let isFree = Guarded(false)
    let blocker = Task.detached { [store = desk.store, owner = desk.owner] in
      try await store.probe(owner) { _ in
        hasBegun.withValue { $0 = true }
        while !isFree.withValue({ $0 }) {}
      }
    }
    await until { hasBegun.withValue { $0 } }
    session.form.name = "late"
    let error = await failure { try session.saveBlocking(deadline: .milliseconds(50)) }
    isFree.withValue { $0 = true }
    try await blocker.value
    #expect(error?.code == .busy)
    #expect(session.state.name == "failed busy")
    #expect(await desk.stored()?.name == "Ana")
    try await session.flush()
    #expect(await desk.stored()?.name == "late")
    await session.close()
  }
}
