import FormDraftsSQLite
import Foundation
import Testing

/// A private directory for one test, removed afterwards.
final class Scratch {
  /// Its real path: SQLite refuses paths with symbolic links.
  let path: String

  init() throws {
    var template = Array((NSTemporaryDirectory() + "formdrafts.XXXXXX").utf8CString)
    let made = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) }.flatMap { realpath($0, nil) }
    }
    guard let made else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    path = String(cString: made)
    free(made)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func file(_ name: String) -> String { path + "/" + name }

  /// An empty file, as SQLite is never asked to create one.
  func emptyFile(_ name: String = "drafts.db") throws -> String {
    let descriptor = open(file(name), O_CREAT | O_EXCL | O_WRONLY, 0o600)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    close(descriptor)
    return file(name)
  }

  /// A connection to a new database with a write-ahead log.
  func database(_ name: String = "drafts.db") throws -> Connection {
    let connection = try Connection(path: emptyFile(name), mode: .readWrite)
    try connection.setSafetyPragmas()
    try connection.enableWAL(durability: .normal)
    return connection
  }
}

/// A connection to a database in memory.
func memory(_ script: String = "") throws -> Connection {
  let connection = try Connection(path: ":memory:", mode: .readWrite)
  try connection.execute(script)
  return connection
}

extension Scratch {
  /// Runs `body` with a new database in a directory of its own.
  static func withDatabase<R>(_ body: (Connection) throws -> R) throws -> R {
    let scratch = try Scratch()
    let connection = try scratch.database()
    defer { withExtendedLifetime(scratch) { try? connection.close() } }
    return try body(connection)
  }
}

/// Replaces the first place of a text in a file that nobody has open.
func replace(_ old: String, _ new: String, in path: String) throws {
  precondition(old.utf8.count == new.utf8.count, "the file keeps its layout")
  var data = try Data(contentsOf: URL(fileURLWithPath: path))
  guard let range = data.range(of: Data(old.utf8)) else { throw POSIXError(.ENOENT) }
  data.replaceSubrange(range, with: Data(new.utf8))
  try data.write(to: URL(fileURLWithPath: path))
}

/// Expects an error of SQLite of the given kind.
func expectFailure(
  _ isExpected: (SQLiteError) -> Bool, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> Void
) {
  do {
    try body()
    Issue.record("nothing was thrown", sourceLocation: sourceLocation)
  } catch let error as SQLiteError {
    #expect(isExpected(error), "\(error)", sourceLocation: sourceLocation)
  } catch {
    Issue.record(error, sourceLocation: sourceLocation)
  }
}
