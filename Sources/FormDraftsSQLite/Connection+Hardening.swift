internal import CSQLite

extension Connection {
  /// Shuts off what a hostile file could use and our SQL does not need; does no I/O.
  func harden() throws(SQLiteError) {
    try configure(SQLITE_DBCONFIG_DEFENSIVE, true)
    try configure(SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)
    try configure(SQLITE_DBCONFIG_ENABLE_TRIGGER, false)
    try configure(SQLITE_DBCONFIG_ENABLE_VIEW, false)
    try configure(SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, false)
    try configure(SQLITE_DBCONFIG_DQS_DML, false)
    try configure(SQLITE_DBCONFIG_DQS_DDL, false)
    // Closing must not write into a file that turns out not to be ours.
    try configure(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)
    try setLimit(SQLITE_LIMIT_LENGTH, 64 << 20)
    try setLimit(SQLITE_LIMIT_SQL_LENGTH, 64 << 10)
    try setLimit(SQLITE_LIMIT_COLUMN, 64)
    try setLimit(SQLITE_LIMIT_EXPR_DEPTH, 50)
    try setLimit(SQLITE_LIMIT_COMPOUND_SELECT, 4)
    try setLimit(SQLITE_LIMIT_ATTACHED, 1)  // VACUUM attaches its copy
    try setLimit(SQLITE_LIMIT_TRIGGER_DEPTH, 1)  // one level: what ON DELETE CASCADE needs
    try setLimit(SQLITE_LIMIT_VARIABLE_NUMBER, 100)
    try setLimit(SQLITE_LIMIT_WORKER_THREADS, 0)
  }

  /// Lets the last connection that closes check-point and remove the write-ahead log, which is
  /// SQLite's own default.
  ///
  /// Call it once the file is known to be ours.
  package func allowCheckpointOnClose() throws(SQLiteError) {
    try configure(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)
  }
}
