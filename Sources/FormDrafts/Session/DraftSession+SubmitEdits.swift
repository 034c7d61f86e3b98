/// What is edited while a submit is under way, or in doubt, stands in a draft beside the one that was
/// sent.
extension DraftSession {
  /// Goes on with a draft whose submit is in doubt, and with what was edited since it was sent.
  func takeInDoubt(
    _ attempt: AttemptID, _ draft: StoredDraft, besides answer: Restoration
  ) async {
    let beside = await editsSince(draft, answer)
    guard status.ending == nil, !isClosing else { return }
    apply(draft, beside?.snapshot)
    isAnswered = true
    // What the form has besides is no edit: a field that is new in it, or one the store never keeps.
    (self.attempt, doubted) = (attempt, draft.snapshot.completed(by: start))
    canRepeat = draft.report.mismatches.isEmpty
    fork = SaveLine(
      draft: beside?.summary.id, revision: beside?.summary.revision, parent: draft.summary.id)
    heldFork = beside.map { store.hold($0.summary.id) }
    forkHoldsMore = beside?.orphans.allSatisfy(draft.orphans.contains) == false
    if beside != nil, !schedule.isPending { acknowledged = captureForSave() }
    state = .inDoubt(attempt)
    armAutosave()
  }

  /// The last saved draft that was split off from one, unless another session has it.
  private func editsSince(_ draft: StoredDraft, _ answer: Restoration) async -> StoredDraft? {
    let beside = answer.others.first {
      $0.parent == draft.summary.id && !store.heldDrafts.holds($0.id)
    }
    guard let beside else { return nil }
    return await store.restore(
      key, schema: mapping.schema, draft: beside.id, options: restoreOptions
    ).draft
  }

  /// Saves the form to the draft it holds, what was saved beside it included, and ends that one; the
  /// caller has the gate.
  ///
  /// One with an answer that has no place in this form stays: nothing else has that.
  @discardableResult
  func foldEdits(isForced: Bool = false) async throws(DraftError) -> SaveReceipt? {
    // What the draft holds is what was sent, and not what was saved last.
    if fork?.draft != nil { acknowledged = nil }
    let beside = takeFork()
    let receipt = try await saveNow(isForced: isForced)
    if let beside { try await discardOwn(beside) }
    return receipt
  }

  /// Ends the draft beside, if there is one: the form is as it was sent.
  func dropFork() async {
    let beside = takeFork()
    // One that cannot be ended is an ordinary draft, and is found again.
    if let beside { try? await discardOwn(beside) }
  }

  /// Makes the draft beside the one the session holds.
  func goOnWithFork() {
    guard let place = fork?.place else { return }
    leaveFork()
    guard let draft = place.draft else { return }
    line.move(to: draft, place.revision)
    held = store.hold(draft)
  }

  /// Leaves the draft beside; the one that is to be ended, if there is one.
  private func takeFork() -> DraftID? {
    let beside = forkHoldsMore ? nil : fork?.draft
    leaveFork()
    return beside
  }

  func leaveFork() { (fork, heldFork, forkHoldsMore) = (nil, nil, false) }

  /// The server did not take the form of a session that was closed before it said so: what was edited
  /// meanwhile goes back into the draft, unless another session has either by now.
  func foldAfterClose() async {
    guard let draft = line.draft, let beside = fork?.draft, let edited = acknowledged,
      !store.heldDrafts.holds(draft), !store.heldDrafts.holds(beside)
    else { return }
    // Where it fails the edits stay in their own draft, and are found there.
    guard (try? await store.save(save(of: edited), line: line)) != nil else { return }
    if let beside = takeFork() { try? await discardOwn(beside) }
  }
}
