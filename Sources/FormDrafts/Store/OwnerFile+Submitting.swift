extension OwnerFile {
  /// Marks a draft as being submitted; one that is in doubt keeps its attempt.
  ///
  /// Returns only when the mark has reached the medium: after a crash of the whole machine the app
  /// must not send the same answers under another id.
  func beginSubmit(
    _ id: DraftID, basedOn: DraftRevision?, repeating earlier: AttemptID? = nil
  ) throws(DraftError) -> AttemptID {
    let attempt = try write(creating: false, isFlushed: true) { rows in
      var head = try liveHead(id, rows)
      try head.refuse(unlessAt: basedOn)
      if head.status == .submitting, let attempt = head.attempt { return attempt }
      let attempt =
        earlier?.rawValue ?? DraftID(environment.makeID())?.rawValue ?? Identifiers.random()
      head.status = .submitting
      head.attempt = attempt
      try rows.update(head)
      return attempt
    }
    shadows.remove(id)
    guard let attempt else { throw Self.notFound(id) }
    return AttemptID(attempt)
  }

  /// Ends an attempt to submit.
  ///
  /// - Parameters:
  ///   - keep: for how long a copy is kept, in milliseconds; nil removes the draft.
  func endSubmit(
    _ id: DraftID, attempt: AttemptID, accepted: Bool, keep: Int64?
  ) throws(DraftError) {
    let found: Void? = try write(creating: false, isFlushed: true) { rows in
      guard let head = try headOfAttempt(id, attempt, accepted: accepted, rows) else { return }
      if !accepted {
        try reopen(head, rows)
      } else if let keep, !head.status.isHidden {
        try keepCopy(head, for: keep, rows)
      } else {
        try rows.insertSubmission(of: id, attempt: attempt.rawValue)
        try remove([EndingDraft(head)], .submitted, rows)
      }
    }
    shadows.remove(id)
    guard found != nil else { throw Self.notFound(id) }
  }

  /// The draft an attempt is about; nil if this end was reported before, so that an app that did
  /// not hear the answer may ask again.
  private func headOfAttempt(
    _ id: DraftID, _ attempt: AttemptID, accepted: Bool, _ rows: DraftRows
  ) throws -> DraftHead? {
    switch try rows.head(of: id) {
    case .damaged: throw Self.damagedDraft(id)
    case nil:
      guard let ending = try rows.ending(of: id) else { throw Self.notFound(id) }
      guard ending == .submitted else { throw DraftError.gone(ending.shown) }
      let known = try rows.submission(of: id).map(AttemptID.init)
      guard known == nil || known == attempt else { throw Self.attemptMismatch }
      guard accepted else { throw DraftError.gone(.submitted) }
      return nil
    case .intact(let head):
      guard head.status.isKnown else { throw Self.unknownStatus(id) }
      let known = head.attempt.map(AttemptID.init)
      switch head.status.shown {
      case .submitting:
        guard known == attempt else { throw Self.attemptMismatch }
        return head
      case .submitted:
        guard known == attempt else { throw Self.attemptMismatch }
        guard accepted else { throw DraftError.gone(.submitted) }
        return nil
      default:
        if head.status.isHidden { throw DraftError.gone(.discarded) }
        guard !accepted else { throw Self.attemptMismatch }
        return nil
      }
    }
  }

  /// Leaves the draft as it was before the attempt.
  private func reopen(_ known: DraftHead, _ rows: DraftRows) throws {
    var head = known
    head.status = known.status.isHidden ? DraftHead.Status.open.hidden : .open
    head.attempt = nil
    try rows.update(head)
  }

  /// Keeps what was submitted, for looking at it.
  private func keepCopy(_ known: DraftHead, for length: Int64, _ rows: DraftRows) throws {
    var head = known
    head.status = .submitted
    head.expires = now + length
    try rows.setLifetime(Lifetime(length: length), draft: head.id)
    try noteLifetime(rows)
    try rows.update(head)
  }

  private static var attemptMismatch: DraftError {
    DraftError(
      .attemptMismatch, "The draft is not being submitted by this attempt; nothing was changed.",
      hint: "Begin to submit, and end with the attempt id that gives.")
  }
}

extension OwnerFile {
  /// Refuses to write to a draft that was discarded, or that is only kept as a copy.
  func refuseUnlessWritable(_ head: DraftHead) throws(DraftError) {
    guard head.status.isKnown else { throw Self.unknownStatus(head.uuid) }
    if head.status.isHidden {
      throw DraftError.gone(
        .discarded, hint: "Undo the discard, or save without an id to make a new draft.")
    }
    if head.status == .submitted {
      throw DraftError.gone(
        .submitted,
        hint: "The copy that is kept is read-only; save without an id to make a new draft.")
    }
  }

  static func unknownStatus(_ id: DraftID) -> DraftError {
    DraftError(
      .newerStore, "The draft \(id) is in a state that only a later version knows.",
      hint: "Nothing was changed. Use the version that wrote it.")
  }

  /// Refuses an id this owner never had, without waiting for anybody; and whatever comes after a
  /// purge of the owner.
  func refuseUnlessKnown(_ id: DraftID) throws(DraftError) {
    try refuseIfPurged()
    let isKnown = try read { rows in
      try !rows.heads(.id(id)).isEmpty || rows.ending(of: id) != nil
    }
    guard isKnown == true else { throw Self.notFound(id) }
  }
}

extension DraftHead {
  /// Refuses a change that was made from another revision.
  func refuse(unlessAt basedOn: DraftRevision?) throws(DraftError) {
    guard let basedOn, basedOn != revisionNumber else { return }
    throw DraftError(
      .conflict,
      "The draft was saved by somebody else: it is at revision \(revision), "
        + "this save is based on \(basedOn).",
      hint: "Restore it, bring your changes in, and save again; nothing was changed.",
      currentRevision: revisionNumber)
  }
}
