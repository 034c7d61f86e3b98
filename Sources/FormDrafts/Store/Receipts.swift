#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What a save survives.
public enum Durability: String, Sendable {
  /// The death of the process at any moment, `kill -9` included; not power loss.
  case survivesKill
  /// Power loss too, on storage that honours a flush.
  case survivesPowerLoss
}

/// What a save really did.
public struct SaveReceipt: Sendable {
  /// The draft.
  public let draft: DraftID
  /// The number of this save; the earlier one if nothing had changed.
  public let revision: DraftRevision
  /// When the draft was last saved.
  public let savedAt: Date
  /// What the save survives.
  ///
  /// On Linux ``Durability/survivesPowerLoss``, unless the store was made with
  /// ``DraftEnvironment/Synchronisation-swift.enum/normal``; on Apple platforms
  /// ``Durability/survivesKill``, and the former after ``DraftSession/flush()`` and
  /// ``DraftSession/saveBlocking(deadline:)``.
  public internal(set) var durability: Durability
  /// How many rows of answers were written or removed; 0 if no answer, mark or order changed.
  public let written: Int
  /// Where a secret stood that was not stored; paths, never values.
  public let withheld: [FieldPath]
  /// Whether the title held a secret and was not stored.
  public let isTitleWithheld: Bool
  /// Answers the schema does not declare; stored all the same.
  public let undeclared: [FieldPath]
  /// Answers that cannot be stored, with the reason; what was stored for them before stays.
  ///
  /// A number that is not written as JSON writes numbers, a name that stands twice in one object,
  /// a file with a negative size or a malformed digest.
  public let unsaved: [Unsaved]

  /// Answers without a place in the form that had to go, the oldest, because a draft keeps no more
  /// of them than one snapshot may hold.
  public let droppedOrphans: [FieldPath]

  /// An answer that cannot be stored.
  public struct Unsaved: Sendable {
    /// Where it stands.
    public let path: FieldPath
    /// Why, for people.
    public let reason: String
  }
}

/// What a purge, a discard or a scrub really did.
public struct PurgeReceipt: Sendable, Hashable {
  /// Whether the bytes are gone.
  public enum Erasure: Sendable, Hashable {
    /// No file of the store holds them, if the receipt is a purge's or a scrub's.
    case complete
    /// Somebody still reads, or the disk is full; finished by itself at the next open.
    case pending(reason: String)
  }

  /// Drafts removed, or that would be; by a scrub, drafts that lost something.
  public internal(set) var drafts = 0
  /// Rows of answers and orphans removed; 0 for an owner whose database could not be read.
  ///
  /// By a scrub, rows removed and rows that lost a part.
  public internal(set) var fields = 0
  /// Save points removed with their drafts; by a scrub, save points that lost something.
  public internal(set) var savePoints = 0
  /// Copies of picked files removed, or that would be.
  public internal(set) var files = 0
  /// Bytes the answers took as JSON; the size of the files if no draft of an owner could be read,
  /// and of what a repair put aside.
  ///
  /// By a scrub, what was taken out of answers, orphans and the record's values.
  public internal(set) var bytes = 0
  /// Whether the bytes are gone.
  public package(set) var erasure = Erasure.complete

  init() {}

  /// Adds what another owner's purge did.
  mutating func add(_ other: PurgeReceipt) {
    drafts += other.drafts
    fields += other.fields
    savePoints += other.savePoints
    files += other.files
    bytes += other.bytes
    if case .pending = other.erasure { erasure = other.erasure }
  }
}

/// What an import did.
public struct ImportReceipt: Sendable {
  /// Drafts that were added.
  public internal(set) var added: [DraftID] = []
  /// Drafts that were there already, just the same.
  public internal(set) var unchanged: [DraftID] = []
  /// Where a secret stood that was not stored, by draft.
  public internal(set) var withheld: [DraftID: [FieldPath]] = [:]
}
