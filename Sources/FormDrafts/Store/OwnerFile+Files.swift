import FormDraftsSQLite

extension OwnerFile {
  /// Closes the connection and forgets the files, without touching them.
  func forgetFiles() {
    try? database?.connection.close()
    database = nil
    shadows.removeAll()
    lock = nil
    ledger = nil
  }

  func currentLock(creating: Bool) throws -> Lock? {
    if let lock { return lock }
    for _ in 0..<8 {
      guard let status = try System.status(directory.path) else {
        guard creating else { return nil }
        try createDirectory()
        continue
      }
      try StorePlace.check(status, isDirectoryAt: directory.path, place.modes)
      if let lock = try openLock() {
        self.lock = lock
        return lock
      }
      // Purged between two looks, or somebody removed the lock file.
      guard try System.status(directory.path)?.isSameFile(as: status) == true else { continue }
      throw DraftError(
        .damaged, "“\(directory.path.printable)” has lost its lock file.",
        hint: "Repair the store, bring the directory back from a backup, or purge this owner.",
        file: directory.lockFile)
    }
    throw Self.busy
  }

  /// Nil if there is no lock file.
  private func openLock() throws -> Lock? {
    guard let status = try System.status(directory.lockFile) else { return nil }
    try StorePlace.checkFile(status, at: directory.lockFile, place.modes)
    do throws(SystemError) {
      return try Lock(path: directory.lockFile)
    } catch {
      guard error.isMissing else { throw error }
      return nil
    }
  }

  /// Whether the lock is the one at the path: the directory was not moved away meanwhile.
  func isCurrent(_ lock: Lock) throws -> Bool {
    try System.status(directory.lockFile)?.isSameFile(as: lock.status) == true
  }

  func currentDatabase() throws -> Database? {
    // One that can only read is opened anew: perhaps it can write now.
    if let database, !database.connection.isWriteProtected,
      let now = try directory.isStill(database.identity)
    {
      var current = database
      current.identity = now
      return current
    }
    try? database?.connection.close()
    database = nil
    ledger = nil
    shadows.removeAll()
    database = try connect()
    return database
  }
}
