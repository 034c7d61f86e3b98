extension DraftStore {
  /// Signs an account out of this device: nothing of theirs is left.
  ///
  /// Their sessions end, here and in other processes, as ``DraftSessionState/Ending/signedOut``;
  /// saves, submits and imports that come late are refused with
  /// ``DraftError/Code/ownerPurged``; drafts, save points, files and titles go, as a
  /// ``purge(_:dryRun:)`` of the owner takes them. It returns as soon as nobody can find them any
  /// more, however much there is; the bytes are overwritten afterwards. Afterwards nobody is signed
  /// in, and drafts of ``DraftOwner/nobody`` can be saved. If there is no store yet it is made, so
  /// that other processes hear of it; where none can be made, this store refuses the owner.
  ///
  /// ```swift
  /// let signOut = try await store.signOut(owner: "ana")
  /// print(signOut.receipt.drafts, await signOut.erased().erasure)
  /// ```
  ///
  /// - Parameter owner: the account.
  /// - Returns: what was removed, and a way to wait for the last byte.
  /// - Throws: ``DraftError/Code/busy``, ``DraftError/Code/unavailable``,
  ///   ``DraftError/Code/noSpace``, ``DraftError/Code/notOurs``,
  ///   ``DraftError/Code/storeMoved``, ``DraftError/Code/io``; then the drafts are as they were, or
  ///   it is finished at the next open.
  @discardableResult
  public func signOut(owner: DraftOwner) async throws(DraftError) -> SignOut {
    try settleUnfinished()
    let queue = try queueToEnd(owner)
    let ended = try await queue?.run { file throws(DraftError) in try file.signOut() }
    if owner != .nobody { try await signIn(owner: .nobody) }
    guard let queue, let (receipt, aside) = ended else { return SignOut(.init()) }
    guard let aside else { return SignOut(receipt) }
    let erasing = Task {
      let erased = try? await queue.run { file throws(DraftError) in
        file.erased(aside, receipt)
      }
      return erased ?? receipt
    }
    return SignOut(receipt, erasing: erasing)
  }

  /// Signs an account in that takes over what somebody began before.
  ///
  /// Every draft of the other owner becomes the account's as it is: ids, revisions, save points,
  /// files, what is in doubt and what can still be brought back. From the same moment the other
  /// owner has none. A process that dies half-way leaves the drafts with one of the two, and the
  /// next open makes them the account's.
  ///
  /// Sessions of this store that the other owner has open save what is not saved yet, and go on as
  /// the account's: their ``DraftSession/key`` changes. Sessions of other stores and processes end
  /// as ``DraftSessionState/Ending/signedOut``; late saves are refused with
  /// ``DraftError/Code/ownerPurged``.
  ///
  /// ```swift
  /// try await store.signIn(owner: "ana", adopting: .nobody)
  /// ```
  ///
  /// - Parameters:
  ///   - owner: the account that signed in; it starts clean, as with ``signIn(owner:)``.
  ///   - other: whose drafts it takes over, most often ``DraftOwner/nobody``.
  /// - Returns: which drafts, and whether their bytes are gone from where they were.
  /// - Throws: ``DraftError/Code/damaged`` if one of them is, ``DraftError/Code/ownerPurged`` if
  ///   the other owner was purged meanwhile, ``DraftError/Code/invalidArgument`` if both are the
  ///   same; ``DraftError/Code/busy``, ``DraftError/Code/unavailable``,
  ///   ``DraftError/Code/noSpace``, ``DraftError/Code/notOurs``, ``DraftError/Code/newerStore``,
  ///   ``DraftError/Code/storeMoved``, ``DraftError/Code/io``.
  @discardableResult
  public func signIn(
    owner: DraftOwner, adopting other: DraftOwner
  ) async throws(DraftError) -> AdoptionReceipt {
    guard owner != other else {
      throw DraftError(
        .invalidArgument, "An owner cannot take over what is theirs.",
        hint: "Name two different owners.")
    }
    try settleUnfinished()
    try await signIn(owner: owner)
    let sessions = await openSessions.pause(of: other)
    do throws(DraftError) {
      let receipt = try await handOver(from: other, to: owner)
      await openSessions.goOn(sessions, of: other, as: owner)
      return receipt
    } catch {
      await openSessions.goOn(sessions, of: other, as: nil)
      throw error
    }
  }

  private func handOver(
    from other: DraftOwner, to owner: DraftOwner
  ) async throws(DraftError) -> AdoptionReceipt {
    guard let queue = try queue(of: other, creating: false) else { return AdoptionReceipt() }
    let receipt = try await queue.run { file throws(DraftError) in
      try file.handOver(to: owner)
    }
    // So that who listens hears of the drafts in their new place.
    if receipt != nil { try self.queue(of: owner, creating: false)?.touch() }
    return receipt ?? AdoptionReceipt()
  }
}
