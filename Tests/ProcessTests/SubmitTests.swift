import FormDrafts
import Testing

@Suite("Submits and ends over processes", .serialized)
struct SubmitTests {
  private let schema = DraftSchema("worker", fields: [.init("text", .text)])
  private func key(_ owner: String) -> DraftKey { DraftKey("worker", owner: .account(owner)) }

  @Test("killed between begin and end are in doubt with the same attempt id")
  func killed() async throws {
    let folder = try Folder()
    for cycle in 0..<20 {
      let owner = "owner\(cycle)"
      let worker = try Worker(store: folder.store)
      #expect(worker.ask("save \(owner) tea") == "ok 1")
      worker.send("begin \(owner)")
      let answer = try #require(worker.line())
      worker.kill()
      #expect(answer.hasPrefix("ok "))
      let attempt = AttemptID(String(answer.dropFirst(3)))
      let store = DraftStore(path: folder.store)
      guard case .inDoubt(attempt, let draft) = await store.restore(key(owner), schema: schema)
      else {
        Issue.record("not in doubt")
        continue
      }
      #expect(draft.snapshot.values["text"] == "tea")
      #expect(try await store.beginSubmit(draft.summary.id) == attempt)
      try await store.endSubmit(draft.summary.id, attempt: attempt, accepted: cycle % 2 == 0)
      await store.close()
    }
    let store = DraftStore(path: folder.store)
    #expect(try await store.list().count == 10)
    await store.close()
  }

  @Test("killed while the answer comes in are over or in doubt, never open again")
  func killedAtEnd() async throws {
    var random = Seeded(3)
    let folder = try Folder()
    for cycle in 0..<20 {
      let owner = "owner\(cycle)"
      let worker = try Worker(store: folder.store)
      _ = worker.ask("save \(owner) tea")
      let attempt = try #require(worker.ask("begin \(owner)")).dropFirst(3)
      worker.send("end \(owner) \(attempt)")
      if Bool.random(using: &random) { _ = worker.line() }
      worker.kill()
      let store = DraftStore(path: folder.store)
      switch await store.restore(key(owner), schema: schema) {
      case .none: break
      case .inDoubt(let known, _): #expect(known.rawValue == attempt)
      default: Issue.record("open again")
      }
      await store.close()
    }
  }

  @Test(
    "tell a writer in another process, which comes late, how its draft ended",
    arguments: [
      ("end", "error gone submitted"), ("discard", "error gone discarded"),
      ("hide", "error gone discarded"), ("purge", "error ownerPurged"),
    ])
  func lateWriter(end: String, answer: String) async throws {
    let folder = try Folder()
    let late = try Worker(store: folder.store)
    #expect(late.ask("save ana A") == "ok 1")
    #expect(late.ask("save ana B") == "ok 2")
    let attempt = try #require(late.ask("begin ana")).dropFirst(3)
    let store = DraftStore(path: folder.store)
    let draft = try #require(
      try await store.list().first?.summary?.id)
    switch end {
    case "end":
      try await store.endSubmit(draft, attempt: AttemptID(String(attempt)), accepted: true)
    case "discard": try await store.discard(draft)
    case "hide": try await store.discard(draft, undoFor: .seconds(60))
    default: try await store.purge(DraftFilter(owner: "ana"))
    }
    await store.close()
    #expect(late.ask("save ana C") == answer)
    #expect(late.ask("begin ana") == answer)
    late.kill()
    // Neither the last state nor an earlier one comes back.
    let next = DraftStore(path: folder.store)
    #expect(try await next.list().isEmpty)
    await next.close()
  }

  @Test("A discard that was acknowledged is as durable as a save")
  func discardIsDurable() async throws {
    let folder = try Folder()
    for (cycle, verb) in ["discard", "hide", "discard", "hide"].enumerated() {
      let worker = try Worker(store: folder.store)
      _ = worker.ask("save owner\(cycle) A")
      _ = worker.ask("save owner\(cycle) B")
      #expect(worker.ask("\(verb) owner\(cycle)") == "ok")
      worker.kill()
      let store = DraftStore(path: folder.store)
      guard case .none = await store.restore(key("owner\(cycle)"), schema: schema) else {
        Issue.record("it is back")
        continue
      }
      await store.close()
    }
  }
}
