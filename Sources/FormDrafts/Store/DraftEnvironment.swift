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
    /// When the data reached the medium; the default. SQLite: `synchronous=FULL`.
    case full
    /// When the data reached the operating system: faster, and power loss may take the last
    /// saves. SQLite: `synchronous=NORMAL`.
    case normal
  }

  /// The time of day.
  public var now: @Sendable () -> Date
  /// Makes an id for a new draft: a UUID's text.
  public var makeID: @Sendable () -> String
  /// When a save returns.
  public var synchronisation: Synchronisation

  /// The real world, unless said otherwise.
  public init(
    now: @escaping @Sendable () -> Date = { Date() },
    makeID: (@Sendable () -> String)? = nil,
    synchronisation: Synchronisation = .full
  ) {
    self.now = now
    self.makeID = makeID ?? { Identifiers.random() }
    self.synchronisation = synchronisation
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
  /// Milliseconds UTC; dates out of range are held at the ends.
  package var millisecondsSince1970: Int64 {
    let value = (timeIntervalSince1970 * 1_000).rounded(.down)
    return Int64(min(max(value, -6.2e13), 2.5e14))
  }

  /// A date by milliseconds UTC.
  package init(millisecondsSince1970 value: Int64) {
    self.init(timeIntervalSince1970: Double(value) / 1_000)
  }
}
