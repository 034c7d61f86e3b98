import FormDraftsSQLite

extension OwnerFile {
  /// One change of a draft, as far as its save points are concerned.
  struct PointChange {
    var before: DraftState
    var after: DraftState
    /// Ids of rows that it changes or removes.
    var touched: [Int64]
    /// What the change takes away so that it is nowhere.
    var scrub: (schema: StoredSchema, withheld: PointScrub.Withheld, isSameForm: Bool)?

    /// The rows that are changed or removed, as they are before.
    var replaced: [FieldRow] {
      guard touched.count > 4 else {
        return touched.isEmpty ? [] : before.rows.filter { touched.contains($0.id) }
      }
      let ids = Set(touched)
      return before.rows.filter { ids.contains($0.id) }
    }

    /// Whether save points may hold what the change takes away.
    func needsScrub(_ replaced: [FieldRow]) -> Bool {
      guard let scrub else { return false }
      if !scrub.isSameForm || scrub.withheld.isTitleWithheld { return true }
      return replaced.contains {
        scrub.withheld.touches($0) || scrub.schema.index.isNeverStored($0.path)
      }
    }
  }

  /// Keeps what a change of a draft replaces, in its transaction.
  ///
  /// - Parameters:
  ///   - known: the draft's row before.
  ///   - reason: why the state before is to be kept whatever the time is.
  ///   - change: asked for only if a save point is made or moved.
  /// - Returns: the save points afterwards.
  func keepPoints(
    of known: DraftHead, reason: SavePoint.Reason?, _ rows: DraftRows, _ change: () -> PointChange
  ) throws -> PointTally {
    guard known.revision > 0 else { return PointTally(draft: known.id) }
    let time = now
    let tally = try pointTally(of: known, rows)
    let reason = reason ?? tally.due(before: known, now: time)
    guard reason != nil || tally.latest != nil else { return tally }
    let change = change()
    let replaced = change.replaced
    let plan = PointPlan(before: known, reason: reason, tally, now: time) { replaced }
    if change.needsScrub(replaced), plan.tally.count > 0 || !plan.inserts.isEmpty,
      let scrubbed = try scrubPoints(change, adding: plan.inserts, rows)
    {
      return scrubbed
    }
    for row in plan.inserts { try rows.insert(row) }
    return try limitPoints(of: known, plan.tally, rows)
  }

  /// The save points that are known from this connection's last save, else as the rows say.
  private func pointTally(of head: DraftHead, _ rows: DraftRows) throws -> PointTally {
    let points = shadows.change(head.uuid) { $0.head == head ? $0.points : nil } ?? nil
    if let points, points.version == (try rows.connection.dataVersion()) { return points.tally }
    return try rows.pointTally(of: head)
  }

  private func limitPoints(
    of head: DraftHead, _ tally: PointTally, _ rows: DraftRows
  ) throws -> PointTally {
    guard tally.exceeds(.init(), now: now) else { return tally }
    var log = PointLog(try rows.points(draft: head.id), of: head)
    if !directory.copies.isEmpty { doomedFiles.formUnion(try rows.copies(of: [head.id])) }
    let losses = log.limit(now: now)
    for id in losses.removals { try rows.removePoint(id) }
    for row in losses.moves { try rows.update(row) }
    try rows.removeUnusedSchemas()
    var left = PointTally(log)
    left.lastID = tally.lastID
    return left
  }

  /// Takes out of the save points what a save takes out of the draft; nil if there is nothing.
  private func scrubPoints(
    _ change: PointChange, adding inserts: [PointRow], _ rows: DraftRows
  ) throws -> PointTally? {
    guard let scrub = change.scrub else { return nil }
    let head = change.before.head
    let log = PointLog(try rows.points(draft: head.id) + inserts, of: head)
    let result = try PointScrub(
      log, before: change.before, after: change.after, reader: scrub.schema,
      withheld: scrub.withheld, writer: { try readableSchema($0, rows) })
    guard result.lost > 0 else { return nil }
    try replacePoints(of: head, by: result, rows)
    if try rows.meta()?.eraseSince == 0 { try rows.setEraseSince(-max(now, 1)) }
    needsCompaction = true
    return PointTally(PointLog(result.rows, of: head))
  }

  func replacePoints(of head: DraftHead, by scrub: PointScrub, _ rows: DraftRows) throws {
    try rows.removePoints(draft: head.id)
    for row in scrub.rows { try rows.insert(row) }
  }
}

extension OwnerFile {
  /// A draft's save points, the newest first; nil if there is no such draft.
  func history(of id: DraftID) throws(DraftError) -> [SavePoint]? {
    try read { rows in
      switch try rows.head(of: id) {
      case nil: return nil
      case .damaged: throw Self.damagedDraft(id)
      case .intact(let head):
        let points = try rows.points(draft: head.id)
        guard !points.isEmpty else { return [] }
        return PointLog(points, of: head).savePoints(before: head, try storedRows(head, rows))
      }
    } ?? nil
  }

