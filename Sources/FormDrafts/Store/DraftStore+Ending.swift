extension DraftStore {
  /// Ends a draft that is not wanted any more.
  ///
  /// Its id stays behind the fence: a late save gets ``DraftError/Code/gone``. Its rows are
  /// deleted at once; the pages that held them are overwritten by ``compact()``, when this store
  /// is closed (``close()``), or at the next open if the process dies before. Until then the
  /// receipt's ``PurgeReceipt/erasure-swift.property`` is pending.
  ///
  /// - Parameters:
  ///   - id: the draft, whoever's it is.
  ///   - dryRun: only says what would be removed.
  /// - Returns: how much was removed, or would be.
  /// - Throws: ``DraftError/Code/notFound``, ``DraftError/Code/gone`` if it ended before,
  ///   ``DraftError/Code/busy``, ``DraftError/Code/damaged``, ``DraftError/Code/notOurs``,
  ///   ``DraftError/Code/newerStore``, ``DraftError/Code/unavailable``,
  ///   ``DraftError/Code/noSpace``, ``DraftError/Code/storeMoved``, ``DraftError/Code/io``.
  @discardableResult
  public func discard(
    _ id: DraftID, dryRun: Bool = false
  ) async throws(DraftError) -> PurgeReceipt {
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
        file.needsCompaction ? try file.erase() : .complete
      }
      if erasure != .complete { result = erasure }
    }
    return result
  }

  /// Removes drafts so that no file of the store holds a byte of them afterwards.
  ///
  /// A whole owner (the filter names only an owner, or nothing) ends with tombstone, overwriting
  /// and removal of its directory; writers that knew it are refused with
  /// ``DraftError/Code/ownerPurged`` until ``signIn(owner:)``. It works on a damaged database and
  /// on a full disk. A narrower purge deletes rows, fences their ids and rebuilds that owner's
  /// file. What could not be finished, because somebody reads, is
  /// ``PurgeReceipt/Erasure-swift.enum/pending(reason:)`` and is finished at the next open.
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
    if !dryRun, let place = try place(creating: false) {
      ImportJournal.settle(place, environment: environment)
    }
    return try await sum(queues(filter)) { file throws(DraftError) in
      filter.isWholeOwner
        ? try file.purgeOwner(dryRun: dryRun) : try file.purge(filter, dryRun: dryRun)
    }
  }

  /// Does the same for several owners and adds up what was done.
  ///
  /// One that fails keeps it from no other.
  func sum(
    _ queues: [OwnerQueue],
    _ work: @escaping @Sendable (OwnerFile) throws(DraftError) -> PurgeReceipt
  ) async throws(DraftError) -> PurgeReceipt {
    var receipt = PurgeReceipt()
    var failure: DraftError?
    for queue in queues {
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
