import FormDraftsSQLite
import Foundation
import Testing

@Suite("Connection")
struct ConnectionTests {
  @Test("A missing file is not created")
  func neverCreates() throws {
    let scratch = try Scratch()
    let path = scratch.file("missing.db")
    expectFailure({ $0.isCannotOpen }) {
      _ = try Connection(path: path, mode: .readWrite)
    }
    #expect(access(path, F_OK) != 0)
  }

  @Test("A path that is empty or holds a NUL is refused")
  func badPaths() throws {
    let scratch = try Scratch()
    try scratch.database().close()
    for path in ["", scratch.file("drafts.db") + "\0.other"] {
      expectFailure({ $0.isCannotOpen }) { _ = try Connection(path: path, mode: .readWrite) }
    }
  }

  @Test("A symbolic link is refused, for the file and for its directory")
  func symbolicLinks() throws {
    let scratch = try Scratch()
    #expect(mkdir(scratch.file("real"), 0o700) == 0)
    try scratch.database("real/drafts.db").close()
    #expect(symlink("real/drafts.db", scratch.file("link.db")) == 0)
    #expect(symlink("real", scratch.file("linked")) == 0)
    for name in ["link.db", "linked/drafts.db"] {
      expectFailure({ $0.code == 1550 }) {  // SQLITE_CANTOPEN_SYMLINK
        _ = try Connection(path: scratch.file(name), mode: .readWrite)
      }
    }
  }

  @Test("A connection for reading cannot write")
  func readOnly() throws {
    let scratch = try Scratch()
    let writer = try scratch.database()
    try writer.execute("CREATE TABLE t(x)")
    let reader = try Connection(path: writer.path, mode: .readOnly)
    #expect(try reader.integer("SELECT count(*) FROM t") == 0)
    expectFailure({ $0.isReadOnly }) {
      try reader.execute("INSERT INTO t VALUES (1)")
    }
  }

  @Test("An immutable file opens under any name, and its write-ahead log is not looked at")
  func immutable() throws {
    let scratch = try Scratch()
    let writer = try scratch.database("a?b#c%41 é&mode=rw.db")
    try writer.execute("CREATE TABLE t(x)")
    #expect(try writer.checkpointTruncate().isComplete)
    try writer.execute("INSERT INTO t VALUES (1)")
    let path = writer.path
    try writer.close()
    let reader = try Connection(path: path, mode: .immutable)
    #expect(try reader.integer("SELECT count(*) FROM t") == 0)
    expectFailure({ $0.isReadOnly }) {
      try reader.execute("DELETE FROM t")
    }
  }

