extension DraftStore {
  /// Removes what repairs put aside, so that no file of the store holds a byte of it afterwards.
  ///
  /// A damaged directory stays until somebody decides: it holds everything that the owner had then,
  /// also what was discarded, purged or scrubbed since. The drafts that a repair kept stay.
  ///
  /// - Parameters:
  ///   - owner: of whom; of everybody unless given.
  ///   - dryRun: only counts; not unless said.
  /// - Returns: the size of what was removed, and whether the bytes are gone.
  /// - Throws: ``DraftError/Code/busy``, ``DraftError/Code/unavailable``,
  ///   ``DraftError/Code/notOurs``, ``DraftError/Code/storeMoved``, ``DraftError/Code/io``. Of
  ///   several owners the others are looked at all the same.
  @discardableResult
  public func purgeSetAside(
    owner: DraftOwner? = nil, dryRun: Bool = false
  ) async throws(DraftError) -> PurgeReceipt {
    let queues = try queues(DraftFilter(owner: owner), includingSetAside: true)
    return try await sum(queues) { file throws(DraftError) in
      try file.purgeSetAside(dryRun: dryRun)
    }
  }

  /// What a purge or a scrub of several owners comes to beside what repairs put aside: one look into
  /// the folder of the owners for all of them.
  func besideSetAside(
    _ receipt: PurgeReceipt, of owner: DraftOwner?
  ) throws(DraftError) -> PurgeReceipt {
    guard receipt.erasure == .complete, let place = try place(creating: false) else {
      return receipt
    }
    let tag = owner.map { place.tag(of: $0).hex } ?? ""
    var receipt = receipt
    if place.ownerNames.contains(where: { SetAside.isAside($0) && $0.hasPrefix(tag) }) {
      receipt.erasure = OwnerFile.pendingSetAside
    }
    return receipt
  }
}
