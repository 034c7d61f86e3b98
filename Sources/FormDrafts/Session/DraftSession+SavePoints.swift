extension DraftSession {
  /// Earlier states of the draft that are kept, the newest first.
  ///
  /// - Throws: what ``DraftStore/history(of:)`` throws.
  public func savePoints() async throws(DraftError) -> [SavePoint] {
    guard let draft = line.draft else { return [] }
    return try await store.history(of: draft)
  }

  /// Brings an earlier state of the draft back, into the store and into the form.
  ///
  /// What the form holds is saved first, and stays as a save point.
  ///
  /// What the store never has stays as it is in the form: secrets, and what repeats one.
  ///
  /// - Parameter revision: one of ``savePoints()``.
  /// - Throws: what saving and ``DraftStore/revert(_:to:basedOn:dryRun:)`` throw; ``DraftError/Code/notFound``
  ///   before the first save; ``DraftError/Code/unavailable`` before the restore question is answered
  ///   and after ``close()``; ``DraftError/Code/busy`` while a submit is not settled,
  ///   ``DraftError/Code/conflict`` while one is asked about.
  public func goBack(to revision: DraftRevision) async throws(DraftError) {
    await gate.enter()
    defer { gate.leave() }
    try refuseIfEnded()
    if status.ending == .closed { throw Self.wasClosed }
    if attempt != nil { throw Self.submitUnderWay }
    if fork != nil { throw Self.undecided("brought back") }
    guard mayWrite else { throw Self.notReady("brought back") }
    guard let draft = line.draft else {
      throw DraftError(
        .notFound, "There is no draft yet, and no earlier state of it.",
        hint: "The first save makes one.")
    }
    if line.place.displaced != nil { acknowledged = nil }  // it is kept with the next save
    try await saveNow()
    let receipt = try await store.revert(draft, to: revision)
    let answer = await store.restore(
      key, schema: mapping.schema, draft: draft, options: restoreOptions)
    if case .unreadable(_, let error) = answer { throw error }
    line.move(to: draft, receipt.revision)
    guard let stored = answer.draft else {
      throw DraftError(.unavailable, "The earlier state does not fit the form as it is now.")
    }
    let form = captureForSave()
    fill(from: stored.snapshot.completed(by: form.snapshot, where: neverStored(of: form)))
    _ = schedule.began()
    (base, acknowledged, lastReceipt) = (stored.snapshot, captureForSave(), receipt)
    showSaved()
  }
}
