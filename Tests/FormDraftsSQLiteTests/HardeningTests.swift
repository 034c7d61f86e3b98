import FormDraftsSQLite
import Testing

@Suite("Hardening")
struct HardeningTests {
  @Test("A trigger in the file does not fire")
  func triggers() throws {
    let connection = try memory(
      """
      CREATE TABLE t(value);
      CREATE TABLE stolen(value);
      CREATE TRIGGER copy AFTER INSERT ON t BEGIN INSERT INTO stolen VALUES (new.value); END;
      CREATE TRIGGER swallow BEFORE INSERT ON t BEGIN SELECT RAISE(IGNORE); END;
      INSERT INTO t VALUES (1)
      """)
    #expect(try connection.integer("SELECT count(*) FROM t") == 1)
    #expect(try connection.integer("SELECT count(*) FROM stolen") == 0)
  }

  @Test("A view in the file cannot be read")
  func views() throws {
    let connection = try memory("CREATE VIEW v AS SELECT 1")
    #expect(throws: SQLiteError.self) { try connection.integer("SELECT * FROM v") }
  }

  @Test("A text in double quotes is a name, never a text")
  func doubleQuotes() throws {
    let connection = try memory("CREATE TABLE t(value)")
    #expect(throws: SQLiteError.self) { try connection.integer("SELECT \"no_such\" FROM t") }
    #expect(throws: SQLiteError.self) {
      try connection.execute("CREATE INDEX i ON t(\"no_such\")")
    }
  }

  @Test("The schema cannot be written past SQLite, and no extension is loaded")
  func defensive() throws {
    let connection = try memory("CREATE TABLE t(value)")
    #expect(throws: SQLiteError.self) {
      try connection.execute("PRAGMA writable_schema=ON; UPDATE sqlite_schema SET sql = 'x'")
    }
    #expect(throws: SQLiteError.self) { try connection.integer("SELECT load_extension('x')") }
  }

  @Test("Statements are bounded")
  func limits() throws {
    let connection = try memory()
    #expect(throws: SQLiteError.self) { try connection.integer("SELECT ?101") }
    expectFailure({ $0.isTooBig }) {
      try connection.execute("SELECT 1 /*" + String(repeating: "x", count: 64 << 10) + "*/")
    }
    expectFailure({ $0.isTooBig }) {
      try connection.execute("SELECT length(zeroblob((64 << 20) + 1) || 'x')")
    }
    // VACUUM needs one attached database, and that is what is left.
    #expect(throws: SQLiteError.self) {
      try connection.execute("ATTACH ':memory:' AS a; ATTACH ':memory:' AS b")
    }
  }

  @Test("ON DELETE CASCADE works within the limits, one level deep")
  func cascade() throws {
    let connection = try memory(
      """
      PRAGMA foreign_keys=ON;
      CREATE TABLE parent(id INTEGER PRIMARY KEY);
      CREATE TABLE child(parent REFERENCES parent ON DELETE CASCADE);
      INSERT INTO parent VALUES (1);
      INSERT INTO child VALUES (1);
      DELETE FROM parent
      """)
    #expect(try connection.integer("SELECT count(*) FROM child") == 0)
  }
}
