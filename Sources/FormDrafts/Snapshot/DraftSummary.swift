#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What is known of a draft without its answers.
public struct DraftSummary: Sendable, Identifiable {
  /// How far a draft's life has come.
  public enum Status: String, Sendable {
    /// Being filled in.
    case open
    /// A submit began and its end is not known.
    case submitting
    /// Submitted, kept as a copy.
    case submitted
  }

  /// The draft's id.
  public let id: DraftID
  /// Owner, form and record.
  public let key: DraftKey
  /// The number of its last save.
  public let revision: DraftRevision
  /// How far its life has come.
  public let status: Status
  /// The version of the form it was saved under, if the form had one.
  public let version: String?
  /// The title the app gave it.
  public let title: String?
  /// The step the person was on.
  public let step: String?
  /// The fingerprint of its writer's schema, if it can be read.
  public let fingerprint: Fingerprint?
  /// The version of the record it started from.
  public let baseline: String?
  /// The draft it was split off from.
  public let parent: DraftID?
  /// The try to submit that is in doubt.
  public let attempt: AttemptID?
  /// When it was first saved.
  public let createdAt: Date
  /// When it was last saved.
  public let savedAt: Date
  /// When it may be purged as expired.
  public let expiresAt: Date?
  /// How many fields hold an answer that is not empty.
  public let answered: Int
  /// How many fields can hold one: those that are stored and have no fields inside.
  public let total: Int
  /// How many bytes the answers take as JSON.
  public let byteCount: Int
}

/// One line of a list: a draft, or a place where one is that cannot be read.
public enum DraftListing: Sendable {
  /// A draft whose checksums hold.
  case draft(DraftSummary)
  /// A draft that is damaged. The summary is there if at least that could be read.
  case damaged(DraftID?, DraftSummary?, DraftError)

  /// The summary, if it could be read.
  public var summary: DraftSummary? {
    switch self {
    case .draft(let summary): summary
    case .damaged(_, let summary, _): summary
    }
  }
}
