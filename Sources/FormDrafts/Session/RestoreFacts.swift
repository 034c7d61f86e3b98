#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What a person needs to know to say whether to go on with a draft.
public struct RestoreFacts: Sendable {
  /// The draft.
  public let draft: DraftID
  /// When it was last saved.
  public let savedAt: Date
  /// The title the app gave it.
  public let title: String?
  /// The step the person was on.
  public let step: String?
  /// How many of ``total`` hold an answer.
  public let answered: Int
  /// How many fields can hold one.
  public let total: Int
  /// Secrets and files that are to be entered again.
  public let reentry: [FieldPath]
  /// How the record changed since the draft was begun; nil if nobody asked or it is the same.
  public let recordChange: RecordChange?
  /// What needs a decision, in words with the field it is about; empty if the draft fits.
  public let mismatches: [String]
  /// Whether ``DraftSession/resume(mergingRecord:)`` can bring anything back: not of another or a
  /// newer form.
  public let canResume: Bool
  /// Other drafts of the same key, the last saved first: those that were split off are among them,
  /// with their ``DraftSummary/parent``.
  public let others: [DraftSummary]
}

extension Restoration {
  /// What is known of the draft without its answers; nil if there is none or it cannot be read.
  public var summary: DraftSummary? {
    switch self {
    case .restored(let draft), .inDoubt(_, let draft): draft.summary
    case .mismatch(let mismatch): mismatch.summary
    case .none, .unreadable: nil
    }
  }

  /// The facts to ask the restore question with; nil if there is no draft or it cannot be read.
  public var facts: RestoreFacts? {
    guard let summary, let report else { return nil }
    return RestoreFacts(
      draft: summary.id, savedAt: summary.savedAt, title: summary.title, step: summary.step,
      answered: summary.answered, total: summary.total, reentry: report.reentry,
      recordChange: report.record,
      mismatches: report.mismatches.map { mismatch in
        mismatch.path.map { "\($0.shown): \(mismatch.description)" } ?? mismatch.description
      },
      canResume: draft != nil, others: others)
  }

  /// Other drafts of the same key, the last saved first.
  var others: [DraftSummary] {
    switch self {
    case .restored(let draft), .inDoubt(_, let draft): draft.others
    case .mismatch(let mismatch): mismatch.others
    case .none, .unreadable: []
    }
  }

  /// The restore question in words; no value of the form is in it.
  var question: String {
    switch self {
    case .none: return "There is no draft."
    case .unreadable(_, let error): return "The draft cannot be read. \(error.message)"
    case .restored, .mismatch, .inDoubt: break
    }
    guard let facts else { return "There is a draft." }
    let count = "There is a draft with \(facts.answered) of \(facts.total) fields answered."
    guard !facts.mismatches.isEmpty else { return "\(count) Go on with it?" }
    return "\(count) Not everything in it fits the form as it is now."
  }
}
