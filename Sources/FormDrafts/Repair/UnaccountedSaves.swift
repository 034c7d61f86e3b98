#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Saves of an owner that may be lost with drafts which nothing in the database names any more.
///
/// Neither the table of the drafts nor the index of their ids could be read to its end. What was
/// acknowledged is known from a file beside the database.
public struct UnaccountedSaves: Sendable, Hashable {
  /// The owner's saves that were acknowledged, counted from the first; nil if that is not known.
  public let acknowledged: Int?
  /// The last of these that a draft which was found knows of; 0 if none was found.
  public let found: Int
  /// When the last change was acknowledged; nil if that is not known.
  public let lastAcknowledged: Date?

  init(acknowledged: Int?, found: Int, lastAcknowledged: Date?) {
    self.acknowledged = acknowledged
    self.found = found
    self.lastAcknowledged = lastAcknowledged
  }

  /// What is known of the loss, for people.
  public var sentence: String {
    switch acknowledged {
    case nil where found == 0: "Nobody can say which drafts the database held."
    case nil: "Perhaps more drafts are lost than can be named."
    case let saves? where found == 0: "No draft can be read; \(Self.count(saves)) acknowledged."
    case let saves?:
      "Perhaps more drafts are lost than can be named: \(Self.count(saves)) acknowledged, and the "
        + "last one found is number \(found)."
    }
  }

  private static func count(_ saves: Int) -> String {
    saves == 1 ? "1 save was" : "\(saves) saves were"
  }
}
