import FormDraftsSQLite

extension OwnerFile {
  /// Removes a draft and leaves its id behind the fence.
  ///
  /// Its bytes are gone at the next compaction or purge.
  func discard(
    _ id: DraftID, basedOn: DraftRevision? = nil, dryRun: Bool
  ) throws(DraftError) -> PurgeReceipt {
    let receipt = try end(.discarded, dryRun: dryRun) { rows in
      switch try rows.head(of: id) {
      case .intact(let head):
        try head.refuse(unlessAt: basedOn)
        return [EndingDraft(head)]
      case .damaged(let row, let uuid): return [EndingDraft(row: row, id: uuid ?? id)]
      case nil:
        _ = try self.liveHead(id, rows)  // says how it ended, or that it never was
        return []
      }
    }
    guard var receipt else { throw Self.notFound(id) }
    if !dryRun {
      receipt.erasure = .pending(reason: "the bytes are overwritten when the store is closed")
    }
    return receipt
  }

  /// A narrower purge: removes the chosen drafts and then their bytes.
  func purge(_ filter: DraftFilter, dryRun: Bool) throws(DraftError) -> PurgeReceipt {
    let time = now
    let chosen = try end(.purged, dryRun: dryRun) { rows in
      try rows.heads(.all).compactMap { head in
        guard case .intact(let head) = head, filter.includes(head, now: time) else { return nil }
        return EndingDraft(head)
      }
    }
    guard !dryRun else { return chosen ?? .init() }
    guard var receipt = chosen, receipt.drafts > 0 else { return chosen ?? .init() }
    receipt.erasure = try erase()
    if filesInTheWay > 0 {
      receipt.erasure = .pending(reason: "\(filesInTheWay) files could not be removed")
    }
    return receipt
  }

  /// A draft that ends, as far as its row could be read.
  struct EndingDraft {
    var row: Int64
    var id: DraftID?
    var bytes = 0

    init(_ head: DraftHead) {
      row = head.id
      id = head.uuid
      bytes = Int(head.bytes)
    }

    init(row: Int64, id: DraftID?) {
      self.row = row
      self.id = id
    }
  }

  /// Deletes drafts and fences their ids.
  ///
  /// They are chosen in the transaction that deletes them, so that a save in between is seen. Nil
  /// if there is no database.
  ///
  /// Not fenced against purges: ending what a later writer brought is what was asked for.
  private func end(
    _ ending: DraftRows.Ending, dryRun: Bool, _ choose: (DraftRows) throws -> [EndingDraft]
  ) throws(DraftError) -> PurgeReceipt? {
    guard !dryRun else {
      return try read { rows in try removal(choose(rows), rows) }
    }
    return try write(creating: false, fenced: false) { rows in
      let drafts = try choose(rows)
      let receipt = try removal(drafts, rows)
      try remove(drafts, ending, rows)
      return receipt
    }
  }

  /// Deletes drafts and fences their ids, in a transaction of the caller's.
  func remove(
    _ drafts: [EndingDraft], _ ending: DraftRows.Ending, _ rows: DraftRows
  ) throws {
    guard !drafts.isEmpty else { return }
    let time = now
    doomedFiles.formUnion(try lastCopies(of: drafts, rows))
    for draft in drafts {
      try rows.removeFields(draft: draft.row)
      try rows.removePoints(draft: draft.row)
      try rows.removeDraft(draft.row)
      guard let id = draft.id else { continue }
      try rows.insertEnding(of: id, ending, at: time)
      shadows.remove(id)
    }
    try rows.removeUnusedSchemas()
    // Negative: it can wait for a good moment where the file is large.
    if ending == .purged {
      try rows.setEraseSince(max(time, 1))
    } else if try rows.meta()?.eraseSince == 0 {
      try rows.setEraseSince(-max(time, 1))
    }
    needsCompaction = true
  }

  func removal(_ drafts: [EndingDraft], _ rows: DraftRows) throws -> PurgeReceipt {
    var receipt = PurgeReceipt()
    receipt.drafts = drafts.count
    receipt.files = try lastCopies(of: drafts, rows).count
    for draft in drafts {
      receipt.fields += try rows.countFields(draft: draft.row)
      receipt.savePoints += try rows.countPoints(draft: draft.row)
      receipt.bytes += draft.bytes
    }
    return receipt
  }
}

extension OwnerFile {
  /// Overwrites what deletes left behind: VACUUM rebuilds every page, the checkpoint brings the new
  /// pages to the file and cuts the log, and the cut is synced, which SQLite does not do.
  ///
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
    if let pending = try rebuild(connection) { return pending }
    let checkpoint = try connection.checkpointTruncate()
    guard checkpoint.isComplete else { return Self.pendingReaders }
    try connection.syncWAL()
    needsCompaction = false
    try connection.immediateTransaction { try rows.setEraseSince(0) }
    _ = try connection.checkpointTruncate()
    return .complete
  }

  /// Rebuilds the file; says why that must wait, if it must.
  private func rebuild(_ connection: Connection) throws -> PurgeReceipt.Erasure? {
    do {
      if try isSmall() { try connection.vacuum() } else { try rebuildInFile(connection) }
      return nil
    } catch let error as SQLiteError where error.isBusy {
      return Self.pendingReaders
    } catch let error as SQLiteError where error.isFull {
      return .pending(reason: "the disk is full; it is finished at the next open")
    }
  }

  /// Rebuilds a large file by way of a copy in the owner's directory.
  ///
  /// `VACUUM` by itself holds its copy in memory here (`temp_store`), because SQLite's own temporary
  /// files lie outside of the owner's directory, where no erasure finds them. Nobody writes meanwhile:
  /// the owner's lock is held.
  private func rebuildInFile(_ connection: Connection) throws {
    try removeRebuilt()
    defer { try? removeRebuilt() }
    // Made before, so that SQLite does not choose its permissions.
    _ = try System.createFile(directory.rebuilt)
    try connection.vacuum(into: directory.rebuilt)
    let copy = try Connection(path: directory.rebuilt, mode: .immutable)
    try connection.replaceAll(by: copy)
    try copy.close()
  }

  /// Overwrites and removes a copy that a rebuilding left, or a process that died in one.
  func removeRebuilt() throws(SystemError) { try OwnerDirectory.erase(directory.rebuilt) }

  static let pendingReaders = PurgeReceipt.Erasure.pending(
    reason: "another process is reading; it is finished at the next open")

  /// At open: an erasure that began and did not end is tried again.
  func finishErasure(_ connection: Connection, _ rows: DraftRows) throws {
    try? removeRebuilt()
    guard let meta = try rows.meta(), meta.eraseSince != 0 else { return }
    if meta.eraseSince < 0, try !isSmall() { return }
    try connection.setBusyTimeout(100)
    _ = try erase(connection, rows)
    try connection.setBusyTimeout(environment.busyMilliseconds)
  }

  /// Whether rebuilding the file takes no time anybody notices.
  private func isSmall() throws(SystemError) -> Bool {
    try System.status(directory.database)?.size ?? 0 < largeFile
  }

  /// Closes the connection; compacts first if something ended and the file is small.
  func close() {
    defer { forgetFiles() }
    guard access == .readWrite, let connection = database?.connection else { return }
    if let sweepDue, now >= sweepDue { _ = try? sweep() }
    if needsCompaction, (try? isSmall()) == true {
      _ = try? erase()
      return
    }
    // Apple's SQLite keeps the log after close, so it is emptied here.
    try? connection.setBusyTimeout(100)
    _ = try? locked(creating: false) { _ = try $0.connection.checkpointTruncate() }
  }
}
