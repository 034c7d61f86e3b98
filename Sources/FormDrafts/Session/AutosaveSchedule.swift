/// When the next save is due: debounce, maximum wait, and a pause after a failure.
///
/// Times are durations since the session's clock was first looked at. A deadline is fixed by the
/// edits themselves, never by when somebody got round to looking.
struct AutosaveSchedule: Sendable, Equatable {
  /// The edits a save has taken on; given back if it fails.
  struct Taken: Sendable, Equatable {
    var first: Duration?
    var last: Duration?
  }

  static let firstPause = Duration.seconds(1)
  static let longestPause = Duration.seconds(60)

  let debounce: Duration
  let maximumWait: Duration
  private var pending = Taken()
  private var retryAt: Duration?
  /// Trying again as it is would fail again: an edit has to come first.
  private var waitsForEdit = false
  /// Saves that failed since the last one that did not.
  private(set) var failures = 0

  init(debounce: Duration, maximumWait: Duration) {
    self.debounce = max(debounce, .zero)
    self.maximumWait = max(maximumWait, .zero)
  }

  /// Whether there is an edit no save has taken on.
  var isPending: Bool { pending.first != nil }

  /// When to save; nil while nothing is to be saved.
  var deadline: Duration? {
    guard let first = pending.first, let last = pending.last, !waitsForEdit else { return nil }
    let due = min(first + maximumWait, last + debounce)
    return retryAt.map { max($0, due) } ?? due
  }

  mutating func edited(at now: Duration) {
    pending.first = pending.first ?? now
    pending.last = pending.last.map { max($0, now) } ?? now
    waitsForEdit = false
  }

  /// A save begins: what was edited so far is in it, what comes now is not.
  mutating func began() -> Taken {
    defer { pending = Taken() }
    return pending
  }

  mutating func succeeded() {
    failures = 0
    retryAt = nil
    waitsForEdit = false
  }

  /// The save failed: its edits are still to be saved.
  ///
  /// - Parameter retries: whether the same could succeed later, without an edit.
  mutating func failed(_ taken: Taken, at now: Duration, retries: Bool) {
    let hasNewEdits = isPending
    pending.first = taken.first ?? pending.first ?? now
    pending.last = pending.last ?? taken.last ?? now
    failures += 1
    waitsForEdit = !retries && !hasNewEdits
    // An edit may mend what made the save fail: it does not wait for the retry.
    retryAt = retries ? now + Self.pause(after: failures) : nil
  }

  /// The pause doubles with each failure in a row.
  static func pause(after failures: Int) -> Duration {
    let doublings = min(max(failures - 1, 0), 16)
    return min(firstPause * (1 << doublings), longestPause)
  }
}

extension DraftError {
  /// Whether the same save may succeed later without another edit.
  var canPass: Bool {
    switch code {
    case .tooLarge, .invalidSchema, .invalidArgument, .invalidValue, .keyMismatch, .usedAfterFork:
      false
    default: true
    }
  }
}
