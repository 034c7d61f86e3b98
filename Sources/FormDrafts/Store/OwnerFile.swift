import FormDraftsSQLite

/// One owner's database: opened when needed, watched, closed.
///
/// Not Sendable: it lives on its owner's serial queue (see `OwnerQueue`), and everything in it is
/// synchronous.
///
/// A write takes the directory's lock for one transaction. `flock` gives every process its turn,
/// where SQLite's own busy handler starves some; and it makes opening, creating and purging one
/// step at a time.
final class OwnerFile {
  /// How the files may be used.
  enum Access: Sendable {
    case readWrite, readOnly
    /// For reading what is there as it is: nothing is finished, and no permission tightened.
    case inspection
  }

  /// A connection, and the files it was opened on.
  struct Database {
    let connection: Connection
    let rows: DraftRows
    var identity: OwnerDirectory.Identity
    /// Who wrote the files last was this connection, and the files looked like this then.
    var quiet: OwnerDirectory.Identity?
    /// The owner's save counter, as long as the database is of that version: finding it out means
    /// reading every draft's row.
    var counter: (seq: Int64, version: UInt32)?
  }

  /// The lock file, held open.
  final class Lock {
    let file: Descriptor
    let status: FileStatus
    /// The purges that came before the directory was made; nil if that cannot be read.
    let epoch: Int64?

    init(path: String) throws(SystemError) {
      let file = try System.open(path)
      let status = try file.status()
      let text = String(decoding: try file.readAll(limit: 64), as: UTF8.self)
      self.status = status
      epoch = Int64(text.prefix { $0 != "\n" })
      self.file = file
    }
  }

  let place: StorePlace
  let tag: OwnerTag
  let directory: OwnerDirectory
  /// Where the tombstone of the owner's last purge is, if there was one.
  let tombstonePath: String
  let access: Access
  let environment: DraftEnvironment
  /// Whose database it is; nil until `meta` was read, where only the tag was known.
  var owner: DraftOwner?
  var database: Database?
  var shadows = ShadowCache()
  var schemas = SchemaCache()
  /// The purges of this owner when this store first used it; a later one refuses its writes.
  var rememberedEpoch: Int64?
  /// Something ended since the file was last compacted.
  var needsCompaction = false
  /// From how many bytes on a database is rebuilt by way of a file and not in memory, and not by a
  /// close or an open.
  var largeFile: Int64 = 64 << 20
  /// When something may be due to be removed, by the clock; nil while no draft has a lifetime.
  var sweepDue: Int64?
  /// Copies whose last use goes with the transaction that is under way.
  var doomedFiles: Set<String> = []
  /// How many of the last doomed copies could not be removed.
  var filesInTheWay = 0
  /// Copies that were made here and that no save has used yet; other processes leave them alone.
  var heldFiles: [String: HeldFile] = [:]
  /// What was removed because it was due, and nobody was told yet.
  var swept = PurgeReceipt()
  var lock: Lock?
  /// What was acknowledged last; nil while the database is closed or only looked at.
  var ledger: SaveLedger?
  /// The place of the save that is under way in the owner's order of saves.
  var savedSeq: Int64?

  init(
    place: StorePlace, tag: OwnerTag, owner: DraftOwner?, access: Access,
    environment: DraftEnvironment, directory: OwnerDirectory? = nil
  ) {
    self.place = place
    self.tag = tag
    self.owner = owner
    self.access = access
    self.environment = environment
    self.directory = directory ?? OwnerDirectory(path: place.directory(tag))
    tombstonePath = place.tombstone(tag)
  }

  var now: Int64 { environment.nowMilliseconds }
}

extension OwnerFile {
  /// Runs a piece of work under the lock, with the database open.
  ///
  /// Nil if there is no database and none is to be made.
  func locked<R>(
    creating: Bool, fenced: Bool = false, _ work: (inout Database) throws -> R
  ) throws(DraftError) -> R? {
    do {
      return try lockedSteps(creating: creating, fenced: fenced, work)
    } catch {
      endOpenTransaction()
      throw DraftError.wrapping(error, file: directory.database)
    }
  }

