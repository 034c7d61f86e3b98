internal import CSQLite

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// One prepared statement, finalised when it goes.
///
/// Parameters count from 1 and columns from 0, as in SQLite. Text goes in and comes out by its
/// length in bytes: a NUL inside is a byte like others.
package struct Statement: ~Copyable {
  let handle: OpaquePointer
  let shared: SharedState

  init(handle: OpaquePointer, shared: SharedState) {
    self.handle = handle
    self.shared = shared
  }

  deinit {
    // In a child after `fork` the handle is the parent's: finalising a statement that runs would
    // touch the wal-index both share. "Do not open an SQLite database connection, then fork, …
    // Do not even call sqlite3_close()": https://sqlite.org/howtocorrupt.html#_carrying_an_open_database_file_across_a_fork_
    if shared.isInherited { return }
    sqlite3_finalize(handle)
  }
}

// MARK: Running

extension Statement {
  /// Runs to the next row.
  ///
  /// Returns whether there is one. After the last row, the next step starts over.
  package borrowing func step() throws(SQLiteError) -> Bool {
    if sqlite3_stmt_busy(handle) == 0 { shared.started += 1 }
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    throw error(code)
  }

  /// Runs to the end; rows are passed over.
  package borrowing func run() throws(SQLiteError) {
    while try step() {}
  }

  /// Goes back to before the first row; bound values stay.
  ///
  /// The answer of `sqlite3_reset` repeats the error of the last step, which was thrown already.
  package borrowing func reset() {
    sqlite3_reset(handle)
  }

  /// Sets all parameters to NULL and lets go of the copies of their values.
  package borrowing func clearBindings() {
    sqlite3_clear_bindings(handle)
  }

  /// The number of columns of a row.
  package var columnCount: Int32 { sqlite3_column_count(handle) }

  /// Whether the statement cannot change the database file.
  package var isReadOnly: Bool { sqlite3_stmt_readonly(handle) != 0 }

  private borrowing func error(_ code: Int32) -> SQLiteError {
    // sqlite3_sql gives the text as prepared; sqlite3_expanded_sql would give the values too.
    SQLiteError(code: code, sql: sqlite3_sql(handle).map { String(cString: $0) })
  }

  private borrowing func check(_ code: Int32) throws(SQLiteError) {
    if code != SQLITE_OK { throw error(code) }
  }
}

// MARK: Parameters

// Texts and blobs are bound with SQLITE_TRANSIENT: SQLite copies them before the call returns.
// SQLITE_STATIC would save the copy, but SQLite reads the bytes at `sqlite3_step`, and Swift
// lends the storage of a String or an Array only for the length of a closure; the copy of a
// small String even lies on the stack.
extension Statement {
  /// Binds an integer.
  package borrowing func bind(_ value: Int64, at index: Int32) throws(SQLiteError) {
    try check(sqlite3_bind_int64(handle, index, value))
  }

  /// Binds an integer.
  package borrowing func bind(_ value: Int, at index: Int32) throws(SQLiteError) {
    try check(sqlite3_bind_int64(handle, index, Int64(value)))
  }

  /// Binds an integer, or NULL.
  package borrowing func bind(_ value: Int64?, at index: Int32) throws(SQLiteError) {
    guard let value else { return try bindNull(at: index) }
    try check(sqlite3_bind_int64(handle, index, value))
  }

  /// Binds a floating-point number.
  ///
  /// NaN becomes NULL, as SQLite has none.
  package borrowing func bind(_ value: Double, at index: Int32) throws(SQLiteError) {
    try check(sqlite3_bind_double(handle, index, value))
  }

  /// Binds NULL.
  package borrowing func bindNull(at index: Int32) throws(SQLiteError) {
    try check(sqlite3_bind_null(handle, index))
  }

  /// Binds a text.
  package borrowing func bind(text: String, at index: Int32) throws(SQLiteError) {
    let bound = text.utf8.withContiguousStorageIfAvailable {
      drafts_bind_text(handle, index, $0.baseAddress, UInt64($0.count))
    }
    // Only a String bridged from NSString has no contiguous UTF-8.
    guard let bound else { return try bind(textBytes: Array(text.utf8), at: index) }
    try check(bound)
  }

  /// Binds a text, or NULL.
  package borrowing func bind(text: String?, at index: Int32) throws(SQLiteError) {
    guard let text else { return try bindNull(at: index) }
    try bind(text: text, at: index)
  }

