import FormDrafts
import FormDraftsSQLite
import FormDraftsTesting
import Foundation
import Testing

@Suite("Processes that die while drafts are removed or handed over", .serialized)
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

  @Test("A purge of one form leaves all or nothing, and the next open erases the rest")
  mutating func narrowPurge() async throws {
    var finished = 0
    for cycle in 0..<kills {
      let canary = Canary()
      let folder = try Folder()
      let other = DraftStore(path: folder.store)
      let kept = try await other.save(
        DraftSnapshot(values: ["text": "of another form"]),
        schema: DraftSchema("other", fields: [.init("text", .text)]),
        key: DraftKey("other", owner: "ana")
      ).draft
      await other.close()
      let worker = try Worker(store: folder.store)
      for number in 0..<6 { #expect(worker.ask("new ana \(canary.text)-\(number)") == "ok 1") }
      #expect(worker.ask("new bob other") == "ok 1")
      let isDone = ask(worker, "purge-form ana", dieIn: cycle, done: "ok 6")
      let opened = DraftStore(path: folder.store)
      try await opened.open()
      let left = try await opened.list(DraftFilter(owner: "ana", form: "worker")).count
      #expect(left == 0 || left == 6)
      if isDone { #expect(left == 0) }
      #expect(await opened.restore(kept).draft?.snapshot.values["text"] == "of another form")
      await opened.close()
      if left == 0 {
        finished += 1
        #expect(try canary.occurrences(in: folder.store).isEmpty)
      }
      #expect(try await texts(folder.store, "bob") == ["other"])
    }
    #expect(finished > 0)
  }

  @Test("A repair that dies leaves the damaged database or the mended one, and no draft is lost")
  mutating func repair() async throws {
    for cycle in 0..<kills {
      let folder = try Folder()
      let worker = try Worker(store: folder.store)
      for number in 0..<6 { #expect(worker.ask("new ana kept-\(number)") == "ok 1") }
      #expect(worker.ask("new bob other") == "ok 1")
      worker.kill()
      let store = DraftStore(path: folder.store)
      let health = try await store.health("ana")
      await store.close()
      let directory = try #require(health.owners.first?.directory)
      let connection = try Connection(path: directory + "/drafts.db", mode: .readWrite)
      try connection.allowCheckpointOnClose()
      try connection.execute("UPDATE field SET value = '\"damage\"' WHERE value = '\"kept-0\"'")
      _ = try connection.checkpointTruncate()
      try connection.close()
      let mender = try Worker(store: folder.store)
      _ = ask(mender, "repair", dieIn: cycle, done: "ok 6")
      let again = DraftStore(path: folder.store)
      var left: [String] = []
      for listing in try await again.list(DraftFilter(owner: "ana")) {
        let draft = await again.restore(try #require(listing.summary).id).draft
        if case .text(let text)? = draft?.snapshot.values["text"] { left.append(text) }
      }
      #expect(left.sorted() == (1..<6).map { "kept-\($0)" }, "one answer was damaged")
      try await again.repair()
      #expect(try await again.list(DraftFilter(owner: "ana")).count == 6)
      #expect(try await again.health().findings.isEmpty)
      await again.close()
      #expect(try await texts(folder.store, "bob") == ["other"])
    }
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
