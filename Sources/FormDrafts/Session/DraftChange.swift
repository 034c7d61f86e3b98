/// What happened to a draft: which one, which revision, what; never a value.
public struct DraftChange: Sendable, Hashable {
  /// What happened.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// It was saved, imported, changed by a scrub, or is open again.
    case saved
    /// A submit began.
    case submitting
    /// It was submitted; a copy may be kept.
    case submitted
    /// It was discarded; perhaps that can be undone.
    case discarded
    /// It was purged, or its whole owner was.
    case purged
    /// Its time to live was over.
    case expired
  }

  /// The draft.
  public let draft: DraftID
  /// Its revision then; the last one known, of a draft that is gone.
  public let revision: DraftRevision
  /// What happened.
  public let kind: Kind
}
