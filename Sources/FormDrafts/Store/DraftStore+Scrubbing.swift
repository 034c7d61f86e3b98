extension DraftStore {
  /// Removes from the drafts of a form what a schema never stores, so that no file of the store
  /// holds it: for a field that became a secret after answers of it were saved.
  ///
  /// Which values those are, the schema says with its fields, its own list and the rules for names,
  /// whatever the drafts were saved under; transient fields go too. They go from answers, orphans
  /// and what the record had; a member of a list item goes, an item itself becomes `null`; marks go.
  /// Title and other values of the draft that equal a removed one go as in a save. Everything else
  /// stays, byte for byte, and so do place in lists, time and schema of the last save.
  ///
  /// A draft that lost something gets the next revision: a form that has the answer still would
  /// bring it back, and is refused with ``DraftError/Code/conflict`` if it saves by revision. Then
  /// the owner's file is rebuilt, as by a purge of less than an owner; also where only a save under
  /// such a schema had removed something before. With nothing to remove nothing is written, so
  /// that it can be called at each start.
  ///
  /// It does not look into what is damaged: that stays until it is discarded or purged. Defaults
  /// and choices in the stored schemas stay, as they are the form's words and nobody's answers.
  ///
  /// - Parameters:
  ///   - schema: the form as it is now; drafts of its ``DraftSchema/id`` are looked at.
  ///   - owner: whose drafts; everybody's unless said.
  ///   - dryRun: only counts; not unless said.
  /// - Returns: how many drafts and rows lost something, and whether the bytes are gone. They wait
  ///   also for an import that is under way, scrub again when it is done; and for what a repair put
  ///   aside, see ``purgeSetAside(owner:dryRun:)``.
  /// - Throws: ``DraftError/Code/invalidSchema``, ``DraftError/Code/busy``,
  ///   ``DraftError/Code/damaged``, ``DraftError/Code/notOurs``,
  ///   ``DraftError/Code/newerStore``, ``DraftError/Code/unavailable``,
  ///   ``DraftError/Code/noSpace``, ``DraftError/Code/storeMoved``, ``DraftError/Code/io``. An
  ///   owner's drafts are changed in one transaction; of several owners the others are scrubbed
  ///   all the same.
  @discardableResult
  public func scrub(
    _ schema: DraftSchema, owner: DraftOwner? = nil, dryRun: Bool = false
  ) async throws(DraftError) -> PurgeReceipt {
    let schema = try stored(schema)
    let place = try place(creating: false)
    // A journal holds answers that no database has yet.
    if !dryRun, let place { ImportJournal.finish(place, environment: environment) }
    let queues = try queues(DraftFilter(owner: owner), includingSetAside: true)
    var receipt = try await sum(queues) { file throws(DraftError) in
      try file.scrub(schema, dryRun: dryRun)
    }
    if !dryRun, let place, ImportJournal.isThere(place) {
      receipt.erasure = .pending(reason: "an import is under way; scrub again when it is done")
    }
    return dryRun ? receipt : try besideSetAside(receipt, of: owner)
  }
}
