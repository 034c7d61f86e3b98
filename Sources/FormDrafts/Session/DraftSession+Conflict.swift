extension DraftSession {
  /// Reads what the other writer saved, and goes on with it by the policy; the caller has the gate.
  func settleConflict(
    _ capture: FormCapture, _ taken: AutosaveSchedule.Taken
  ) async throws(DraftError) -> SaveReceipt? {
    let mine = capture.snapshot
    do throws(DraftError) {
      let (theirs, conflict) = try await compare(capture)
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

  /// The contested draft as it is stored now, and how it differs from the form.
  private func compare(
    _ mine: FormCapture
  ) async throws(DraftError) -> (StoredDraft, DraftConflict) {
    var options = restoreOptions
    options.policy = .salvage
    let answer = await store.restore(
      key, schema: mapping.schema, draft: line.draft, options: options)
    if case .unreadable(_, let error) = answer { throw error }
    guard let theirs = answer.draft else {
      throw DraftError(
        .conflict, "The draft was saved by somebody else under a form this one cannot take over.",
        hint: "Keep this text as a draft of its own: open a new session for it.",
        currentRevision: answer.summary?.revision)
    }
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
    let (theirs, conflict) = try await compare(capture)
    let sides = Set(conflict.fields.map { exceptions[$0.path] ?? side })
    self.conflict = nil
    leaveFork()
    let result = conflict.resolved(side, except: exceptions)
    _ = try await goOn(with: result, from: mine, after: theirs)
    if !sides.contains(.theirs), let id = fork.draft { try await discardOwn(id) }
  }
}
