extension DraftStore {
  /// Ends a draft that is not wanted any more.
  ///
  /// Its id stays behind the fence: a late save gets ``DraftError/Code/gone``. Its rows are
  /// deleted at once; the pages that held them are overwritten by ``compact()``, when this store
  /// is closed (``close()``), or at the next open if the process dies before. Until then the
  /// receipt's ``PurgeReceipt/erasure-swift.property`` is pending.
  ///
  /// With `undoFor` the draft is only hidden and fenced: nothing lists, restores or saves it, and
  /// ``undoDiscard(_:)`` brings it back until that time is over. Then it is deleted, at the next
  /// write, when the store is closed, at the next open, by ``sweep()`` or by a purge.
  ///
  /// - Parameters:
  ///   - id: the draft, whoever's it is.
  ///   - undoFor: for how long it can be brought back, a millisecond or more by the clock; nil
  ///     deletes it at once, also if it was discarded with a way back before.
  ///   - dryRun: only says what would be removed.
  /// - Returns: how much was removed, or would be.
  /// - Throws: ``DraftError/Code/notFound``, ``DraftError/Code/gone`` if it ended before,
  ///   ``DraftError/Code/invalidArgument``,
  ///   ``DraftError/Code/busy``, ``DraftError/Code/damaged``, ``DraftError/Code/notOurs``,
  ///   ``DraftError/Code/newerStore``, ``DraftError/Code/unavailable``,
  ///   ``DraftError/Code/noSpace``, ``DraftError/Code/storeMoved``, ``DraftError/Code/io``.
  @discardableResult
  public func discard(
    _ id: DraftID, undoFor: Duration? = nil, dryRun: Bool = false
  ) async throws(DraftError) -> PurgeReceipt {
    let undo = try undoFor.map { duration throws(DraftError) in
      try duration.milliseconds("The time to undo a discard")
    }
    if let undo, !dryRun {
      return try await withFile(of: id) { file throws(DraftError) in try file.hide(id, for: undo) }
    }
    var failure = OwnerFile.notFound(id)
    for queue in try allQueues() {
      do throws(DraftError) {
        return try await queue.run { file throws(DraftError) in
          try file.discard(id, dryRun: dryRun)
        }
      } catch {
        if error.code != .notFound { failure = error }
      }
    }
    throw failure
  }

  /// Ends a draft at once if it is still at a revision; else ``DraftError/Code/conflict``.
  func discard(_ id: DraftID, basedOn: DraftRevision) async throws(DraftError) {
    try await withFile(of: id) { file throws(DraftError) in
      _ = try file.discard(id, basedOn: basedOn, dryRun: false)
    }
  }

  /// Brings a draft back that was discarded with `undoFor`, as it was.
  ///
  /// A time to live begins anew. Drafts that were split off from it and discarded after it come back
  /// with it. For a draft that is there nothing happens.
  ///
  /// - Parameter id: the draft, whoever's it is.
  /// - Returns: whether it was discarded; false if it is there, and nothing was done.
  /// - Throws: ``DraftError/Code/gone`` if the time is over or the draft ended,
  ///   ``DraftError/Code/notFound``, ``DraftError/Code/ownerPurged``; ``DraftError/Code/busy``,
  ///   ``DraftError/Code/damaged``, ``DraftError/Code/notOurs``, ``DraftError/Code/newerStore``,
  ///   ``DraftError/Code/unavailable``, ``DraftError/Code/noSpace``,
  ///   ``DraftError/Code/storeMoved``, ``DraftError/Code/io``.
  @discardableResult
  public func undoDiscard(_ id: DraftID) async throws(DraftError) -> Bool {
    try await withFile(of: id) { file throws(DraftError) in try file.undoDiscard(id) }
  }

  /// Removes what is due, from every owner: drafts whose time to live is over, and those whose
  /// discard cannot be undone any more.
  ///
  /// ``open()`` does this; for one owner it happens by itself when their database is opened for
  /// writing, and after a day in use. A wrong clock ends no draft: one whose time is over is
  /// removed only when the clock was past it on two occasions at least a day apart and had not gone
  /// back meanwhile. ``purge(_:dryRun:)`` with ``DraftFilter/isExpired`` does not wait. A draft that is
  /// in doubt is not removed here.
  ///
  /// - Returns: how much was removed since this was last asked, what went by itself included.
  /// - Throws: ``DraftError/Code/busy``, ``DraftError/Code/damaged``,
  ///   ``DraftError/Code/notOurs``, ``DraftError/Code/newerStore``,
  ///   ``DraftError/Code/unavailable``, ``DraftError/Code/noSpace``, ``DraftError/Code/io``. Of
  ///   several owners the others are looked at all the same.
  @discardableResult
  public func sweep() async throws(DraftError) -> PurgeReceipt {
    try await sum(allQueues()) { file throws(DraftError) in try file.sweep() }
  }

