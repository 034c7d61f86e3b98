import FormDraftsSQLite
import Testing

@Suite("SQLiteError")
struct SQLiteErrorTests {
  private let marker = "xyzzy-secret-4711"

  @Test("A broken constraint says code and statement, and never the value")
  func constraint() throws {
    let connection = try memory("CREATE TABLE t(value TEXT UNIQUE) STRICT")
    let insert = "INSERT INTO t VALUES (?1)"
    let error = try #require(
      #expect(throws: SQLiteError.self) {
        for _ in 1...2 {
          try connection.withStatement(insert) {
            try $0.bind(text: marker, at: 1)
            try $0.run()
          }
        }
      })
    #expect(error.code == 2067 && error.primary == 19 && error.isConstraint)
    #expect(error.sql == insert)
    #expect(error.message == "constraint failed")
    #expect(!"\(error) \(String(reflecting: error))".contains(marker))
  }

  @Test("An error SQLite words with the value is worded without")
  func valueInMessage() throws {
    let connection = try memory()
    // sqlite3_errmsg: "malformed JSON" is harmless, but a bad path is quoted as it is.
    let error = try #require(
      #expect(throws: SQLiteError.self) {
        try connection.withStatement("SELECT json_extract('{}', ?1)") {
          try $0.bind(text: marker, at: 1)
          try $0.run()
        }
      })
    #expect(!"\(error) \(String(reflecting: error))".contains(marker))
  }

  @Test("SQL that cannot be prepared says why")
  func prepare() throws {
    let error = try #require(
      #expect(throws: SQLiteError.self) { try memory().integer("SELECT * FROM nowhere") })
    #expect(error.message == "no such table: nowhere")
    #expect(error.sql == "SELECT * FROM nowhere")
    #expect(error.description == "SQLite 1 (no such table: nowhere) in SELECT * FROM nowhere")
  }

  @Test("What the file holds is not quoted when its schema cannot be read")
  func damagedSchema() throws {
    try Scratch.withDatabase { connection in
      try connection.execute("CREATE TABLE \"\(marker)\"(x); CREATE TABLE t(x)")
      _ = try connection.checkpointTruncate()
      let path = connection.path
      try connection.close()
      try replace("CREATE TABLE \"\(marker)\"", "CREATE TABEL \"\(marker)\"", in: path)
      let damaged = try Connection(path: path, mode: .readWrite)
      let error = try #require(
        #expect(throws: SQLiteError.self) { try damaged.integer("SELECT * FROM t") })
      #expect(error.isCorrupt)
      #expect(!"\(error)".contains(marker))
    }
  }

  @Test(
    "Codes are sorted by what the caller can do",
    arguments: [
      (5, [.busy]), (261, [.busy]), (517, [.busy]), (6, [.busy]), (15, [.busy]),
      (13, [.full]), (778, [.full]), (4874, [.full]),
      (11, [.corrupt]), (779, [.corrupt]), (26, [.corrupt]), (8458, [.corrupt]),
      (8, [.readOnly]), (1544, [.readOnly]), (14, [.cannotOpen]), (1550, [.cannotOpen]),
      (10, [.io]), (1034, [.io]), (266, [.io]), (18, [.tooBig]), (2067, [.constraint]),
      (9, [.interrupted]), (4, [.interrupted]), (7, [.memory]), (21, [.misuse]), (1, []),
    ] as [(Int32, Set<Kind>)])
  func kinds(_ code: Int32, _ kinds: Set<Kind>) {
    let error = SQLiteError(code: code)
    let flags: [(Kind, Bool)] = [
      (.busy, error.isBusy), (.full, error.isFull), (.corrupt, error.isCorrupt),
      (.readOnly, error.isReadOnly), (.cannotOpen, error.isCannotOpen), (.io, error.isIO),
      (.tooBig, error.isTooBig), (.constraint, error.isConstraint),
      (.interrupted, error.isInterrupted), (.memory, error.isOutOfMemory),
      (.misuse, error.isMisuse),
    ]
    #expect(Set(flags.filter(\.1).map(\.0)) == kinds)
  }

  enum Kind {
    case busy, full, corrupt, readOnly, cannotOpen, io, tooBig, constraint, interrupted, memory
    case misuse
  }
}
