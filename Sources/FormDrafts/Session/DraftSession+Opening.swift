extension DraftSession {
  /// Looks for a draft and brings it back, or asks.
  ///
  /// The last saved draft of the key that no other session of this store holds, or the one the
  /// session was made for. If it fits it is brought into the form at once; if something needs a
  /// decision, if all there is was split off from another draft, or if
  /// ``DraftSessionOptions/asks`` says so, the state becomes
  /// ``DraftSessionState/asking(_:)`` and nothing is written until ``resume(mergingRecord:)``, ``startFresh()`` or
  /// ``discard(undoFor:)``. Edits made meanwhile win, field by field.
  ///
  /// Calling it again changes nothing and gives the same answer; a draft that could not be read is
  /// looked for again.
  ///
  /// - Returns: what was found; see ``Restoration/facts``.
  /// - Throws: ``DraftError/Code/invalidSchema`` if the mapping cannot keep a draft;
  ///   ``DraftError/Code/ownerPurged`` if the owner was signed out and did not sign in again;
  ///   ``DraftError/Code/unavailable`` after ``close()``.
  @discardableResult
  public func open() async throws(DraftError) -> Restoration {
    if status.ending == .closed { throw Self.wasClosed }
    if let opened { return opened }
    let task = opening ?? Task { await self.bringBack() }
    opening = task
    return try await task.value.get()
  }

  private func bringBack() async -> Result<Restoration, DraftError> {
    defer { if opened == nil { opening = nil } }
    do throws(DraftError) {
      try mapping.check()
    } catch {
      state = .failed(error)
      return .failure(error)
    }
    takeStart()
    await watchStoreWithOwner()
    do throws(DraftError) {
      try await store.refuseIfSignedOut(key.owner)
    } catch {
      end(.signedOut)
      return .failure(error)
    }
    let answer = await findDraft()
    if case .unreadable = answer {} else { opened = answer }
    if status.ending == nil, !isClosing, !isAnswered { await take(answer) }
    return .success(answer)
  }

  /// Reads the form as it began; a value is a copy that was made with the session.
  func takeStart() {
    guard start == nil else { return }
    var snapshot = mapping.snapshot(of: startForm ?? current)
    complete(&snapshot)
    start = snapshot
    startForm = nil
    observe()
  }

  var restoreOptions: RestoreOptions {
    var options = options.restore
    options.upgrades = mapping.upgrades + options.upgrades
    options.record = options.record ?? baseline
    return options
  }

  /// The draft to go on with: one that others hold, or that was split off in a conflict, only if it
  /// was asked for.
  private func findDraft() async -> Restoration {
    let last = await store.restore(
      key, schema: mapping.schema, draft: wanted, options: restoreOptions)
    guard wanted == nil, let first = last.summary else { return last }
    let free = ([first] + last.others).filter { !store.heldDrafts.holds($0.id) }
    guard let chosen = free.first(where: { $0.parent == nil }) ?? free.first else { return .none }
    if chosen.id == first.id { return last }
    return await store.restore(
      key, schema: mapping.schema, draft: chosen.id, options: restoreOptions)
  }

  private func take(_ answer: Restoration) async {
    switch answer {
    case .none: answered()
    case .restored(let draft) where options.asks == .whenNeeded && !isSplitOff(draft):
      apply(draft)
      answered()
    case .restored, .mismatch, .unreadable: state = .asking(answer)
    case .inDoubt(let attempt, let draft):
      await takeInDoubt(attempt, draft, besides: answer)
    }
  }

  /// Whether it is what lost a conflict, or was typed during a submit: nobody asked for it.
  private func isSplitOff(_ draft: StoredDraft) -> Bool {
    wanted == nil && draft.summary.parent != nil
  }

  func answered() {
    isAnswered = true
    state = schedule.isPending ? .editing : .idle
    armAutosave()
  }

  /// Brings the draft that is asked about into the form.
  ///
  /// Does nothing if nothing is asked, or if nothing of the draft can be used:
  /// ``RestoreFacts/canResume`` says so.
  ///
  /// - Parameter mergesRecord: whether a field that changed in the record since the draft began, and
  ///   not in the draft, takes the record's value; not unless said. What both changed is the draft's.
  public func resume(mergingRecord mergesRecord: Bool = false) {
    guard case .asking(let answer) = status, let draft = answer.draft else { return }
    apply(draft, mergesRecord ? draft.report.record?.merged(into: draft.snapshot) : nil)
    answered()
  }

  /// Leaves the draft that is asked about as it is, and begins another.
  ///
  /// The draft stays in the store. Does nothing if nothing is asked.
  public func startFresh() {
    guard case .asking = status else { return }
    answered()
  }

  /// Ends the draft: the one that is asked about, and then the form begins another; else the one the
  /// session holds, and the session with it.
  ///
  /// It is gone when this returns, whatever becomes of the process. Edits that were not saved yet
  /// are not saved any more; with a way back they are, so that nothing is missing when it comes back.
  ///
  /// - Parameter undo: how long ``DraftStore/undoDiscard(_:)`` can bring it back; not at all unless
  ///   said. The session has ended all the same: another one is opened on what came back.
  /// - Returns: the draft to bring back; nil if there was none. While a conflict is asked about that
  ///   is this session's own, as the contested one is somebody else's, too, and stays.
  /// - Throws: what ``DraftStore/discard(_:undoFor:dryRun:)`` throws, and with `undo` what saving does:
  ///   nothing is discarded then; ``DraftError/Code/busy`` while a submit is under way,
  ///   ``DraftError/Code/unavailable`` before ``open()`` and after ``close()``.
  @discardableResult
  public func discard(undoFor undo: Duration? = nil) async throws(DraftError) -> DraftID? {
    await gate.enter()
    defer { gate.leave() }
    switch status {
    case .closed(.closed): throw Self.wasClosed
    case .closed: return nil
    case .submitting: throw Self.submitUnderWay
    case .opening: throw Self.notReady("discarded")
    case .asking(let answer):
      var asked = answer.summary?.id
      if case .unreadable(let id, _) = answer { asked = id }
      if let asked { try await discardOwn(asked, undoFor: undo) }
      startFresh()
      return asked
    default:
      if undo != nil, mayWrite { try await saveAll() }
      // A contested draft is somebody else's, too: only this session's text goes. What was split
      // off from one goes after it, and so comes back with it.
      let ids = [conflict == nil ? line.draft : nil, fork?.draft].compactMap { $0 }
      for id in ids { try await discardOwn(id, undoFor: undo) }
      _ = schedule.began()
      end(.discarded)
      return ids.first
    }
  }

  /// Discards a draft without taking it for somebody else's doing; one that ended before is fine.
  ///
  /// - Parameter basedOn: the revision that is not wanted any more; nil for whatever is there.
  func discardOwn(
    _ id: DraftID, undoFor undo: Duration? = nil, basedOn: DraftRevision? = nil
  ) async throws(DraftError) {
    ownEnding = id
    do throws(DraftError) {
      if let basedOn {
        try await store.discard(id, basedOn: basedOn)
      } else {
        try await store.discard(id, undoFor: undo)
      }
    } catch {
      guard error.code == .gone else { throw error }
    }
  }

  static var submitUnderWay: DraftError {
    DraftError(.busy, "A submit is under way.", hint: "Wait for its end.")
  }
}

