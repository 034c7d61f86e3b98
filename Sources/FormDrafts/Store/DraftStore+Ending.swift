extension DraftStore {
  /// Ends a draft that is not wanted any more.
  ///
  /// Its id stays behind the fence: a late save gets ``DraftError/Code/gone``. Its bytes are gone
  /// at the next compaction (``close()``) or purge.
  ///
  /// - Parameters:
  ///   - id: the draft, whoever's it is.
  ///   - dryRun: only says what would be removed.
  /// - Throws: ``DraftError/Code/notFound``, ``DraftError/Code/gone`` if it ended before.
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

  /// Removes drafts so that no file of the store holds a byte of them afterwards.
  ///
  /// A whole owner (the filter names only an owner, or nothing) ends with tombstone, overwriting
  /// and removal of its directory; writers that knew it are refused with
  /// ``DraftError/Code/ownerPurged`` until ``signIn(owner:)``. A narrower purge deletes rows and
  /// rebuilds that owner's file. What could not be finished, because somebody reads, is
  /// ``PurgeReceipt/Erasure/pending(reason:)`` and is finished at the next open.
  ///
  /// - Parameters:
  ///   - filter: which drafts; ``DraftFilter/all`` is everybody's.
  ///   - dryRun: only counts.
  /// - Throws: ``DraftError/Code/busy``, ``DraftError/Code/unavailable``,
  ///   ``DraftError/Code/io``.
  @discardableResult
  public func purge(
    _ filter: DraftFilter, dryRun: Bool = false
  ) async throws(DraftError) -> PurgeReceipt {
    var receipt = PurgeReceipt()
    var failure: DraftError?
    for queue in try queues(filter) {
      do throws(DraftError) {
        receipt.add(
          try await queue.run { file throws(DraftError) in
            filter.isWholeOwner
              ? try file.purgeOwner(dryRun: dryRun) : try file.purge(filter, dryRun: dryRun)
          })
      } catch {
        failure = failure ?? error  // the other owners are purged all the same
      }
    }
    if let failure { throw failure }
    return receipt
  }
}
