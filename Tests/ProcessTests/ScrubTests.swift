import FormDraftsSQLite
import FormDraftsTesting
import Foundation
import Testing

@testable import FormDrafts

@Suite("A scrub and other processes", .serialized)
struct ScrubProcessTests {
  /// The worker's form, in which its text is a secret.
  private let stricter = DraftSchema(
    "worker", fields: [.init("text", .text, retention: .secret)])

  /// How many of an owner's drafts have their text; all drafts must be there.
  private func texts(_ path: String, _ owner: DraftOwner, of count: Int) async throws -> Int {
    let drafts = try await storedTexts(path, owner)
    #expect(drafts.count == count)
    for (summary, text) in drafts {
      #expect(summary.revision == (text == nil ? 2 : 1))
      #expect(summary.answered == (text == nil ? 0 : 1))
    }
    return drafts.count { $0.text != nil }
  }

  @Test("Killed in the middle it leaves all or nothing, and the next open erases the rest")
  func kill() async throws {
    var random = Seeded(13)
    var finished = 0
    for cycle in 0..<20 {
      let folder = try Folder()
      let canary = Canary()
      let filler = try Worker(store: folder.store)
      for number in 0..<12 {
        #expect(filler.ask("new ana \(canary.text)-\(number)") == "ok 1")
      }
      #expect(filler.ask("new bob kept") == "ok 1")
      filler.kill()

      let scrubber = try Worker(store: folder.store)
      scrubber.send("scrub ana")
      #expect(scrubber.line() == "begin")
      // The first is killed at once, the last when it is done, the others somewhere in between.
      for _ in 0..<Int.random(in: 0...(cycle * cycle * 40), using: &random) { sched_yield() }
      let isDone = cycle == 19 && scrubber.line() == "ok 12"
      scrubber.kill()
      let isAcknowledged = isDone || scrubber.line() == "ok 12"

      let left = try await texts(folder.store, "ana", of: 12)
      #expect(left == 12 || left == 0)
      if isAcknowledged { #expect(left == 0) }
      if left == 0 {
        finished += 1
        #expect(try canary.occurrences(in: folder.store).isEmpty)
      }
      #expect(try await texts(folder.store, "bob", of: 1) == 1)
    }
    #expect(finished > 0 && finished < 20, "the kills missed the scrub: \(finished) of 20 done")
  }

  @Test("While another process reads the bytes wait; the next open finishes")
  func reader() async throws {
    let folder = try Folder()
    let canary = Canary()
    let filler = try Worker(store: folder.store)
    #expect(filler.ask("new ana \(canary.text)") == "ok 1")
    let owners = folder.store + "/owners"
    let tag = try #require(
      FileManager.default.contentsOfDirectory(atPath: owners).first { !$0.contains(".") })
    let reader = try Worker(store: folder.store)
    #expect(reader.ask("read \(owners)/\(tag)/drafts.db") == "ok")

    let store = DraftStore(path: folder.store)
    _ = try await store.list()
    // The wait for readers is SQLite's; a short one will do here.
    try await store.queue(of: "ana", creating: false)?.run { file throws(DraftError) in
      try? file.database?.connection.setBusyTimeout(50)
    }
    let receipt = try await store.scrub(stricter)
    #expect(receipt.drafts == 1)
    #expect(receipt.erasure != .complete)
    #expect(try !canary.occurrences(in: folder.store).isEmpty)
    await store.close()
    #expect(try !canary.occurrences(in: folder.store).isEmpty)
    reader.kill()

    #expect(try await texts(folder.store, "ana", of: 1) == 0)
    #expect(try canary.occurrences(in: folder.store).isEmpty)
    // Whoever has the answer still does not bring it back by revision.
    #expect(filler.ask("save ana \(canary.text)") == "error conflict")
    #expect(try canary.occurrences(in: folder.store).isEmpty)
  }
}
