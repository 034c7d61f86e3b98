import FormDrafts
import FormDraftsSQLite
import Foundation
import Testing

@Suite("Hundreds of killed processes", .serialized)
struct KillCyclesTests {
  private let schema = DraftSchema("worker", fields: [.init("text", .text)])

  /// Kills writers somewhere in their work, and looks at once as the next start of the app does.
  ///
  /// - Returns: how long that look took, from nothing to the draft.
  private func cycle(
    _ folder: Folder, _ number: Int, _ random: inout Seeded
  ) async throws -> Duration {
    let owner = "owner\(number % 25)"
    // Every third time three write at once.
    let workers = try (0..<(number % 3 == 0 ? 3 : 1)).map { _ in
      try Worker(store: folder.store)
    }
    for worker in workers { worker.send("flood \(owner) 100000") }
    var acknowledged = [Int](repeating: 0, count: workers.count)
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      for (index, worker) in workers.enumerated() {
        let line = try #require(worker.line())
        acknowledged[index] = try #require(Int(line.dropFirst(4)))
      }
    }
    for worker in workers { worker.kill() }
    for (index, worker) in workers.enumerated() {
      // What was said before it died is acknowledged too.
      while let line = worker.line(), let last = Int(line.dropFirst(4)) {
        acknowledged[index] = last
      }
    }
    let clock = ContinuousClock()
    let start = clock.now
    let store = DraftStore(path: folder.store)
    let answer = await store.restore(
      DraftKey("worker", owner: .account(owner)), schema: schema)
    let time = start.duration(to: clock.now)
    guard case .restored = answer else {
      Issue.record("cycle \(number): \(answer)")
      return time
    }
    try await look(store, owner, acknowledged, number)
    return time
  }

  /// Each writer's last acknowledged save is there, or one more.
  private func look(
    _ store: DraftStore, _ owner: String, _ acknowledged: [Int], _ cycle: Int
  ) async throws {
    let listings = try await store.list(
      DraftFilter(owner: .account(owner)), verifying: cycle % 10 == 0)
    // The drafts of this cycle are the last saved.
    var stored: [Int] = []
    for listing in listings.prefix(acknowledged.count) {
      let summary = try #require(listing.summary)
      guard case .restored(let draft) = await store.restore(summary.id),
        case .text(let text)? = draft.snapshot.values["text"], let number = Int(text)
      else {
        Issue.record("cycle \(cycle): \(listing)")
        continue
      }
      stored.append(number)
    }
    for (stored, acknowledged) in zip(stored.sorted(), acknowledged.sorted()) {
      #expect(
        stored == acknowledged || stored == acknowledged + 1,
        "cycle \(cycle): acknowledged \(acknowledged), stored \(stored)")
    }
    for case .damaged(_, _, let error) in listings { Issue.record("cycle \(cycle): \(error)") }
    await store.close()
  }

  private func checkIntegrity(_ folder: Folder) throws {
    let owners = folder.store + "/owners"
    for tag in try FileManager.default.contentsOfDirectory(atPath: owners)
    where tag.count == 32 {
      let connection = try Connection(path: "\(owners)/\(tag)/drafts.db", mode: .readOnly)
      #expect(try connection.integrityCheck().isEmpty)
      #expect(try connection.foreignKeyCheck())
      try connection.close()
    }
  }

  @Test("lose no save that was acknowledged, and the next start finds a sound store")
  func cycles() async throws {
    var random = Seeded(3)
    var times: [Duration] = []
    let cycles = Soak.choose(300, sanitized: 30, soak: 10_000)
    var folder = try Folder()
    for number in 0..<cycles {
      if number % 100 == 99 {
        try checkIntegrity(folder)
        folder = try Folder()
      }
      times.append(try await cycle(folder, number, &random))
    }
    times.sort()
    // A promise of time, measured where the machine has nothing else to do.
    guard Soak.isOn else { return }
    print("restart: median \(times[times.count / 2]), longest \(times[times.count - 1])")
    #expect(times[times.count * 999 / 1_000] < .milliseconds(100))
  }

  @Test("The control: of a writer that acknowledges before it saves they lose some")
  func boast() async throws {
    let folder = try Folder()
    var lost = 0
    for number in 0..<200 where lost == 0 {
      let worker = try Worker(store: folder.store)
      worker.send("boast owner\(number) 100000")
      var acknowledged = 0
      for _ in 0..<3 { acknowledged = try #require(worker.line().flatMap { Int($0.dropFirst(4)) }) }
      worker.kill()
      while let line = worker.line(), let last = Int(line.dropFirst(4)) { acknowledged = last }
      let stored = try await storedTexts(folder.store, .account("owner\(number)"))
      if try #require(stored.first?.text.flatMap { Int($0) }) < acknowledged { lost += 1 }
    }
    #expect(lost > 0)
  }
}
