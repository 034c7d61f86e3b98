import FormDrafts

/// A clock that stands still until a test moves it.
///
/// Sleepers wake in the order of their deadlines, those of one deadline in the order in which they
/// lay down. While one is woken the clock stands at its deadline.
///
/// ```swift
/// let clock = ManualClock()
/// session.form.name = "Ana"
/// await clock.advance(by: .milliseconds(500))
/// await session.settled()
/// ```
public final class ManualClock: Clock, Sendable {
  /// A moment of a manual clock: how far it has been moved.
  public struct Instant: InstantProtocol {
    let offset: Duration

    /// The moment so long after this one.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// How long it is from this moment to another.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Earlier before later.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    let id: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var count = 0
    var sleepers: [Sleeper] = []
    /// Cancelled before they lay down.
    var cancelled: Set<Int> = []
  }

  private let state = Guarded(State())

  /// A clock that stands at its beginning.
  public init() {}

  /// Where the clock stands.
  public var now: Instant { state.withValue { $0.now } }

  /// There is no smallest step.
  public var minimumResolution: Duration { .zero }

  /// How many sleep at the moment.
  public var sleeperCount: Int { state.withValue { $0.sleepers.count } }

  /// Sleeps until the clock is moved to a moment.
  ///
  /// - Parameters:
  ///   - deadline: the moment; one that has passed does not sleep.
  ///   - tolerance: counts for nothing.
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let id = state.withValue { state in
      state.count += 1
      return state.count
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let outcome: Result<Void, any Error>? = state.withValue { state in
          if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
          if deadline <= state.now { return .success(()) }
          state.sleepers.append(.init(id: id, deadline: deadline, continuation: continuation))
          return nil
        }
        if let outcome { continuation.resume(with: outcome) }
      }
    } onCancel: {
      cancel(id)
    }
  }

  private func cancel(_ id: Int) {
    let sleeper: Sleeper? = state.withValue { state in
      guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
        state.cancelled.insert(id)
        return nil
      }
      return state.sleepers.remove(at: index)
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }

  /// Moves the clock, and wakes who has slept long enough.
  ///
  /// They are woken one after the other, and the caller yields after each. A task that wakes may run
  /// on another thread: wait for what it does, as ``/FormDrafts/DraftSession/settled()`` does for a
  /// session, before the clock is moved again.
  ///
  /// - Parameter duration: how far; a negative one counts as zero.
  public func advance(by duration: Duration) async {
    let end = now.advanced(by: max(duration, .zero))
    await Task.yield()
    while let sleeper = nextSleeper(until: end) {
      sleeper.continuation.resume()
      await Task.yield()
    }
  }

  /// The sleeper to wake next; with none left the clock stands at the end.
  ///
  /// Both in one step: who lies down in between, on another thread, would be passed over.
  private func nextSleeper(until end: Instant) -> Sleeper? {
    state.withValue { state in
      let next = state.sleepers.indices.min {
        let (left, right) = (state.sleepers[$0], state.sleepers[$1])
        return (left.deadline, left.id) < (right.deadline, right.id)
      }
      guard let next, state.sleepers[next].deadline <= end else {
        state.now = max(state.now, end)
        return nil
      }
      state.now = max(state.now, state.sleepers[next].deadline)
      return state.sleepers.remove(at: next)
    }
  }
}
