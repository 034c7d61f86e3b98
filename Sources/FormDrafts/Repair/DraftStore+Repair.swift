extension DraftStore {
  /// Keeps what can be read of damaged databases, and puts the damaged ones aside.
  ///
  /// For each owner with something wrong a new database is made of every draft, answer, save point
  /// and file whose checksum holds. The damaged directory is renamed, never deleted, and stays
  /// until its owner is purged. What does not hold is told per draft and never guessed; a draft whose
  /// own row is gone is known by what else speaks of it, and where nothing does any more,
  /// ``OwnerRepair/unaccounted`` says how many saves there were. Owners with nothing wrong are left as
  /// they are.
  ///
  /// What needs no choice is done as at every open: interrupted purges, adoptions, imports and
  /// repairs are finished, loose permissions tightened. A roll-back is told once more and noted as
  /// known (``confirmRollBack(owner:)``). A store that lost its `store.id` gets it back if its
  /// owners' databases agree on it. A process that dies half-way loses nothing: the next open finds
  /// the old directory, or finishes with the new one.
  ///
  /// Other processes may go on; their next save goes to the new database.
  ///
  /// - Parameters:
  ///   - owner: whose drafts; everybody's unless given. It must be given where a database does not
  ///     even say whose it is.
  ///   - dryRun: only says what would be kept, and changes nothing.
  /// - Returns: what was done for every owner with something to mend.
  /// - Throws: ``DraftError/Code/notOurs``, ``DraftError/Code/damaged`` if the store itself cannot
  ///   be mended, ``DraftError/Code/unavailable``, ``DraftError/Code/busy``,
  ///   ``DraftError/Code/io``. What keeps one owner from being mended is in
  ///   ``RepairReport/failures``.
  @discardableResult
  public func repair(
    owner: DraftOwner? = nil, dryRun: Bool = false
  ) async throws(DraftError) -> RepairReport {
    try await repair(owner: owner, dryRun: dryRun, progress: { _ in })
  }

  /// The same; `progress` is told how many owners were looked at.
  package func repair(
    owner: DraftOwner?, dryRun: Bool, progress: (Int) -> Void
  ) async throws(DraftError) -> RepairReport {
    var report = RepairReport()
    report.isStoreIDRestored = try StoreID.restore(path, dryRun: dryRun)
    if report.isStoreIDRestored, dryRun { return report }
    for (number, queue) in try queues(DraftFilter(owner: owner)).enumerated() {
      progress(number)
      do throws(DraftError) {
        let mended = try await queue.run { file throws(DraftError) in
          try file.mend(dryRun: dryRun)
        }
        if let mended { report.owners.append(mended) }
      } catch {
        let whose = try? await queue.run { file throws(DraftError) in file.owner }
        report.failures.append(HealthFinding(error, owner: whose ?? nil, isMending: true))
      }
    }
    report.owners.sort { Optional($0.owner).isBefore($1.owner) }
    return report
  }

  /// The drafts of an owner as they can still be read in a database that is damaged.
  ///
  /// For an app that wants to show what is left before anybody decides (``repair(owner:dryRun:)``):
  /// nothing is changed, and nothing can be saved there. Drafts that were discarded are left out.
  ///
  /// - Parameter owner: whose.
  /// - Returns: the drafts, the last saved first; empty if nothing can be read, or there is none.
  /// - Throws: ``DraftError/Code/notOurs``, ``DraftError/Code/newerStore``,
  ///   ``DraftError/Code/unavailable``, ``DraftError/Code/busy``, ``DraftError/Code/io``.
  public func salvage(owner: DraftOwner) async throws(DraftError) -> [SalvagedDraft] {
    guard let queue = try queue(of: owner, creating: false) else { return [] }
    return try await queue.run { file throws(DraftError) in try file.salvage() }
  }
}

extension OwnerFile {
  /// Mends what is to be mended; nil if nothing is.
  fileprivate func mend(dryRun: Bool) throws(DraftError) -> OwnerRepair? {
    guard try isDamaged() else {
      guard let rollBack = try rollBack(), let owner else { return nil }
      if !dryRun { try confirmRollBack() }
      var repair = OwnerRepair(owner: owner)
      repair.rollBack = rollBack
      return repair
    }
    return try repair(dryRun: dryRun)
  }
}
