#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
import FormDraftsSQLite

/// What a store takes from the world around it; everything a test wants to hold in its hands.
public struct DraftEnvironment: Sendable {
  /// When a save returns.
  public enum Synchronisation: Sendable {
    /// After the log was synced; the default, SQLite's `synchronous=FULL`.
    ///
    /// On Linux the save then survives power loss. On Apple platforms `fsync` does not reach the
    /// medium (fsync(2) there), so it survives a kill; see ``SaveReceipt/durability``.
    case full
    /// When the operating system has the data; SQLite's `synchronous=NORMAL`.
    ///
    /// Faster, and power loss may take the last saves.
    case normal
  }

  /// The time of day; kept to the millisecond.
  public var now: @Sendable () -> Date
  /// Makes an id for a new draft or an attempt to submit: a UUID's text; for any other text a
  /// random one is taken.
  public var makeID: @Sendable () -> String
  /// When a save returns.
  public var synchronisation: Synchronisation
  /// How much one owner's drafts may come to.
  public var limits: Limits
  /// What the pauses between two looks for other processes' changes are measured by.
  public var clock: any Clock<Duration>
  /// How long a call waits for other processes that are at work on an owner's drafts, before it
  /// throws ``DraftError/Code/busy``; with zero or less it does not wait.
  ///
  /// As SQLite's busy timeout (https://www.sqlite.org/c3ref/busy_timeout.html), by the system's own
  /// clock. A save of another process takes milliseconds; `doctor`, a narrow purge and a repair of
  /// a large database can take seconds.
  public var busyTimeout: Duration

  /// The real world, unless said otherwise.
  ///
  /// - Parameters:
  ///   - now: the time of day; the system's clock unless said.
  ///   - makeID: makes an id for a new draft or an attempt; a random UUID unless said.
  ///   - synchronisation: when a save returns; ``Synchronisation-swift.enum/full`` unless said.
  ///   - limits: how much one owner's drafts may come to; anything unless said.
  ///   - clock: for waiting; `ContinuousClock` unless said.
  ///   - busyTimeout: how long a call waits for other processes; 5 seconds unless said.
  public init(
    now: @escaping @Sendable () -> Date = { Date() },
    makeID: (@Sendable () -> String)? = nil,
    synchronisation: Synchronisation = .full, limits: Limits = .init(),
    clock: any Clock<Duration> = ContinuousClock(), busyTimeout: Duration = .seconds(5)
  ) {
    self.now = now
    self.makeID = makeID ?? { Identifiers.random() }
    self.synchronisation = synchronisation
    self.limits = limits
    self.clock = clock
    self.busyTimeout = busyTimeout
  }

  /// ``busyTimeout`` as SQLite takes it.
  var busyMilliseconds: Int32 {
    let milliseconds = busyTimeout / .milliseconds(1)
    return Int32(min(max(milliseconds, 0), Double(Int32.max)))
  }

  var nowMilliseconds: Int64 { now().millisecondsSince1970 }

  var durability: Connection.Durability {
    switch synchronisation {
    case .full: .full
    case .normal: .normal
    }
  }

  /// What a receipt says: a flush reaches the medium on Linux; on Apple platforms a commit is
  /// ordered, not flushed.
  var receiptDurability: Durability {
    #if canImport(Darwin)
      .survivesKill
    #else
      synchronisation == .full ? .survivesPowerLoss : .survivesKill
    #endif
  }
}

extension Date {
  /// Milliseconds UTC; dates out of range are held at the ends, and what is no number is 1970.
  package var millisecondsSince1970: Int64 {
    let value = (timeIntervalSince1970 * 1_000).rounded(.down)
    return value.isNaN ? 0 : Int64(min(max(value, -6.2e13), 2.5e14))
  }

  /// A date by milliseconds UTC.
  package init(millisecondsSince1970 value: Int64) {
    self.init(timeIntervalSince1970: Double(value) / 1_000)
  }
}
