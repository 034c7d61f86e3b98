internal import CSQLite

extension Connection {
  /// Runs `body` in one write transaction and commits; an error of `body` rolls back.
  ///
  /// It takes the write lock at once. A transaction that begins with reading and wants to write
  /// later cannot wait for the lock: it gets BUSY_SNAPSHOT, again and again.
  ///
  /// - Throws: What `body` throws. If COMMIT fails, an ``SQLiteError`` whose `isCommit` is true:
  ///   then open the file anew and look whether the change is there.
  package func immediateTransaction<R>(_ body: () throws -> R) throws -> R {
    try transaction("BEGIN IMMEDIATE", body)
  }

  /// Runs `body` in one read transaction, so that all its statements see the same state.
  ///
  /// That state is taken at the first read, not at the beginning.
  package func readTransaction<R>(_ body: () throws -> R) throws -> R {
    try transaction("BEGIN DEFERRED", body)
  }

  private func transaction<R>(_ begin: String, _ body: () throws -> R) throws -> R {
    guard !isInherited else {
      throw SQLiteError(code: SQLITE_MISUSE, message: "used after fork", sql: begin)
    }
    try withStatement(begin) { try $0.run() }
    let result: R
    do {
      result = try body()
    } catch {
      rollBack()
      throw error
    }
    try commit()
    return result
  }

  private func commit() throws {
    do {
      try withStatement("COMMIT") { try $0.run() }
    } catch var error as SQLiteError {
      error.isCommit = true
      rollBack()
      throw error
    }
  }

  /// Rolls back unless SQLite did already: some errors (FULL, IOERR, NOMEM, INTERRUPT) end the
  /// transaction, <https://sqlite.org/lang_transaction.html>.
  private func rollBack() {
    guard !isInherited, !isAutocommit else { return }
    // The error that led here is the one to report.
    try? withStatement("ROLLBACK") { try $0.run() }
  }
}
