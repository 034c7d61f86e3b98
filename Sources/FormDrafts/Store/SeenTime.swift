/// Which times of day a database has seen, so that drafts end by time that really passed.
///
/// A clock that is wrong once must not end a draft. So a time is believed only when the clock was
/// looked at again a day or more later and had not gone back meanwhile. Pure.
struct SeenTime: Sendable, Equatable {
  /// How much later the clock must be looked at again: a day, in milliseconds.
  static let confirmation: Int64 = 86_400_000

  /// The time seen that waits to be believed, milliseconds UTC.
  var seen: Int64
  /// The latest time that is believed.
  var believed: Int64 = .min

  /// Whether the clock went on for a day, or more, since it was last taken in.
  func isConfirmed(by now: Int64) -> Bool { now >= seen && now &- seen >= Self.confirmation }

  /// Takes in what the clock says now.
  mutating func look(at now: Int64) {
    if now < seen {
      // It was wrong then or is wrong now: neither is believed.
      seen = now
      believed = min(believed, now)
    } else if isConfirmed(by: now) {
      believed = seen
      seen = now
    }
  }

  /// Whether a time has passed for sure.
  func hasPassed(_ time: Int64, now: Int64) -> Bool { time <= min(believed, now) }
}
