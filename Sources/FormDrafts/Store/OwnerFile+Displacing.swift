extension OwnerFile {
  typealias Applied = (saved: Saved, shadow: ShadowCache.Shadow)

  /// Saves what a form held before the draft was brought into it, and on top what it holds now.
  ///
  /// The earlier state gets a revision of its own, which nobody ever sees as the draft's, and
  /// becomes a save point. What the draft is afterwards is planned from what was stored, as if the
  /// earlier state had never been there.
  func apply(
    _ request: SaveRequest, after form: SaveRequest, id: DraftID, _ rows: DraftRows
  ) throws -> Applied {
    let schemaID = try rows.schemaID(request.schema)
    let (known, stored, writer) = try current(request, id: id, schemaID: schemaID, rows)
    let damaged = Set(stored.filter { !$0.isIntact }.map(\.id))
    let isSameForm = writer.map { $0.fingerprint == request.schema.fingerprint } ?? true
    let writers = isSameForm ? [:] : try writers(of: stored, rows)
    let plan = SavePlan(
      request, stored: stored, writer: writer, head: known, damaged: damaged, writers: writers)
    // A row that stays damaged must not be written anew: it would look whole.
    guard plan.rows.allSatisfy({ damaged.isEmpty || $0.isIntact }),
      try !isKept(form, of: known, stored, rows)
    else { return try apply(request, id: id, nil, rows) }
    var head = self.head(for: request, from: known, plan, schemaID)
    try refuseOverLimits(head, after: known, rows)
    head.expires = try renewedExpiry(request, known, rows)
    guard let before = try applyIfRoom(form, id: id, rows), before.saved.written > 0 else {
      return try apply(request, id: id, nil, rows)
    }
    try noteFiles(plan, stored)
    let next = RevertPlan(
      to: DraftState(head: head, rows: plan.rows), from: before.saved.head, before.shadow.rows)
    head = next.head
    head.seq = before.saved.head.seq + 1
    savedSeq = head.seq
    head.saved = now
    var change = PointChange(
      before: DraftState(head: before.saved.head, rows: before.shadow.rows),
      after: DraftState(head: head, rows: next.rows),
      touched: next.removals + next.updates.map(\.id))
    change.scrub = (request.schema, .init(request), isSameForm)
    try write(next, change, reason: .beforeRestore, rows)
    try keepUsedFiles(after: head.id, rows)
    let saved = Saved(
      head: head, written: plan.written, undeclared: request.undeclared,
      droppedOrphans: plan.droppedOrphans, isNewest: true)
    return (saved, .init(head: head, rows: next.rows, schema: request.schema))
  }

  /// Whether the draft's history has the same state already: what was stored, or what a form held
  /// before an earlier restore.
  private func isKept(
    _ form: SaveRequest, of head: DraftHead, _ stored: [FieldRow], _ rows: DraftRows
  ) throws -> Bool {
    if form.isSameContent(as: DraftState(head: head, rows: stored)) { return true }
    let log = PointLog(try rows.points(draft: head.id), of: head)
    guard let last = log.groups.last(where: { $0.reason == .beforeRestore }),
      case .state(let state) = log.state(last.revision, before: head, stored)
    else { return false }
    return form.isSameContent(as: state)
  }

  /// Saves it unless it would bring the owner over a limit; nothing is written then.
  private func applyIfRoom(
    _ form: SaveRequest, id: DraftID, _ rows: DraftRows
  ) throws -> Applied? {
    do {
      return try apply(form, id: id, nil, rows)
    } catch let error as DraftError where error.code == .tooLarge {
      return nil
    }
  }
}

extension SaveRequest {
  /// Whether a state of the draft holds the same answers, by place.
  fileprivate func isSameContent(as state: DraftState) -> Bool {
    var held: [FieldPath: [UInt8]] = [:]
    for row in state.rows where row.kind == .live { held[row.path] = row.value }
    for leaf in leaves {
      guard let json = leaf.json else { continue }
      guard held.removeValue(forKey: leaf.path) == json else { return false }
    }
    return held.isEmpty
  }
}

extension SaveRequest.Displaced {
  var isNothing: Bool { if case .nothing = self { true } else { false } }
}
