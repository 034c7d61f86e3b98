import FormDraftsSQLite

extension OwnerFile {
  /// Removes what a schema never stores from every draft of its form, and then its bytes.
  ///
  /// Looks before it takes the lock: where there is nothing to remove, nobody waits and nothing is
  /// written.
  func scrub(_ schema: StoredSchema, dryRun: Bool) throws(DraftError) -> PurgeReceipt {
    if !dryRun { try refuseIfReadOnly() }
    let planned = try read { rows in
      (try forEachScrub(schema, rows) { _, _ in }, try rows.meta()?.eraseSince ?? 0)
    }
    guard var receipt = planned?.0 else { return PurgeReceipt() }
    guard !dryRun else { return receipt }
    if receipt.drafts > 0 { receipt = try applyScrubs(schema) }
    // Also what a save under this schema took away, or an erasure that somebody's reading stopped.
    if receipt.drafts > 0 || planned?.1 != 0 { receipt.erasure = try erase() }
    return receipt
  }

  /// Plans anew in the transaction that writes, so that a save in between is seen.
  private func applyScrubs(_ schema: StoredSchema) throws(DraftError) -> PurgeReceipt {
    let time = now
    let receipt = try write(creating: false, fenced: false) { rows in
      let receipt = try forEachScrub(schema, rows) { plan, points in
        doomedFiles.formUnion(try rows.copies(of: [plan.head.id]))
        for row in plan.removals { try rows.removeField(row) }
        for row in plan.updates { try rows.update(row) }
        try rows.update(plan.head)
        if let points { try replacePoints(of: plan.head, by: points, rows) }
        shadows.remove(plan.head.uuid)
      }
      if receipt.drafts > 0 { try rows.setEraseSince(max(time, 1)) }
      try keepUsedFiles(rows)
      return receipt
    }
    if let receipt, receipt.drafts > 0 { needsCompaction = true }
    return receipt ?? PurgeReceipt()
  }

  /// Hands over a plan for each draft of the schema's form that has something to lose.
  ///
  /// A draft whose own row is damaged is passed over: nobody knows its form.
  private func forEachScrub(
    _ schema: StoredSchema, _ rows: DraftRows, _ body: (ScrubPlan, PointScrub?) throws -> Void
  ) throws -> PurgeReceipt {
    var receipt = PurgeReceipt()
    var heads: [Int64: StoredSchema?] = [:]
    for case .intact(let head) in try rows.heads(.all)
    where head.form.isSameBytes(as: schema.schema.id) {
      let writer = try heads[head.schema] ?? readableSchema(head.schema, rows)
      heads[head.schema] = writer
      let stored = try storedRows(head, rows)
      let plan = ScrubPlan(
        stored, head: head, writer: writer, writers: try writers(of: stored, rows), reader: schema)
      let points = try scrubPoints(
        of: DraftState(head: head, rows: stored), plan, schema, rows)
      guard !plan.isEmpty || points != nil else { continue }
      try body(plan, points)
      receipt.drafts += 1
      receipt.savePoints += points?.lost ?? 0
      receipt.fields += plan.fields
      receipt.bytes += plan.bytes
    }
    return receipt
  }

  /// The save points of a draft without secrets; nil if they stay as they are.
  ///
  /// What the draft was before, but for the secrets, becomes one of them if it lost something.
  private func scrubPoints(
    of before: DraftState, _ plan: ScrubPlan, _ schema: StoredSchema, _ rows: DraftRows
  ) throws -> PointScrub? {
    var log = PointLog(try rows.points(draft: before.head.id), of: before.head)
    let added = plan.isEmpty ? nil : log.add(before.head, reason: .scrub, at: now)
    guard !log.groups.isEmpty else { return nil }
    let scrub = try PointScrub(
      log, before: before,
      after: DraftState(head: plan.head, rows: plan.rows(of: before.rows)), reader: schema,
      added: added, writer: { try readableSchema($0, rows) })
    return scrub.lost > 0 || !plan.isEmpty ? scrub : nil
  }

  /// A writer's schema; nil if it is damaged: the draft's secrets go all the same.
  func readableSchema(_ id: Int64, _ rows: DraftRows) throws -> StoredSchema? {
    do {
      return try storedSchema(id, rows)
    } catch let error as DraftError where error.code == .damaged {
      return nil
    }
  }

  /// In the transaction of a save under another schema than before: what was stored of a field
  /// that is a secret now is gone from the rows, and its bytes are to go as well, when the store is
  /// closed or at the next open.
  func noteSecretsRemoved(
    _ stored: [FieldRow], of head: DraftHead, writer: StoredSchema?,
    writers: [Int64: StoredSchema], by schema: StoredSchema, _ rows: DraftRows
  ) throws {
    let plan = ScrubPlan(
      stored, head: head, writer: writer, writers: writers, reader: schema)
    guard plan.fields > 0 else { return }
    if try rows.meta()?.eraseSince == 0 { try rows.setEraseSince(-max(now, 1)) }
    needsCompaction = true
  }
}
