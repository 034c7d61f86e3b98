import FormDraftsSQLite
import Foundation
import Testing

@Suite("Migrator")
struct MigratorTests {
  private let ours: Int32 = 0x4644_5254
  private let migrator = Migrator(migrations: [
    Migration(
      version: 1, name: "one", sql: "CREATE TABLE a(x); CREATE TABLE b(x);\n-- nothing more\n"),
    Migration(version: 2, name: "two", sql: "ALTER TABLE a ADD COLUMN y; INSERT INTO b VALUES (1)"),
  ])

  @Test("A new database gets every step and the identity; then there is nothing to do")
  func fresh() throws {
    try Scratch.withDatabase { connection in
      #expect(try migrator.migrate(connection, applicationID: ours) == [1, 2])
      let identity = try connection.readIdentity()
      #expect(identity.applicationID == ours && identity.userVersion == 2)
      #expect(migrator.latest == 2)
      let before = connection.changes
      #expect(try migrator.migrate(connection, applicationID: ours) == [])
      #expect(connection.changes == before)
      #expect(try connection.integer("SELECT count(*) FROM b") == 1)
    }
  }

  @Test("A database half-way gets the rest")
  func halfWay() throws {
    try Scratch.withDatabase { connection in
      let first = Migrator(migrations: Array(migrator.migrations.prefix(1)))
      let before = try first.migrate(connection, applicationID: ours)
      #expect(before == [1])
      #expect(try migrator.migrate(connection, applicationID: ours) == [2])
    }
  }

  @Test("A newer database is refused and left as it is")
  func newer() throws {
    try Scratch.withDatabase { connection in
      try connection.setApplicationID(ours)
      try connection.setUserVersion(3)
      #expect(throws: MigratorError.newer(found: 3, supported: 2)) {
        try migrator.migrate(connection, applicationID: ours)
      }
      #expect(try connection.schemaObjects().isEmpty)
    }
  }

  // Field report 57.
  @Test("Back to an earlier version and forward again: each step runs once, the version only rises")
  func backAndForth() throws {
    let old = Migrator(migrations: Array(migrator.migrations.prefix(1)))
    try Scratch.withDatabase { connection in
      var applied: [Int32] = []
      var versions: [Int32] = []
      for step in [old, migrator, old, old, migrator, migrator, old] {
        do {
          applied += try step.migrate(connection, applicationID: ours)
        } catch let error as MigratorError {
          #expect(step.latest == 1 && error == .newer(found: 2, supported: 1))
        }
        versions.append(try connection.userVersion())
      }
      #expect(applied == [1, 2])
      #expect(versions == [1, 2, 2, 2, 2, 2, 2])
      #expect(try connection.integer("SELECT count(*) FROM b") == 1)
    }
  }

  @Test("Another application's database is refused and left as it is")
  func foreign() throws {
    try Scratch.withDatabase { connection in
      try connection.setApplicationID(99)
      #expect(throws: MigratorError.foreign(applicationID: 99)) {
        try migrator.migrate(connection, applicationID: ours)
      }
      #expect(try connection.schemaObjects().isEmpty)
    }
  }

  @Test("A step that fails leaves nothing of itself, and the steps before stay")
  func failing() throws {
    try Scratch.withDatabase { connection in
      let failing = Migrator(
        migrations: migrator.migrations + [
          Migration(version: 3, name: "bad", sql: "CREATE TABLE c(x); CREATE TABLE a(x)")
        ])
      #expect(throws: SQLiteError.self) { try failing.migrate(connection, applicationID: ours) }
      let version = try connection.userVersion()
      #expect(version == 2)
      #expect(try connection.schemaObjects().map(\.name) == ["a", "b"])
    }
  }

  @Test("Four threads with a connection each run every step once between them", arguments: 1...12)
  func concurrent(round: Int) throws {
    let scratch = try Scratch()
    let path = try scratch.database().path
    let results = Results()
    let threads = (0..<4).map { _ in
      Thread { [migrator, ours] in
        results.run {
          let connection = try Connection(path: path, mode: .readWrite)
          defer { try? connection.close() }
          return try migrator.migrate(connection, applicationID: ours)
        }
      }
    }
    for thread in threads { thread.start() }
    let (applied, errors) = results.wait(for: 4)
    #expect(errors.isEmpty)
    #expect(applied.sorted() == [1, 2])
    let connection = try Connection(path: path, mode: .readOnly)
    #expect(try connection.integer("SELECT count(*) FROM b") == 1)
  }
}

/// What threads came to, behind a lock.
private final class Results: Sendable {
  private let condition = NSCondition()
  private nonisolated(unsafe) var applied: [Int32] = []
  private nonisolated(unsafe) var errors: [String] = []
  private nonisolated(unsafe) var finished = 0

  func run(_ body: () throws -> [Int32]) {
    let result = Result { try body() }
    condition.withLock {
      switch result {
      case .success(let versions): applied += versions
      case .failure(let error): errors.append("\(error)")
      }
      finished += 1
      condition.signal()
    }
  }

  func wait(for count: Int) -> ([Int32], [String]) {
    condition.withLock {
      while finished < count { condition.wait() }
      return (applied, errors)
    }
  }
}