extension DraftSession {
  /// Fills the form from a draft; edits made since the form began win, field by field.
  ///
  /// - Parameter merged: the draft's answers with somebody else's; as they are unless said.
  func apply(_ draft: StoredDraft, _ merged: DraftSnapshot? = nil) {
    let stored = merged ?? draft.snapshot
    let before = captureForSave()
    let mine = before.snapshot
    let begin = start ?? mine
    beforeRestore = BeforeRestore(form: source?.read() ?? current, snapshot: mine, place: place)
    fill(
      from: SessionMerge.edits(
        mine, since: begin, onto: stored, schema: mapping.schema, isSecret: neverStored(of: before))
    )
    line.move(to: draft.summary.id, draft.summary.revision, savePoint: .restore)
    line.displace(hasAnswersOfItsOwn(before) ? before : nil)
    title = title ?? draft.summary.title
    held = store.hold(draft.summary.id)
    base = draft.snapshot
    restoredReport = draft.report
    restoredForm = source?.read() ?? current
    beforeRestore?.filled = capture()
    if mine == begin, stored == draft.snapshot {
      _ = schedule.began()
      acknowledged = captureForSave()
    } else {
      schedule.edited(at: timer.now)
    }
  }

  /// Whether the form held something that it does not hold since a draft was brought into it.
  ///
  /// What a record has counts, empty or not; of a new thing only what somebody may have entered.
  private func hasAnswersOfItsOwn(_ before: FormCapture) -> Bool {
    let lost = SessionMerge.changedLeaves(before.snapshot.values, since: capture().values)
    let isRecord = key.record != .new || baseline != nil
    let isSecret = neverStored(of: before)
    return lost.changed.contains { leaf in
      let json = leaf.value.canonicalJSON
      return !isSecret(leaf.path) && (isRecord || json.isAnswer && !json.isZero)
    }
  }

