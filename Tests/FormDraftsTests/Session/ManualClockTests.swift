import FormDraftsTesting
import Testing

@Suite("The manual clock")
@MainActor
struct ManualClockTests {
  @Test("Sleepers wake in the order of their deadlines, each at its own time")
  func order() async throws {
    let clock = ManualClock()
    var woken: [String] = []
    let begin = clock.now
    func sleeper(_ name: String, _ milliseconds: Int) -> Task<Void, any Error> {
      Task { @MainActor in
        try await clock.sleep(for: .milliseconds(milliseconds))
        let now = begin.duration(to: clock.now)
        woken.append("\(name) \(now / .milliseconds(1))")
      }
    }
    let tasks = [sleeper("late", 700), sleeper("early", 200), sleeper("same", 200)]
    for _ in 0..<10 where clock.sleeperCount < 3 { await Task.yield() }
    await clock.advance(by: .milliseconds(199))
    #expect(woken.isEmpty)
    await clock.advance(by: .milliseconds(801))
    for task in tasks { try await task.value }
    #expect(woken == ["early 200.0", "same 200.0", "late 700.0"])
    #expect(begin.duration(to: clock.now) == .seconds(1))
  }

  @Test("Who wakes and lies down again wakes again within the same advance")
  func again() async throws {
    let clock = ManualClock()
    var beats = 0
    let task = Task { @MainActor in
      for _ in 0..<5 {
        try await clock.sleep(for: .milliseconds(100))
        beats += 1
      }
    }
    await clock.advance(by: .milliseconds(1))
    await clock.advance(by: .milliseconds(999))
    try await task.value
    #expect(beats == 5)
  }

  @Test("A cancelled sleeper throws, and a moment that has passed is not slept for")
  func cancelling() async throws {
    let clock = ManualClock()
    try await clock.sleep(for: .zero)
    let task = Task { @MainActor in try await clock.sleep(for: .seconds(1)) }
    for _ in 0..<10 where clock.sleeperCount == 0 { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.sleeperCount == 0)
  }
}
