extension OwnerFile {
  /// Saves a form that is handed over whole: what differs from the last time, if that is all it
  /// takes, else all of it.
  ///
  /// - Parameters:
  ///   - snapshot: the form's state; let go of here.
  ///   - known: the request, if it was made before.
  /// - Returns: what was done, and the request, if one was made.
  func save(
    _ order: SaveOrder, _ handed: HandedOverSnapshot, _ known: SaveRequest?
  ) throws(DraftError) -> (saved: Saved, request: SaveRequest?) {
    guard let snapshot = handed.take() else {
      throw DraftError(.internalError, "A snapshot was saved twice.")
    }
    if let saved = try saveDifferences(order, snapshot) { return (saved, nil) }
    let request: SaveRequest
    if let known { request = known } else { request = try order.request(snapshot) }
    let saved = try save(request)
    if order.secrets.isEmpty, request.isWhole {
      _ = shadows.change(saved.head.uuid) { shadow in
        shadow.handed = HandedForm(snapshot, undeclared: saved.undeclared)
      }
    }
    return (saved, request)
  }

  private func saveDifferences(
    _ order: SaveOrder, _ snapshot: DraftSnapshot
  ) throws(DraftError) -> Saved? {
    guard let draft = order.draft, order.isPlain else { return nil }
    let found = shadows.change(draft) { $0.handed?.differences(to: snapshot) } ?? nil
    guard let found else { return nil }
    let changes = found.leaves.map { AnswerSave.Change(leaf: $0) }
    let save = AnswerSave(draft: draft, order: order, changes: changes)
    guard var saved = try saveAnswers(save) else { return nil }
    saved.undeclared =
      shadows.change(draft) { shadow in
        shadow.handed?.take(found, from: snapshot)
        return shadow.handed?.undeclared
      }.flatMap { $0 } ?? []
    return saved
  }

  /// Saves some answers and leaves the others as they are stored.
  ///
  /// - Returns: what was done, and the request, if one was made.
  func save(
    _ edits: DraftEdits, _ order: SaveOrder, of draft: DraftID
  ) throws(DraftError) -> (saved: Saved, request: SaveRequest?) {
    if let changes = edits.leafChanges {
      let save = AnswerSave(draft: draft, order: order, changes: changes)
      if var saved = try saveAnswers(save) {
        _ = shadows.change(draft) { $0.handed = nil }
        saved.undeclared = changes.map(\.leaf.path).filter { !order.schema.index.covers($0) }
        return (saved, nil)
      }
    }
    for _ in 0..<8 {
      var order = order
      let (snapshot, revision) = try edited(edits, order, of: draft)
      let wanted = order.basedOn
      order.basedOn = wanted ?? revision
      do throws(DraftError) {
        let request = try order.request(snapshot)
        return (try save(request), request)
      } catch {
        // Somebody else saved between the look and the save.
        guard error.code == .conflict, wanted == nil else { throw error }
      }
    }
    throw Self.busy
  }

  /// The draft's answers as they are stored, with edits in them.
  private func edited(
    _ edits: DraftEdits, _ order: SaveOrder, of draft: DraftID
  ) throws(DraftError) -> (DraftSnapshot, DraftRevision) {
    guard let content = try content(of: draft) else {
      _ = try read { rows in try liveHead(draft, rows) }  // says how it ended
      throw Self.notFound(draft)
    }
    guard content.damaged.isEmpty, !content.isIncomplete else { throw Self.damagedDraft(draft) }
    guard content.writer.fingerprint == order.schema.fingerprint else {
      throw DraftError(
        .invalidArgument, "The draft was last saved under another form.",
        hint: "Restore it under this form, and save it whole once.")
    }
    let input = content.resolverInput(reader: nil)
    var snapshot = Resolver.resolve(input, options: RestoreOptions()).snapshot
    try edits.apply(to: &snapshot)
    return (snapshot, content.head.revisionNumber)
  }
}
