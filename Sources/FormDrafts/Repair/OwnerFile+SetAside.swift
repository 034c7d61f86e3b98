extension OwnerFile {
  /// What an erasure comes to: it reaches the owner's files, not what a repair put aside of them.
  func besideSetAside(_ erasure: PurgeReceipt.Erasure) -> PurgeReceipt.Erasure {
    guard erasure == .complete else { return erasure }
    do {
      return try SetAside.paths(of: tag, in: place).isEmpty ? .complete : Self.pendingSetAside
    } catch {
      return .pending(reason: "\(error)")
    }
  }

  static let pendingSetAside = PurgeReceipt.Erasure.pending(
    reason: "what a repair put aside may hold it still; drafts purge --set-aside removes that")

  /// Overwrites and removes what repairs put aside of this owner.
  func purgeSetAside(dryRun: Bool) throws(DraftError) -> PurgeReceipt {
    if !dryRun { try refuseIfReadOnly() }
    var receipt = PurgeReceipt()
    do {
      let doomed = try dryRun ? setAside() : moveSetAsideAway()
      receipt.bytes = doomed.reduce(0) { $0 + Int(OwnerDirectory(path: $1).weight()) }
      guard !dryRun else { return receipt }
      for path in doomed { receipt.add(erased(path, PurgeReceipt())) }
      receipt.erasure = besideSetAside(receipt.erasure)
      return receipt
    } catch {
      throw DraftError.wrapping(error, file: directory.path)
    }
  }

  /// What was put aside by repairs that are done: of one that is not, both directories are needed.
  private func setAside() throws(SystemError) -> [String] {
    let paths = try SetAside.paths(of: tag, in: place)
    let unfinished = Set(paths.filter { SetAside.isUnfinished($0) }.map(Self.mark))
    return paths.filter { !unfinished.contains(Self.mark($0)) }
  }

  /// Renames it, so that the next open finishes what a process that dies leaves.
  ///
  /// Under the lock that a repair holds while it exchanges the two directories.
  private func moveSetAsideAway() throws -> [String] {
    try place.whileOwnersAreLocked(milliseconds: environment.busyMilliseconds) {
      let moved = try setAside().map { path throws(SystemError) in
        let aside = "\(directory.path).purging-\(Identifiers.random())"
        try System.rename(path, to: aside)
        return aside
      }
      try System.syncDirectory(place.owners)
      return moved
    }
  }

  /// What the two directories of one repair have in common.
  private static func mark(_ path: String) -> Substring {
    path.split(separator: ".").last.map { $0.drop { $0 != "-" } } ?? ""
  }
}
