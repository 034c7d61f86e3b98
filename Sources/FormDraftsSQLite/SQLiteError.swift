internal import CSQLite

/// What SQLite answered, without any value that was bound or stored.
///
/// `sqlite3_errmsg` can quote names and texts out of the database file, so it is used only where
/// our own constant SQL cannot be prepared.
package struct SQLiteError: Error, Sendable {
  /// The extended result code, <https://sqlite.org/rescode.html>.
  package let code: Int32
  /// SQLite's fixed text for the code.
  package let message: String
  /// The statement, with its parameters as `?1`.
  package let sql: String?
  /// Whether COMMIT failed: then it is not known whether the transaction is in the file.
  package var isCommit = false

  package init(code: Int32, message: String? = nil, sql: String? = nil) {
    self.code = code
    self.message = message ?? Connection.text(of: code)
    self.sql = sql
  }

  /// The primary result code: the low eight bits.
  package var primary: Int32 { code & 0xFF }
}

extension SQLiteError {
  /// Somebody else holds a lock; nothing was saved, and trying again can help.
  package var isBusy: Bool {
    primary == SQLITE_BUSY || primary == SQLITE_LOCKED || primary == SQLITE_PROTOCOL
  }

  /// No room on the disk or in the quota.
  ///
  /// A quota arrives as IOERR_WRITE, a `-shm` that cannot grow as IOERR_SHMSIZE.
  package var isFull: Bool {
    primary == SQLITE_FULL || code == Self.writeFailed || code == Self.sharedMemoryCannotGrow
  }

  /// The file does not look like a sound database.
  ///
  /// Not a proof: a passing read error looks alike, so look a second time, over a new connection,
  /// before acting on it.
  package var isCorrupt: Bool {
    primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB || code == Self.fileSystemCorrupt
  }

  /// Reading or writing failed, for another reason than ``isFull`` and ``isCorrupt``.
  package var isIO: Bool { primary == SQLITE_IOERR && !isFull && !isCorrupt }

  /// The file, the directory or the connection does not allow writing.
  package var isReadOnly: Bool { primary == SQLITE_READONLY }
  /// The file cannot be opened: missing, no permission, a symbolic link.
  package var isCannotOpen: Bool { primary == SQLITE_CANTOPEN }
  /// A value or a statement exceeds a limit of the connection.
  package var isTooBig: Bool { primary == SQLITE_TOOBIG }
  /// A constraint of a table does not hold.
  package var isConstraint: Bool { primary == SQLITE_CONSTRAINT }
  /// The deadline of the progress handler passed, or the work was given up.
  package var isInterrupted: Bool { primary == SQLITE_INTERRUPT || primary == SQLITE_ABORT }
  /// SQLite had no memory left.
  package var isOutOfMemory: Bool { primary == SQLITE_NOMEM || code == Self.ioOutOfMemory }
  /// The connection was used wrongly: closed, inherited through `fork`, a bad parameter index.
  package var isMisuse: Bool { primary == SQLITE_MISUSE || primary == SQLITE_RANGE }

  // Extended codes are expressions in the header, which Swift does not import:
  // SQLITE_IOERR | n << 8.
  private static let writeFailed: Int32 = 778  // SQLITE_IOERR_WRITE
  private static let ioOutOfMemory: Int32 = 3082  // SQLITE_IOERR_NOMEM
  private static let sharedMemoryCannotGrow: Int32 = 4874  // SQLITE_IOERR_SHMSIZE
  private static let fileSystemCorrupt: Int32 = 8458  // SQLITE_IOERR_CORRUPTFS
}

extension SQLiteError: CustomStringConvertible {
  package var description: String {
    let place = isCommit ? " at COMMIT" : sql.map { " in \($0)" } ?? ""
    return "SQLite \(code) (\(message))\(place)"
  }
}
