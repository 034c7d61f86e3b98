import FormDraftsSQLite

extension OwnerFile {
  /// Removes a draft and leaves its id behind the fence. Its bytes are gone at the next
  /// compaction or purge.
  func discard(_ id: DraftID, dryRun: Bool) throws(DraftError) -> PurgeReceipt {
    let heads = try headsToEnd { rows in
      switch try rows.heads(.id(id)).first {
      case .intact(let head): return [EndingDraft(head)]
      case .damaged(let row, let uuid): return [EndingDraft(row: row, id: uuid ?? id)]
      case nil:
        _ = try self.liveHead(id, rows)  // says how it ended, or that it never was
        return []
      }
    }
    guard let heads else { throw Self.notFound(id) }
    var receipt = receipt(heads)
    guard !dryRun else { return receipt }
    receipt.fields = try end(heads, .discarded)
    needsCompaction = true
    return receipt
  }

  /// A narrower purge: removes the chosen drafts and then their bytes.
  func purge(_ filter: DraftFilter, dryRun: Bool) throws(DraftError) -> PurgeReceipt {
    let time = now
    let heads = try headsToEnd { rows in
      try rows.heads(.all).compactMap { head in
        guard case .intact(let head) = head, filter.includes(head, now: time) else { return nil }
        return EndingDraft(head)
      }
    }
    guard let heads else { return PurgeReceipt() }
    var receipt = receipt(heads)
    guard !dryRun, !heads.isEmpty else { return receipt }
    receipt.fields = try end(heads, .purged)
    receipt.erasure = try erase()
    return receipt
  }

  /// A draft that ends, as far as its row could be read.
  private struct EndingDraft {
    var row: Int64
    var id: DraftID?
    var fields = 0
    var bytes = 0

    init(_ head: DraftHead) {
      row = head.id
      id = head.uuid
      fields = Int(head.rows)
      bytes = Int(head.bytes)
    }

    init(row: Int64, id: DraftID?) {
      self.row = row
      self.id = id
    }
  }

  private func headsToEnd(
    _ work: (DraftRows) throws -> [EndingDraft]
  ) throws(DraftError) -> [EndingDraft]? {
    try read { rows in try work(rows) }
  }

  private func receipt(_ heads: [EndingDraft]) -> PurgeReceipt {
    var receipt = PurgeReceipt()
    receipt.drafts = heads.count
    receipt.fields = heads.reduce(0) { $0 + $1.fields }
    receipt.bytes = heads.reduce(0) { $0 + $1.bytes }
    return receipt
  }

  /// Deletes rows and fences ids, in one transaction. Returns the number of field rows.
  private func end(_ heads: [EndingDraft], _ ending: DraftRows.Ending) throws(DraftError) -> Int {
    try refuseIfPurged()
    let time = now
    let fields = try write(creating: false) { rows in
      var fields = 0
      for head in heads {
        fields += try rows.removeFields(draft: head.row)
        try rows.removeDraft(head.row)
        guard let id = head.id else { continue }
        try rows.insertEnding(of: id, ending, at: time)
        shadows.remove(id)
      }
      try rows.removeUnusedSchemas()
      if ending == .purged { try rows.setEraseSince(max(time, 1)) }
      return fields
    }
    return fields ?? 0
  }
}

extension OwnerFile {
  /// Overwrites what deletes left behind: VACUUM rebuilds every page, the checkpoint brings the
  /// new pages to the file and cuts the log, and the cut is synced, which SQLite does not do.
  /// `secure_delete` alone leaves text in the gaps of pages in use.
  func erase() throws(DraftError) -> PurgeReceipt.Erasure {
    let erasure = try locked(creating: false) { database in
      try erase(database.connection, database.rows)
    }
    database?.quiet = nil
    return erasure ?? .complete
  }

  private func erase(
    _ connection: Connection, _ rows: DraftRows
  ) throws -> PurgeReceipt.Erasure {
    connection.finalizeStatements()
    if let reason = try rebuild(connection) { return .pending(reason: reason) }
    let checkpoint = try connection.checkpointTruncate()
    guard checkpoint.isComplete else {
      return .pending(reason: "another process is reading; it is finished at the next open")
    }
    try connection.syncWAL()
    needsCompaction = false
    try connection.immediateTransaction { try rows.setEraseSince(0) }
    _ = try connection.checkpointTruncate()
    return .complete
  }

