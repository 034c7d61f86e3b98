internal import CSQLite

extension Connection {
  /// What a truncating checkpoint did.
  package struct CheckpointResult: Equatable, Sendable {
    /// Somebody reads or writes, so the log could not be emptied.
    package var isBusy: Bool
    /// Frames in the log; -1 if there is no log.
    package var walFrames: Int
    /// Frames of them that are in the database file now.
    package var copied: Int

    /// Whether the log is empty.
    ///
    /// Only this answer counts: SQLite can also come back with OK and frames left.
    package var isComplete: Bool { !isBusy && walFrames == 0 && copied == 0 }
  }

  /// Copies the write-ahead log into the database file and cuts it to nothing, waiting for others
  /// as long as the busy timeout says.
  package func checkpointTruncate() throws(SQLiteError) -> CheckpointResult {
    let (isBusy, log, copied) = try checkpoint()
    return CheckpointResult(isBusy: isBusy, walFrames: Int(log), copied: Int(copied))
  }

  /// Syncs the write-ahead log to the disk.
  ///
  /// SQLite cuts the log without syncing that: after a power loss erased values could be back.
  /// This goes through SQLite's own descriptor, as closing another one would drop its locks.
  package func syncWAL() throws(SQLiteError) {
    if try syncJournal() { return }
    // The log is opened by the first statement that reads.
    _ = try integer("PRAGMA schema_version")
    if try syncJournal() { return }
    throw SQLiteError(code: SQLITE_MISUSE, message: "no write-ahead log")
  }

  /// Frames the write-ahead log has room for: as many or more than are valid, as SQLite begins
  /// again at the front without cutting.
  ///
  /// 0 while the log is not open.
  package func walFrames() throws(SQLiteError) -> Int {
    // https://sqlite.org/fileformat2.html#the_write_ahead_log: 32 bytes, then per frame 24 and
    // the page.
    let size = try journalSize()
    guard size > 32 else { return 0 }
    return Int((size - 32) / (24 + (try integer("PRAGMA page_size"))))
  }

  /// Builds the database anew, so that no byte of deleted rows is left in its pages.
  package func vacuum() throws(SQLiteError) {
    finalizeStatements()
    try execute("VACUUM")
  }

  /// Writes a copy of the database as it is now, log included and what was deleted left out.
  ///
  /// - Parameter path: a file that is not there, or an empty one; no URI.
  package func vacuum(into path: String) throws(SQLiteError) {
    finalizeStatements()
    let statement = try prepare("VACUUM INTO ?1")
    try statement.bind(text: path, at: 1)
    try statement.run()
  }

  /// Puts every page of another database in place of this one's, in one transaction.
  ///
  /// In WAL mode the pages go through the log, so that readers keep what they read and a crash leaves
  /// all or nothing (<https://sqlite.org/backup.html>). Both databases have the same page size.
  package func replaceAll(by source: Connection) throws(SQLiteError) {
    finalizeStatements()
    let database = try database
    guard let backup = sqlite3_backup_init(database, "main", try source.database, "main") else {
      throw SQLiteError(code: sqlite3_extended_errcode(database))
    }
    let code = sqlite3_backup_step(backup, -1)
    let end = sqlite3_backup_finish(backup)
    if code != SQLITE_DONE { throw SQLiteError(code: code) }
    if end != SQLITE_OK { throw SQLiteError(code: end) }
  }

  /// What is wrong in the structure of the file, at most `limit` findings; empty if nothing is.
  package func quickCheck(limit: Int = 100) throws(SQLiteError) -> [String] {
    try findings("PRAGMA quick_check(\(limit))")
  }

  /// As ``quickCheck(limit:)``, and that indexes agree with their tables.
  package func integrityCheck(limit: Int = 100) throws(SQLiteError) -> [String] {
    try findings("PRAGMA integrity_check(\(limit))")
  }

  /// Whether every foreign key has its parent.
  package func foreignKeyCheck() throws(SQLiteError) -> Bool {
    let statement = try prepare("PRAGMA foreign_key_check")
    return try !statement.step()
  }

  private func findings(_ pragma: String) throws(SQLiteError) -> [String] {
    let statement = try prepare(pragma)
    var found: [String] = []
    while try statement.step() {
      found.append(statement.withBytes(0) { String(decoding: $0, as: UTF8.self) })
    }
    return found == ["ok"] ? [] : found
  }
}
