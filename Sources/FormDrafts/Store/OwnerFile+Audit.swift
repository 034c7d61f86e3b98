import FormDraftsSQLite

extension OwnerFile {
  /// What an audit of an owner begins with.
  struct AuditStart: Sendable {
    var owner: DraftOwner?
    var drafts: [DraftID] = []
    var findings: [AuditFinding] = []
  }

  /// The drafts to examine, hidden ones too, and what is known without looking into one.
  func beginAudit(_ filter: DraftFilter) throws(DraftError) -> AuditStart {
    let time = now
    let found = try find(.all, verifying: false, includingDiscarded: true)
    let eraseSince = try read { rows in try rows.meta()?.eraseSince ?? 0 } ?? 0
    var start = AuditStart(owner: owner)
    if eraseSince != 0 {
      start.findings.append(
        AuditFinding(
          .erasurePending, .medium,
          "Bytes of what was removed may still be in the files; the next open to write ends that.",
          owner: owner, file: directory.database))
    }
    for draft in found {
      if let error = draft.error {
        start.findings.append(
          AuditFinding(.unreadable, .medium, error.message, owner: owner, draft: draft.id))
      } else if let head = draft.head, filter.includes(head, now: time) {
        start.drafts.append(head.uuid)
      }
    }
    return start
  }

  /// What is found in a draft; nil if there is none.
  func examine(_ id: DraftID, form: StoredSchema?) throws(DraftError) -> [AuditFinding]? {
    let time = now
    return try read { rows -> [AuditFinding]? in
      switch try rows.head(of: id) {
      case nil: return nil
      case .damaged: throw Self.damagedDraft(id)
      case .intact(let head) where !head.status.isKnown: throw Self.unknownStatus(id)
      case .intact(let head):
        let points = try rows.points(draft: head.id)
        var writers: [Int64: StoredSchema] = [:]
        let schemas = Set(points.map(\.schema) + points.map { $0.flags >> 8 })
        for schema in schemas where schema > 0 {
          writers[schema] = try readableSchema(schema, rows)
        }
        return DraftExamination(
          try content(of: head, rows), points: points, pointWriters: writers, owner: owner,
          form: form, now: time
        ).findings
      }
    } ?? nil
  }
}
