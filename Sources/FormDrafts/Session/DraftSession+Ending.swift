extension DraftSession {
  /// Has the store say when the draft or its owner ends elsewhere.
  ///
  /// - Returns: whether the owner's drafts are on the way to another.
  @discardableResult
  func watchStore() -> Bool {
    guard watch == nil else { return false }
    let isOnTheWay = store.openSessions.add(self, of: key.owner)
    watch = store.watch { [weak self, line, owner = key.owner] other, news in
      let isOwnerGone = news.isOwnerGone && other == owner
      let draft = line.draft
      let end = news.changes.last { $0.draft == draft && $0.kind.ending != nil }
      guard isOwnerGone || end != nil, other == nil || other == owner else { return }
      Task { @MainActor in
        self?.hear(from: owner, isOwnerGone: isOwnerGone, of: end)
      }
    }
    return isOnTheWay
  }

  /// What is heard from an owner whose drafts went to another is no end.
  private func hear(from owner: DraftOwner, isOwnerGone: Bool, of change: DraftChange?) {
    if isHandedOver || owner != key.owner { return }
    if isOwnerGone { return end(.signedOut) }
    guard let change, change.draft == line.draft, change.draft != ownEnding,
      let ending = change.kind.ending
    else { return }
    // Whether a save under way came before the end, only its own end says.
    if savesUnderWay > 0 {
      heardEnding = (change.draft, ending)
    } else {
      endElsewhere(ending)
    }
  }

  /// A save is over: what was heard meanwhile holds, unless the save has said it already.
  func savesEnded() {
    savesUnderWay -= 1
    guard savesUnderWay == 0, let (draft, ending) = heardEnding else { return }
    heardEnding = nil
    if draft == line.draft, draft != ownEnding { endElsewhere(ending) }
  }

  /// Ends the session with a draft that somebody else ended; edits of it that were not saved are not
  /// saved any more, and stay in the form.
  func endElsewhere(_ ending: DraftSessionState.Ending) {
    end(ending == .submitted && schedule.isPending ? .submittedElsewhere : ending)
  }
}

extension DraftChange.Kind {
  /// How a session of the draft ends; nil if it goes on.
  fileprivate var ending: DraftSessionState.Ending? {
    switch self {
    case .saved, .submitting: nil
    case .submitted: .submitted
    case .discarded: .discarded
    case .purged: .purged
    case .expired: .expired
    }
  }
}
