import FormDraftsTesting
import Testing

@Suite("The manual clock")
@MainActor
struct ManualClockTests {
  @Test("Sleepers wake when the clock reaches their deadlines, and not before")
  func order() async throws {
    let clock = ManualClock()
    var woken: [String] = []
    let begin = clock.now
    func sleeper(_ name: String, _ milliseconds: Int) -> Task<Void, any Error> {
      Task { @MainActor in
        try await clock.sleep(for: .milliseconds(milliseconds))
        woken.append(name)
      }
    }
    let tasks = [sleeper("late", 700), sleeper("early", 200), sleeper("middle", 450)]
    await until { clock.sleeperCount == 3 }
    await clock.advance(by: .milliseconds(199))
    #expect(clock.sleeperCount == 3)
    for (name, milliseconds) in [("early", 1), ("middle", 250), ("late", 550)] {
      await clock.advance(by: .milliseconds(milliseconds))
      await until { woken.last == name }
    }
    for task in tasks { try await task.value }
    #expect(woken == ["early", "middle", "late"])
    #expect(begin.duration(to: clock.now) == .seconds(1))
  }

  @Test("Who wakes and lies down again sleeps until the clock is moved again")
  func again() async throws {
    let clock = ManualClock()
    var beats = 0
    let task = Task { @MainActor in
      for _ in 0..<5 {
        try await clock.sleep(for: .milliseconds(100))
        beats += 1
      }
    }
    for beat in 0..<5 {
      await until { clock.sleeperCount == 1 }
      #expect(beats == beat)
      await clock.advance(by: .milliseconds(99))
      #expect(clock.sleeperCount == 1)
      await clock.advance(by: .milliseconds(1))
    }
    try await task.value
    #expect(beats == 5)
  }

  @Test("A cancelled sleeper throws, and a moment that has passed is not slept for")
  func cancelling() async throws {
    let clock = ManualClock()
    try await clock.sleep(for: .zero)
    let task = Task { @MainActor in try await clock.sleep(for: .seconds(1)) }
    await until { clock.sleeperCount == 1 }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.sleeperCount == 0)
  }

  @Test("Who lies down while the clock is moved is not passed over")
  func racing() async throws {
    for _ in 0..<200 {
      let clock = ManualClock()
      let deadline = clock.now.advanced(by: .milliseconds(500))
      var isAwake = false
      Task { @MainActor in
        await Task.detached { try? await clock.sleep(until: deadline) }.value
        isAwake = true
      }
      await clock.advance(by: .seconds(1))
      await until { isAwake }
      try #require(isAwake)
    }
  }
}
