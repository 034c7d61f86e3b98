import FormDraftsSQLite

extension OwnerFile {
  /// What a save did, before it is put into a receipt.
  struct Saved: Sendable {
    var head: DraftHead
    var written: Int
    var undeclared: [FieldPath]
    var droppedOrphans: [FieldPath] = []
    /// Something was written, so that this draft has the owner's latest count.
    var isNewest = false
  }

  /// Saves a draft in one transaction: fence, revision, save point, changed rows, revision + 1.
  func save(_ request: SaveRequest) throws(DraftError) -> Saved {
    let look = try firstLook(request)
    if let look, look.isUnchanged {
      return Saved(head: look.head, written: 0, undeclared: request.undeclared)
    }
    let id = request.draft ?? DraftID(environment.makeID()) ?? DraftID(Identifiers.random())
    guard let id else { throw DraftError(.internalError, "No id could be made.") }
    do {
      return try saveOnce(request, id: id, look)
    } catch let error as SQLiteError where error.isCommit {
      // The outcome of a failed COMMIT is not known until the row is read again.
      forgetFiles()
      return try outcome(of: request, id: id, after: error)
    } catch {
      throw DraftError.wrapping(error, file: directory.database)
    }
  }

  private func saveOnce(
    _ request: SaveRequest, id: DraftID, _ look: FirstLook?
  ) throws -> Saved {
    var commitError: SQLiteError?
    var result: (saved: Saved, shadow: ShadowCache.Shadow)?
    do {
      result = try write(creating: request.draft == nil, isSave: true) { rows in
        do {
          if case .form(let earlier) = request.displaced {
            return try apply(request, after: earlier, id: id, rows)
          }
          return try apply(request, id: id, look, rows)
        }
      }
    } catch {
      if let cause = error.cause as? SQLiteError, cause.isCommit { commitError = cause }
      shadows.remove(id)
      if let commitError { throw commitError }
      throw error
    }
    guard var result else { throw Self.notFound(id) }
    // The number moves with this connection's own commits as well.
    if result.saved.isNewest, let version = try? database?.connection.dataVersion() {
      database?.counter = (result.saved.head.seq, version)
      result.shadow.points?.version = version
    }
    shadows.keep(result.shadow)
    return result.saved
  }

  /// Saves in the transaction that is open.
  func apply(
    _ request: SaveRequest, id: DraftID, _ look: FirstLook?, _ rows: DraftRows
  ) throws -> (saved: Saved, shadow: ShadowCache.Shadow) {
    let schemaID = try rows.schemaID(request.schema)
    let (known, stored, writer) = try current(request, id: id, schemaID: schemaID, rows)
    // A shadow's rows are intact; what was just read may not be.
    let isShadow = shadows[id]?.head == known
    let isSameForm = writer.map { $0.fingerprint == request.schema.fingerprint } ?? true
    let writers = isSameForm ? [:] : try writers(of: stored, rows)
    let plan =
      if let look, isShadow, look.head == known {
        look.plan
      } else {
        SavePlan(
          request, stored: stored, writer: writer, head: known,
          damaged: isShadow ? [] : Set(stored.filter { !$0.isIntact }.map(\.id)),
          writers: writers)
      }
    var head = self.head(for: request, from: known, plan, schemaID)
    if plan.written == 0, known.revision > 0, head.isSameState(as: known) {
      return try renew(
        DraftState(head: known, rows: stored), request,
        points: isShadow ? shadows[id]?.points : nil, rows)
    }
    try refuseOverLimits(head, after: known, rows)
    head.expires = try renewedExpiry(request, known, rows)
    head.revision += 1
    head.seq = try lastSeq(rows) + 1
    savedSeq = head.seq
    head.saved = now
    try noteFiles(plan, stored)
    let after = head
    let points = try keepPoints(
      of: known, reason: request.savePoint ?? (isSameForm ? nil : .upgrade), rows
    ) {
      PointChange(
        before: DraftState(head: known, rows: stored),
        after: DraftState(head: after, rows: plan.rows), touched: plan.touched,
        scrub: (request.schema, .init(request), isSameForm))
    }
    try write(plan, rows)
    try rows.update(head)
    try keepUsedFiles(after: head.id, rows)
    if known.schema != schemaID, known.revision > 0 {
      try noteSecretsRemoved(
        stored, of: known, writer: writer, writers: writers, by: request.schema, rows)
      try rows.removeUnusedSchemas()
    }
    return (
      Saved(
        head: head, written: plan.written, undeclared: request.undeclared,
        droppedOrphans: plan.droppedOrphans, isNewest: true),
      .init(
        head: head, rows: plan.rows, schema: request.schema,
        points: (points, try rows.connection.dataVersion()))
    )
  }

  private func write(_ plan: SavePlan, _ rows: DraftRows) throws {
    for row in plan.removals { try rows.removeField(row) }
    for row in plan.kindUpdates { try rows.updateKind(row) }
    for row in plan.updates { try rows.update(row) }
    for row in plan.inserts { try rows.insert(row) }
  }

  /// A save that brings nothing new keeps the revision, and renews a time to live.
  private func renew(
    _ state: DraftState, _ request: SaveRequest,
    points: (tally: PointTally, version: UInt32)?, _ rows: DraftRows
  ) throws -> (saved: Saved, shadow: ShadowCache.Shadow) {
    var head = state.head
    head.expires = try renewedExpiry(request, state.head, rows)
    if head != state.head { try rows.update(head) }
    return (
      Saved(head: head, written: 0, undeclared: request.undeclared),
      .init(head: head, rows: state.rows, schema: request.schema, points: points)
    )
  }

