import FormDraftsTesting
import Testing

@testable import FormDrafts

/// Another window saved the same draft under a form that has nothing in common with this one, or
/// what it saved cannot be read.
@Suite("A draft that another window saved and this form cannot take over")
@MainActor
struct NotTakenOverTests {
  /// The form of this window, and the next version of it, which has one more field.
  private static func mapping() -> DraftMapping<Visit> {
    var mapping = Visit.draftMapping
    mapping.schema.version = "1.0"
    return mapping
  }

  private static func laterSchema() -> DraftSchema {
    var schema = Visit.draftMapping.schema
    schema.version = "2.0"
    schema.fields.append(.init("later", .text))
    return schema
  }

  private let theirValues: DraftObject = ["notes": "theirs", "later": "2"]
  private let desk: SessionDesk

  init() throws { desk = try SessionDesk() }

  /// A window with a saved text, whose draft another form took.
  private func mine() async throws -> (DraftSession<Visit>, DraftID) {
    let mine = DraftSession(
      Visit(), Self.mapping(), in: desk.store, owner: desk.owner, options: desk.options)
    try await mine.open()
    mine.form.notes = "x"
    try await mine.flush()
    let draft = try #require(mine.draft)
    let other = desk.folder.store(desk.time.environment)
    try await other.save(
      DraftSnapshot(values: theirValues), schema: Self.laterSchema(), key: desk.key, draft: draft)
    await other.close()
    return (mine, draft)
  }

  enum Way: CaseIterable { case flush, autosave, close, submit }

  @Test("leaves this window's text in a draft of its own, at once", arguments: Way.allCases)
  func apart(way: Way) async throws {
    let (mine, theirs) = try await mine()
    mine.form.notes = "typed on"
    switch way {
    case .flush: try await mine.flush()
    case .autosave: await desk.pass(500, mine)
    case .close: await mine.close()
    case .submit:
      await #expect(throws: SubmitInDoubt.self) {
        try await mine.submit { _ in throw SubmitInDoubt() }
      }
    }
    let own = try #require(mine.draft)
    #expect(own != theirs)
    #expect(await desk.stored(own)?.notes == "typed on")
    let summaries = try await desk.summaries()
    #expect(Set(summaries.map(\.id)) == [own, theirs])
    #expect(summaries.first { $0.id == own }?.parent == theirs)
    // Theirs is as they saved it.
    let reader = desk.folder.store()
    let found = await reader.restore(theirs, schema: Self.laterSchema()).draft
    #expect(found?.snapshot.values == theirValues)
    await reader.close()
    if way == .flush || way == .autosave {
      #expect(mine.state.name == "saved")
      mine.form.name = "Ana"
      try await mine.flush()
      #expect(await desk.stored(own) == Visit(notes: "typed on", name: "Ana"))
      #expect(try await desk.summaries().count == 2)
    }
    await mine.close()
  }

  @Test("ends this window's session if it ended meanwhile: nothing rises again")
  func ended() async throws {
    let (mine, theirs) = try await mine()
    let other = desk.folder.store(desk.time.environment)
    try await other.discard(theirs)
    await other.close()
    mine.form.notes = "typed on"
    let failure = await failure { try await mine.flush() }
    #expect(failure?.code == .gone)
    #expect(try await desk.summaries().isEmpty)
  }
}
