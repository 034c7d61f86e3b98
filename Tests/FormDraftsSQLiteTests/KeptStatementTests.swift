import FormDraftsSQLite
import Testing

@Suite("Kept statements")
struct KeptStatementTests {
  private let count = "SELECT value FROM t WHERE value >= ?1 ORDER BY value"

  @Test("The same SQL may be used inside itself")
  func nested() throws {
    let connection = try memory("CREATE TABLE t(value); INSERT INTO t VALUES (1), (2), (3)")
    var pairs: [[Int64]] = []
    try connection.withStatement(count) { outer in
      try outer.bind(2, at: 1)
      while try outer.step() {
        try connection.withStatement(count) { inner in
          try inner.bind(3, at: 1)
          while try inner.step() { pairs.append([outer.int64(0), inner.int64(0)]) }
        }
      }
    }
    #expect(pairs == [[2, 3], [3, 3]])
    try connection.close()
  }

  @Test("Afterwards the statement is reset and its values are gone, after an error too")
  func resetAndCleared() throws {
    struct Stop: Error {}
    let connection = try memory("CREATE TABLE t(value); INSERT INTO t VALUES (1), (2)")
    #expect(throws: Stop.self) {
      try connection.withStatement(count) {
        try $0.bind(1, at: 1)
        #expect(try $0.step())
        throw Stop()
      }
    }
    // An unset parameter is NULL, and nothing is >= NULL. A reader left open would also make
    // this table locked for DROP.
    let hasRow = try connection.withStatement(count) { try $0.step() }
    #expect(!hasRow)
    try connection.execute("DROP TABLE t")
  }

  @Test("A kept statement follows a changed schema and a VACUUM")
  func followsSchema() throws {
    try Scratch.withDatabase { connection in
      try connection.execute("CREATE TABLE t(value); INSERT INTO t VALUES (1)")
      let all = "SELECT * FROM t"
      let before = try connection.withStatement(all) { try $0.step() ? $0.columnCount : 0 }
      #expect(before == 1)
      try connection.execute("ALTER TABLE t ADD COLUMN more")
      let after = try connection.withStatement(all) { try $0.step() ? $0.columnCount : 0 }
      #expect(after == 2)
      try connection.vacuum()
      let value = try connection.withStatement(all) { try $0.step() ? $0.int64(0) : 0 }
      #expect(value == 1)
    }
  }

  @Test("Finalising spares a statement in use")
  func finalisingInUse() throws {
    let connection = try memory("CREATE TABLE t(value); INSERT INTO t VALUES (1), (2)")
    var rows = 0
    try connection.withStatement(count) {
      try $0.bind(1, at: 1)
      while try $0.step() {
        connection.finalizeStatements()
        rows += 1
      }
    }
    #expect(rows == 2)
  }

  @Test("A text is never taken for another that lay at the same place")
  func textsAtOnePlace() throws {
    let connection = try memory()
    for value in 1...300 {
      let sql = "SELECT \(value) AS a_name_too_long_for_a_small_string"
      for _ in 1...2 {
        let read = try connection.withStatement(sql) { try $0.step() ? $0.int64(0) : 0 }
        #expect(read == value)
      }
    }
  }

  @Test("Every start of a statement counts, and nothing else")
  func statementCount() throws {
    let connection = try memory("CREATE TABLE t(value)")
    let before = connection.statementCount
    #expect(before == 1)
    try connection.immediateTransaction {  // BEGIN, two inserts, COMMIT
      for value in 1...2 {
        try connection.withStatement("INSERT INTO t VALUES (?1)") {
          try $0.bind(value, at: 1)
          try $0.run()
        }
      }
    }
    #expect(connection.statementCount - before == 4)
    try connection.withStatement(count) {  // one, however many rows
      try $0.bind(0, at: 1)
      try $0.run()
    }
    #expect(connection.statementCount - before == 5)
    try connection.withStatement(count) { _ in }  // never stepped
    #expect(connection.statementCount - before == 5)
    try connection.execute("DELETE FROM t; -- and\n DELETE FROM t;  ")
    #expect(connection.statementCount - before == 7)
  }

  @Test(
    "Two statements where one belongs are refused", arguments: ["SELECT 1; SELECT 2", "", "--x"])
  func exactlyOne(_ sql: String) throws {
    let connection = try memory()
    expectFailure({ $0.isMisuse }) {
      try connection.withStatement(sql) { try $0.run() }
    }
  }

  @Test("A script runs to its first error")
  func script() throws {
    let connection = try memory("CREATE TABLE t(value UNIQUE)")
    #expect(throws: SQLiteError.self) {
      try connection.execute(
        """
        INSERT INTO t VALUES (1); -- one; not two
        INSERT INTO t VALUES (1);
        INSERT INTO t VALUES (2)
        """)
    }
    #expect(try connection.integer("SELECT sum(value) FROM t") == 1)
  }

  @Test("changes and lastInsertRowID are those of the last change")
  func changes() throws {
    let connection = try memory("CREATE TABLE t(value)")
    try connection.execute("INSERT INTO t(rowid, value) VALUES (41, 1), (42, 2)")
    #expect(connection.changes == 2 && connection.lastInsertRowID == 42)
    try connection.execute("DELETE FROM t WHERE rowid = 99")
    #expect(connection.changes == 0)
  }
}
