import FormDraftsSQLite
import Testing

@Suite("Transactions")
struct TransactionTests {
  struct Stop: Error {}

  @Test("What throws is rolled back, and the error comes through")
  func rollsBack() throws {
    let connection = try memory("CREATE TABLE t(value)")
    #expect(throws: Stop.self) {
      try connection.immediateTransaction {
        try connection.execute("INSERT INTO t VALUES (1)")
        #expect(!connection.isAutocommit)
        throw Stop()
      }
    }
    #expect(connection.isAutocommit)
    #expect(try connection.integer("SELECT count(*) FROM t") == 0)
  }

  @Test("What returns is committed, with its result")
  func commits() throws {
    let connection = try memory("CREATE TABLE t(value)")
    let result = try connection.immediateTransaction {
      try connection.execute("INSERT INTO t VALUES (1)")
      return 7
    }
    #expect(result == 7 && connection.isAutocommit)
    #expect(try connection.integer("SELECT count(*) FROM t") == 1)
  }

  @Test("A COMMIT that fails says that it was COMMIT, and leaves no transaction open")
  func commitFails() throws {
    let connection = try memory(
      """
      PRAGMA foreign_keys=ON;
      CREATE TABLE parent(id INTEGER PRIMARY KEY);
      CREATE TABLE child(parent REFERENCES parent DEFERRABLE INITIALLY DEFERRED)
      """)
    // 787 is SQLITE_CONSTRAINT_FOREIGNKEY.
    expectFailure({ $0.isCommit && $0.code == 787 }) {
      try connection.immediateTransaction {
        try connection.execute("INSERT INTO child VALUES (1)")
      }
    }
    #expect(connection.isAutocommit)
    #expect(try connection.integer("SELECT count(*) FROM child") == 0)
  }

  @Test("A statement that fails is no failed COMMIT")
  func statementFails() throws {
    let connection = try memory("CREATE TABLE t(value UNIQUE)")
    expectFailure({ !$0.isCommit && $0.isConstraint }) {
      try connection.immediateTransaction {
        try connection.execute("INSERT INTO t VALUES (1), (1)")
      }
    }
  }

  @Test("The write lock is taken at the beginning")
  func immediate() throws {
    let scratch = try Scratch()
    let one = try scratch.database()
    try one.execute("CREATE TABLE t(value)")
    let two = try Connection(path: one.path, mode: .readWrite, busyTimeout: 0)
    try one.immediateTransaction {
      expectFailure({ $0.isBusy && !$0.isCommit }) { try two.immediateTransaction {} }
      // Reading is not in the way.
      let count = try two.readTransaction { try two.integer("SELECT count(*) FROM t") }
      #expect(count == 0)
    }
    try two.immediateTransaction {}
  }

  @Test("A read transaction sees one state")
  func readTransaction() throws {
    let scratch = try Scratch()
    let writer = try scratch.database()
    try writer.execute("CREATE TABLE t(value)")
    let reader = try Connection(path: writer.path, mode: .readOnly)
    let count = "SELECT count(*) FROM t"
    try reader.readTransaction {
      #expect(try reader.integer(count) == 0)
      try writer.execute("INSERT INTO t VALUES (1)")
      #expect(try reader.integer(count) == 0)
    }
    #expect(try reader.integer(count) == 1)
  }
}
