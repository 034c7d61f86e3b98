import FormDraftsSQLite

extension OwnerFile {
  /// Hides a draft behind the fence for some time, in which it can be brought back.
  ///
  /// - Parameters:
  ///   - length: for how long, in milliseconds.
  func hide(_ id: DraftID, for length: Int64) throws(DraftError) -> PurgeReceipt {
    let time = now
    let receipt: PurgeReceipt? = try write(creating: false) { rows in
      guard case .intact(var head)? = try rows.head(of: id), !head.status.isHidden else {
        _ = try liveHead(id, rows)  // says how it ended, that it never was, or is damaged
        throw Self.notFound(id)
      }
      guard head.status.isKnown else { throw Self.unknownStatus(id) }
      var lifetime = try rows.lifetime(draft: head.id)
      lifetime.undo = length
      head.status = head.status.hidden
      head.expires = time + length
      try rows.setLifetime(lifetime, draft: head.id)
      try rows.update(head)
      return try removal([EndingDraft(head)], rows)
    }
    shadows.remove(id)
    guard var receipt else { throw Self.notFound(id) }
    sweepDue = min(sweepDue ?? .max, time + length)
    receipt.erasure = .pending(
      reason: "it can be brought back until \(Timestamp.text(milliseconds: time + length))")
    return receipt
  }

  /// Brings a draft back that was discarded with a way back.
  ///
  /// It is as it was; a time to live begins anew. What was split off from it and discarded after it,
  /// as a session does in one go, comes back with it.
  ///
  /// - Returns: whether it was discarded; false if it is there.
  func undoDiscard(_ id: DraftID) throws(DraftError) -> Bool {
    let time = now
    let wasHidden: Bool? = try write(creating: false) { rows in
      guard case .intact(var head)? = try rows.head(of: id), head.status.isHidden else {
        switch try rows.head(of: id) {
        case nil: _ = try liveHead(id, rows)
        case .damaged: throw Self.damagedDraft(id)
        case .intact: break  // it is back already
        }
        return false
      }
      guard let until = head.expires, time < until else {
        throw DraftError.gone(
          .discarded, hint: "The time in which it could be brought back is over.")
      }
      try show(&head, rows)
      for case .intact(var other) in try rows.heads(.limited)
      where other.parent == id && other.status.isHidden && other.expires ?? 0 >= until {
        try show(&other, rows)
      }
      return true
    }
    guard let wasHidden else { throw Self.notFound(id) }
    return wasHidden
  }

  /// Shows a hidden draft again.
  private func show(_ head: inout DraftHead, _ rows: DraftRows) throws {
    let length = try rows.lifetime(draft: head.id).length
    head.status = head.status.shown
    head.expires = length > 0 ? now + length : nil
    try rows.setLifetime(Lifetime(length: length), draft: head.id)
    try rows.update(head)
  }
}
