import FormDrafts
import FormDraftsTesting
import Foundation
import Testing

@Suite("Killed processes", .serialized)
struct KillTests {
  private let schema = DraftSchema("worker", fields: [.init("text", .text)])

  /// The texts of an owner; every draft must have one.
  private func texts(_ path: String, _ owner: DraftOwner) async throws -> [String] {
    try await storedTexts(path, owner).map { try #require($0.text) }
  }

  @Test("lose no save that was acknowledged")
  func acknowledgedSaves() async throws {
    var random = Seeded(7)
    let folder = try Folder()
    for cycle in 0..<40 {
      let owner = "owner\(cycle)"
      let worker = try Worker(store: folder.store)
      worker.send("flood \(owner) 100000")
      var acknowledged = 0
      for _ in 0..<Int.random(in: 1...60, using: &random) {
        let line = try #require(worker.line())
        acknowledged = try #require(Int(line.dropFirst(4)))
      }
      worker.kill()
      // What was said before it died is acknowledged too.
      while let line = worker.line(), let number = Int(line.dropFirst(4)) { acknowledged = number }
      let texts = try await texts(folder.store, .account(owner))
      #expect(texts.count == 1)
      let stored = try #require(texts.first.flatMap { Int($0) })
      #expect(stored >= acknowledged, "acknowledged \(acknowledged), stored \(stored)")
      #expect(stored <= acknowledged + 1, "nothing was saved that was not asked for")
    }
  }

  @Test("in the middle of a purge leave all or nothing, and nobody else is touched")
  func purge() async throws {
    var random = Seeded(11)
    var finished = 0
    for cycle in 0..<30 {
      let folder = try Folder()
      let canary = Canary()
      let filler = try Worker(store: folder.store)
      for number in 0..<12 {
        #expect(filler.ask("new ana \(canary.text)-\(number)") == "ok 1")
      }
      #expect(filler.ask("new bob kept") == "ok 1")
      filler.kill()

      let purger = try Worker(store: folder.store)
      purger.send("purge ana")
      #expect(purger.line() == "begin")
      // The first is killed at once, the last when it is done, the others somewhere in between.
      for _ in 0..<Int.random(in: 0...(cycle * cycle * 40), using: &random) { sched_yield() }
      let isDone = cycle == 29 && purger.line() == "ok 12"
      purger.kill()
      let isAcknowledged = isDone || purger.line() == "ok 12"

      let left = try await texts(folder.store, "ana")
      #expect(left.count == 12 || left.isEmpty)
      if isAcknowledged { #expect(left.isEmpty) }
      if left.isEmpty {
        finished += 1
        #expect(try canary.occurrences(in: folder.store).isEmpty)
      }
      #expect(try await texts(folder.store, "bob") == ["kept"])
    }
    #expect(finished > 0 && finished < 30, "the kills missed the purge: \(finished) of 30 done")
  }
}

@Suite("Several processes", .serialized)
struct SeveralProcessesTests {
  @Test("A process that knew an owner before the purge writes nothing after it")
  func lateWriter() async throws {
    let folder = try Folder()
    let canary = Canary()
    let late = try Worker(store: folder.store)
    #expect(late.ask("save ana before") == "ok 1")
    let other = try Worker(store: folder.store)
    #expect(other.ask("purge ana") == "ok 1")

    #expect(late.ask("save ana \(canary.text)") == "error ownerPurged")
    #expect(late.ask("new ana \(canary.text)") == "error ownerPurged")
    #expect(try canary.occurrences(in: folder.store).isEmpty)
    #expect(late.ask("save bob other") == "ok 1")

    #expect(late.ask("sign-in ana") == "ok")
    #expect(late.ask("new ana again") == "ok 1")
    let fresh = try Worker(store: folder.store)
    #expect(fresh.ask("new ana too") == "ok 1")
  }

  @Test("A process that read an owner without drafts is fenced too")
  func purgeOfAnEmptyOwner() async throws {
    let folder = try Folder()
    let late = try Worker(store: folder.store)
    #expect(late.ask("save bob x") == "ok 1")
    #expect(late.ask("save ana x") == "ok 1")
    let other = try Worker(store: folder.store)
    #expect(other.ask("purge ana") == "ok 1")
    #expect(other.ask("purge ana") == "ok 0")
    #expect(late.ask("save ana x") == "error ownerPurged")
  }

  @Test("Eight processes saving at once lose nothing and see no busy store")
  func eight() async throws {
    let folder = try Folder()
    let workers = try (0..<8).map { _ in try Worker(store: folder.store) }
    for (number, worker) in workers.enumerated() {
      for save in 0..<25 { worker.send("new \(save % 2 == 0 ? "ana" : "bob") \(number)-\(save)") }
    }
    for worker in workers {
      for _ in 0..<25 { #expect(worker.line() == "ok 1") }
    }
    let store = DraftStore(path: folder.store)
    let drafts = try await store.list(verifying: true)
    #expect(drafts.count == 200)
    #expect(drafts.allSatisfy { if case .draft = $0 { true } else { false } })
    await store.close()
  }
}
