/// A clock as a session uses it: durations since it was made.
protocol SessionTimer: Sendable {
  /// How long ago the timer was made.
  var now: Duration { get }
  /// Sleeps until so long after the timer was made.
  func sleep(until deadline: Duration) async throws
}

/// Opens `any Clock<Duration>` once, so that an edit pays for no existential of it.
struct ClockTimer<C: Clock<Duration>>: SessionTimer {
  private let clock: C
  private let origin: C.Instant

  init(_ clock: C) {
    self.clock = clock
    origin = clock.now
  }

  var now: Duration { origin.duration(to: clock.now) }

  func sleep(until deadline: Duration) async throws {
    try await clock.sleep(until: origin.advanced(by: deadline), tolerance: nil)
  }
}

extension Clock<Duration> {
  /// A timer of this clock.
  var timer: any SessionTimer { ClockTimer(self) }
}
