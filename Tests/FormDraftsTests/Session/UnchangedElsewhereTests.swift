import FormDraftsTesting
import Testing

@testable import FormDrafts

@Suite("A form that is as it began, with a draft that another window saved since")
@MainActor
struct UnchangedElsewhereTests {
  @Test("discards nothing: the other window's answers stay, and come in")
  func stays() async throws {
    let desk = try SessionDesk()
    desk.options.whenUnchanged = .discard
    let mine = try await desk.opened()
    mine.form.notes = "x"
    try await mine.flush()
    let other = desk.folder.store()
    let theirs = try await desk.opened(in: other, draft: mine.draft)
    theirs.form.name = "an hour of typing"
    try await theirs.flush()
    await theirs.close()
    await other.close()
    mine.form.notes = ""
    try await mine.flush()
    #expect(mine.form.name == "an hour of typing")
    #expect(await desk.stored() == Visit(name: "an hour of typing"))
    await mine.close()
  }

  @Test("and none is discarded at a revision that nobody looked at")
  func atItsRevision() async throws {
    let desk = try SessionDesk()
    let first = try await desk.store.save(
      DraftSnapshot(values: ["notes": "1"]), schema: Visit.draftMapping.schema, key: desk.key)
    let second = try await desk.store.save(
      DraftSnapshot(values: ["notes": "2"]), schema: Visit.draftMapping.schema, key: desk.key,
      draft: first.draft)
    let failure = await failure {
      try await desk.store.discard(first.draft, basedOn: first.revision)
    }
    #expect(failure?.code == .conflict)
    #expect(await desk.stored()?.notes == "2")
    try await desk.store.discard(first.draft, basedOn: second.revision)
    #expect(await desk.stored() == nil)
  }
}