  /// Binds a text given as UTF-8, which is not checked.
  package borrowing func bind(textBytes bytes: [UInt8], at index: Int32) throws(SQLiteError) {
    let code = bytes.withUnsafeBytes {
      drafts_bind_text(handle, index, $0.baseAddress, UInt64($0.count))
    }
    try check(code)
  }

  /// Binds a text given as UTF-8, which is not checked.
  package borrowing func bind(
    textBytes bytes: UnsafeRawBufferPointer, at index: Int32
  ) throws(SQLiteError) {
    try check(drafts_bind_text(handle, index, bytes.baseAddress, UInt64(bytes.count)))
  }

  /// Binds a blob.
  package borrowing func bind(blob bytes: [UInt8], at index: Int32) throws(SQLiteError) {
    let code = bytes.withUnsafeBytes {
      drafts_bind_blob(handle, index, $0.baseAddress, UInt64($0.count))
    }
    try check(code)
  }

  /// Binds a blob.
  package borrowing func bind(
    blob bytes: UnsafeRawBufferPointer, at index: Int32
  ) throws(SQLiteError) {
    try check(drafts_bind_blob(handle, index, bytes.baseAddress, UInt64(bytes.count)))
  }
}

// MARK: Columns

/// The storage class of a value, <https://sqlite.org/datatype3.html>.
package enum ColumnType: Int32, Sendable {
  case integer = 1
  case real = 2
  case text = 3
  case blob = 4
  case null = 5
}

extension Statement {
  /// The storage class of a column.
  ///
  /// Ask before reading the column otherwise: reading converts.
  package borrowing func type(_ column: Int32) -> ColumnType {
    ColumnType(rawValue: sqlite3_column_type(handle, column)) ?? .null
  }

  /// Whether a column is NULL.
  package borrowing func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  /// A column as an integer; 0 if it is NULL.
  package borrowing func int64(_ column: Int32) -> Int64 {
    sqlite3_column_int64(handle, column)
  }

  /// A column as a floating-point number; 0 if it is NULL.
  package borrowing func double(_ column: Int32) -> Double {
    sqlite3_column_double(handle, column)
  }

  /// Lends the bytes of a text or a blob; none if it is NULL.
  package borrowing func withBytes<R>(
    _ column: Int32, _ body: (UnsafeRawBufferPointer) throws -> R
  ) rethrows -> R {
    try body(unsafeBytes(column))
  }

  /// The bytes of a text or a blob where SQLite has them; none if it is NULL.
  ///
  /// Good until the next step or reset, which the caller has to see to: for rows that are read by
  /// the thousand, where a closure for each column would cost as much as the column.
  package borrowing func unsafeBytes(_ column: Int32) -> UnsafeRawBufferPointer {
    // First the pointer, then the length: the order that needs no conversion,
    // https://sqlite.org/c3ref/column_blob.html. A text in a UTF-8 database is its bytes.
    let start = sqlite3_column_blob(handle, column)
    let count = Int(sqlite3_column_bytes(handle, column))
    return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
  }

  /// The same; nil if it is NULL.
  package borrowing func unsafeOptionalBytes(_ column: Int32) -> UnsafeRawBufferPointer? {
    let bytes = unsafeBytes(column)
    // No bytes are NULL or an empty text. Nothing is converted by asking for those.
    return bytes.isEmpty && isNull(column) ? nil : bytes
  }

  /// A column as text; nil if it is NULL or not well-formed UTF-8.
  ///
  /// STRICT tables check that a value is TEXT, not that its bytes are UTF-8.
  package borrowing func text(_ column: Int32) -> String? {
    Self.text(unsafeOptionalBytes(column))
  }

  /// The text of bytes; nil if there are none or they are not well-formed UTF-8.
  package static func text(_ bytes: UnsafeRawBufferPointer?) -> String? {
    guard let bytes else { return nil }
    // `String(validating:as:)` needs macOS 15. Repairing never leaves ill-formed bytes as
    // they are, so the text is well-formed exactly if its bytes are those that came in.
    let text = String(decoding: bytes, as: UTF8.self)
    let isSame = text.utf8.withContiguousStorageIfAvailable { utf8 in
      guard utf8.count == bytes.count else { return false }
      guard let left = utf8.baseAddress, let right = bytes.baseAddress else { return true }
      return memcmp(left, right, utf8.count) == 0
    }
    return isSame == true ? text : nil
  }

  /// A copy of the bytes of a text or a blob; none if it is NULL.
  package borrowing func bytes(_ column: Int32) -> [UInt8] {
    withBytes(column) { Array($0) }
  }
}
