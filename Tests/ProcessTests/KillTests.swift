import FormDrafts
import FormDraftsTesting
import Foundation
import Testing

/// The texts of an owner; every draft must have one.
private func texts(_ path: String, _ owner: DraftOwner) async throws -> [String] {
  try await storedTexts(path, owner).map { try #require($0.text) }
}

@Suite("Killed processes", .serialized)
struct KillTests {
  private let schema = DraftSchema("worker", fields: [.init("text", .text)])

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

  // Field report 23.
  @Test("Eight processes with 200 drafts each lose nothing and see no busy store")
  func eight() async throws {
    let folder = try Folder()
    let workers = try (0..<8).map { _ in try Worker(store: folder.store) }
    let saves = (0..<8).map { number in
      (0..<200).map { (owner: $0 % 2 == 0 ? "ana" : "bob", text: "\(number)-\($0)") }
    }
    for (worker, saves) in zip(workers, saves) {
      for save in saves { worker.send("each \(save.owner) \(save.text)") }
    }
    for worker in workers {
      for _ in 0..<200 { #expect(worker.line() == "ok 1") }
    }
    for owner in ["ana", "bob"] {
      let expected = saves.joined().filter { $0.owner == owner }.map(\.text)
      #expect(
        try await texts(folder.store, DraftOwner.account(owner)).sorted() == expected.sorted())
    }
    let store = DraftStore(path: folder.store)
    let drafts = try await store.list(verifying: true)
    #expect(drafts.count == 1_600)
    #expect(drafts.allSatisfy { if case .draft = $0 { true } else { false } })
    await store.close()
  }

  // Field report 93.
  @Test("A file that was just copied is collected by no process before its draft is saved")
  func files() async throws {
    let folder = try Folder()
    let photo = folder.path + "/photo"
    try Data("a photo".utf8).write(to: URL(fileURLWithPath: photo))
    let author = try Worker(store: folder.store)
    let sweeper = try Worker(store: folder.store)
    let store = DraftStore(path: folder.store)
    let schema = DraftSchema("worker", fields: [.init("photo", .file)])
    for round in 0..<25 {
      #expect(author.ask("new ana round-\(round)") == "ok 1")
      #expect(author.ask("copy ana \(photo)") == "ok")
      for _ in 0..<3 { #expect(sweeper.ask("sweep") == "ok") }
      // The save and a sweep at once, in any order.
      sweeper.send("sweep")
      #expect(author.ask("use ana") == "ok 2")
      #expect(sweeper.line() == "ok")
      let answer = await store.restore(DraftKey("worker", owner: "ana"), schema: schema)
      let draft = try #require(answer.draft)
      #expect(draft.report.reentry.isEmpty, "round \(round)")
      guard case .file(let file)? = draft.snapshot.values["photo"] else {
        Issue.record("no photo in round \(round)")
        continue
      }
      let path = try #require(try await store.path(of: file))
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("a photo".utf8))
    }
    await store.close()
  }
}
