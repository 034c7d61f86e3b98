import FormDraftsTesting
import Testing

@testable import FormDrafts

@Suite("Submitting a form that is a class")
@MainActor
struct RepeatedClassTests {
  private let desk: SessionDesk
  private let model = VisitModel()

  init() throws { desk = try SessionDesk() }

  private func session(
    _ mapping: DraftMapping<VisitModel>
  ) async throws -> DraftSession<VisitModel> {
    let session = DraftSession(
      following: model, mapping, in: desk.store, owner: desk.owner, options: desk.options)
    try await session.open()
    model.name = "Ana"
    await #expect(throws: SubmitInDoubt.self) {
      try await session.submit { attempt in
        #expect(attempt.form.name == "Ana")
        throw SubmitInDoubt()
      }
    }
    model.name = "edited"
    return session
  }

  @Test("One that can be copied is sent again as it was, and what was edited stays")
  func copied() async throws {
    let session = try await session(
      VisitModel.draftMapping.copying { form in
        let copy = VisitModel()
        (copy.name, copy.notes, copy.pages) = (form.name, form.notes, form.pages)
        return copy
      })
    guard case .inDoubt(let id) = session.state else {
      Issue.record("not in doubt")
      return
    }
    try await session.submit { attempt in
      #expect(attempt.form.name == "Ana")
      #expect(attempt.form !== model)
      #expect(attempt.id == id)
      model.notes = "typed meanwhile"
      #expect(attempt.form.notes == "")
    }
    #expect(model.name == "edited")
    try await session.flush()
    #expect(await desk.stored()?.name == "edited")
    await session.close()
  }

  @Test("One that cannot is not sent as something else")
  func uncopied() async throws {
    let session = try await session(VisitModel.draftMapping)
    let error = await failure {
      try await session.submit { _ in
        _ = Issue.record("it was sent")
      }
    }
    #expect(error?.code == .unavailable)
    #expect(session.state.name == "inDoubt")
    await session.close()
  }
}
