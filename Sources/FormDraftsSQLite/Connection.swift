internal import CSQLite

/// One connection to a SQLite database, for one serial queue.
///
/// It is not Sendable and takes no mutex (`SQLITE_OPEN_NOMUTEX`): its owner calls it from one
/// serial queue only. This file and Statement.swift hold every call of SQLite there is, so that
/// calls can be counted and faults injected at one place; the topics beside use what stands here.
package final class Connection {
  /// The path it was opened with.
  package let path: String
  /// How it was opened.
  package let mode: OpenMode
  /// Whether it was opened for writing, and can only read.
  ///
  /// That is what SQLite makes of a file that cannot be opened for writing, and be it for a moment
  /// (<https://sqlite.org/c3ref/open.html>, SQLITE_OPEN_READWRITE).
  package let isWriteProtected: Bool
  let shared = SharedState()
  private var handle: OpaquePointer?
  private var kept = KeptStatements()
  private var deadline: Deadline?

  /// Opens the database file and shuts off what a hostile file could use; reads nothing yet.
  ///
  /// A path with a symbolic link in it is refused, so resolve the directory first.
  package init(
    path: String, mode: OpenMode, busyTimeout milliseconds: Int32 = 5000
  ) throws(SQLiteError) {
    self.path = path
    self.mode = mode
    let name = try mode.name(for: path)
    var opened: OpaquePointer?
    // PRIVATECACHE: a cache shared between connections has table locks of its own.
    // EXRESCODE: extended codes from the start, also for this call.
    let flags =
      SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_EXRESCODE
      | SQLITE_OPEN_NOMUTEX | mode.flags
    let code = sqlite3_open_v2(name, &opened, flags, nil)
    guard code == SQLITE_OK, let opened else {
      sqlite3_close(opened)  // there is a handle after most failures too; NULL is harmless
      throw SQLiteError(code: code == SQLITE_OK ? SQLITE_NOMEM : code)
    }
    handle = opened
    isWriteProtected = mode == .readWrite && sqlite3_db_readonly(opened, "main") == 1
    try harden()
    try setBusyTimeout(milliseconds)
  }

  /// Closes as well as it can; `close()` says how it went.
  deinit {
    guard let handle, !shared.isInherited else { return }
    kept.removeAll()
    sqlite3_progress_handler(handle, 0, nil, nil)
    // With a statement still around, _v2 closes when that one is finalised.
    sqlite3_close_v2(handle)
  }

  /// Whether this is a child of the process that opened it.
  ///
  /// Such a connection must not be used.
  package var isInherited: Bool { shared.isInherited }

  /// How many statements were started (first step after preparing or resetting), BEGIN, COMMIT
  /// and pragmas included.
  package var statementCount: Int { shared.started }

  /// The handle, while it may be used.
  var database: OpaquePointer {
    get throws(SQLiteError) {
      guard let handle else { throw SQLiteError(code: SQLITE_MISUSE, message: "closed") }
      return handle
    }
  }

  private func check(_ code: Int32) throws(SQLiteError) {
    if code != SQLITE_OK { throw SQLiteError(code: code) }
  }

  /// SQLite's fixed text for a result code.
  static func text(of code: Int32) -> String {
    sqlite3_errstr(code).map { String(cString: $0) } ?? "unknown error"
  }
}

// MARK: Opening and closing

extension Connection {
  /// Sets an on/off option of `sqlite3_db_config`.
  func configure(_ option: Int32, _ isOn: Bool) throws(SQLiteError) {
    try check(drafts_db_config(try database, option, isOn ? 1 : 0))
  }

  /// Sets a run-time limit.
  func setLimit(_ limit: Int32, _ value: Int32) throws(SQLiteError) {
    sqlite3_limit(try database, limit, value)
  }

  /// Sets how long a statement waits for a lock somebody else holds.
  package func setBusyTimeout(_ milliseconds: Int32) throws(SQLiteError) {
    try check(sqlite3_busy_timeout(try database, milliseconds))
  }

  /// Finalises the kept statements, those in use excepted.
  package func finalizeStatements() {
    kept.removeUnused()
  }

  /// Closes the connection.
  ///
  /// A statement that is still around is reported as BUSY, and then the connection stays open.
  ///
  /// After `fork` the child closes nothing: the handle is left alone.
  package func close() throws(SQLiteError) {
    guard let handle else { return }
    if isInherited {
      self.handle = nil
      return
    }
    finalizeStatements()
    // Not _v2, which would say OK and leave a connection nobody knows of.
    try check(sqlite3_close(handle))
    self.handle = nil
  }
}

// MARK: Statements

extension Connection {
  /// Prepares one statement, for use beside the kept ones.
  package func prepare(_ sql: String) throws(SQLiteError) -> Statement {
    try prepare(sql, flags: 0)
  }

  /// Lends a statement that is prepared once and kept; afterwards it is reset and its values are
  /// let go.
  ///
  /// The SQL is constant: values go in as parameters.
  package func withStatement<R>(
    _ sql: String, _ body: (borrowing Statement) throws -> R
  ) throws -> R {
    let entry: KeptStatement
    if let found = kept.find(sql) {
      if found.isInUse { return try body(prepare(sql)) }
      entry = found
    } else {
      entry = KeptStatement(try prepare(sql, flags: UInt32(SQLITE_PREPARE_PERSISTENT)), sql)
      kept.add(entry)
    }
    entry.isInUse = true
    defer {
      entry.statement.reset()
      entry.statement.clearBindings()
      entry.isInUse = false
    }
    return try body(entry.statement)
  }

