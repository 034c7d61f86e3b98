import FormDraftsSQLite

extension OwnerFile {
  /// At open: compares the database with what was acknowledged, and keeps what is found out.
  ///
  /// Where the ledger cannot be made, on a full disk say, the store does without: it guards, it
  /// holds nothing.
  func openLedger(_ rows: DraftRows) throws {
    let ledger: SaveLedger?
    do {
      ledger = try SaveLedger(directory, tag: tag, creating: true)
    } catch let error as SystemError {
      guard !error.isMissing else { throw error }
      self.ledger = nil
      return
    }
    self.ledger = ledger
    guard let ledger else { return }
    if let rollBack = try rollBack(ledger, rows) {
      try? ledger.record(rollBack)
      try? settle(ledger, rows)
    } else if ledger.count.map({ $0.saves < 0 }) ?? true {
      try? settle(ledger, rows)
    }
  }

  /// How far the database is behind what was acknowledged; nil if it is not.
  ///
  /// An earlier version ends drafts without noting it: then the latest save may be gone, and there
  /// are more ends than are noted. A database that went back has no more.
  func rollBack(_ ledger: SaveLedger, _ rows: DraftRows) throws -> RollBack? {
    guard let count = ledger.count else { return nil }
    let hasSaves = try count.saves < 1 || rows.hasSeq(count.saves)
    if hasSaves, count.endings < 1 { return nil }
    let endings = try rows.lastEnding()
    guard hasSaves ? endings < count.endings : endings <= count.endings else { return nil }
    let found = try rows.lastSeq()
    return RollBack(
      acknowledged: Int(max(count.saves, found)), found: Int(found),
      lastAcknowledged: .init(millisecondsSince1970: count.at))
  }

  /// Notes what the database holds.
  private func settle(_ ledger: SaveLedger, _ rows: DraftRows) throws {
    try ledger.record(.init(saves: rows.lastSeq(), endings: rows.lastEnding(), at: now))
  }

  /// Runs a transaction in which drafts may end, and notes what is left of them.
  func recounting<R>(_ rows: DraftRows, _ transaction: () throws -> R) throws -> R {
    guard let ledger else { return try transaction() }
    do throws(SystemError) {
      try ledger.suspend()
    } catch {
      // Without a ledger nothing false is said; with one that is ahead something would be.
      try System.removeFile(directory.ledger)
      self.ledger = nil
      return try transaction()
    }
    // Also after a failure: what is there is what counts.
    defer { try? settle(ledger, rows) }
    return try transaction()
  }

  /// Runs the transaction of a save: nothing ends in it.
  func countingSave<R>(_ transaction: () throws -> R) throws -> R {
    savedSeq = nil
    let result = try transaction()
    if let savedSeq { try? ledger?.recordSave(savedSeq, at: now) }
    return result
  }
}