  private func lockedSteps<R>(
    creating: Bool, fenced: Bool, _ work: (inout Database) throws -> R
  ) throws -> R? {
    for _ in 0..<8 {
      try refuseAfterFork()
      // Also without a fence: this use is where the owner's purges are remembered from. And before
      // the lock is looked for, which may make the directory; with one at hand, behind it.
      if self.lock == nil || rememberedEpoch == nil, try isPurged(), fenced {
        throw DraftError.ownerPurged()
      }
      guard let lock = try currentLock(creating: creating) else { return nil }
      guard try lock.file.lock(milliseconds: environment.busyMilliseconds) else { throw Self.busy }
      defer { lock.file.unlock() }
      guard try isCurrent(lock) else {
        forgetFiles()
        continue
      }
      let tombstone = try readTombstone()
      if try isUnfinished(tombstone, lock) {
        guard access == .readWrite else { return nil }
        try finishInterruptedPurge()
        continue
      }
      if fenced, isPurged(tombstone) { throw DraftError.ownerPurged() }
      guard var database = try currentDatabase() else { continue }
      let result = try work(&database)
      self.database = self.database == nil ? nil : database
      return result
    }
    throw Self.busy
  }

  static var busy: DraftError {
    DraftError(
      .busy, "Another process kept the store for too long.",
      hint: "Try again; nothing was changed.")
  }

  func refuseIfReadOnly() throws(DraftError) {
    guard access == .readWrite else {
      throw DraftError(.unavailable, "The store was opened for reading only.")
    }
  }

  /// Runs a write in one transaction under the lock, and acknowledges it only if the files are
  /// still the ones at the path afterwards.
  ///
  /// Nil if there is no database and none is to be made.
  ///
  /// - Parameters:
  ///   - isFlushed: whether it returns only when everything committed so far has reached the medium,
  ///     whatever a commit alone waits for.
  ///   - isSave: whether it saves one draft, and none can end in it.
  func write<R>(
    creating: Bool, fenced: Bool = true, isFlushed: Bool = false, isSave: Bool = false,
    _ work: (DraftRows) throws -> R
  ) throws(DraftError) -> R? {
    try refuseIfReadOnly()
    let result: R? = try locked(creating: creating, fenced: fenced) { database in
      sweepIfDue(database)
      doomedFiles = []
      let (connection, rows) = (database.connection, database.rows)
      let transaction = { try connection.immediateTransaction { try work(rows) } }
      let result = try isSave ? countingSave(transaction) : recounting(rows, transaction)
      if isFlushed { try connection.syncWAL() }
      guard let after = try directory.isStill(database.identity) else {
        forgetFiles()
        throw DraftError(
          .storeMoved, "The store was moved or replaced during a save.",
          hint: "Save again: it goes to the store that is there now.", file: directory.path)
      }
      database.identity = after
      database.quiet = after
      removeDoomedFiles()
      return result
    }
    if result == nil { try refuseIfMoved() }
    return result
  }

  /// Runs a read in one transaction.
  ///
  /// Nil if there is no database.
  func read<R>(_ work: (DraftRows) throws -> R) throws(DraftError) -> R? {
    do {
      try refuseAfterFork()
      if let database, database.connection.mode != .immutable, !(try isPurged()),
        try directory.isStill(database.identity) != nil
      {
        return try database.connection.readTransaction { try work(database.rows) }
      }
    } catch let error as SQLiteError where error.isCorrupt {
      forgetFiles()  // a passing read error arrives as CORRUPT: look again on a new connection
    } catch {
      endOpenTransaction()
      throw DraftError.wrapping(error, file: directory.database)
    }
    forgetFiles()
    let result = try locked(creating: false) { database in
      try database.connection.readTransaction { try work(database.rows) }
    }
    // What was opened as unchanging is so only under the lock.
    if database?.connection.mode == .immutable { forgetFiles() }
    if result == nil { try refuseIfMoved() }
    return result
  }

  /// Closes the connection if a rollback failed, as without memory it can.
  ///
  /// The transaction would stay open: every later one refused here, and other processes kept waiting.
  private func endOpenTransaction() {
    if database?.connection.isAutocommit == false { forgetFiles() }
  }

  /// No database may mean that there is no draft, or that the store is not there any more.
  private func refuseIfMoved() throws(DraftError) {
    guard place.isCurrent() else { throw StorePlace.moved(place.path) }
  }

  /// After `fork` the locks belong to the parent: the child must not touch the connection.
  private func refuseAfterFork() throws(DraftError) {
    guard database?.connection.isInherited != true else {
      throw DraftError(
        .usedAfterFork, "The store was opened before fork and used in the child.",
        hint: "Make a new DraftStore in the child process.")
    }
  }
}
