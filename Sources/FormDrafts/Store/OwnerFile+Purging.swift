extension OwnerFile {
  /// Ends the owner: tombstone, rename, overwrite, unlink, sync.
  ///
  /// It costs what the owner weighs and touches nobody else.
  func purgeOwner(dryRun: Bool) throws(DraftError) -> PurgeReceipt {
    if !dryRun { try refuseIfReadOnly() }
    var receipt = weigh()
    guard !dryRun else { return receipt }
    guard let aside = try endOwner(&receipt) else { return receipt }
    return erased(aside, receipt)
  }

  /// Ends the owner, and leaves the bytes to ``erased(_:_:)``.
  ///
  /// - Returns: what was removed, and where the owner's directory lies now; nil if it is gone.
  func signOut() throws(DraftError) -> (PurgeReceipt, aside: String?) {
    try refuseIfReadOnly()
    var receipt = weigh()
    let aside = try endOwner(&receipt)
    if aside != nil {
      receipt.erasure = .pending(reason: "the bytes are being overwritten")
    }
    return (receipt, aside)
  }

  /// Tombstone and rename: from here on nobody finds the owner's drafts, or saves any.
  private func endOwner(_ receipt: inout PurgeReceipt) throws(DraftError) -> String? {
    forgetFiles()
    heldFiles = [:]
    do {
      return try purgeSteps()
    } catch let error as PendingErasure {
      receipt.erasure = .pending(reason: error.reason)
      return nil
    } catch {
      throw DraftError.wrapping(error, file: directory.path)
    }
  }

  /// Overwrites and removes what an owner who ended has left; the receipt says what became of it.
  func erased(_ aside: String, _ receipt: PurgeReceipt) -> PurgeReceipt {
    var receipt = receipt
    do throws(SystemError) {
      try eraseMoved(aside)
      receipt.erasure = .complete
    } catch {
      // Another process saw the tombstone and finished the purge: that is as good.
      receipt.erasure = error.isMissing ? .complete : .pending(reason: "\(error)")
    }
    return receipt
  }

  private struct PendingErasure: Error { let reason: String }

  /// What a purge of this owner would remove: drafts, rows, copies of files and bytes of answers;
  /// of a database that cannot be read, the bytes of its files.
  private func weigh() -> PurgeReceipt {
    _ = try? isPurged()  // remembers the epoch this store knows the owner by
    var receipt = countOrWeigh()
    receipt.files = directory.copies.count
    // What a repair put aside goes with the owner.
    for path in (try? SetAside.paths(of: tag, in: place)) ?? [] {
      receipt.bytes += Int(OwnerDirectory(path: path).weight())
    }
    return receipt
  }

  private func countOrWeigh() -> PurgeReceipt {
    do throws(DraftError) {
      let receipt = try read { rows in
        try removal(
          rows.heads(.all).map { head in
            switch head {
            case .intact(let head): EndingDraft(head)
            case .damaged(let row, let id): EndingDraft(row: row, id: id)
            }
          }, rows)
      }
      return receipt ?? PurgeReceipt()
    } catch {
      var receipt = PurgeReceipt()
      receipt.bytes = Int(directory.weight())
      return receipt
    }
  }

  private func purgeSteps() throws -> String? {
    guard try System.status(directory.path) != nil else {
      _ = try fence(after: nil, unlessFull: false)
      for path in try SetAside.paths(of: tag, in: place) { try OwnerDirectory.erase(path) }
      return nil
    }
    // Writers hold this lock for one transaction; without a lock file nobody can write.
    let lock = try? Lock(path: directory.lockFile)
    if let lock, try !lock.file.lock(milliseconds: environment.busyMilliseconds) { throw Self.busy }
    let isFenced = try fence(after: lock?.epoch, unlessFull: true)
    do throws(SystemError) {
      let aside = try moveAway()
      if isFenced { return aside }
      // A full disk: the erasure itself needs no space and makes some.
      try eraseMoved(aside)
    } catch {
      // Another process saw the tombstone and finished the purge: that is as good.
      guard error.isMissing else { throw PendingErasure(reason: "\(error)") }
    }
    if !isFenced { _ = try fence(after: lock?.epoch, unlessFull: false) }
    return nil
  }

  /// Writes the tombstone; false if the disk is full and that is allowed.
  private func fence(after known: Int64?, unlessFull: Bool) throws -> Bool {
    try place.whileOwnersAreLocked(milliseconds: environment.busyMilliseconds) {
      // The time stands in for a count that cannot be read: it is larger than any.
      let before = (try? Tombstone.read(place.tombstone(tag))?.epoch ?? 0) ?? max(now, 1)
      let epoch = max(before, known ?? 0, rememberedEpoch ?? 0) + 1
      do throws(SystemError) {
        try Tombstone(epoch: epoch, at: now).write(place.tombstone(tag), in: place.owners)
        return true
      } catch {
        guard unlessFull, DraftError(error).code == .noSpace else { throw error }
        return false
      }
    }
  }
}
