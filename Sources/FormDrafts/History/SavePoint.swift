#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An earlier state of a draft that can be gone back to.
///
/// A draft keeps ``DraftLimits/savePoints`` of them for ``DraftLimits/savePointAge``, together
/// ``DraftLimits/savePointBytes``. Kept is what later saves changed or removed, nothing else.
/// Secrets are never in them. What exceeds the bounds goes, the oldest first; those that were made
/// by hand go last.
public struct SavePoint: Sendable, Hashable {
  /// Why a save point was made.
  public enum Reason: String, Sendable, CaseIterable {
    /// A save came after five minutes without one.
    case quiet
    /// A save came after five minutes of saves since the save point before.
    case editing
    /// Somebody asked for it.
    case manual
    /// The draft as it was stored when it was brought into a form.
    case restore
    /// What the form held before the draft was brought into it.
    case beforeRestore
    /// The draft went back to an earlier state.
    case revert
    /// A save came under another form.
    case upgrade
    /// Changes of two writers were brought together.
    case merge
    /// Answers that became secret were removed.
    case scrub
  }

  /// The save whose state it is.
  public let revision: DraftRevision
  /// When that state was saved.
  public let savedAt: Date
  /// When the save point was made.
  public let madeAt: Date
  /// Why it was made.
  public let reason: Reason
  /// The answers that differ from the next newer state, by their paths.
  public let changed: [FieldPath]
  /// Whether it cannot be gone back to, because what is stored of it does not hold.
  ///
  /// What is said of it may then be wrong too. The draft itself can be read all the same.
  public let isDamaged: Bool
}

extension SavePoint.Reason {
  /// As it stands in the table.
  var code: Int64 {
    switch self {
    case .quiet: 1
    case .editing: 2
    case .manual: 3
    case .restore: 4
    case .revert: 5
    case .upgrade: 6
    case .merge: 7
    case .scrub: 8
    case .beforeRestore: 9
    }
  }

  init?(code: Int64) {
    guard let reason = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = reason
  }

  /// Whether only time made it.
  var isTimed: Bool { self == .quiet || self == .editing }
}
