import Testing

@testable import FormDrafts

@Suite("When a save is due")
struct AutosaveScheduleTests {
  private let schedule = AutosaveSchedule(debounce: .milliseconds(500), maximumWait: .seconds(2))

  @Test("A debounce after the last edit, and a maximum wait after the first")
  func deadlines() {
    var schedule = schedule
    #expect(schedule.deadline == nil)
    schedule.edited(at: .zero)
    #expect(schedule.deadline == .milliseconds(500))
    schedule.edited(at: .milliseconds(400))
    #expect(schedule.deadline == .milliseconds(900))
    for time in stride(from: 500, through: 1_900, by: 100) {
      schedule.edited(at: .milliseconds(time))
    }
    #expect(schedule.deadline == .seconds(2))
  }

  @Test("A save takes the edits before it, and not those after it")
  func taking() {
    var schedule = schedule
    schedule.edited(at: .seconds(1))
    let taken = schedule.began()
    #expect(schedule.deadline == nil)
    schedule.edited(at: .seconds(3))
    schedule.succeeded()
    #expect(schedule.deadline == .milliseconds(3_500))
    #expect(taken == .init(first: .seconds(1), last: .seconds(1)))
  }

  @Test("A save that failed keeps its edits and doubles the pause, up to a minute")
  func failing() {
    var schedule = schedule
    schedule.edited(at: .zero)
    var now = Duration.milliseconds(500)
    var pauses: [Duration] = []
    for _ in 0..<9 {
      let taken = schedule.began()
      schedule.failed(taken, at: now, retries: true)
      let deadline = schedule.deadline ?? .zero
      pauses.append(deadline - now)
      now = deadline
    }
    #expect(pauses == [1, 2, 4, 8, 16, 32, 60, 60, 60].map { Duration.seconds($0) })
    _ = schedule.began()
    schedule.succeeded()
    schedule.edited(at: now)
    #expect(schedule.deadline == now + .milliseconds(500))
    #expect(schedule.failures == 0)
  }

  @Test("What cannot succeed as it is waits for an edit")
  func hopeless() {
    var schedule = schedule
    schedule.edited(at: .zero)
    let taken = schedule.began()
    schedule.failed(taken, at: .seconds(1), retries: false)
    #expect(schedule.deadline == nil)
    #expect(schedule.isPending)
    schedule.edited(at: .seconds(9))
    #expect(schedule.deadline != nil)
  }

  @Test("A save of edits nobody noticed keeps that there is something to save when it fails")
  func unnoticed() {
    var schedule = schedule
    let taken = schedule.began()
    schedule.failed(taken, at: .seconds(1), retries: true)
    #expect(schedule.deadline == .seconds(2))
  }
}