  /// The owner's save counter; read only if somebody wrote since this connection's last save.
  func lastSeq(_ rows: DraftRows) throws -> Int64 {
    if let counter = database?.counter, counter.version == (try rows.connection.dataVersion()) {
      return counter.seq
    }
    try? ledger?.reload()
    return try rows.lastSeq()
  }

  /// The draft as it stands: an empty one for a new draft, else what is stored.
  func current(
    _ request: SaveRequest, id: DraftID, schemaID: Int64, _ rows: DraftRows
  ) throws -> (DraftHead, [FieldRow], StoredSchema?) {
    guard request.draft != nil else {
      var head = DraftHead(uuid: id, form: request.form, record: request.record)
      head.schema = schemaID
      head.created = now
      head.id = try rows.insert(head)
      return (head, [], nil)
    }
    let head = try liveHead(id, rows)
    guard head.isSameKey(as: request) else { throw Self.keyMismatch }
    try head.refuse(unlessAt: request.basedOn)
    if let shadow = shadows[id], shadow.head == head {
      return (head, shadow.rows, shadow.schema)
    }
    return (head, try storedRows(head, rows), try storedSchema(head.schema, rows))
  }

  static func conflict(_ head: DraftHead, basedOn: DraftRevision) -> DraftError {
    DraftError(
      .conflict,
      "The draft was saved by somebody else: it is at revision \(head.revision), "
        + "this save is based on \(basedOn).",
      hint: "Restore it, bring your changes in, and save again; nothing was changed.",
      currentRevision: head.revisionNumber)
  }

  private static var keyMismatch: DraftError {
    DraftError(
      .keyMismatch, "The draft belongs to another form or record.",
      hint: "Save under the form and record it was made for.")
  }

  /// The row of a draft that is alive and can be written to.
  func liveHead(_ id: DraftID, _ rows: DraftRows) throws -> DraftHead {
    switch try rows.head(of: id) {
    case .intact(let head):
      try refuseUnlessWritable(head)
      return head
    case .damaged: throw Self.damagedDraft(id)
    case nil:
      guard let ending = try rows.ending(of: id) else { throw Self.notFound(id) }
      throw DraftError.gone(ending.shown)
    }
  }

  static func damagedDraft(_ id: DraftID) -> DraftError {
    DraftError(
      .damaged, "The draft \(id) is damaged: its checksum does not hold.",
      hint: "Nothing was changed. Discard it, repair the store, or bring that back from a backup.")
  }

  static func notFound(_ id: DraftID) -> DraftError {
    DraftError(
      .notFound, "There is no draft \(id).", hint: "List the drafts to see their ids.")
  }

  /// All rows of a draft by ordinal, damaged ones too: a save overwrites or leaves them.
  func storedRows(_ head: DraftHead, _ rows: DraftRows) throws -> [FieldRow] {
    var stored: [FieldRow] = []
    try rows.forEachField(draft: head.id) { row, _ in if let row { stored.append(row) } }
    return stored.sorted { ($0.ordinal, $0.id) < ($1.ordinal, $1.id) }
  }

  func storedSchema(_ id: Int64, _ rows: DraftRows) throws -> StoredSchema {
    guard let stored = try rows.schema(id) else {
      throw DraftError(.damaged, "The schema a draft was saved under is missing.")
    }
    return try schemas.stored(
      text: stored.text, fingerprint: stored.fingerprint, digest: stored.digest)
  }

  /// The draft's row afterwards; revision, counter and time still as they were.
  func head(
    for request: SaveRequest, from known: DraftHead, _ plan: SavePlan, _ schemaID: Int64
  ) -> DraftHead {
    var head = known
    head.schema = schemaID
    head.version = request.schema.schema.version
    if let title = request.title { head.title = title }
    if request.isTitleWithheld { head.title = nil }
    head.step = request.step
    head.skipped = request.skipped
    head.focus = request.focus
    if let baseline = request.baseline { head.baseline = baseline }
    if let parent = request.parent { head.parent = parent }
    head.hasBase = request.recordsBase(after: known)
    head.answered = Int64(request.schema.answered(plan.rows.answers))
    head.bytes = plan.byteCount
    head.rows = Int64(plan.rows.count)
    head.nextRow = plan.nextRow
    head.rowsSum = plan.rowsSum
    return head
  }

  /// After a COMMIT that failed: saved if the draft's row says so, else not.
  private func outcome(
    of request: SaveRequest, id: DraftID, after error: SQLiteError
  ) throws(DraftError) -> Saved {
    let head: DraftHead? =
      try read { rows in
        guard case .intact(let head)? = try rows.head(of: id) else { return nil }
        return head
      } ?? nil
    guard let head, request.draft == nil || request.basedOn != nil,
      request.revisions.contains(head.revision),
      head.bytes == Int64(request.byteCount)
    else { throw DraftError(error, file: directory.database) }
    return Saved(head: head, written: request.leaves.count, undeclared: request.undeclared)
  }
}

extension SaveRequest {
  /// Leaves the schema does not declare.
  var undeclared: [FieldPath] {
    leaves.filter { $0.json != nil && !schema.index.covers($0.path) }.map(\.path)
  }
}

extension SaveRequest {
  /// What the draft's revision may be after this save.
  fileprivate var revisions: ClosedRange<Int64> {
    let before = Int64(basedOn?.rawValue ?? 0)
    if case .nothing = displaced { return before + 1...before + 1 }
    return before + 1...before + 2
  }
}

extension DraftHead {
  var revisionNumber: DraftRevision { DraftRevision(Int(revision)) }

  func isSameKey(as request: SaveRequest) -> Bool {
    form.isSameBytes(as: request.form)
      && ExactOptional(wrappedValue: record) == ExactOptional(wrappedValue: request.record)
  }

  /// Whether nothing differs that a save sets.
  func isSameState(as other: DraftHead) -> Bool { self == other }
}
