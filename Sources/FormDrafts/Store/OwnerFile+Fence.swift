import FormDraftsSQLite

extension OwnerFile {
  /// Whether a purge came after this store first used the owner.
  func isPurged() throws(DraftError) -> Bool { isPurged(try readTombstone()) }

  func readTombstone() throws(DraftError) -> Tombstone? {
    do throws(DraftError) {
      return try Tombstone.read(tombstonePath, place.modes)
    } catch {
      rememberedEpoch = rememberedEpoch ?? 0  // whatever it says one day is later than this
      throw error
    }
  }

  func isPurged(_ tombstone: Tombstone?) -> Bool {
    let epoch = tombstone?.epoch ?? 0
    guard let rememberedEpoch else {
      rememberedEpoch = epoch
      return false
    }
    return epoch > rememberedEpoch
  }

  func refuseIfPurged() throws(DraftError) {
    if try isPurged() { throw DraftError.ownerPurged() }
  }

  /// Starts clean: the owner signed in again.
  func signIn() {
    forgetFiles()
    rememberedEpoch = nil
  }

  /// Whether a purge wrote its tombstone and died before it moved the directory.
  func isUnfinished(_ tombstone: Tombstone?, _ lock: Lock) throws -> Bool {
    guard let tombstone else { return false }
    guard let epoch = lock.epoch else {
      throw DraftError(
        .damaged, "“\(directory.lockFile.printable)” does not say which purge it came after.",
        hint:
          "Nothing was changed. Repair the store, bring it back from a backup, or purge this owner.",
        file: directory.lockFile)
    }
    return epoch < tombstone.epoch
  }

  func finishInterruptedPurge() throws {
    try? database?.connection.close()
    database = nil
    try eraseMoved(moveAway())
    forgetFiles()
  }

  /// Renames the directory away and makes that durable; the caller holds the lock.
  ///
  /// - Returns: where it lies, for ``eraseMoved(_:)``; the next open erases it otherwise.
  func moveAway() throws(SystemError) -> String {
    let aside = "\(directory.path).purging-\(Identifiers.random())"
    try System.rename(directory.path, to: aside)
    // What a repair put aside goes the same way.
    for path in try SetAside.paths(of: tag, in: place) {
      try System.rename(path, to: "\(aside)/\(path.split(separator: "/").last ?? "damaged")")
    }
    try System.syncDirectory(place.owners)
    return aside
  }

  /// Overwrites and removes a directory that was moved away.
  func eraseMoved(_ aside: String) throws(SystemError) {
    try OwnerDirectory.erase(aside)
    try System.syncDirectory(place.owners)
  }
}
