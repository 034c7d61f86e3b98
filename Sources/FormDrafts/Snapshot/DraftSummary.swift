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
    /// Submitted, kept as a copy that is read-only until ``DraftSummary/expiresAt``.
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
  /// The id of the step the person was on.
  public let step: String?
  /// The fingerprint of its writer's schema, if it can be read.
  public let fingerprint: Fingerprint?
  /// The version of the record it started from.
  public let baseline: String?
  /// The draft it was split off from, as a save said; it need not be there any more.
  public let parent: DraftID?
  /// The attempt to submit that is in doubt; nil unless ``status`` is ``Status/submitting``.
  public let attempt: AttemptID?
  /// When it was first saved, to the millisecond.
  public let createdAt: Date
  /// When it was last saved, to the millisecond; for people, not for order.
  public let savedAt: Date
  /// When its time to live is over; nil if it has none.
  ///
  /// Until then nothing removes it. Afterwards it can still be restored and saved, which renews the
  /// time, until ``DraftStore/purge(_:dryRun:)`` or ``DraftStore/sweep()`` takes it.
  public let expiresAt: Date?
  /// How many of ``total`` hold an answer.
  ///
  /// `null`, `""`, `[]` and `{}` are kept like any other value, and do not count as an answer here;
  /// neither do zero and `false` in a field without a mark, if the draft has marks at all: a field
  /// of a number or a boolean may have begun with them.
  public let answered: Int
  /// How many fields can hold an answer: those of its writer's schema that are stored, have no
  /// fields inside and stand in no list.
  public let total: Int
  /// How many bytes the answers take as JSON; orphans are not counted.
  public let byteCount: Int
}

extension DraftSummary: CustomStringConvertible {
  /// What it is of and how far it is; not its title, which may hold an answer.
  public var description: String {
    "draft \(id) (\(key)), revision \(revision.rawValue), \(answered) of \(total) answered"
  }
}

/// One line of a list: a draft, or a place where one is that cannot be read.
public enum DraftListing: Sendable {
  /// A draft whose own row holds; its answers too, if the list was asked to verify them.
  case draft(DraftSummary)
  /// A draft that is damaged. Id and summary are there if at least they could be read.
  case damaged(DraftID?, DraftSummary?, DraftError)
  /// An owner whose database cannot be opened, or has lost drafts: what else it holds is not known.
  case unreadable(DraftError)

  /// The summary, if it could be read.
  public var summary: DraftSummary? {
    switch self {
    case .draft(let summary): summary
    case .damaged(_, let summary, _): summary
    case .unreadable: nil
    }
  }
}
