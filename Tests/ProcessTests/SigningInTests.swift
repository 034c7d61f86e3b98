import FormDrafts
import FormDraftsTesting
import Foundation
import Testing

@Suite("Processes that die while somebody signs in or out", .serialized)
struct SigningInTests {
  private var random = Seeded(11)

  /// How often; a soak says more by FORMDRAFTS_KILLS.
  private var kills: Int {
    ProcessInfo.processInfo.environment["FORMDRAFTS_KILLS"].flatMap { Int($0) } ?? 30
  }

  private func texts(_ path: String, _ owner: DraftOwner) async throws -> [String] {
    try await storedTexts(path, owner).compactMap(\.text).sorted()
  }

  /// Gives an order and kills the worker somewhere in it.
  ///
  /// - Returns: whether it had said that it was done.
  private mutating func ask(_ worker: Worker, _ order: String, dieIn cycle: Int, done: String)
    -> Bool
  {
    worker.send(order)
    #expect(worker.line() == "begin")
    if cycle % 10 == 9 { _ = worker.line() }
    for _ in 0..<Int.random(in: 0...(cycle * 60), using: &random) { sched_yield() }
    worker.kill()
    while let line = worker.line() { if line == done { return true } }
    return cycle % 10 == 9
  }

  @Test("An adoption leaves each draft with one of the two, and the next open finishes it")
  mutating func adoption() async throws {
    var finished = 0
    for cycle in 0..<kills {
      let folder = try Folder()
      let worker = try Worker(store: folder.store)
      for number in 0..<6 { #expect(worker.ask("guest guest-\(number)") == "ok 1") }
      for number in 0..<3 { #expect(worker.ask("new ana own-\(number)") == "ok 1") }
      #expect(worker.ask("new bob other") == "ok 1")
      let isDone = ask(worker, "adopt ana", dieIn: cycle, done: "ok 6")
      let ana = try await texts(folder.store, "ana")
      let guest = try await texts(folder.store, .nobody)
      let guests = (0..<6).map { "guest-\($0)" }
      let own = (0..<3).map { "own-\($0)" }
      if guest.isEmpty { finished += 1 } else { #expect(!isDone) }
      #expect(guest.isEmpty ? ana == guests + own : (guest, ana) == (guests, own))
      #expect(try await texts(folder.store, "bob") == ["other"])
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.store + "/owners")
      #expect(names.allSatisfy { !$0.contains(".adopting") && !$0.contains(".purging") })
    }
    #expect(finished > 0)
  }

  // Field report 99.
  @Test("A sign-out leaves all or nothing, and after the next open no byte of it")
  mutating func signOut() async throws {
    var finished = 0
    for cycle in 0..<kills {
      let canary = Canary()
      let folder = try Folder()
      let worker = try Worker(store: folder.store)
      let photo = folder.path + "/photo"
      try Data(String(repeating: canary.text, count: 999).utf8)
        .write(to: URL(fileURLWithPath: photo))
      for number in 0..<6 { #expect(worker.ask("new ana \(canary.text)-\(number)") == "ok 1") }
      #expect(worker.ask("copy ana \(photo)") == "ok")
      #expect(worker.ask("use ana") == "ok 2")
      #expect(worker.ask("new bob other") == "ok 1")
      let isDone = ask(worker, "sign-out ana", dieIn: cycle, done: "ok 6")
      let ana = try await storedTexts(folder.store, "ana")
      #expect(ana.isEmpty || ana.count == 6)
      if isDone { #expect(ana.isEmpty) }
      if ana.isEmpty {
        finished += 1
        #expect(try canary.occurrences(in: folder.store).isEmpty)
      }
      #expect(try await texts(folder.store, "bob") == ["other"])
    }
    #expect(finished > 0)
  }

  @Test("A compaction that dies is finished by the next open")
  mutating func compaction() async throws {
    for cycle in 0..<kills {
      let canary = Canary()
      let folder = try Folder()
      let worker = try Worker(store: folder.store)
      for number in 0..<6 { #expect(worker.ask("new ana kept-\(number)") == "ok 1") }
      #expect(worker.ask("new bob other") == "ok 1")
      #expect(worker.ask("new ana \(canary.text)") == "ok 1")
      #expect(worker.ask("discard ana") == "ok")
      _ = ask(worker, "compact", dieIn: cycle, done: "ok")
      #expect(try await texts(folder.store, "ana") == (0..<6).map { "kept-\($0)" })
      let opened = DraftStore(path: folder.store)
      try await opened.open()
      await opened.close()
      #expect(try canary.occurrences(in: folder.store).isEmpty)
      #expect(try await texts(folder.store, "bob") == ["other"])
    }
  }
}