  /// Makes a save point of a draft as it is; one that is there already stays, and becomes one that
  /// was made by hand if this is.
  ///
  /// Nil if there is no such draft.
  func makePoint(of id: DraftID, reason: SavePoint.Reason) throws(DraftError) -> SavePoint? {
    let time = now
    return try write(creating: false) { rows in
      guard let head = try headIfHere(id, rows) else { return nil }
      shadows.remove(id)
      let present = try rows.points(draft: head.id).first {
        $0.field == 0 && $0.revision == head.revision && $0.isIntact
      }
      guard var row = present else {
        let tally = try rows.pointTally(of: head)
        let plan = PointPlan(before: head, reason: reason, tally, now: time) { [] }
        for row in plan.inserts { try rows.insert(row) }
        _ = try limitPoints(of: head, plan.tally, rows)
        return SavePoint(head, reason: reason, at: time)
      }
      if reason == .manual, row.reason != reason.code {
        row.reason = reason.code
        row.sum = row.checksum
        try rows.update(row)
      }
      return SavePoint(head, reason: .init(code: row.reason) ?? reason, at: row.at)
    } ?? nil
  }

  /// The row of a draft that is alive; nil if this owner never had it.
  func headIfHere(_ id: DraftID, _ rows: DraftRows) throws -> DraftHead? {
    do {
      return try liveHead(id, rows)
    } catch let error as DraftError where error.code == .notFound {
      return nil
    }
  }

  /// Makes an earlier state of a draft its current one, as a new revision.
  ///
  /// Nil if there is no such draft.
  func revert(
    _ id: DraftID, to revision: DraftRevision, basedOn: DraftRevision?, dryRun: Bool
  ) throws(DraftError) -> Saved? {
    if dryRun {
      return try read { rows in
        try planRevert(id, to: revision, basedOn: basedOn, rows)?.saved
      } ?? nil
    }
    shadows.remove(id)
    return try write(creating: false) { rows in
      let work = try planRevert(id, to: revision, basedOn: basedOn, rows)
      if let work, let plan = work.plan {
        try write(
          plan,
          PointChange(
            before: work.before, after: DraftState(head: work.saved.head, rows: plan.rows),
            touched: plan.removals + plan.updates.map(\.id)), reason: .revert, rows)
      }
      return work?.saved
    } ?? nil
  }

  private struct RevertWork {
    var saved: Saved
    var before: DraftState
    /// Nil if the draft is in that state.
    var plan: RevertPlan?
  }

  private func planRevert(
    _ id: DraftID, to revision: DraftRevision, basedOn: DraftRevision?, _ rows: DraftRows
  ) throws -> RevertWork? {
    guard let known = try headIfHere(id, rows) else { return nil }
    if let basedOn, basedOn != known.revisionNumber {
      throw Self.conflict(known, basedOn: basedOn)
    }
    let before = DraftState(head: known, rows: try storedRows(known, rows))
    let unchanged = Saved(head: known, written: 0, undeclared: [])
    guard revision != known.revisionNumber else {
      return RevertWork(saved: unchanged, before: before)
    }
    let log = PointLog(try rows.points(draft: known.id), of: known)
    let target: DraftState
    switch log.state(Int64(revision.rawValue), before: known, before.rows) {
    case .missing:
      throw DraftError(
        .notFound, "The draft \(id) has no save point of revision \(revision).",
        hint: "Its history lists those it has; nothing was changed.")
    case .damaged:
      throw DraftError(
        .damaged, "The save point of revision \(revision) is damaged.",
        hint: "Nothing was changed; the draft as it is now can be read.")
    case .state(let state): target = state
    }
    let plan = RevertPlan(to: target, from: known, before.rows)
    var head = plan.head
    head.seq = try rows.lastSeq() + 1
    head.saved = now
    var same = head
    same.revision = known.revision
    same.seq = known.seq
    same.saved = known.saved
    if plan.written == 0, same == known { return RevertWork(saved: unchanged, before: before) }
    return RevertWork(
      saved: Saved(head: head, written: plan.written, undeclared: []), before: before, plan: plan)
  }

  /// Makes a planned state the draft's current one, as its newest save.
  ///
  /// - Parameters:
  ///   - change: with the draft's row as it is to be.
  ///   - reason: why the state before is kept.
  func write(
    _ plan: RevertPlan, _ change: PointChange, reason: SavePoint.Reason, _ rows: DraftRows
  ) throws {
    _ = try keepPoints(of: change.before.head, reason: reason, rows) { change }
    for row in plan.removals { try rows.removeField(row) }
    for row in plan.updates { try rows.update(row) }
    for row in plan.inserts { try rows.insert(row) }
    try rows.update(change.after.head)
  }
}

extension SavePoint {
  /// A save point of the draft as it is: nothing differs yet.
  init(_ head: DraftHead, reason: Reason, at time: Int64) {
    self.init(
      revision: head.revisionNumber, savedAt: .init(millisecondsSince1970: head.saved),
      madeAt: .init(millisecondsSince1970: time), reason: reason, changed: [], isDamaged: false)
  }
}
