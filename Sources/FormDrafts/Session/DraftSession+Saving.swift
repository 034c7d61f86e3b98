extension DraftSession {
  /// Saves now what is not saved yet, and waits until it is.
  ///
  /// The form is read here, whether or not a change was noticed. After it returned the edit survives
  /// the death of the process, and on Apple platforms power loss too, which the saves in between do
  /// not. While a submit is under way or in doubt, what was edited since goes to a draft of its own.
  ///
  /// - Returns: the receipt of the save that holds what the form holds; nil if this session has
  ///   written nothing, or if it ended with its draft and nothing was edited since.
  /// - Throws: what ``DraftStore/save(_:schema:key:draft:basedOn:title:baseline:expiresAfter:parent:savePoint:)`` throws;
  ///   ``DraftError/Code/gone`` or ``DraftError/Code/ownerPurged`` with the reason if there are edits
  ///   and the draft has ended; ``DraftError/Code/unavailable`` if there are edits and ``open()`` was
  ///   not called, its question is not answered, or ``close()`` was called; what ``open()`` threw, if
  ///   it failed. The edits stay, and are tried again.
  @discardableResult
  public func flush() async throws(DraftError) -> SaveReceipt? {
    if let opening, opened == nil { _ = await opening.value }
    await leaving?.value
    await gate.enter()
    defer { gate.leave() }
    if try hasEnded() { return nil }
    guard mayWrite else { return try nothingWritten() }
    var receipt = try await saveNow()
    if receipt != nil { receipt?.durability = try await store.makeDurable(key.owner) }
    return receipt
  }

  /// Saves and ends the session; the draft stays.
  ///
  /// If the save fails the state says so, and the session goes on trying; it ends when it succeeds.
  /// Until then it holds its draft, and another session of the key does not find that.
  /// While a draft is asked about that one stays as it is, and what was edited meanwhile becomes
  /// another; so does what was edited in a session that was never opened.
  public func close() async {
    guard state.ending == nil else { return }
    isClosing = true
    if let opening, opened == nil { _ = await opening.value }
    await leaving?.value
    await gate.enter()
    defer { gate.leave() }
    if case .asking = status, schedule.isPending { answered() }  // “not now”, with a draft begun
    if opening == nil {
      do throws(DraftError) {
        try await beginWithoutOpening()
      } catch {
        isClosing = false
        return state = .failed(error)
      }
    }
    guard mayWrite else { return end(.closed) }
    do throws(DraftError) {
      try await saveAll()
      end(.closed)
    } catch {
      // Unsaved edits keep it open; whatever ended the draft has ended the session.
    }
  }

  /// An app that edits, and never opens, finds what was entered in a draft of its own.
  ///
  /// - Throws: what keeps the form from having a draft; it stays open then.
  private func beginWithoutOpening() async throws(DraftError) {
    guard schedule.isPending else { return }
    try mapping.check()
    takeStart()
    await watchStoreWithOwner()
    answered()
  }

  /// Ends the session: nothing is written any more, and its draft is free for others.
  func end(_ ending: DraftSessionState.Ending) {
    guard status.ending == nil else { return }
    state = .closed(ending)
    (held, heldFork) = (nil, nil)
    watch = nil
  }

  /// Whether its draft has ended and nothing is left to be saved.
  ///
  /// - Throws: how it ended, if there is.
  func hasEnded() throws(DraftError) -> Bool {
    guard let ending = status.ending, ending != .closed else { return false }
    if schedule.isPending { try refuseIfEnded() }
    return true
  }

  func refuseIfEnded() throws(DraftError) {
    switch status.ending {
    case nil, .closed?: return
    case .signedOut?: throw DraftError.ownerPurged()
    case .submitted?, .submittedElsewhere?:
      throw DraftError.gone(.submitted, hint: Self.anotherSession)
    case .discarded?: throw DraftError.gone(.discarded, hint: Self.anotherSession)
    case .purged?: throw DraftError.gone(.purged, hint: Self.anotherSession)
    case .expired?: throw DraftError.gone(.expired, hint: Self.anotherSession)
    }
  }

  /// A session that was closed, or never opened, says so if there is something it does not save.
  func nothingWritten() throws(DraftError) -> SaveReceipt? {
    if schedule.isPending, !isAnswered {
      switch status {
      case .failed(let error): throw error
      case .opening, .asking: throw Self.notReady("saved")
      default: break
      }
    }
    guard status.ending == .closed else { return nil }
    guard schedule.isPending, !captureForSave().isStoredLike(acknowledged) else {
      return lastReceipt
    }
    throw Self.wasClosed
  }

  static var wasClosed: DraftError {
    DraftError(
      .unavailable, "The session was closed, and saves nothing any more.",
      hint: anotherSession)
  }

  private static var anotherSession: String { "Open another session to begin a new draft." }

  /// Whether the state is about saving, and not about a decision that is asked for.
  private var showsSaving: Bool { fork == nil && attempt == nil }

  /// Saves until nothing is left to be saved; the caller has the gate.
  func saveAll(isForced: Bool = false) async throws(DraftError) {
    repeat { try await saveNow(isForced: isForced) } while schedule.isPending
  }

  /// Saves if something changed; the caller has the gate.
  ///
  /// - Parameter isForced: whether a form as it began is worth a draft, as for a submit.
  @discardableResult
  func saveNow(isForced: Bool = false) async throws(DraftError) -> SaveReceipt? {
    // A blocking save went beside the draft, or a submit is over.
    if fork != nil, conflict == nil, attempt == nil {
      return try await foldEdits(isForced: isForced)
    }
    savesUnderWay += 1
    defer { savesEnded() }
    let taken = schedule.began()
    let capture = captureForSave()
    if source?.watch == .object { observe() }
    let line = line
    do throws(DraftError) {
      if let receipt = try await unchanged(capture, isForced: isForced) { return receipt.value }
      if showsSaving { state = .saving }
      inFlight = capture
      defer { inFlight = nil }
      let receipt = try await store.save(save(of: capture), line: fork ?? line)
      // Another line: the form went back to what it was before a draft was brought into it.
      return line === self.line ? saved(capture, receipt) : receipt
    } catch {
      guard line === self.line else { throw error }
      return try await failed(error, capture, taken)
    }
  }

  private struct Unchanged { var value: SaveReceipt? }

  /// Nil if the snapshot is to be written.
  private func unchanged(
    _ capture: FormCapture, isForced: Bool
  ) async throws(DraftError) -> Unchanged? {
    let makesFork = isForced && fork != nil && fork?.draft == nil
    if capture.isStoredLike(acknowledged), line.draft != nil, !makesFork {
      schedule.succeeded()
      showSaved()
      return Unchanged(value: lastReceipt)
    }
    guard !isForced, fork == nil, let start, capture.snapshot.hasSameContent(as: start)
    else { return nil }
    if line.draft == nil {
      schedule.succeeded()
      showSaved()
      return Unchanged(value: nil)
    }
    guard options.whenUnchanged == .discard, let id = line.draft, await holdsNothingElse(id)
    else { return nil }
    guard try await discardUnchanged(id) else { return nil }
    leaveDraft()
    schedule.succeeded()
    showSaved()
    return Unchanged(value: nil)
  }

  /// Whether a draft has no answer that is without a place in this form.
  private func holdsNothingElse(_ id: DraftID) async -> Bool {
    let stored = await store.restore(
      key, schema: mapping.schema, draft: id, options: restoreOptions)
    return stored.draft?.orphans.isEmpty == true
  }

  /// Ends a draft that is as this session knows it; false if somebody else saved to it since.
  private func discardUnchanged(_ id: DraftID) async throws(DraftError) -> Bool {
    do throws(DraftError) {
      try await discardOwn(id, basedOn: line.place.revision)
      return true
    } catch {
      guard error.code == .conflict else { throw error }
      ownEnding = nil
      return false
    }
  }

  func saved(_ capture: FormCapture, _ receipt: SaveReceipt) -> SaveReceipt {
    schedule.succeeded()
    if let last = lastReceipt, last.draft == receipt.draft, last.revision > receipt.revision {
      showSaved()  // a blocking save came in between
      return last
    }
    acknowledged = capture
    lastReceipt = receipt
    if fork == nil {
      base = capture.snapshot
      if held?.id != receipt.draft { held = store.hold(receipt.draft) }
    } else if heldFork?.id != receipt.draft {
      heldFork = store.hold(receipt.draft)
    }
    showSaved()
    return receipt
  }

  /// What is saved from now on becomes another draft.
  func leaveDraft() {
    line = SaveLine()
    (held, acknowledged, base, lastReceipt, watch) = (nil, nil, nil, nil, nil)
    watchStore()
  }

  /// The state after a save, or after finding that none was needed.
  func showSaved() {
    if status.ending != nil { return }
    if isClosing, !schedule.isPending { return end(.closed) }
    if status.isSubmitting { return }
    if let conflict {
      state = .conflict(conflict)
    } else if let attempt {
      state = .inDoubt(attempt)
    } else if schedule.isPending {
      state = .editing
    } else {
      state = lastReceipt.map { .saved($0) } ?? .idle
    }
  }

  private func failed(
    _ error: DraftError, _ capture: FormCapture, _ taken: AutosaveSchedule.Taken
  ) async throws(DraftError) -> SaveReceipt? {
    switch error.code {
    case .conflict where fork == nil:
      return try await settleConflict(capture, taken)
    case .gone, .ownerPurged:
      throw ended(error, taken)
    case .notFound where (fork ?? line).draft != nil:
      // The store was removed or replaced below us: what is in the form becomes a new draft.
      (fork ?? line).move(to: nil, nil)
      let error = DraftError(
        .notFound, "The draft is not in the store any more.",
        hint: "Save again: what the form holds becomes another draft.", cause: error)
      fail(error, taken)
      throw error
    default:
      fail(error, taken)
      throw error
    }
  }

  /// The draft or its owner has ended; edits that were not saved stay in the form.
  ///
  /// - Returns: the error, in words for whoever has a session.
  func ended(_ error: DraftError, _ taken: AutosaveSchedule.Taken) -> DraftError {
    schedule.failed(taken, at: timer.now, retries: false)
    if error.code == .ownerPurged { end(.signedOut) } else { endElsewhere(.init(error.ending)) }
    do throws(DraftError) {
      try refuseIfEnded()
    } catch {
      return error
    }
    return error
  }

  /// Keeps the edits, shows the error and tries again later.
  func fail(_ error: DraftError, _ taken: AutosaveSchedule.Taken) {
    schedule.failed(taken, at: timer.now, retries: error.canPass)
    if status.ending == nil, showsSaving { state = .failed(error) }
    armAutosave()
  }
}
