import FormDraftsTesting
import Testing

@testable import FormDrafts

/// A form in which a password is entered twice.
private struct Account: DraftForm, Equatable {
  var name = ""
  var password = ""
  var confirm = ""

  static let draftMapping = DraftMapping<Self>("account") {
    DraftField("name", \.name)
    DraftField("password", \.password)
    DraftField("confirm", \.confirm)
  }
}

@Suite("A field that repeats a secret")
@MainActor
struct TypedSecretTests {
  private let desk: SessionDesk
  private let typed = Account(name: "Ana", password: "hunter-22", confirm: "hunter-22")

  init() throws { desk = try SessionDesk() }

  private func session(
    in store: DraftStore? = nil, draft: DraftID? = nil
  ) async throws -> DraftSession<Account> {
    let session = DraftSession(
      Account(), in: store ?? desk.store, owner: desk.owner, draft: draft, options: desk.options)
    try await session.open()
    return session
  }

  /// A session that saved the typed form and another, and went back to the first.
  private func wentBack() async throws -> DraftSession<Account> {
    let session = try await session()
    session.form = typed
    try await session.flush()
    desk.time.advance(milliseconds: 600_000)
    session.form.name = "Ann"
    try await session.flush()
    try await session.goBack(to: 1)
    return session
  }

  @Test("stays as it was typed when the form goes back to an earlier state")
  func goingBack() async throws {
    let session = try await wentBack()
    #expect(session.form == typed)
    await session.close()
  }

  @Test("also when somebody else's answers come right after that")
  func goingBackAndMerging() async throws {
    let session = try await wentBack()
    try await merge(name: "Eve", into: session)
    #expect(session.form == Account(name: "Eve", password: "hunter-22", confirm: "hunter-22"))
    await session.close()
  }

  @Test("and when it was first typed in the save that meets them")
  func typedLast() async throws {
    let session = try await session()
    session.form.name = "Ana"
    try await session.flush()
    (session.form.password, session.form.confirm) = (typed.password, typed.confirm)
    try await merge(name: "Eve", into: session)
    #expect(session.form == Account(name: "Eve", password: "hunter-22", confirm: "hunter-22"))
    await session.close()
  }

  /// Another store saves a name, and the session comes upon it.
  private func merge(name: String, into session: DraftSession<Account>) async throws {
    let store = desk.folder.store(desk.time.environment)
    let other = try await self.session(in: store, draft: session.draft)
    #expect(other.form.password.isEmpty && other.form.confirm.isEmpty)
    other.form.name = name
    await other.close()
    await store.close()
    session.touch(\.name)
    try await session.flush()
  }

  @Test("and when somebody else's answers are merged in")
  func merging() async throws {
    let session = try await session()
    session.form = typed
    try await session.flush()
    session.form.password = "hunter-23"
    session.form.confirm = "hunter-23"
    try await merge(name: "Ann", into: session)
    #expect(session.form == Account(name: "Ann", password: "hunter-23", confirm: "hunter-23"))
    await session.close()
  }
}
