/// The answer to “is there a draft, and does it fit?”.
///
/// A failed read is never ``none``: what cannot be read is ``unreadable(_:_:)``. The answer is
/// data; what to do about it is for the app to decide, and until then nothing changes.
public enum Restoration: Sendable {
  /// There is no such draft, or it ended.
  case none
  /// The draft fits: the fingerprints are equal, or the form only got fields and steps.
  case restored(StoredDraft)
  /// The draft is there and something does not fit; ``RestoreReport/mismatches`` says what.
  case mismatch(StoredDraft)
  /// A submit began and its end is not known: ask the server by the attempt id.
  ///
  /// Nothing in this release begins one; the case is here so that a `switch` is complete then.
  case inDoubt(AttemptID, StoredDraft)
  /// The draft, or the store, cannot be read; the id is there if at least that is known.
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
  /// The form's state, without secrets and without what is damaged.
  ///
  /// Put values into the form first, then touched and dirty, then skipped steps, then the step;
  /// the focus is a suggestion. Answers whose field is gone are not in it. They stay with the
  /// draft when the snapshot is saved again, and the report calls them
  /// ``RestoreReport/Outcome/orphaned``.
  public let snapshot: DraftSnapshot
  /// What fits and what does not.
  public let report: RestoreReport
  /// The schema it was saved under.
  public let writerSchema: DraftSchema
  /// Other drafts of the same key, the last saved first.
  public let others: [DraftSummary]
}

/// What fits the form as it is now, field by field; words for people hold no answer.
public struct RestoreReport: Sendable {
  /// What became of a field.
  public enum Outcome: String, Sendable {
    /// The form has the field; ``RestoreReport/mismatches`` says if its type changed.
    case kept
    /// Neither schema declares it; kept as it is.
    case undeclared
    /// New in the reader's schema.
    case added
    /// Stored, and without a place in the reader's schema.
    ///
    /// Kept with the draft, and back when the field is back.
    case orphaned
    /// A secret: not stored, or stored before it became one and not handed out.
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
    /// Where it stood before, if somewhere else; nil in this release, which moves no answer.
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

  /// One entry for each stored value, then for each secret, then for each field that is new.
  ///
  /// A value is what stands in one row: anything that is not an object with members.
  public var fields: [Entry] = []
  /// What does not fit; empty exactly if the draft fits.
  public var mismatches: [Mismatch] = []
  /// Secrets of the form, to ask for again: they are never stored.
  public var reentry: [FieldPath] = []

  /// Where stored answers stand that have no place in the form.
  public var orphans: [FieldPath] { fields.filter { $0.outcome == .orphaned }.map(\.path) }
}