  @Test("A relative name that looks like a URI is a file name")
  func looksLikeURI() {
    // The flags allow no creating, so the answer is the same; but a URI in memory would open.
    #expect(throws: SQLiteError.self) {
      _ = try Connection(path: "file:nowhere?mode=memory", mode: .readWrite)
    }
  }

  @Test("Identity is read as it was set")
  func identity() throws {
    try Scratch.withDatabase { connection in
      try connection.setApplicationID(-7)
      try connection.setUserVersion(3)
      let identity = try connection.readIdentity()
      #expect(identity.applicationID == -7 && identity.userVersion == 3)
      #expect(identity.encoding == "UTF-8")
      #expect(identity.pageSize == 4096 && identity.pageCount == 1)
    }
  }

  @Test("The pragmas are in force")
  func pragmas() throws {
    try Scratch.withDatabase { connection in
      try connection.enableWAL(durability: .full)
      let expected: [(String, Int64)] = [
        ("temp_store", 2), ("mmap_size", 0), ("cell_size_check", 1), ("trusted_schema", 0),
        ("synchronous", 2), ("fullfsync", 0), ("checkpoint_fullfsync", 1), ("secure_delete", 1),
        ("foreign_keys", 1), ("wal_autocheckpoint", 250), ("journal_size_limit", 1_048_576),
        ("busy_timeout", 5000),
      ]
      for (name, value) in expected {
        #expect(try connection.integer("PRAGMA \(name)") == value, "\(name)")
      }
      #expect(try connection.text("PRAGMA journal_mode") == "wal")
      try connection.enableWAL(durability: .normal)
      #expect(try connection.integer("PRAGMA synchronous") == 1)
    }
  }

  @Test("A database that cannot have a write-ahead log says so")
  func noLog() throws {
    let connection = try memory()
    #expect(throws: SQLiteError.self) { try connection.enableWAL(durability: .full) }
    #expect(throws: SQLiteError.self) { try connection.syncWAL() }
    #expect(try connection.walFrames() == 0)
  }

  @Test("hasMoved notices a renamed file")
  func hasMoved() throws {
    let scratch = try Scratch()
    let connection = try scratch.database()
    try connection.execute("CREATE TABLE t(x)")
    #expect(try !connection.hasMoved())
    #expect(rename(connection.path, scratch.file("moved.db")) == 0)
    #expect(try connection.hasMoved())
    #expect(try !memory().hasMoved())
  }

  @Test("The data version shows another connection's commit at the next read")
  func dataVersion() throws {
    let scratch = try Scratch()
    let one = try scratch.database()
    try one.execute("CREATE TABLE t(x)")
    let before = try one.dataVersion()
    let two = try Connection(path: one.path, mode: .readWrite)
    try two.execute("INSERT INTO t VALUES (1)")
    #expect(try one.dataVersion() == before)
    #expect(try one.integer("SELECT count(*) FROM t") == 1)
    #expect(try one.dataVersion() != before)
  }

  @Test("Closing keeps the write-ahead log until a checkpoint at close is allowed")
  func checkpointOnClose() throws {
    let scratch = try Scratch()
    let first = try scratch.database()
    try first.execute("CREATE TABLE t(x)")
    try first.close()
    #expect(access(scratch.file("drafts.db-wal"), F_OK) == 0)
    let second = try Connection(path: first.path, mode: .readWrite)
    try second.allowCheckpointOnClose()
    #expect(try second.integer("SELECT count(*) FROM t") == 0)
    try second.close()
    #expect(access(scratch.file("drafts.db-wal"), F_OK) != 0)
  }

  @Test("A closed connection refuses, and closing twice is no error")
  func closed() throws {
    let connection = try memory("CREATE TABLE t(x)")
    try connection.withStatement("SELECT * FROM t") { try $0.run() }
    try connection.close()
    try connection.close()
    expectFailure({ $0.isMisuse }) {
      try connection.execute("SELECT 1")
    }
    #expect(connection.changes == 0 && connection.isAutocommit)
  }

  @Test("A statement still around makes closing fail; finalised with its scope, it does not")
  func leakedStatement() throws {
    let connection = try memory()
    do {
      let leaked = try connection.prepare("SELECT 1")
      expectFailure({ $0.isBusy }) {
        try connection.close()
      }
      #expect(try leaked.step())
    }
    try connection.close()
  }

  @Test("A child after fork knows, and its closing leaves the parent's transaction whole")
  func inherited() throws {
    let scratch = try Scratch()
    let connection = try scratch.database()
    #expect(!connection.isInherited)
    try connection.execute("CREATE TABLE t(value); PRAGMA cache_size=1")
    try connection.immediateTransaction {
      // More than the cache holds, so that uncommitted frames stand in the log and in the
      // wal-index, which the child shares.
      for _ in 1...100 { try connection.execute("INSERT INTO t VALUES (randomblob(4000))") }
      #expect(try exitCodeOfChild { closeAsChild(connection) } == 7)
    }
    #expect(try connection.integer("SELECT count(*) FROM t") == 100)
    #expect(try connection.integrityCheck() == [])
  }

  private func closeAsChild(_ connection: Connection) -> Int32 {
    let isInherited = connection.isInherited
    try? connection.close()
    return isInherited ? 7 : 1
  }

  /// Runs `body` in a child process; it allocates nothing, as other threads' locks are as they
  /// were at the fork.
  private func exitCodeOfChild(_ body: () -> Int32) throws -> Int32 {
    // Swift hides fork.
    let address = try #require(dlsym(dlopen(nil, RTLD_NOW), "fork"))
    let fork = unsafeBitCast(address, to: (@convention(c) () -> Int32).self)
    let child = fork()
    if child == 0 { _exit(body()) }
    var status: Int32 = 0
    #expect(waitpid(child, &status, 0) == child)
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : -1
  }

  @Test("The progress deadline interrupts a query without end, and can be taken back")
  func progressDeadline() throws {
    let connection = try memory()
    var asked = 0
    try connection.setProgressDeadline {
      asked += 1
      return asked == 3
    }
    let endless =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
    expectFailure({ $0.isInterrupted }) {
      try connection.execute(endless)
    }
    #expect(asked == 3)
    try connection.setProgressDeadline(nil)
    let long = endless.replacingOccurrences(of: "FROM n)", with: "FROM n LIMIT 5000)")
    #expect(try connection.integer(long) == 5000)
    #expect(asked == 3)
  }
}