  /// Overwrites what drafts that were discarded left in their owners' files, now.
  ///
  /// ``close()`` does the same for files under 64 MB; call this where it must not wait.
  ///
  /// - Returns: whether the bytes are gone.
  /// - Throws: ``DraftError/Code/busy``, ``DraftError/Code/damaged``,
  ///   ``DraftError/Code/unavailable``, ``DraftError/Code/io``.
  @discardableResult
  public func compact() async throws(DraftError) -> PurgeReceipt.Erasure {
    var result = PurgeReceipt.Erasure.complete
    for queue in openQueues {
      let erasure = try await queue.run { file throws(DraftError) in
        file.needsCompaction ? file.besideSetAside(try file.erase()) : .complete
      }
      if erasure != .complete { result = erasure }
    }
    return result
  }

  /// Removes drafts so that no file of the store holds a byte of them afterwards.
  ///
  /// A whole owner (the filter names only an owner, or nothing) ends with tombstone, overwriting
  /// and removal of its directory; writers that knew it are refused with
  /// ``DraftError/Code/ownerPurged`` until ``signIn(owner:)``, also if they saved nothing yet and
  /// if there was no store, which is made then. It works on a damaged database and on a full disk.
  /// A narrower purge deletes rows, fences their ids and rebuilds that owner's file. What could not
  /// be finished, because somebody reads, is
  /// ``PurgeReceipt/Erasure-swift.enum/pending(reason:)`` and is finished at the next open. It is
  /// pending too while something of that owner lies there that a repair put aside: nobody can take
  /// single drafts out of that (``purgeSetAside(owner:dryRun:)``).
  ///
  /// It is about files. Copies of blocks in a solid-state disk, in snapshots of the file system, in
  /// backups and in swap space are out of its reach.
  ///
  /// - Parameters:
  ///   - filter: which drafts; ``DraftFilter/all`` is everybody's.
  ///   - dryRun: only counts.
  /// - Returns: how much was removed, and whether the bytes are gone.
  /// - Throws: ``DraftError/Code/busy``, ``DraftError/Code/unavailable``,
  ///   ``DraftError/Code/noSpace``, ``DraftError/Code/notOurs``,
  ///   ``DraftError/Code/storeMoved``, ``DraftError/Code/io``; for a narrower purge also
  ///   ``DraftError/Code/damaged`` and ``DraftError/Code/newerStore``. Of several owners the
  ///   others are purged all the same.
  @discardableResult
  public func purge(
    _ filter: DraftFilter, dryRun: Bool = false
  ) async throws(DraftError) -> PurgeReceipt {
    if !dryRun { try settleUnfinished() }
    let ends = !dryRun && filter.isWholeOwner
    let queues =
      try ends ? queuesToEnd(filter.owner) : queues(filter, includingSetAside: true)
    return try await purge(filter, from: queues, dryRun)
  }

  /// The same for a command, which knows nobody from before and makes no store; `progress` is told
  /// how many owners were looked at.
  package func purge(
    _ filter: DraftFilter, dryRun: Bool, progress: (Int) -> Void
  ) async throws(DraftError) -> PurgeReceipt {
    if !dryRun { try settleUnfinished() }
    return try await purge(
      filter, from: queues(filter, includingSetAside: true), dryRun, progress)
  }

  private func purge(
    _ filter: DraftFilter, from queues: [OwnerQueue], _ dryRun: Bool,
    _ progress: (Int) -> Void = { _ in }
  ) async throws(DraftError) -> PurgeReceipt {
    let receipt = try await sum(queues, progress) { file throws(DraftError) in
      filter.isWholeOwner
        ? try file.purgeOwner(dryRun: dryRun) : try file.purge(filter, dryRun: dryRun)
    }
    return dryRun || filter.isWholeOwner ? receipt : try besideSetAside(receipt, of: filter.owner)
  }

  /// Before a purge: what processes that died had begun is finished first, so that nothing of it
  /// comes back afterwards.
  func settleUnfinished() throws(DraftError) {
    guard let place = try place(creating: false) else { return }
    HandedOver.finishAll(place.ownerNames, in: place, environment: environment)
    ImportJournal.settle(place, environment: environment)
  }

  /// Does the same for several owners and adds up what was done.
  ///
  /// One that fails keeps it from no other.
  func sum(
    _ queues: [OwnerQueue], _ progress: (Int) -> Void = { _ in },
    _ work: @escaping @Sendable (OwnerFile) throws(DraftError) -> PurgeReceipt
  ) async throws(DraftError) -> PurgeReceipt {
    var receipt = PurgeReceipt()
    var failure: DraftError?
    for (index, queue) in queues.enumerated() {
      progress(index)
      do throws(DraftError) {
        receipt.add(try await queue.run(work))
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return receipt
  }
}
