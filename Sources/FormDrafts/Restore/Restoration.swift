/// The answer to “is there a draft, and does it fit?”.
///
/// A failed read is never ``none``: what cannot be read is ``unreadable(_:_:)``. The answer is
/// data; what to do about it is for the app to decide, and until then nothing changes.
public enum Restoration: Sendable {
  /// There is no such draft, or it ended.
  case none
  /// The draft fits, or the policy takes what fits; the report says what became of each answer.
  case restored(StoredDraft)
  /// The draft is there, and something needs a decision; ``RestoreReport/mismatches`` says what.
  case mismatch(DraftMismatch)
  /// A submit began and its end is not known: ask the server by the attempt id, or submit again
  /// with it.
  ///
  /// ``DraftStore/beginSubmit(_:basedOn:)`` gives the same id again, and
  /// ``DraftStore/endSubmit(_:attempt:accepted:keepingCopyFor:)`` says how it ended. <doc:Submitting>
  /// has the whole of it.
  case inDoubt(AttemptID, StoredDraft)
  /// The draft, or the store, cannot be read; the id is there if at least that is known.
  case unreadable(DraftID?, DraftError)

  /// The draft with what fits, if it could be read and is handed out.
  public var draft: StoredDraft? {
    switch self {
    case .restored(let draft), .inDoubt(_, let draft): draft
    case .mismatch(let mismatch): mismatch.draft
    case .none, .unreadable: nil
    }
  }

  /// The attempt to submit that is in doubt; nil for every other answer.
  public var inDoubt: AttemptID? {
    if case .inDoubt(let attempt, _) = self { attempt } else { nil }
  }

  /// What became of each answer, if the draft could be read.
  public var report: RestoreReport? {
    switch self {
    case .restored(let draft), .inDoubt(_, let draft): draft.report
    case .mismatch(let mismatch): mismatch.report
    case .none, .unreadable: nil
    }
  }
}

/// A draft as it was read.
public struct StoredDraft: Sendable {
  /// What is known without the answers.
  public let summary: DraftSummary
  /// The form's state, without secrets and without what has no place or is damaged.
  ///
  /// Put values into the form first, then touched and dirty, then skipped steps, then the step;
  /// the focus is a suggestion. Nothing was validated: after a restore every field counts as not
  /// validated. Answers whose field is gone are not in it. They stay with the draft when the
  /// snapshot is saved again, and the report calls them ``RestoreReport/Outcome/orphaned``.
  public let snapshot: DraftSnapshot
  /// What fits and what does not.
  public let report: RestoreReport
  /// The answers without a place; they stay with the draft whatever the app does with them.
  public let orphans: [DraftOrphan]
  /// The schema it was saved under.
  public let writerSchema: DraftSchema
  /// Other drafts of the same key, the last saved first.
  public let others: [DraftSummary]
}

extension StoredDraft {
  /// The attempt to submit that is in doubt; nil if none is.
  public var inDoubt: AttemptID? { summary.attempt }
}

/// A draft that is there, and about which something has to be decided.
public struct DraftMismatch: Sendable {
  /// What is known without the answers.
  public let summary: DraftSummary
  /// What fits, brought into the form as it is now; a proposal, applied nowhere.
  ///
  /// Nil under ``RestorePolicy/strict``, for a newer form (unless
  /// ``RestoreOptions/acceptsNewer``), and after an upgrade that failed.
  public let salvage: DraftSnapshot?
  /// What fits and what does not.
  public let report: RestoreReport
  /// The answers without a place; they stay with the draft whatever the app does with them.
  public let orphans: [DraftOrphan]
  /// The schema it was saved under.
  public let writerSchema: DraftSchema
  /// Other drafts of the same key, the last saved first.
  public let others: [DraftSummary]

  /// The draft with what fits, as if that had been decided; nil without ``salvage``.
  public var draft: StoredDraft? {
    salvage.map {
      StoredDraft(
        summary: summary, snapshot: $0, report: report, orphans: orphans,
        writerSchema: writerSchema, others: others)
    }
  }
}

extension Restoration: CustomStringConvertible {
  /// What was found, in words; never a value.
  public var description: String {
    switch self {
    case .none: "no draft"
    case .restored(let draft): "restored: \(draft)"
    case .mismatch(let mismatch): "mismatch: \(mismatch)"
    case .inDoubt(let attempt, let draft): "in doubt (attempt \(attempt)): \(draft)"
    case .unreadable(let id, let error):
      "unreadable\(id.map { " draft \($0)" } ?? ""): \(error.message)"
    }
  }
}

extension StoredDraft: CustomStringConvertible {
  /// What it is of and how far it is; never a value.
  public var description: String { summary.description }
}

extension DraftMismatch: CustomStringConvertible {
  /// What it is of, how far it is, and how much needs a decision; never a value.
  public var description: String {
    "\(summary), \(report.mismatches.count) to decide"
  }
}
