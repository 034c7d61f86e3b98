import FormDraftsSQLite

/// A save of some answers of a draft whose other answers stay as they are.
struct AnswerSave: Sendable {
  /// One answer, and its marks where they are said.
  struct Change: Sendable {
    var leaf: Leaf
    var isTouched: Bool?
    var isDirty: Bool?

    func marks(after marks: Int64) -> Int64 {
      var marks = marks
      for (mark, isSet) in [(FieldRow.touched, isTouched), (FieldRow.dirty, isDirty)] {
        guard let isSet else { continue }
        marks = isSet ? marks | mark : marks & ~mark
      }
      return marks
    }
  }

  var draft: DraftID
  var order: SaveOrder
  var changes: [Change]
}

/// The rows a save of some answers replaces, and the draft's row with them.
///
/// Pure. It costs what is saved, however large the form is: the shadow of the draft says the rest.
private struct AnswerPlan {
  let known: DraftHead
  /// The database's version when the draft's row was known to be that.
  let version: UInt32?
  /// The draft's row afterwards; its counter and time are set when the save's turn has come.
  var head: DraftHead
  private(set) var positions: [Int] = []
  private(set) var old: [FieldRow] = []
  private(set) var new: [FieldRow] = []

  /// Nil if it takes more than new values in rows that are there.
  init?(_ save: AnswerSave, _ shadow: ShadowCache.Shadow) {
    let key = save.order.key
    guard let places = shadow.places, shadow.schema.digest == save.order.schema.digest,
      shadow.head.expires == nil, shadow.head.form.isSameBytes(as: key.form),
      ExactOptional(wrappedValue: shadow.head.record)
        == ExactOptional(wrappedValue: key.record.id),
      save.order.basedOn.map({ $0 == shadow.head.revisionNumber }) != false
    else { return nil }
    known = shadow.head
    version = shadow.points?.version
    head = shadow.head
    head.revision += 1
    positions.reserveCapacity(save.changes.count)
    old.reserveCapacity(save.changes.count)
    new.reserveCapacity(save.changes.count)
    for change in save.changes {
      guard let position = places[change.leaf.path], !positions.contains(position),
        add(change, at: position, in: shadow.rows, save.order.schema)
      else { return nil }
    }
    guard head.bytes <= Int64(DraftLimits.snapshotBytes) else { return nil }
  }

  private mutating func add(
    _ change: AnswerSave.Change, at position: Int, in rows: [FieldRow], _ schema: StoredSchema
  ) -> Bool {
    let path = change.leaf.path
    let row = rows[position]
    guard let before = row.value, schema.index.retention(at: path) == .kept,
      Self.isStoredWhole(change.leaf, schema.index)
    else { return false }
    let json = change.leaf.value.canonicalJSON
    var after = row
    after.value = json
    after.marks = change.marks(after: row.marks)
    if head.hasBase, !row.knowsBase, json != before {
      // Unchanged until now, so the record had what stood here.
      after.flags |= FieldRow.hasBase
      after.base = before
    }
    guard !after.isSameContent(as: row) else { return true }
    guard let isAnswer = rows.answered(row, after) else { return false }
    if isAnswer.before != isAnswer.after {
      guard schema.countable.contains(path) else { return false }
      head.answered += isAnswer.after ? 1 : -1
    }
    after.revision = head.revision
    after.sum = after.checksum
    head.bytes += Int64(json.count - before.count)
    head.rowsSum = head.rowsSum &- row.sum &+ after.sum
    positions.append(position)
    old.append(row)
    new.append(after)
    return true
  }

  /// Whether a value is valid, and no secret stands in it.
  private static func isStoredWhole(_ leaf: Leaf, _ index: SchemaIndex) -> Bool {
    guard (try? leaf.value.validate(at: leaf.path)) != nil else { return false }
    guard case .list = leaf.value else { return true }
    var walk = RedactionWalk(index: index)
    return walk.stored(leaf.value, at: leaf.path) == leaf.value && walk.withheld.isEmpty
  }
}

