import FormDraftsTesting
import Observation
import Testing

@testable import FormDrafts

// example: enquiry
struct Enquiry: DraftForm {
  var name = "", question = "", password = ""
  static let draftMapping = DraftMapping<Self>("enquiry") {
    DraftField("name", \.name)
    DraftField("question", \.question)
    DraftField("password", \.password)  // a secret by its name: never stored
  }
}
// end

@MainActor @Observable
private final class EnquiryController {
  var form = Enquiry()
}

private struct EnquiryServer {
  var ok: Bool
  func send(_ question: String, key: String) async throws -> (ok: Bool, number: Int) { (ok, 7) }
}

@Suite("The examples of the articles on sessions")
@MainActor
struct SessionExampleTests {
  @Test("A session saves, asks and submits as the article says")
  func sessions() async throws {
    let store = try DraftStore.temporary()
    // example: session
    let session = DraftSession(Enquiry(), in: store, owner: "ana")
    try await session.open()  // brings back what fits; until then nothing is written
    session.form.name = "Ana"  // saved by itself 500 ms later
    try await session.flush()  // or now
    print(session.state.sentence)  // Saved.
    // end
    #expect(session.state.sentence == "Saved.")
    #expect(try await store.list().compactMap(\.summary?.answered) == [1])
    await session.close()
    try await asking(store, goesOn: true)
    await store.close()
  }

  private func asking(_ store: DraftStore, goesOn: Bool) async throws {
    let session = DraftSession(
      Enquiry(), in: store, owner: "ana", options: DraftSessionOptions(asks: .always))
    try await session.open()
    // example: asking
    if case .asking(let answer) = session.state {
      print(session.state.sentence, answer.facts?.mismatches ?? [], answer.facts?.reentry ?? [])
      // Of a newer form, and of one that cannot be read, nothing can be brought back.
      let canResume = answer.facts?.canResume ?? false
      if goesOn && canResume { session.resume() } else { session.startFresh() }
    }
    // end
    #expect(session.form.name == "Ana")
    let server = EnquiryServer(ok: true)
    // example: session submit
    let reply = try await session.submit(accepting: { $0.ok }) { attempt in
      try await server.send(attempt.form.question, key: attempt.id.rawValue)
    }
    // end
    #expect(reply.number == 7)
    #expect(try await store.list().isEmpty)
  }

  @Test("A controller's form is followed")
  func following() async throws {
    let store = try DraftStore.temporary()
    let controller = EnquiryController()
    // example: following
    let session = DraftSession(following: controller, \.form, in: store, owner: "ana")
    // end
    try await session.open()
    controller.form.name = "Ana"
    #expect(try await session.flush()?.revision == 1)
    await session.close()
    await store.close()
  }

  @Test("Two windows on one draft are brought together as the article says")
  func twoWindows() async throws {
    let store = try DraftStore.temporary()
    let first = DraftSession(Enquiry(), in: store, owner: "ana")
    try await first.open()
    first.form.name = "Ana"
    try await first.flush()
    // example: second window
    let second = DraftSession(Enquiry(), in: store, owner: "ana", draft: first.draft)
    // end
    try await second.open()
    second.form.name = "Anna"
    second.form.question = "When?"
    try await second.flush()
    let session = first
    session.form.name = "Ana Maria"
    session.form.question = "Where?"
    try await session.flush()
    // example: session conflict
    if case .conflict(let conflict) = session.state {
      print("both changed", conflict.fields.map(\.path))
      try await session.resolve(.mine, except: ["question": .theirs])
    }
    // end
    #expect(session.form.name == "Ana Maria")
    #expect(session.form.question == "When?")
    let listener = Task { await listen(store) }
    while !store.hub.hasStreams { await Task.yield() }
    try await store.discard(try #require(first.draft))
    await listener.value
    await second.close()
    await store.close()
  }

  private func listen(_ store: DraftStore) async {
    // example: changes
    for await change in store.changes() {
      print(change.draft, change.revision, change.kind)
      if change.kind == .discarded { break }
    }
    // end
  }

  @Test("A test moves the clock of a session")
  func clock() async throws {
    let store = try DraftStore.temporary()
    // example: manual clock
    let clock = ManualClock()
    let session = DraftSession(
      Enquiry(), in: store, owner: "ana", options: DraftSessionOptions(clock: clock))
    try await session.open()
    session.form.name = "Ana"
    await clock.advance(by: .milliseconds(500))
    await session.settled()
    #expect(session.draft != nil)
    // end
    await session.close()
    await store.close()
  }
}
