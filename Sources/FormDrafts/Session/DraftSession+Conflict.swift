extension DraftSession {
  /// Reads what the other writer saved, and goes on with it by the policy; the caller has the gate.
  func settleConflict(
    _ capture: FormCapture, _ taken: AutosaveSchedule.Taken
  ) async throws(DraftError) -> SaveReceipt? {
    let mine = capture.snapshot
    do throws(DraftError) {
      guard let (theirs, conflict) = try await compare(capture) else {
        return try await goOnApart(capture)
      }
      if conflict.fields.isEmpty {
        return try await goOn(with: conflict.merged, from: mine, after: theirs)
      }
      switch options.conflicts {
      case .ask: return try await ask(about: conflict, capture)
      case .mine:
        return try await goOn(with: conflict.resolved(.mine), from: mine, after: theirs)
      case .theirs:
        _ = try await store.save(save(of: capture), line: SaveLine(parent: theirs.summary.id))
        return try await goOn(with: conflict.resolved(.theirs), from: mine, after: theirs)
      }
    } catch {
      if status.ending == nil { fail(error, taken) }
      throw error
    }
  }

  /// The contested draft as it is stored now, and how it differs from the form; nil if this form
  /// cannot take it over, or it cannot be read.
  private func compare(
    _ mine: FormCapture
  ) async throws(DraftError) -> (StoredDraft, DraftConflict)? {
    var options = restoreOptions
    options.policy = .salvage
    let answer = await store.restore(
      key, schema: mapping.schema, draft: line.draft, options: options)
    switch answer {
    case .unreadable(_, let error):
      guard [.damaged, .newerStore].contains(error.code) else { throw error }
      return nil
    // It ended after the save was refused: the next save says how.
    case .none: throw DraftError(.conflict, "The draft was saved by somebody else, and ended.")
    default: break
    }
    guard let theirs = answer.draft else { return nil }
    let isSecret = neverStored(of: mine)
    let conflict = DraftConflict(
      base: base?.without(isSecret), mine: mine.snapshot.without(isSecret), theirs: theirs.snapshot,
      schema: mapping.schema, draft: theirs.summary.id, theirRevision: theirs.summary.revision)
    return (theirs, conflict)
  }

  /// Takes a merged state into the form, with what was edited meanwhile, and saves it on top of
  /// theirs.
  private func goOn(
    with merged: DraftSnapshot, from mine: DraftSnapshot, after theirs: StoredDraft
  ) async throws(DraftError) -> SaveReceipt? {
    let form = captureForSave()
    fill(
      from: SessionMerge.edits(
        form.snapshot, since: mine, onto: merged, schema: mapping.schema,
        isSecret: neverStored(of: form)))
    line.move(to: theirs.summary.id, theirs.summary.revision, savePoint: .merge)
    base = theirs.snapshot
    acknowledged = nil
    return try await saveNow(isForced: true)
  }

  /// Leaves a draft that this form cannot take over to whoever saved it, and goes on with the form as
  /// a draft of its own, with that one as its parent.
  private func goOnApart(_ capture: FormCapture) async throws(DraftError) -> SaveReceipt? {
    let own = SaveLine(parent: line.draft)
    let receipt = try await store.save(save(of: capture), line: own)
    leaveDraft()
    line.move(to: receipt.draft, receipt.revision)
    return saved(capture, receipt)
  }

  /// Leaves the contested draft alone until somebody decides; the session's text goes to a draft of
  /// its own, so that waiting costs nothing.
  private func ask(
    about conflict: DraftConflict, _ capture: FormCapture
  ) async throws(DraftError) -> SaveReceipt? {
    let line = SaveLine(parent: conflict.draft)
    self.conflict = conflict
    fork = line
    state = .conflict(conflict)
    return saved(capture, try await store.save(save(of: capture), line: line))
  }

  /// Decides a conflict: one side for all contested fields, with exceptions.
  ///
  /// The draft is read again first, as both sides may have gone on. What does not overlap is merged.
  /// The losing side is kept: this session's text as a draft of its own with the contested one as
  /// its parent, theirs as a save point. Does nothing if nothing is contested.
  ///
  /// - Parameters:
  ///   - side: whose values are taken.
  ///   - exceptions: the fields for which it is the other way round.
  /// - Throws: what a save and a restore throw, and ``DraftError/Code/unavailable`` before ``open()`` and
  ///   after ``close()``; the conflict is then still there.
  public func resolve(
    _ side: DraftConflict.Side, except exceptions: [FieldPath: DraftConflict.Side] = [:]
  ) async throws(DraftError) {
    await gate.enter()
    defer { gate.leave() }
    if opening == nil, status.ending == nil { throw Self.notReady("resolved") }
    if status.ending == .closed { throw Self.wasClosed }
    guard conflict != nil, let fork else { return }
    try refuseIfEnded()
    let capture = captureForSave()
    let mine = capture.snapshot
    _ = try await store.save(save(of: capture), line: fork)
    guard let (theirs, conflict) = try await compare(capture) else { throw Self.notTakenOver }
    let sides = Set(conflict.fields.map { exceptions[$0.path] ?? side })
    self.conflict = nil
    leaveFork()
    let result = conflict.resolved(side, except: exceptions)
    _ = try await goOn(with: result, from: mine, after: theirs)
    if !sides.contains(.theirs), let id = fork.draft { try await discardOwn(id) }
  }

  private static var notTakenOver: DraftError {
    DraftError(
      .conflict, "The draft was saved by somebody else under a form this one cannot take over.",
      hint: "What this form holds is in a draft of its own; nothing was changed.")
  }
}