  /// Rebuilds the file; says why that must wait, if it must.
  private func rebuild(_ connection: Connection) throws(SQLiteError) -> String? {
    do throws(SQLiteError) {
      try connection.vacuum()
      return nil
    } catch {
      if error.isBusy { return "another process is reading; it is finished at the next open" }
      if error.isFull { return "the disk is full; it is finished at the next open" }
      throw error
    }
  }

  /// At open: an erasure that began and did not end is tried again.
  func finishErasure(_ connection: Connection, _ rows: DraftRows) throws {
    guard let meta = try rows.meta(), meta.eraseSince != 0 else { return }
    try connection.setBusyTimeout(100)
    _ = try erase(connection, rows)
    try connection.setBusyTimeout(5_000)
  }

  /// Closes the connection; compacts first if something ended and the file is small.
  func close() {
    defer { forgetFiles() }
    guard access == .readWrite, let database else { return }
    if needsCompaction, database.identity.database.size < 64 << 20 {
      _ = try? erase()
      return
    }
    // Apple's SQLite keeps the log after close, so it is emptied here.
    try? database.connection.setBusyTimeout(100)
    _ = try? locked(creating: false) { _ = try $0.connection.checkpointTruncate() }
  }
}

extension OwnerFile {
  /// Ends the owner: tombstone, rename, overwrite, unlink, sync. It costs what the owner weighs
  /// and touches nobody else.
  func purgeOwner(dryRun: Bool) throws(DraftError) -> PurgeReceipt {
    var receipt = (try? count()) ?? PurgeReceipt()
    guard !dryRun else { return receipt }
    _ = try isPurged()  // remembers the epoch this store knows the owner by
    closeForPurge()
    do {
      let size = try purgeSteps()
      if receipt.drafts == 0 { receipt.bytes = Int(size) }
    } catch let error as PendingErasure {
      receipt.erasure = .pending(reason: error.reason)
    } catch {
      throw DraftError.wrapping(error, file: directory.path)
    }
    return receipt
  }

  private struct PendingErasure: Error { let reason: String }

  /// What a purge of this owner would remove.
  private func count() throws(DraftError) -> PurgeReceipt {
    let heads = try headsToEnd { rows in
      try rows.heads(.all).map { head in
        switch head {
        case .intact(let head): EndingDraft(head)
        case .damaged(let row, let id):
          EndingDraft(row: row, id: id)
        }
      }
    }
    return receipt(heads ?? [])
  }

  private func closeForPurge() {
    let remembered = rememberedEpoch
    forgetFiles()
    rememberedEpoch = remembered
  }

  private func purgeSteps() throws -> Int64 {
    let epoch = (try? Tombstone.read(place.tombstone(tag))?.epoch) ?? 0
    let tombstone = Tombstone(epoch: epoch + 1, at: now)
    guard try System.status(directory.path) != nil else {
      try tombstone.write(place.tombstone(tag), in: place.owners)
      return 0
    }
    // Writers hold this lock for one transaction; without a lock file nobody can write.
    let lock = try? Lock(path: directory.lockFile)
    if let lock, try !lock.file.lock(milliseconds: Self.lockTimeout) { throw Self.busy }
    let isFenced = try write(tombstone, unlessFull: true)
    let size: Int64
    do throws(SystemError) {
      size = try moveAwayAndErase()
    } catch {
      throw PendingErasure(reason: "\(error)")
    }
    // A full disk: the erasure itself needs no space and made some.
    if !isFenced { _ = try write(tombstone, unlessFull: false) }
    return size
  }

  /// Writes the tombstone; false if the disk is full and that is allowed.
  private func write(_ tombstone: Tombstone, unlessFull: Bool) throws(SystemError) -> Bool {
    do throws(SystemError) {
      try tombstone.write(place.tombstone(tag), in: place.owners)
      return true
    } catch {
      guard unlessFull, DraftError(error).code == .noSpace else { throw error }
      return false
    }
  }
}
