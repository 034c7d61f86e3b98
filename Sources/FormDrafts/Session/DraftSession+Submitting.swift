extension DraftSession {
  /// Submits the form: the draft ends if, and only if, the server took it.
  ///
  /// The form is saved first, and that it is being sent, under an id for the try; both are durable
  /// before anything is sent. If the process dies before the answer, the next session is
  /// ``DraftSessionState/inDoubt(_:)`` with the same id. If `send` throws or is cancelled, or
  /// `accepting` refuses its answer, the draft stays as it was; the same form sent again after an
  /// error has the same id. Where it is not known whether the form arrived, as after a timeout,
  /// throw ``SubmitInDoubt``. If the session was closed meanwhile the draft ends, or stays, all the same.
  ///
  /// What another window saved to the draft since is brought into the form first, as by any save.
  ///
  /// The draft stays as it was sent while it is under way. What is edited meanwhile is saved to a
  /// draft of its own, with this one as its parent: after a success the session goes on with that,
  /// after a failure it is taken back into this one. Without such edits a success ends the session.
  ///
  /// ```swift
  /// let reply = try await session.submit { attempt in
  ///   try await server.send(attempt.form, idempotencyKey: attempt.id.rawValue)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - accepting: whether an answer means that the server took the form; any answer unless said.
  ///   - retention: how long the submitted copy is kept; not at all unless said.
  ///   - send: sends the form; only what it returns counts as success.
  /// - Returns: what `send` returned, accepted or not.
  /// - Throws: what `send` throws, and what saving throws before it; ``DraftError/Code/busy`` while
  ///   another submit is under way, ``DraftError/Code/unavailable`` before the restore question is
  ///   answered, after ``close()``, and if what was sent in doubt cannot be sent again as it was: by a
  ///   version of the form that cannot take it over without a decision, and by a class without
  ///   ``DraftMapping/copying(_:)`` that was edited since;
  ///   ``DraftError/Code/conflict`` while one is asked about.
  @discardableResult
  public func submit<Answer>(
    accepting: (Answer) -> Bool = { _ in true }, keepingCopyFor retention: Duration? = nil,
    _ send: @MainActor (SubmitAttempt<Form>) async throws -> Answer
  ) async throws -> Answer {
    let (attempt, sent, isRepeated) = try await beginSubmit()
    let answer: Answer
    do {
      answer = try await send(attempt)
    } catch {
      if isRepeated || error is SubmitInDoubt {
        await submitInDoubt(attempt.id)
      } else {
        await submitFailed(attempt.id, sent)
      }
      throw error
    }
    if accepting(answer) {
      await submitSucceeded(attempt.id, sent, keepingCopyFor: retention)
    } else {
      await submitFailed(attempt.id, nil)
    }
    return answer
  }

  private typealias Begun = (
    attempt: SubmitAttempt<Form>, sent: DraftSnapshot, isRepeated: Bool
  )

  private func beginSubmit() async throws(DraftError) -> Begun {
    if let opening, opened == nil { _ = await opening.value }
    await gate.enter()
    defer { gate.leave() }
    try refuseIfEnded()
    switch status {
    case .submitting: throw Self.submitUnderWay
    case .conflict: throw Self.undecided("sent")
    case .closed: throw Self.wasClosed
    case .inDoubt: return try await repeatSubmit()
    default: break
    }
    guard mayWrite else { throw Self.notReady("sent") }
    while true {
      try await saveAll(isForced: true)
      if conflict != nil { throw Self.undecided("sent") }
      if let begun = try await beginAttempt() { return begun }
    }
  }

  /// Marks what the form holds as being sent; nil if somebody else saved to the draft since, which is
  /// in the form now, unless it is contested.
  private func beginAttempt() async throws(DraftError) -> Begun? {
    let place = line.place
    guard let draft = place.draft else { throw Self.notReady("sent") }
    let capture = captureForSave()
    let sent = capture.snapshot
    let form = ownForm()
    let earlier = failed.flatMap { $0.sent.hasSameContent(as: sent) ? $0.attempt : nil }
    let id: AttemptID
    do throws(DraftError) {
      id = try await store.beginSubmit(draft, basedOn: place.revision, repeating: earlier)
    } catch {
      guard error.code == .conflict else { throw error }
      _ = try await settleConflict(capture, schedule.began())
      return nil
    }
    (attempt, doubted, failed, canRepeat) = (id, sent, nil, true)
    fork = SaveLine(parent: draft)
    state = .submitting(id)
    return (SubmitAttempt(id: id, form: form), sent, false)
  }

  /// Sends once more what is in doubt: the same form under the same id, whatever was edited since.
  private func repeatSubmit() async throws(DraftError) -> Begun {
    guard canRepeat else {
      throw DraftError(
        .unavailable, "The form has changed since it was sent, and cannot be sent as it was.",
        hint: "Ask the server whether it arrived, and settle the attempt; nothing was sent.")
    }
    try await saveNow()
    guard let draft = line.draft else { throw Self.notReady("sent") }
    let sent = doubted ?? capture()
    let form = try formAsSent(sent)
    let id = try await store.beginSubmit(draft)
    attempt = id
    state = .submitting(id)
    return (SubmitAttempt(id: id, form: form), sent, true)
  }

  /// The form to send: another one, where a class can be copied.
  private func ownForm() -> Form {
    let form = source?.read() ?? current
    return mapping.copy?(form) ?? form
  }

  private func formAsSent(_ sent: DraftSnapshot) throws(DraftError) -> Form {
    var form = ownForm()
    if capture().hasSameContent(as: sent) { return form }
    // What the person edits must not be put back.
    guard !(Form.self is AnyClass) || mapping.copy != nil else {
      throw DraftError(
        .unavailable, "The form was edited since it was sent, and cannot be sent as it was.",
        hint: "Ask the server whether it arrived, and settle the attempt; nothing was sent. "
          + "A mapping that can copy the form avoids this.")
    }
    mapping.populate(&form, from: sent)
    return form
  }

  /// - Parameter what: what was not done; so below.
  static func undecided(_ what: String) -> DraftError {
    DraftError(
      .conflict, "Somebody else changed the same fields.",
      hint: "Resolve the conflict first; nothing was \(what).")
  }

  static func notReady(_ what: String) -> DraftError {
    DraftError(
      .unavailable, "The session is not open.",
      hint: "Open it and answer the restore question first; nothing was \(what).")
  }

  /// - Parameter sent: what was sent, if the server did not say what became of it.
  private func submitFailed(_ attempt: AttemptID, _ sent: DraftSnapshot?) async {
    await gate.enter()
    defer { gate.leave() }
    guard let draft = line.draft else { return }
    if status.ending == .closed {
      // Closed meanwhile: the answer is known all the same.
      guard (try? await store.endSubmit(draft, attempt: attempt, accepted: false)) != nil else {
        return
      }
      return await foldAfterClose()
    }
    guard status.ending == nil else { return }
    do throws(DraftError) {
      try await store.endSubmit(draft, attempt: attempt, accepted: false)
      failed = sent.map { (attempt, $0) }
      await goOnAfterSubmit()
    } catch {
      doubt(attempt, error)
    }
  }

  private func submitInDoubt(_ attempt: AttemptID) async {
    await gate.enter()
    defer { gate.leave() }
    guard status.ending == nil else { return }
    state = .inDoubt(attempt)
    armAutosave()
  }

  private func goOnAfterSubmit() async {
    (attempt, doubted) = (nil, nil)
    state = schedule.isPending ? .editing : lastReceipt.map { .saved($0) } ?? .idle
    if fork?.draft == nil { leaveFork() } else { _ = try? await foldEdits() }
    armAutosave()
  }

  /// The store could not be told how a submit ended.
  private func doubt(_ attempt: AttemptID, _ error: DraftError) {
    switch error.code {
    case .ownerPurged: end(.signedOut)
    case .gone: end(.init(error.ending))
    default: state = .inDoubt(attempt)
    }
  }

  private func submitSucceeded(
    _ attempt: AttemptID, _ sent: DraftSnapshot, keepingCopyFor retention: Duration?
  ) async {
    await gate.enter()
    defer { gate.leave() }
    guard let draft = line.draft else { return }
    if status.ending == .closed {
      try? await store.endSubmit(
        draft, attempt: attempt, accepted: true, keepingCopyFor: retention)
    }
    guard status.ending == nil else { return }
    ownEnding = draft
    do throws(DraftError) {
      try await store.endSubmit(
        draft, attempt: attempt, accepted: true, keepingCopyFor: retention)
    } catch {
      return doubt(attempt, error)
    }
    await accepted(sent)
  }

  /// The draft is gone; what was edited since it was sent is another.
  private func accepted(_ sent: DraftSnapshot?) async {
    (attempt, doubted) = (nil, nil)
    guard let sent, !capture().hasSameContent(as: sent) else {
      await dropFork()
      return end(.submitted)
    }
    leaveDraft()
    goOnWithFork()
    state = .idle
    noteEdit()
  }

  /// Says how a submit ended that was in doubt, as the server knows it by the id of the try.
  ///
  /// What was edited since it was sent stands in a draft of its own: it becomes the session's if the
  /// server took the form, and goes back into the draft if not. Does nothing if none is in doubt.
  /// ``submit(accepting:keepingCopyFor:_:)`` instead sends it again, as it was and under the same
  /// id.
  ///
  /// - Parameter accepted: whether the server took the form; then the draft ends.
  /// - Throws: what ``DraftStore/endSubmit(_:attempt:accepted:keepingCopyFor:)`` throws;
  ///   ``DraftError/Code/unavailable`` before ``open()`` and after ``close()``.
  public func settle(accepted: Bool) async throws(DraftError) {
    await gate.enter()
    defer { gate.leave() }
    if status.ending == .closed { throw Self.wasClosed }
    if opening == nil, status.ending == nil { throw Self.notReady("settled") }
    guard case .inDoubt(let attempt) = status, let draft = line.draft else { return }
    if accepted { ownEnding = draft }
    try await store.endSubmit(draft, attempt: attempt, accepted: accepted)
    if accepted { await self.accepted(doubted) } else { await goOnAfterSubmit() }
  }

  /// Ends the draft of a form that was submitted by somebody else.
  ///
  /// What another window saved to it since was not in the form, and stays.
  ///
  /// - Parameter sent: the form as it was when that was said.
  func endAsSubmitted(_ sent: DraftSnapshot) async {
    await gate.enter()
    defer { gate.leave() }
    switch status {
    case .submitting, .closed, .opening, .asking: return
    default: break
    }
    let taken = schedule.began()
    do throws(DraftError) {
      if conflict == nil {
        try await endOwn(line.place)
        await dropFork()
      } else {
        // The contested draft is somebody else's: the form's own is the one beside.
        if let fork { try await endOwn(fork.place) }
        conflict = nil
        leaveFork()
      }
      // A form that was emptied after it is none that somebody edits.
      let isEmptied = start.map(capture().hasSameContent(as:)) == true
      await accepted(isEmptied ? nil : sent)
    } catch {
      fail(error, taken)
    }
  }

  private func endOwn(_ place: SaveLine.Place) async throws(DraftError) {
    guard let draft = place.draft else { return }
    ownEnding = draft
    do throws(DraftError) {
      let id = try await store.beginSubmit(draft, basedOn: place.revision)
      try await store.endSubmit(draft, attempt: id, accepted: true)
    } catch {
      guard error.code == .conflict || error.code == .gone else { throw error }
    }
  }
}
