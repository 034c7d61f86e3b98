import FormDraftsSQLite
import Testing

@Suite("Maintenance")
struct MaintenanceTests {
  @Test("A truncating checkpoint is complete, and is busy while another connection reads")
  func checkpoint() throws {
    let scratch = try Scratch()
    let connection = try scratch.database()
    try connection.execute("CREATE TABLE t(value)")
    #expect(try connection.walFrames() == 2)
    #expect(try connection.checkpointTruncate().isComplete)
    #expect(try connection.walFrames() == 0)

    try connection.setBusyTimeout(0)
    let reader = try Connection(path: connection.path, mode: .readOnly)
    try connection.execute("INSERT INTO t VALUES (1)")
    try reader.readTransaction {
      #expect(try reader.integer("SELECT count(*) FROM t") == 1)
      let result = try connection.checkpointTruncate()
      #expect(result.isBusy && !result.isComplete && result.walFrames == 1)
    }
    #expect(try connection.checkpointTruncate().isComplete)
  }

  @Test("The log is synced through SQLite, opened if it was not yet")
  func syncWAL() throws {
    let scratch = try Scratch()
    let first = try scratch.database()
    try first.execute("CREATE TABLE t(value)")
    let second = try Connection(path: first.path, mode: .readWrite)
    try second.syncWAL()
    #expect(try second.walFrames() == 2)
  }

  @Test("VACUUM works with what is shut off, and keeps identity")
  func vacuum() throws {
    try Scratch.withDatabase { connection in
      try connection.execute("CREATE TABLE t(value); INSERT INTO t VALUES (zeroblob(100000))")
      try connection.setApplicationID(5)
      try connection.setUserVersion(6)
      try connection.execute("DELETE FROM t")
      try connection.vacuum()
      let identity = try connection.readIdentity()
      #expect(identity.pageCount == 2)
      #expect(identity.applicationID == 5 && identity.userVersion == 6)
    }
  }

  @Test("A sound database has no findings; a row its index lacks is one")
  func checks() throws {
    try Scratch.withDatabase { connection in
      try connection.execute(
        "CREATE TABLE t(value); CREATE INDEX i ON t(value); INSERT INTO t VALUES ('needle')")
      #expect(try connection.quickCheck() == [])
      #expect(try connection.integrityCheck() == [])
      _ = try connection.checkpointTruncate()
      let path = connection.path
      try connection.close()
      try replace("needle", "noodle", in: path)
      let damaged = try Connection(path: path, mode: .readWrite)
      #expect(try damaged.quickCheck() == [])
      #expect(try !damaged.integrityCheck().isEmpty)
      #expect(try damaged.integrityCheck(limit: 1).count == 1)
    }
  }

  @Test("A child without its parent is found")
  func foreignKeys() throws {
    let connection = try memory(
      "CREATE TABLE parent(id INTEGER PRIMARY KEY); CREATE TABLE child(parent REFERENCES parent)")
    #expect(try connection.foreignKeyCheck())
    try connection.execute("INSERT INTO child VALUES (1)")
    #expect(try !connection.foreignKeyCheck())
  }

  @Test("The objects of the schema are listed with their text")
  func schemaObjects() throws {
    let table = "CREATE TABLE t(a TEXT UNIQUE, b INT) STRICT"
    let connection = try memory("\(table);CREATE VIEW v AS SELECT 1")
    #expect(
      try connection.schemaObjects() == [
        SchemaObject(type: "table", name: "t", table: "t", sql: table),
        SchemaObject(type: "index", name: "sqlite_autoindex_t_1", table: "t", sql: nil),
        SchemaObject(type: "view", name: "v", table: "v", sql: "CREATE VIEW v AS SELECT 1"),
      ])
    #expect(try connection.schemaObjects(limit: 1).count == 1)
  }

  @Test("Columns are listed, generated ones included and marked")
  func columns() throws {
    let connection = try memory(
      """
      CREATE TABLE t(
        id INTEGER PRIMARY KEY, a TEXT NOT NULL DEFAULT 'x', g AS (a) VIRTUAL, s AS (a) STORED)
      """)
    let columns = try connection.columns(of: "t")
    #expect(columns.map(\.name) == ["id", "a", "g", "s"])
    #expect(columns.map(\.kind) == [.ordinary, .ordinary, .virtual, .stored])
    #expect(columns.map(\.isNotNull) == [false, true, false, false])
    #expect(columns.map(\.defaultValue) == [nil, "'x'", nil, nil])
    #expect(columns.map(\.primaryKeyPosition) == [1, 0, 0, 0])
    #expect(columns.map(\.type) == ["INTEGER", "TEXT", "", ""])
    #expect(try connection.columns(of: "nowhere").isEmpty)
  }
}
