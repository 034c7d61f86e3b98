import FormDraftsTesting
import Foundation
import Testing

@testable import FormDrafts

/// The app was updated between a submit and its answer.
@Suite("A form that lost a field while its submit was in doubt")
@MainActor
struct DoubtAndUpdateTests {
  /// A visit without notes.
  struct ShortVisit: DraftForm {
    var name = ""
    var count = 0

    static let draftMapping = DraftMapping<Self>("visit") {
      DraftField("name", \.name)
      DraftField("count", \.count)
    }
  }

  private let desk: SessionDesk

  init() throws { desk = try SessionDesk() }

  /// Sends a visit with notes; the answer is lost, and then some is typed.
  private func sent(typing change: (inout Visit) -> Void) async throws {
    let session = try await desk.opened(Visit(), in: nil)
    session.form = Visit(notes: "as sent", name: "Ana")
    await #expect(throws: SubmitInDoubt.self) {
      try await session.submit { _ in throw SubmitInDoubt() }
    }
    change(&session.form)
    try await session.flush()
    await session.close()
  }

  private func updated() async throws -> DraftSession<ShortVisit> {
    let session = DraftSession(ShortVisit(), in: desk.store, owner: "ana", options: desk.options)
    try await session.open()
    #expect(session.state.name == "inDoubt")
    return session
  }

  /// What the drafts of the store hold as notes under the form that has them.
  private func notes() async throws -> Set<String> {
    var notes: Set<String> = []
    for summary in try await desk.summaries() {
      if let visit = await desk.stored(summary.id) { notes.insert(visit.notes) }
    }
    return notes
  }

  enum Answer: CaseIterable { case refused, accepted }

  @Test(
    "What was typed into it since is in a draft, whatever the server says",
    arguments: Answer.allCases)
  func typed(answer: Answer) async throws {
    try await sent { $0.notes = "as sent, and much more" }
    let session = try await updated()
    switch answer {
    case .refused: try await session.settle(accepted: false)
    case .accepted: try await session.settle(accepted: true)
    }
    #expect(session.state.name == (answer == .accepted ? "closed submitted" : "saved"))
    await session.close()
    let typed = "as sent, and much more"
    #expect(try await notes() == (answer == .accepted ? [typed] : ["as sent", typed]))
  }

  @Test("It is not sent again as what it never was; the answer is settled")
  func notRepeated() async throws {
    try await sent { _ in }
    let session = try await updated()
    guard case .inDoubt(let attempt) = session.state else { return }
    var sendings = 0
    for _ in 0..<2 {
      let failure = await failure { try await session.submit { _ in sendings += 1 } }
      #expect(failure?.code == .unavailable)
      #expect(failure?.hint?.contains("settle the attempt") == true)
    }
    #expect(sendings == 0)
    #expect(session.state.name == "inDoubt")
    // Refused it is a draft as any other, and sent under another id.
    try await session.settle(accepted: false)
    let second = try await session.submit { attempt in attempt.id }
    #expect(second != attempt)
    await session.close()
  }

  @Test("A form that takes over all that was sent sends it again under the same id")
  func repeated() async throws {
    try await sent { _ in }
    let session = DraftSession(LaterVisit(), in: desk.store, owner: "ana", options: desk.options)
    try await session.open()
    guard case .inDoubt(let attempt) = session.state else {
      Issue.record("not in doubt")
      return
    }
    let again = try await session.submit { attempt in (attempt.id, attempt.form.notes) }
    #expect(again == (attempt, "as sent"))
    #expect(session.state.name == "closed submitted")
  }

  @Test(
    "Nothing is left beside it if only what is there still was edited", arguments: [false, true])
  func visible(isAccepted: Bool) async throws {
    try await sent { $0.count = 7 }
    let session = try await updated()
    #expect(session.form.count == 7)
    try await session.settle(accepted: isAccepted)
    await session.close()
    let left = try await desk.summaries()
    #expect(left.count == 1)
    let visit = await desk.stored()
    #expect(visit?.count == 7)
    #expect(visit?.name == "Ana")
    if !isAccepted { #expect(visit?.notes == "as sent") }
  }

  struct DatedVisit: DraftForm {
    var name = ""
    var notes: Decimal?

    static let draftMapping = DraftMapping<Self>("visit") {
      DraftField("name", \.name)
      DraftField("notes", \.notes)
    }
  }

  @Test("A text that an optional property of another type cannot take comes back with the old form")
  func wayBack() async throws {
    let first = try await desk.opened()
    first.form.notes = "next week"
    try await first.flush()
    await first.close()
    let session = DraftSession(DatedVisit(), in: desk.store, owner: "ana", options: desk.options)
    try await session.open()
    session.resume()
    session.form.name = "Ana"
    try await session.flush()
    await session.close()
    #expect(await desk.stored() == Visit(notes: "next week", name: "Ana"))
    let again = try await desk.opened()
    again.form.name = "Ana Maria"
    try await again.flush()
    await again.close()
    #expect(await desk.stored() == Visit(notes: "next week", name: "Ana Maria"))
  }

  @Test("A form that is as it began is a draft while it has an answer without a place")
  func unchanged() async throws {
    desk.options.whenUnchanged = .discard
    let first = try await desk.opened()
    first.form.notes = "a long text"
    try await first.flush()
    await first.close()
    let session = DraftSession(ShortVisit(), in: desk.store, owner: "ana", options: desk.options)
    try await session.open()
    session.resume()
    for name in ["x", ""] {
      session.form.name = name
      try await session.flush()
    }
    await session.close()
    #expect(await desk.stored()?.notes == "a long text")
    let last = try await desk.opened()
    #expect(last.form.notes == "a long text")
    last.form.notes = ""
    try await last.flush()
    #expect(try await desk.summaries().isEmpty)
    await last.close()
  }
}
