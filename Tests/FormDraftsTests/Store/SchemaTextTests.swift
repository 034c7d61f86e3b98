import FormDraftsSQLite
import FormDraftsTesting
import Migrations
import Testing

@testable import FormDrafts

@Suite struct SchemaTextTests {
  private func objects(_ extra: String = "") throws -> [SchemaObject] {
    let connection = try Connection(path: ":memory:", mode: .readWrite)
    for migration in Migrations.all { try connection.execute(migration.sql) }
    try connection.execute(extra)
    return try connection.schemaObjects()
  }

  @Test("What the migrations write is recognised by its text")
  func ours() throws {
    #expect(OwnerFile.isWordForWord(try objects()))
  }

  @Test(
    "What else there is, less, or written otherwise, is not",
    arguments: [
      "CREATE TABLE more (id INTEGER PRIMARY KEY) STRICT",
      "CREATE INDEX more ON field (value)",
      "CREATE TRIGGER more AFTER INSERT ON field BEGIN SELECT RAISE(IGNORE); END",
      "CREATE VIEW more AS SELECT * FROM field",
      "ALTER TABLE field ADD COLUMN more TEXT",
      "ALTER TABLE field RENAME COLUMN marks TO flags2",
      "DROP TABLE ended",
      "DROP TABLE ended; CREATE TABLE ended (id INTEGER PRIMARY KEY) STRICT",
    ])
  func others(sql: String) throws {
    #expect(!OwnerFile.isWordForWord(try objects(sql)))
  }
}
