import FormDraftsSQLite

extension DraftStore {
  /// Copies the whole store to another directory while it is in use.
  ///
  /// Each owner's copy is one state of that owner's drafts, log included, rebuilt by SQLite
  /// (<https://www.sqlite.org/lang_vacuum.html>, `VACUUM INTO`): what was removed is not in it. The
  /// files of the database alone are no backup, because the newest drafts stand in the log.
  ///
  /// The copy is gone through like ``health(_:)`` before it takes its place, and only then an older
  /// backup there is removed. A store in which something is damaged is not backed up over an older
  /// copy that is sound: that one stays, and the error says so. What a backup holds is a store: it
  /// can be looked at with everything here, and be put in the place of the store it was made of.
  ///
  /// Nor is an older copy replaced by one that may have less: of a store that went back to an earlier
  /// state (``RollBack``), until somebody took note of that, or in which an owner's directory is gone
  /// without a purge.
  ///
  /// A purge does not reach into backups; remove those that are older than the purge. What a process
  /// that died left beside the path goes with the next backup there.
  ///
  /// An owner's saves wait while that owner is copied.
  ///
  /// - Parameter path: the directory; made, or replaced if it is an older backup of this store.
  /// - Returns: what is in it.
  /// - Throws: ``DraftError/Code/notFound`` if there is no store; ``DraftError/Code/damaged``,
  ///   ``DraftError/Code/newerStore`` if something cannot be copied as it was, or the older copy may
  ///   have more; ``DraftError/Code/cancelled`` if the task is cancelled, between two owners;
  ///   ``DraftError/Code/notOurs`` if something else lies at the path;
  ///   ``DraftError/Code/invalidArgument`` if it lies in the store; ``DraftError/Code/busy``,
  ///   ``DraftError/Code/cannotCreate``, ``DraftError/Code/noSpace``,
  ///   ``DraftError/Code/unavailable``, ``DraftError/Code/io``.
  @discardableResult
  public func backup(to path: String) async throws(DraftError) -> BackupReceipt {
    try await backup(to: path, copied: { _ in }, checked: { _ in })
  }

  /// The same; told are how many owners were copied, and then how many drafts of the copy were
  /// looked at.
  package func backup(
    to path: String, copied: (Int) -> Void, checked: (Int) -> Void
  ) async throws(DraftError) -> BackupReceipt {
    guard let place = try place(creating: false) else {
      throw DraftError(
        .notFound, "There is no store at “\(self.path.printable)”.",
        hint: "Name the store's directory.", file: self.path)
    }
    let target = try BackupPlace(path, of: place)
    let temporary = try target.makeTemporary()
    do throws(DraftError) {
      var receipt = BackupReceipt(path: target.path)
      let copy = StorePlace(path: temporary.path, id: place.id)
      let isReplacing = try target.isTaken()
      try await fill(copy, of: place, isReplacing: isReplacing, &receipt, copied)
      try await check(copy.path, checked)
      if isReplacing { try target.refuseLoss(by: copy) }
      receipt.isReplacement = try target.take(copy.path)
      return receipt
    } catch {
      temporary.abandon()
      throw error
    }
  }

  private func fill(
    _ copy: StorePlace, of place: StorePlace, isReplacing: Bool,
    _ receipt: inout BackupReceipt, _ progress: (Int) -> Void
  ) async throws(DraftError) {
    for queue in try allQueues() {
      try DraftError.checkCancellation()
      let part = try await queue.run { file throws(DraftError) in
        try file.backUp(to: copy, isReplacing: isReplacing)
      }
      guard let part else { continue }
      receipt.owners += 1
      progress(receipt.owners)
      receipt.drafts += part.drafts
      receipt.files += part.files
      receipt.missingFiles += part.missingFiles
      receipt.bytes += part.bytes
    }
    // Last, so that an owner who is purged meanwhile is purged in the copy too.
    do throws(SystemError) {
      for name in try System.names(in: place.owners) ?? [] where name.hasSuffix(".ended") {
        try System.copyFile(place.owners + "/" + name, to: copy.owners + "/" + name)
      }
      try System.syncDirectory(copy.owners)
    } catch {
      throw DraftError(error)
    }
  }

  /// A copy that is not sound never takes the place of one that is.
  private func check(_ copy: String, _ progress: (Int) -> Void) async throws(DraftError) {
    let store = DraftStore(
      path: copy, environment: environment, access: .readWrite, isTemporary: false)
    let findings = try await store.health(nil, progress: progress).findings
    guard let wrong = findings.first(where: { $0.code.spoilsBackup }) else { return }
    let count = findings.count { $0.code.spoilsBackup }
    throw DraftError(
      .damaged,
      "The store is damaged (\(count) findings) and was not backed up: \(wrong.sentence)",
      hint: BackupPlace.kept + "drafts doctor says what is wrong, drafts repair mends "
        + "it.")
  }
}

extension OwnerFile {
  /// Copies the owner's database and files as they are at one moment.
  ///
  /// Nil if there is no database, or the owner was purged.
  fileprivate func backUp(
    to copy: StorePlace, isReplacing: Bool
  ) throws(DraftError) -> BackupReceipt? {
    let target = OwnerDirectory(path: copy.directory(tag))
    let wentBack = try rollBack()
    if let wentBack, isReplacing {
      throw DraftError(
        .damaged, "The older backup may hold what is lost. \(wentBack.sentence)",
        hint: BackupPlace.kept + "drafts repair takes note of it.", file: directory.database)
    }
    let part: BackupReceipt? = try locked(creating: false) { database in
      var part = BackupReceipt(path: target.path)
      _ = try System.makeDirectory(target.path)
      let lock = try System.createFile(target.lockFile)
      try lock.write(Array("\(self.lock?.epoch ?? 0)\n".utf8))
      try lock.sync()
      let ledger = try SaveLedger(target, tag: self.tag, creating: true)
      // Whoever looks at the copy is told as well.
      if let wentBack { try ledger?.record(wentBack) }
      // Made before, so that SQLite does not choose its permissions.
      _ = try System.createFile(target.database)
      try database.connection.vacuum(into: target.database)
      try System.open(target.database, writable: true).sync()
      part.bytes = try System.status(target.database)?.size ?? 0
      part.drafts = try database.rows.heads(.all).count
      try copyFiles(database.rows, to: target, &part)
      try System.syncDirectory(target.path)
      return part
    }
    return part
  }

  private func copyFiles(
    _ rows: DraftRows, to target: OwnerDirectory, _ part: inout BackupReceipt
  ) throws {
    guard !directory.copies.isEmpty else { return }
    _ = try System.makeDirectory(target.files)
    for name in try rows.copies(of: [], isExcluding: true).sorted() {
      guard let size = try System.status(directory.files + "/" + name)?.size else {
        part.missingFiles += 1
        continue
      }
      try System.copyFile(directory.files + "/" + name, to: target.files + "/" + name)
      part.files += 1
      part.bytes += size
    }
    try System.syncDirectory(target.files)
  }
}

extension HealthFinding.Code {
  /// Whether a copy with it is not what the store was.
  fileprivate var spoilsBackup: Bool {
    switch self {
    case .damagedStore, .damagedDatabase, .damagedDraft, .damagedAnswer, .damagedSavePoint,
      .notOurs, .newerStore, .unavailable:
      true
    default: false
    }
  }
}
