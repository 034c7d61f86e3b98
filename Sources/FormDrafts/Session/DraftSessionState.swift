/// What a session is doing, for an app to show.
///
/// ```swift
/// switch session.state {
/// case .failed(let error): print(error)
/// default: print(session.state.sentence)
/// }
/// ```
public enum DraftSessionState: Sendable {
  /// Not opened, or looking for a draft; nothing is written.
  case opening
  /// There is a draft, and a person has to say what to do with it; nothing is written until then.
  case asking(Restoration)
  /// Nothing is to be saved.
  case idle
  /// There are edits that are not saved yet.
  case editing
  /// A save is under way.
  case saving
  /// What the form holds is saved.
  case saved(SaveReceipt)
  /// The last save failed; the edits are kept and it is tried again.
  case failed(DraftError)
  /// Somebody else changed the same fields.
  case conflict(DraftConflict)
  /// A submit is under way.
  case submitting(AttemptID)
  /// A submit began and its end is not known; see ``DraftSession/settle(accepted:)``.
  case inDoubt(AttemptID)
  /// The session has ended, and saves nothing any more.
  case closed(Ending)

  /// Why a session ended.
  public enum Ending: String, Sendable, Hashable, CaseIterable {
    /// By ``DraftSession/close()``; the draft stays.
    case closed
    /// The draft was submitted.
    case submitted
    /// The draft was submitted elsewhere, without the last edits of this session: they stand in its
    /// form, and nowhere else. A session that is opened for a copy of the form keeps them.
    case submittedElsewhere
    /// The draft was discarded, here or elsewhere.
    case discarded
    /// The draft was purged.
    case purged
    /// The draft's time to live was over.
    case expired
    /// The owner was purged, as at sign-out.
    case signedOut

    /// How a draft that is gone ended.
    init(_ ending: DraftEnding?) {
      switch ending {
      case .submitted?: self = .submitted
      case .purged?: self = .purged
      case .expired?: self = .expired
      case .discarded?, nil: self = .discarded
      }
    }
  }

  /// The state in one sentence for people; no value of the form is in it.
  public var sentence: String {
    switch self {
    case .opening: "Looking for a draft."
    case .asking(let restoration): restoration.question
    case .idle: "Nothing to save."
    case .editing: "Not saved yet."
    case .saving: "Saving."
    case .saved(let receipt): Self.sentence(unsaved: receipt.unsaved.count)
    case .failed(let error):
      (error.canPass ? "Not saved; it will be tried again. " : "Not saved. ") + error.message
    case .conflict(let conflict): Self.sentence(conflict.fields.count)
    case .submitting: "Sending."
    case .inDoubt: "It was sent, and whether it arrived is not known."
    case .closed(let ending): ending.sentence
    }
  }

  private static func sentence(unsaved count: Int) -> String {
    switch count {
    case 0: "Saved."
    case 1: "Saved, but for one answer that cannot be stored."
    default: "Saved, but for \(count) answers that cannot be stored."
    }
  }

  private static func sentence(_ count: Int) -> String {
    count == 1
      ? "Somebody else changed one of the same fields."
      : "Somebody else changed \(count) of the same fields."
  }
}

extension DraftSessionState.Ending {
  /// The reason in one sentence for people.
  public var sentence: String {
    switch self {
    case .closed: "Closed."
    case .submitted: "Sent."
    case .submittedElsewhere:
      "Sent from elsewhere; what was typed here last is not in it, and is not saved."
    case .discarded: "The draft was discarded."
    case .purged: "The draft was removed."
    case .expired: "The draft was kept as long as it should be, and is removed."
    case .signedOut: "Signed out; nothing is saved here any more."
    }
  }
}

extension DraftSessionState: CustomStringConvertible {
  /// The same as ``sentence``.
  public var description: String { sentence }
}

extension DraftSessionState {
  var isEditing: Bool { if case .editing = self { true } else { false } }
  var isSaving: Bool { if case .saving = self { true } else { false } }
  var isFailed: Bool { if case .failed = self { true } else { false } }
  var isSubmitting: Bool { if case .submitting = self { true } else { false } }
  var ending: Ending? { if case .closed(let ending) = self { ending } else { nil } }
}
