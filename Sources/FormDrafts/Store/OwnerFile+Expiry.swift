import FormDraftsSQLite

extension OwnerFile {
  /// When a draft expires after a save, in the transaction of the save.
  ///
  /// A time to live given with the save replaces the one before; without one the draft's own is
  /// counted anew.
  func renewedExpiry(
    _ request: SaveRequest, _ known: DraftHead, _ rows: DraftRows
  ) throws -> Int64? {
    guard request.expiresAfter != nil || known.expires != nil else { return nil }
    var lifetime = try rows.lifetime(draft: known.id)
    if let length = request.expiresAfter, length != lifetime.length {
      lifetime.length = length
      try rows.setLifetime(lifetime, draft: known.id)
    }
    guard lifetime.length > 0 else { return nil }
    try noteLifetime(rows)
    return now + lifetime.length
  }

  /// Sees to it that the clock is looked at while a draft has a time to live.
  func noteLifetime(_ rows: DraftRows) throws {
    let time = now
    let before = try rows.seenTime()
    var seen = before ?? SeenTime(seen: time)
    seen.look(at: time)
    if seen != before { try rows.setSeenTime(seen) }
    sweepDue = min(sweepDue ?? .max, time + SeenTime.confirmation)
  }

  /// Removes what is due, if something may be.
  ///
  /// The caller holds the lock, and no transaction is open. A failure keeps nobody from writing:
  /// what is due stays so.
  func sweepIfDue(_ database: Database) {
    guard let sweepDue, now >= sweepDue else { return }
    self.sweepDue = now + 1_000  // where it fails, not at every write
    try? sweep(database.connection, database.rows)
  }

  /// Removes drafts whose time is over for sure, and those whose discard cannot be undone any more.
  func sweep(_ connection: Connection, _ rows: DraftRows) throws {
    guard try rows.hasLifetimes() else {
      sweepDue = nil
      return
    }
    let time = now
    doomedFiles = []
    defer { doomedFiles = [] }
    let (receipt, due) = try recounting(rows) {
      try connection.immediateTransaction {
        let before = try rows.seenTime()
        var seen = before ?? SeenTime(seen: time)
        seen.look(at: time)
        if seen != before { try rows.setSeenTime(seen) }
        let isRight = before?.isConfirmed(by: time) == true
        return try removeDue(seen, at: time, isRight: isRight, rows)
      }
    }
    swept.add(receipt)
    sweepDue = due
    removeDoomedFiles()
  }

  /// Returns also when to look again.
  ///
  /// - Parameter isRight: whether the clock was going on for a day.
  private func removeDue(
    _ seen: SeenTime, at time: Int64, isRight: Bool, _ rows: DraftRows
  ) throws -> (PurgeReceipt, Int64?) {
    var due: [DraftRows.Ending: [EndingDraft]] = [:]
    var next = time + SeenTime.confirmation
    for case .intact(var head) in try rows.heads(.limited) {
      guard head.status.isKnown, let expires = head.expires else { continue }
      let lifetime = try rows.lifetime(draft: head.id)
      let length = head.status.isHidden ? lifetime.undo : lifetime.length
      guard length > 0 else { continue }
      if expires - time > length + SeenTime.confirmation {
        // The clock was ahead at the save, and the whole time begins now; or it is behind at the
        // moment, and nothing must change. After a day of looks that did not go back it is right.
        guard isRight else { continue }
        head.expires = time + length
        try rows.update(head)
      } else if head.status.isHidden {
        if expires <= time {
          due[.discarded, default: []].append(EndingDraft(head))
        } else {
          next = min(next, expires)
        }
      } else if head.status != .submitting, seen.hasPassed(expires, now: time) {
        let isCopy = head.status == .submitted
        if isCopy, let attempt = head.attempt {
          try rows.insertSubmission(of: head.uuid, attempt: attempt)
        }
        due[isCopy ? .submitted : .expired, default: []].append(EndingDraft(head))
      }
    }
    var receipt = PurgeReceipt()
    for (ending, drafts) in due {
      receipt.add(try removal(drafts, rows))
      try remove(drafts, ending, rows)
    }
    return (receipt, try rows.hasLifetimes() ? next : nil)
  }

  /// Removes what is due now, and its bytes; ``sweep()`` says later what went.
  func sweepAtOpen() throws(DraftError) {
    swept = try sweep()
  }

  /// Removes what is due now, and its bytes; says what went since this was last asked.
  func sweep() throws(DraftError) -> PurgeReceipt {
    guard access == .readWrite else { return PurgeReceipt() }
    _ = try locked(creating: false) { database in
      try sweep(database.connection, database.rows)
      try collectFiles(database.rows)
    }
    var receipt = swept
    swept = PurgeReceipt()
    if receipt.drafts > 0, needsCompaction { receipt.erasure = besideSetAside(try erase()) }
    return receipt
  }
}

extension Duration {
  /// Whole milliseconds, at most a thousand years.
  ///
  /// - Parameters:
  ///   - name: what it is, for the error.
  /// - Throws: ``DraftError/Code/invalidArgument`` for less than a millisecond, unless that is
  ///   exactly zero and allowed.
  func milliseconds(_ name: String, allowingZero: Bool = false) throws(DraftError) -> Int64 {
    let (seconds, attoseconds) = components
    if allowingZero, self == .zero { return 0 }
    let longest: Int64 = 1_000 * 366 * 86_400
    guard seconds < longest else { return longest * 1_000 }
    let milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    guard seconds >= 0, milliseconds > 0 else {
      throw DraftError(
        .invalidArgument, "\(name) is no time.", hint: "Give a millisecond or more.")
    }
    return milliseconds
  }
}
