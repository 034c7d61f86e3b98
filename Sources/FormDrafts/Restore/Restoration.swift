/// The answer to “is there a draft, and does it fit?”.
///
/// A failed read is never ``none``: what cannot be read is ``unreadable(_:_:)``, and is never
/// overwritten without the caller's word.
public enum Restoration: Sendable {
  /// There is no draft.
  case none
  /// The draft fits.
  case restored(StoredDraft)
  /// The draft is there and does not fit as a whole; nothing is applied by itself.
  case mismatch(StoredDraft)
  /// A submit began and its end is not known: ask the server by the attempt id.
  case inDoubt(AttemptID, StoredDraft)
  /// The draft, or the store, cannot be read.
  case unreadable(DraftID?, DraftError)

  /// The draft, if it could be read.
  public var draft: StoredDraft? {
    switch self {
    case .restored(let draft), .mismatch(let draft), .inDoubt(_, let draft): draft
    case .none, .unreadable: nil
    }
  }
}

/// A draft as it was read.
public struct StoredDraft: Sendable {
  /// What is known without the answers.
  public let summary: DraftSummary
  /// The form's state.
  ///
  /// Put values into the form first, then touched and dirty, then skipped steps, then the step.
  public let snapshot: DraftSnapshot
  /// What fits and what does not.
  public let report: RestoreReport
  /// The schema it was saved under.
  public let writerSchema: DraftSchema
  /// Other drafts of the same key, the last saved first.
  public let others: [DraftSummary]
}

/// What fits the form as it is now, field by field.
public struct RestoreReport: Sendable {
  /// What became of a field.
  public enum Outcome: String, Sendable {
    /// Same name, same type.
    case kept
    /// Neither schema declares it; kept as it is.
    case undeclared
    /// New in the reader's schema.
    case added
    /// Stored, and without a place in the reader's schema. Kept with the draft.
    case orphaned
    /// A secret: not stored, or not handed out.
    case withheld
    /// Its checksum does not hold; the value is not handed out.
    case damaged
  }

  /// What became of one field.
  public struct Entry: Sendable {
    /// Where the field stands.
    public let path: FieldPath
    /// What became of it.
    public let outcome: Outcome
    /// Where it stood before, if somewhere else.
    public let from: FieldPath?
    /// Why, for people.
    public let why: String?
  }

  /// One thing that does not fit, in words.
  public struct Mismatch: Sendable, Hashable {
    /// The field, if it is about one.
    public let path: FieldPath?
    /// What differs, for people; never a value.
    public let description: String
  }

  package init() {}

  /// One entry for each stored field, then for each that is new.
  public var fields: [Entry] = []
  /// What does not fit; empty for a draft that was restored.
  public var mismatches: [Mismatch] = []
  /// Secrets to ask for again.
  public var reentry: [FieldPath] = []

  /// Stored answers without a place in the form.
  public var orphans: [FieldPath] { fields.filter { $0.outcome == .orphaned }.map(\.path) }
}
