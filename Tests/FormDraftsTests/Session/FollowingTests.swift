import FormDraftsTesting
import Observation
import Testing

@testable import FormDrafts

/// An object that holds a form, as a form library's controller does.
@MainActor @Observable
final class VisitController {
  var form = Visit()
  var isValidating = false
}

/// A model object that is the form.
@Observable
final class VisitModel: DraftForm {
  var name = ""
  var notes = ""
  var pages: [String] = []
  @ObservationIgnored var reads = 0

  static var draftMapping: DraftMapping<VisitModel> {
    DraftMapping("visit") {
      DraftField("name", \.name)
      DraftField("notes", \.notes)
      DraftField("pages", \.pages)
    }
  }
}

@Suite("Following a form that somebody else holds")
@MainActor
struct FollowingTests {
  private func turn() async { for _ in 0..<5 { await Task.yield() } }

  @Test("A change of the held value is saved a debounce after the last one")
  func property() async throws {
    let desk = try SessionDesk()
    let controller = VisitController()
    let session = DraftSession(
      following: controller, \.form, in: desk.store, owner: desk.owner, options: desk.options)
    try await session.open()
    controller.form.name = "A"
    await turn()
    #expect(session.state.name == "editing")
    await desk.pass(400, session)
    controller.form.name = "Ana"
    await turn()
    await desk.pass(499, session)
    #expect(try await desk.summaries().isEmpty)
    await desk.pass(1, session)
    #expect(await desk.stored()?.name == "Ana")
    #expect(session.form.name == "Ana")
    await session.close()
  }

  @Test("A flush right after the change has it, and the late notice writes nothing more")
  func lateNotice() async throws {
    let desk = try SessionDesk()
    let controller = VisitController()
    let session = DraftSession(
      following: controller, \.form, in: desk.store, owner: desk.owner, options: desk.options)
    try await session.open()
    controller.form.name = "Ana"
    let receipt = try #require(try await session.flush())
    #expect(receipt.revision == 1)
    #expect(session.state.name == "saved")
    await turn()
    await desk.pass(5_000, session)
    #expect(try await session.flush()?.revision == 1)
    #expect(session.state.name == "saved")
    await session.close()
  }

  @Test("A draft is brought into the held form, and is not written again for it")
  func restoring() async throws {
    let desk = try SessionDesk()
    let before = try await desk.opened()
    before.form = Visit(name: "Ana", count: 3)
    try await before.flush()
    await before.close()
    let controller = VisitController()
    let session = DraftSession(
      following: controller, \.form, in: desk.store, owner: desk.owner, options: desk.options)
    try await session.open()
    #expect(controller.form == Visit(name: "Ana", count: 3))
    await turn()
    await desk.pass(5_000, session)
    #expect(try await desk.summaries().map(\.revision) == [1])
    session.form.count = 4
    #expect(controller.form.count == 4)
    await desk.pass(5_000, session)
    #expect(await desk.stored()?.count == 4)
    await session.close()
  }

  @Test("A model object that is the form is saved while somebody types")
  func object() async throws {
    let desk = try SessionDesk()
    let model = VisitModel()
    let session = DraftSession(
      following: model, in: desk.store, owner: desk.owner, options: desk.options)
    try await session.open()
    for number in 1...12 {
      model.name = "Ana \(number)"
      await turn()
      await desk.pass(100)
      await session.settled()
    }
    let stored = try #require(await desk.store.restore(desk.key, schema: nil).draft)
    #expect(stored.snapshot.values["name"] == "Ana 10")
    model.pages.append("one")
    try await session.flush()
    await session.close()
    let next = VisitModel()
    let again = DraftSession(
      following: next, in: desk.store, owner: desk.owner, options: desk.options)
    try await again.open()
    #expect(next.name == "Ana 12")
    #expect(next.pages == ["one"])
    await again.close()
  }

  @Test("Who lets go of session and form right after an edit loses nothing")
  func lettingGo() async throws {
    let desk = try SessionDesk()
    var controller: VisitController? = VisitController()
    var session: DraftSession<Visit>? = controller.map {
      DraftSession(
        following: $0, \.form, in: desk.store, owner: desk.owner, options: desk.options)
    }
    try await session?.open()
    weak let watched = session
    controller?.form.name = "Ana"
    (controller, session) = (nil, nil)
    await turn()
    await desk.clock.advance(by: .milliseconds(500))
    await until { watched == nil }
    #expect(await desk.stored()?.name == "Ana")
  }
}
