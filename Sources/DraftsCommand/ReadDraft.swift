import FormDrafts

/// A draft as a restore answered, whether or not what fits is handed out.
struct ReadDraft {
  let outcome: String
  let summary: DraftSummary
  /// What fits; nil if the policy hands nothing out.
  let snapshot: DraftSnapshot?
  let report: RestoreReport
  let orphans: [DraftOrphan]
  let writerSchema: DraftSchema
  let others: [DraftSummary]

  /// Nil if there is no draft; throws what keeps it from being read.
  init?(_ answer: Restoration) throws(DraftError) {
    switch answer {
    case .none: return nil
    case .unreadable(_, let error): throw error
    case .restored(let draft): self.init("restored", draft, draft.snapshot)
    case .inDoubt(_, let draft): self.init("inDoubt", draft, draft.snapshot)
    case .mismatch(let mismatch): self.init("mismatch", mismatch, mismatch.salvage)
    }
  }

  private init(_ outcome: String, _ draft: some AnsweredDraft, _ snapshot: DraftSnapshot?) {
    self.outcome = outcome
    self.snapshot = snapshot
    summary = draft.summary
    report = draft.report
    orphans = draft.orphans
    writerSchema = draft.writerSchema
    others = draft.others
  }

  /// The members that `restore` and `show` begin with.
  var members: [(String, DraftValue)] {
    summary.members(outcome: outcome, others: others.map(\.id))
  }

  /// What people are told of a draft above its answers.
  var heading: [String] {
    var lines = [("Draft", "\(summary.id)")]
    if let title = summary.title { lines.append(("Title", title)) }
    lines += [
      ("Form", summary.key.form + (summary.version.map { ", version \($0)" } ?? "")),
      ("Owner", summary.ownerText), ("Record", summary.recordText),
      ("Revision", "\(summary.revision), saved \(summary.savedAt.localText)"),
      (
        "Answered",
        "\(summary.answered) of \(summary.total), \(Quantity.size(summary.byteCount))"
      ),
    ]
    if summary.statusText != "open" { lines.append(("Status", summary.statusText)) }
    if let expires = summary.expiresAt { lines.append(("Expires", expires.localText)) }
    if let step = report.step?.is ?? snapshot?.step ?? summary.step { lines.append(("Step", step)) }
    if let skipped = snapshot?.skippedSteps, !skipped.isEmpty {
      lines.append(("Skipped", skipped.joined(separator: ", ")))
    }
    if let baseline = summary.baseline { lines.append(("Baseline", baseline)) }
    return lines.map { name, text in
      name + String(repeating: " ", count: 10 - name.utf8.count) + text
    }
  }
}

/// What is known of a draft whether or not it fits.
private protocol AnsweredDraft {
  var summary: DraftSummary { get }
  var report: RestoreReport { get }
  var orphans: [DraftOrphan] { get }
  var writerSchema: DraftSchema { get }
  var others: [DraftSummary] { get }
}

extension StoredDraft: AnsweredDraft {}
extension DraftMismatch: AnsweredDraft {}
