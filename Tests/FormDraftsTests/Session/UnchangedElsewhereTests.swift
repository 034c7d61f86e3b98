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
}
