import Foundation
import FormDraftsTesting
import Testing

@testable import FormDrafts

@Suite("An owner who ends before there is a store")
@MainActor
struct EndedBeforeStoreTests {
  private let desk: SessionDesk

  init() throws { desk = try SessionDesk() }

  private func refusal(of work: () async throws(DraftError) -> Void) async -> DraftError.Code? {
    do throws(DraftError) {
      try await work()
      return nil
    } catch {
      return error.code
    }
  }

  private func save(in store: DraftStore) async throws(DraftError) {
    try await store.save(
      DraftSnapshot(values: ["name": "Ana"]), schema: Visit.draftMapping.schema, key: desk.key)
  }

  /// The ways to end them.
  enum Way: String, CaseIterable { case signOut, purge, purgeOfAll, elsewhere }

  private func end(_ way: Way) async throws {
    switch way {
    case .signOut: _ = try await desk.store.signOut(owner: desk.owner).erased()
    case .purge: try await desk.store.purge(DraftFilter(owner: desk.owner))
    case .purgeOfAll: try await desk.store.purge(.all)
    case .elsewhere:
      let other = desk.folder.store()
      try await other.signOut(owner: desk.owner)
      await other.close()
    }
  }

  @Test("has a session that ends, and saves nothing that comes late", arguments: Way.allCases)
  func session(_ way: Way) async throws {
    let session = try await desk.opened()
    session.form.name = "Ana's text"
    try await end(way)
    await desk.pass(10_000, session)
    await until { session.state.name == "closed signedOut" }
    #expect(session.state.name == "closed signedOut")
    #expect(
      await refusal { () throws(DraftError) in _ = try await session.flush() } == .ownerPurged)
    #expect(try await desk.summaries().isEmpty)
    await session.close()
  }

  @Test("is refused without a session, and begins anew by signing in", arguments: Way.allCases)
  func save(_ way: Way) async throws {
    let answer = await desk.store.restore(desk.key, schema: nil)
    #expect(answer.draft == nil)
    try await end(way)
    #expect(
      await refusal { () throws(DraftError) in try await save(in: desk.store) } == .ownerPurged)
    try await desk.store.signIn(owner: desk.owner)
    try await save(in: desk.store)
    #expect(try await desk.summaries().count == 1)
    // Nobody was signed in there before.
    try await save(in: desk.folder.store())
  }

  @Test("is refused by this store where none can be made; nobody else can save there either")
  func noPlace() async throws {
    let store = DraftStore(path: "/proc/none/store")
    _ = await store.restore(desk.key, schema: nil)
    _ = try await store.signOut(owner: desk.owner)
    let session = DraftSession(Visit(), in: store, owner: desk.owner, options: desk.options)
    #expect(
      await refusal { () throws(DraftError) in _ = try await session.open() } == .ownerPurged)
    try await store.signIn(owner: desk.owner)
    let again = DraftSession(Visit(), in: store, owner: desk.owner, options: desk.options)
    try await again.open()
    await again.close()
  }

  @Test("with everybody else in a store that is there, is refused too")
  func everybody() async throws {
    try await desk.store.save(
      DraftSnapshot(values: ["name": "x"]), schema: Visit.draftMapping.schema,
      key: DraftKey("visit", owner: "bob"))
    let session = try await desk.opened()
    session.form.name = "Ana's text"
    #expect(try await desk.store.purge(.all).drafts == 1)
    #expect(
      await refusal { () throws(DraftError) in _ = try await session.flush() } == .ownerPurged)
    #expect(try await desk.summaries().isEmpty)
    await session.close()
  }

  @Test("takes nothing from others, and signing in before the first save is no end")
  func others() async throws {
    try await desk.store.signIn(owner: desk.owner)
    try await desk.store.signOut(owner: "bob")
    try await save(in: desk.store)
    try await desk.store.save(
      DraftSnapshot(values: ["name": "x"]), schema: Visit.draftMapping.schema,
      key: DraftKey("visit", owner: .nobody))
    #expect(try await desk.summaries().count == 2)
  }
}