  /// Says of a field whether a save of a form stores nothing of its value: it is a secret, or it
  /// repeats one.
  func neverStored(of capture: FormCapture) -> (FieldPath) -> Bool {
    let index = try? store.stored(mapping.schema).index
    let withheld = store.withheld(of: save(of: capture))
    return { index?.isNeverStored($0) == true || withheld.contains($0) }
  }

  /// Values first, then marks and steps; the focus is a suggestion.
  func fill(from snapshot: DraftSnapshot) {
    var form = source?.read() ?? current
    signals.willChange(\.form)
    let refused = mapping.populate(&form, from: snapshot)
    refusals = refused
    if let source { source.write(form) } else { current = form }
    signals.didChange(\.form)
    signals.willChange(\.place)
    place = SessionPlace(of: snapshot, identities)
    signals.didChange(\.place)
    kept = KeptValues(
      refused.keys, stored: snapshot, form: mapping.snapshot(of: form), schema: mapping.schema)
  }

  /// Puts the form back to what it was before a draft was brought into it, and begins another draft.
  ///
  /// The draft stays, with what was edited since; that is saved to it if it was not. A form without
  /// edits is worth no draft; with edits it gets another. Does nothing if nothing was restored.
  public func undoRestore() {
    guard let before = beforeRestore, mayWrite, fork == nil else { return }
    saveWhatIsLeft(since: before.filled)
    fill(from: before.snapshot)
    if source == nil, !(Form.self is AnyClass) { current = before.form }
    signals.willChange(\.place)
    place = before.place
    signals.didChange(\.place)
    kept = KeptValues()
    leaveDraft()
    (beforeRestore, restoredReport, restoredForm) = (nil, nil, nil)
    _ = schedule.began()
    state = .idle
    // As it began it is worth no draft; with edits it is, and they are not saved yet.
    if start.map(capture().hasSameContent(as:)) != true { noteEdit() }
  }

  /// Saves the last edits to the draft that is being left.
  private func saveWhatIsLeft(since filled: DraftSnapshot) {
    let capture = captureForSave()
    guard schedule.isPending || inFlight != nil, !capture.snapshot.hasSameContent(as: filled) else {
      return
    }
    let (last, line) = (save(of: capture), line)
    // One that somebody else saved, or that ended, stays as it is.
    leaving = Task { [store] in _ = try? await store.save(last, line: line) }
  }
}
