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
  /// - Parameter revision: one of ``savePoints()``.
  /// - Throws: what saving and ``DraftStore/revert(_:to:basedOn:dryRun:)`` throw; ``DraftError/Code/unavailable``
  ///   while nothing can be written.
  public func goBack(to revision: DraftRevision) async throws(DraftError) {
    await gate.enter()
    defer { gate.leave() }
    try refuseIfEnded()
    guard mayWrite, fork == nil, let draft = line.draft else {
      throw DraftError(.unavailable, "Nothing can be brought back at the moment.")
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
    fill(from: stored.snapshot)
    _ = schedule.began()
    (base, acknowledged, lastReceipt) = (stored.snapshot, captureForSave(), receipt)
    showSaved()
  }
}
