internal import CSQLite

extension Connection {
  /// What a database file says about itself.
  package struct Identity: Equatable, Sendable {
    /// Whose file it is; 0 in a new one.
    package var applicationID: Int32
    /// The version of its schema; 0 in a new one.
    package var userVersion: Int32
    /// `UTF-8` in every file of ours.
    package var encoding: String
    /// Bytes of a page.
    package var pageSize: Int
    /// Number of pages, those in the write-ahead log included.
    package var pageCount: Int
  }

  /// What a commit waits for.
  package enum Durability: Sendable {
    /// `synchronous=FULL`: the log is synced at every commit.
    case full
    /// `synchronous=NORMAL`: it is synced at checkpoints; a power loss can cost the last commits.
    case normal
  }

  /// Keeps temporary data off the disk and the file out of our address space; reads nothing.
  ///
  /// - Parameters:
  ///   - isCheckingCells: whether a page is refused when one of its cells does not fit; without, the
  ///     other cells of a damaged page can be read, for who compares every row's checksum.
  package func setSafetyPragmas(isCheckingCells: Bool = true) throws(SQLiteError) {
    // With mmap, a file truncated by somebody else kills the process with SIGBUS.
    try execute(
      """
      PRAGMA temp_store=MEMORY;
      PRAGMA mmap_size=0;
      PRAGMA cell_size_check=\(isCheckingCells ? "ON" : "OFF");
      PRAGMA trusted_schema=OFF
      """)
  }

  /// Reads on where the file is shorter than its header says, or its list of tables cannot be read
  /// through: what can be read is, and the rest is an error where it is asked for.
  ///
  /// SQLite does so with `writable_schema` (<https://sqlite.org/pragma.html#pragma_writable_schema>),
  /// which the defensive flag forbids. Nothing can be written: the connection only reads.
  package func tolerateDamage() throws(SQLiteError) {
    guard mode != .readWrite else { throw SQLiteError(code: SQLITE_MISUSE) }
    try configure(SQLITE_DBCONFIG_DEFENSIVE, false)
    try execute("PRAGMA writable_schema=ON")
  }

  /// Reads the identity, all of it at one moment.
  ///
  /// The first statement that looks into the file: a file that is no database is noticed here.
  package func readIdentity() throws(SQLiteError) -> Identity {
    guard isAutocommit else { return try identity() }
    // Of one moment: between two statements another connection may migrate.
    try execute("BEGIN")
    do throws(SQLiteError) {
      let identity = try identity()
      try execute("COMMIT")
      return identity
    } catch {
      try? execute("ROLLBACK")
      throw error
    }
  }

  private func identity() throws(SQLiteError) -> Identity {
    Identity(
      applicationID: Int32(truncatingIfNeeded: try integer("PRAGMA application_id")),
      userVersion: try userVersion(),
      encoding: try text("PRAGMA encoding"),
      pageSize: Int(try integer("PRAGMA page_size")),
      pageCount: Int(try integer("PRAGMA page_count")))
  }

  /// Turns on write-ahead logging and what belongs to writing.
  ///
  /// Writes if the file is not in that mode yet, so the file's identity is checked before.
  ///
  /// Changing the mode does not wait for locks (`busy_timeout` does not apply); hold the owner's
  /// lock around it.
  package func enableWAL(durability: Durability) throws(SQLiteError) {
    let mode = try text("PRAGMA journal_mode=WAL")
    guard mode == "wal" else {
      throw SQLiteError(code: SQLITE_ERROR, message: "no write-ahead log", sql: nil)
    }
    // fullfsync stays off: on Apple a commit then survives a kill, and `syncWAL()` adds
    // F_FULLFSYNC where a power loss counts. On Linux neither pragma does anything.
    try execute(
      """
      PRAGMA synchronous=\(durability == .full ? "FULL" : "NORMAL");
      PRAGMA fullfsync=OFF;
      PRAGMA checkpoint_fullfsync=ON;
      PRAGMA secure_delete=ON;
      PRAGMA foreign_keys=ON;
      PRAGMA wal_autocheckpoint=250;
      PRAGMA journal_size_limit=1048576
      """)
  }

  /// The version of the schema.
  package func userVersion() throws(SQLiteError) -> Int32 {
    Int32(truncatingIfNeeded: try integer("PRAGMA user_version"))
  }

  /// Sets whose file it is.
  package func setApplicationID(_ id: Int32) throws(SQLiteError) {
    try execute("PRAGMA application_id=\(id)")
  }

  /// Sets the version of the schema.
  package func setUserVersion(_ version: Int32) throws(SQLiteError) {
    try execute("PRAGMA user_version=\(version)")
  }
}

// MARK: Single values

extension Connection {
  /// The first column of the first row as an integer; 0 without a row.
  package func integer(_ sql: String) throws(SQLiteError) -> Int64 {
    let statement = try prepare(sql)
    return try statement.step() ? statement.int64(0) : 0
  }

  /// The first column of the first row as text; empty without a row.
  package func text(_ sql: String) throws(SQLiteError) -> String {
    let statement = try prepare(sql)
    return try statement.step() ? statement.text(0) ?? "" : ""
  }
}
