import FormDrafts
import Foundation
import Testing

@Suite("Sessions of killed processes", .serialized)
struct SessionKillTests {
  private let schema = DraftSchema("worker", fields: [.init("text", .text)])

  private func text(_ path: String, _ owner: String) async -> String? {
    let store = DraftStore(path: path)
    let answer = await store.restore(DraftKey("worker", owner: .account(owner)), schema: schema)
    await store.close()
    guard case .text(let text)? = answer.draft?.snapshot.values["text"] else { return nil }
    return text
  }

  /// How often; a soak says more by FORMDRAFTS_KILLS.
  private var kills: Int {
    ProcessInfo.processInfo.environment["FORMDRAFTS_KILLS"].flatMap { Int($0) } ?? 20
  }

  // Field report 1.
  @Test("An edit is there after a kill at the moment its flush returned")
  func flushed() async throws {
    let folder = try Folder()
    for cycle in 0..<kills {
      let owner = "owner\(cycle % 7)"
      let worker = try Worker(store: folder.store)
      #expect(worker.ask("edit \(owner) before-\(cycle)")?.hasPrefix("ok ") == true)
      worker.send("flush-die \(owner) after-\(cycle)")
      #expect(worker.line() == nil)
      #expect(await text(folder.store, owner) == "after-\(cycle)", "cycle \(cycle)")
    }
  }

  // Field report 3, with real time.
  @Test("Somebody who types without a pause loses at most the maximum wait to a kill")
  func typing() async throws {
    let folder = try Folder()
    let typists = try (0..<4).map { number in
      let worker = try Worker(store: folder.store)
      worker.send("type typist\(number)")
      return worker
    }
    for (number, worker) in typists.enumerated() {
      var typed = 0
      while typed < 25 + 7 * number, let line = worker.line() {
        typed = Int(line.dropFirst("typed ".count)) ?? 0
      }
      worker.kill()
      while let line = worker.line() { typed = Int(line.dropFirst("typed ".count)) ?? typed }
      let stored = await text(folder.store, "typist\(number)").flatMap { Int($0) } ?? 0
      // Twenty edits in two seconds, a tenth for the clocks, and the one that was under way.
      #expect(typed - stored <= 23, "typed \(typed), stored \(stored)")
      #expect(stored <= typed)
    }
  }

  @Test("A session of another process is refused after a purge, a discard and a submit")
  func lateWriters() async throws {
    let folder = try Folder()
    let worker = try Worker(store: folder.store)
    let store = DraftStore(path: folder.store)
    for (owner, reason) in [("ana", "ownerPurged"), ("ben", "gone"), ("cem", "gone")] {
      #expect(worker.ask("edit \(owner) first") == "ok 1")
      let drafts = try await store.list(DraftFilter(owner: .account(owner)))
      let id = try #require(drafts.first?.summary?.id)
      switch owner {
      case "ana": try await store.purge(DraftFilter(owner: .account(owner)))
      case "ben": try await store.discard(id)
      default:
        let attempt = try await store.beginSubmit(id)
        try await store.endSubmit(id, attempt: attempt, accepted: true)
      }
      for _ in 0..<2 {
        let answer = try #require(worker.ask("edit \(owner) late"))
        #expect(answer.hasPrefix("error \(reason)"), "\(answer)")
      }
      #expect(try await store.list(DraftFilter(owner: .account(owner))).isEmpty)
    }
    await store.close()
  }

  // Field report 25.
  @Test("What another process saves arrives while somebody listens")
  func changes() async throws {
    let folder = try Folder()
    let store = DraftStore(path: folder.store)
    let worker = try Worker(store: folder.store)
    let changes = store.changes()
    for number in 1...3 {
      #expect(worker.ask("edit ana text-\(number)") == "ok \(number)")
      for await change in changes where change.revision.rawValue == number {
        #expect(change.kind == .saved)
        break
      }
      #expect(await text(folder.store, "ana") == "text-\(number)")
    }
    await store.close()
  }
}
