#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An owner's database that went back to an earlier state behind the store's back.
///
/// Its log was deleted, cut or damaged, an older copy of the file was put in its place, or the
/// machine lost power while it was set to ``DraftEnvironment/Synchronisation-swift.enum/normal``.
/// SQLite itself says nothing then. What is there is sound, and older than what was acknowledged.
public struct RollBack: Sendable, Hashable {
  /// The owner's saves that were acknowledged, counted from the first.
  public let acknowledged: Int
  /// The owner's saves that the database knew of when that was found.
  ///
  /// As many as were acknowledged if what is lost is that a draft ended: it is there again.
  public let found: Int
  /// When the last change was acknowledged.
  public let lastAcknowledged: Date

  init(acknowledged: Int, found: Int, lastAcknowledged: Date) {
    self.acknowledged = acknowledged
    self.found = found
    self.lastAcknowledged = lastAcknowledged
  }

  /// What happened, for people.
  public var sentence: String {
    let lost = acknowledged - found
    let what =
      lost > 0
      ? "\(lost) acknowledged \(lost == 1 ? "save is" : "saves are") gone"
      : "Drafts that had ended are there again"
    return "\(what): the database went back to an earlier state."
  }
}
