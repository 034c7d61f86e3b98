internal import CSQLite

extension Connection {
  /// How a database file is opened.
  ///
  /// It is never created: a missing file is an error.
  package enum OpenMode: Sendable {
    /// For reading and writing.
    case readWrite
    /// For reading.
    ///
    /// SQLite may still create the `-shm` beside the file.
    case readOnly
    /// For reading a file that nobody changes, without locks: a write-ahead log is not looked at.
    case immutable
  }
}

extension Connection.OpenMode {
  /// The flags of `sqlite3_open_v2`.
  ///
  /// SQLITE_OPEN_CREATE is never among them: where the database is gone and its log is not,
  /// creating would delete the log.
  var flags: Int32 {
    switch self {
    case .readWrite: SQLITE_OPEN_READWRITE
    case .readOnly: SQLITE_OPEN_READONLY
    case .immutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
    }
  }

  /// The path as SQLite is to be given it.
  func name(for path: String) throws(SQLiteError) -> String {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      // An empty name is a temporary database, and a NUL ends the name: both another file.
      throw SQLiteError(code: SQLITE_CANTOPEN)
    }
    if self == .immutable { return Self.immutableURI(path) }
    // Many builds take names that begin like this for URIs, whatever the flags.
    return path.utf8.starts(with: "file:".utf8) ? "./" + path : path
  }

  /// `file://…?immutable=1&mode=ro`, <https://sqlite.org/uri.html>.
  private static func immutableURI(_ path: String) -> String {
    // With an empty authority, so that a path that begins with // is not taken for one.
    var uri = path.utf8.first == UInt8(ascii: "/") ? "file://" : "file:"
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
        UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "~"):
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        uri.append("%")
        uri.unicodeScalars.append(Unicode.Scalar(digits[Int(byte >> 4)]))
        uri.unicodeScalars.append(Unicode.Scalar(digits[Int(byte & 15)]))
      }
    }
    return uri + "?immutable=1&mode=ro"
  }
}