  /// Runs a script of constant statements, one after the other, to its end or first error.
  package func execute(_ sql: String) throws(SQLiteError) {
    let text = sql.utf8CString
    var offset = 0
    while let statement = try prepareNext(in: text, from: &offset, flags: 0) {
      try statement.run()
    }
  }

  private func prepare(_ sql: String, flags: UInt32) throws(SQLiteError) -> Statement {
    let text = sql.utf8CString
    var offset = 0
    guard let statement = try prepareNext(in: text, from: &offset, flags: flags) else {
      throw SQLiteError(code: SQLITE_MISUSE, message: "no statement", sql: sql)
    }
    if try prepareNext(in: text, from: &offset, flags: 0) != nil {
      throw SQLiteError(code: SQLITE_MISUSE, message: "more than one statement", sql: sql)
    }
    return statement
  }

  /// Prepares the next statement of a script; nil if only space and comments are left.
  private func prepareNext(
    in text: ContiguousArray<CChar>, from offset: inout Int, flags: UInt32
  ) throws(SQLiteError) -> Statement? {
    let database = try database
    while offset < text.count - 1 {
      let start = offset
      var prepared: OpaquePointer?
      let code = text.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return SQLITE_MISUSE }
        var tail: UnsafePointer<CChar>?
        // A length of -1: the limit SQL_LENGTH then holds for a statement, not for the script.
        let code = sqlite3_prepare_v3(database, base + start, -1, flags, &prepared, &tail)
        offset = tail.map { $0 - base } ?? buffer.count
        return code
      }
      guard code == SQLITE_OK else { throw prepareError(code, text[start...]) }
      if let prepared { return Statement(handle: prepared, shared: shared) }
      if offset <= start { break }  // a NUL in the text ends it
    }
    return nil
  }

  private func prepareError(_ code: Int32, _ sql: ArraySlice<CChar>) -> SQLiteError {
    // Plain ERROR is about our constant SQL ("no such table: draft"); texts of other codes can
    // quote what stands in the file.
    let message = code == SQLITE_ERROR ? sqlite3_errmsg(handle).map { String(cString: $0) } : nil
    let bytes = sql.prefix(300).lazy.map { UInt8(bitPattern: $0) }.prefix { $0 != 0 }
    return SQLiteError(code: code, message: message, sql: String(decoding: bytes, as: UTF8.self))
  }
}

// MARK: Facts and files

extension Connection {
  /// How many rows the last INSERT, UPDATE or DELETE changed.
  package var changes: Int { handle.map { Int(sqlite3_changes($0)) } ?? 0 }

  /// The row id of the last INSERT.
  package var lastInsertRowID: Int64 { handle.map { sqlite3_last_insert_rowid($0) } ?? 0 }

  /// Whether no transaction is open.
  package var isAutocommit: Bool { handle.map { sqlite3_get_autocommit($0) != 0 } ?? true }

  /// Whether the file at the path is no longer the one that is open: renamed, replaced, removed.
  ///
  /// It is about the database file alone; a removed `-wal` is not noticed. A database in memory
  /// does not move.
  package func hasMoved() throws(SQLiteError) -> Bool {
    var moved: Int32 = 0
    let code = drafts_has_moved(try database, &moved)
    if code == SQLITE_NOTFOUND { return false }
    try check(code)
    return moved != 0
  }

  /// A number that changes when the database changed, by this connection or by another.
  ///
  /// It costs no I/O and therefore looks at nothing: what another connection committed shows
  /// only after this connection has begun to read again. Equal numbers mean "nothing new as of
  /// my last read". It is good within one connection, not across connections or opens.
  package func dataVersion() throws(SQLiteError) -> UInt32 {
    var version: UInt32 = 0
    try check(drafts_data_version(try database, &version))
    return version
  }

  /// Syncs the write-ahead log to the disk, with F_FULLFSYNC on Apple; false if it
  /// is not open.
  func syncJournal() throws(SQLiteError) -> Bool {
    let code = drafts_sync_journal(try database)
    if code == SQLITE_NOTFOUND { return false }
    try check(code)
    return true
  }

  /// The size of the write-ahead log in bytes; 0 while it is not open.
  func journalSize() throws(SQLiteError) -> Int64 {
    var size: Int64 = 0
    let code = drafts_journal_size(try database, &size)
    if code == SQLITE_NOTFOUND { return 0 }
    try check(code)
    return size
  }

  /// Runs a truncating checkpoint; the code is OK or BUSY, other codes are thrown.
  func checkpoint() throws(SQLiteError) -> (isBusy: Bool, log: Int32, copied: Int32) {
    var log: Int32 = -1
    var copied: Int32 = -1
    let code = sqlite3_wal_checkpoint_v2(
      try database, "main", SQLITE_CHECKPOINT_TRUNCATE, &log, &copied)
    guard code & 0xFF == SQLITE_BUSY else {
      try check(code)
      return (false, log, copied)
    }
    return (true, log, copied)
  }

  /// Has SQLite ask `isOver` every 1000 steps of its virtual machine and stop with INTERRUPT once
  /// it answers true; nil ends that.
  ///
  /// For files that may be made to keep us busy.
  package func setProgressDeadline(_ isOver: (() -> Bool)?) throws(SQLiteError) {
    let database = try database
    guard let isOver else {
      sqlite3_progress_handler(database, 0, nil, nil)
      deadline = nil
      return
    }
    let box = Deadline(isOver)
    let context = Unmanaged.passUnretained(box).toOpaque()
    sqlite3_progress_handler(
      database, 1000,
      { context in
        guard let context else { return 0 }
        return Unmanaged<Deadline>.fromOpaque(context).takeUnretainedValue().isOver() ? 1 : 0
      }, context)
    deadline = box  // after the call: until then SQLite may hold the one before
  }
}