extension OwnerFile {
  /// Saves answers into rows that this connection knows.
  ///
  /// Nil, with nothing written, if it takes more than that: another form, an answer that is new or
  /// gone, a secret, a draft that somebody else wrote meanwhile. Then the whole form has to be looked
  /// at.
  ///
  /// - Throws: as ``save(_:)``.
  func saveAnswers(_ save: AnswerSave) throws(DraftError) -> Saved? {
    guard var plan = answerPlan(save) else { return nil }
    guard !plan.new.isEmpty else {
      return try isUntouched() ? Saved(head: plan.known, written: 0, undeclared: []) : nil
    }
    let points: PointTally?
    do throws(DraftError) {
      points =
        try write(creating: false, isSave: true) { rows in try apply(&plan, save, rows) } ?? nil
    } catch {
      shadows.remove(save.draft)
      guard let cause = error.cause as? SQLiteError, cause.isCommit else { throw error }
      // The outcome of a failed COMMIT is not known until the row is read again.
      forgetFiles()
      return try outcome(of: plan, after: cause)
    }
    guard let points else { return nil }
    // The number moves with this connection's own commits as well.
    let version = try? database?.connection.dataVersion()
    if let version { database?.counter = (plan.head.seq, version) }
    _ = shadows.change(save.draft) { shadow in
      shadow.head = plan.head
      for (position, row) in zip(plan.positions, plan.new) { shadow.rows[position] = row }
      shadow.points = version.map { (points, $0) }
    }
    return Saved(head: plan.head, written: plan.new.count, undeclared: [], isNewest: true)
  }

  private func answerPlan(_ save: AnswerSave) -> AnswerPlan? {
    var plan: AnswerPlan?
    _ = shadows.change(save.draft) { shadow in
      shadow.makePlaces()
      plan = AnswerPlan(save, shadow)
    }
    return plan
  }

  private func apply(
    _ plan: inout AnswerPlan, _ save: AnswerSave, _ rows: DraftRows
  ) throws -> PointTally? {
    guard try isCurrent(plan, rows) else { return nil }
    plan.head.seq = try lastSeq(rows) + 1
    plan.head.saved = now
    savedSeq = plan.head.seq
    try refuseOverLimits(plan.head, after: plan.known, rows)
    noteFiles(replacing: plan.old, by: plan.new)
    let points = try keepPoints(of: plan.known, reason: save.order.savePoint, rows) {
      PointChange(
        before: DraftState(head: plan.known, rows: plan.old),
        after: DraftState(head: plan.head, rows: plan.new), touched: plan.old.map(\.id))
    }
    for row in plan.new { try rows.update(row) }
    try rows.updateAnswered(plan.head)
    try keepUsedFiles(after: plan.head.id, rows)
    return points
  }

  /// Whether the draft's row says what the plan was made from.
  ///
  /// While nobody committed since this connection did, it need not be read: every commit, also one
  /// of this connection's own, gives the database another version
  /// (<https://sqlite.org/c3ref/c_fcntl_begin_atomic_write.html#sqlitefcntldataversion>).
  private func isCurrent(_ plan: AnswerPlan, _ rows: DraftRows) throws -> Bool {
    guard let version = plan.version, try rows.connection.dataVersion() == version else {
      return try liveHead(plan.known.uuid, rows) == plan.known
    }
    try refuseUnlessWritable(plan.known)
    return true
  }

  /// After a COMMIT that failed: saved if the draft's row says so, else not.
  private func outcome(
    of plan: AnswerPlan, after error: SQLiteError
  ) throws(DraftError) -> Saved {
    let head: DraftHead? =
      try read { rows in
        guard case .intact(let head)? = try rows.heads(.id(plan.known.uuid)).first else {
          return nil
        }
        return head
      } ?? nil
    guard let head, head.revision == plan.head.revision, head.rowsSum == plan.head.rowsSum else {
      throw DraftError(error, file: directory.database)
    }
    return Saved(head: head, written: plan.new.count, undeclared: [])
  }
}
