import FormDraftsSQLite
import Migrations

extension OwnerFile {
  /// Whether a schema is, word for word, what the migrations write.
  ///
  /// SQLite keeps the text of each CREATE statement as it was (https://sqlite.org/schematab.html),
  /// and what the text says, columns and indexes of constraints, follows from it. False says
  /// nothing yet: then a schema made in memory is compared with, which takes a command that only
  /// lists drafts a tenth of its time.
  static func isWordForWord(_ objects: [SchemaObject]) -> Bool {
    guard !tables.isEmpty else { return false }
    var found = 0
    for object in objects {
      switch (object.type, object.sql) {
      case ("table", let sql?):
        guard let expected = tables[object.name], sql.isSameBytes(as: expected) else {
          return false
        }
        found += 1
      case ("index", nil):
        guard object.name.hasPrefix("sqlite_autoindex_"), tables[object.table] != nil else {
          return false
        }
      default: return false
      }
    }
    return found == tables.count
  }

  /// The CREATE TABLE statements of all migrations by table; empty if there are others too.
  private static let tables: [String: String] = {
    var tables: [String: String] = [:]
    var statement = ""
    // Cut at bytes: to look for characters takes longer than to open the database.
    let lines = Migrations.all.flatMap { $0.sql.utf8.split(separator: UInt8(ascii: "\n")) }
    for line in lines.map(Substring.init) {
      if statement.isEmpty, line.hasPrefix("--") { continue }
      statement += statement.isEmpty ? line : "\n" + line
      guard line.hasSuffix(") STRICT;") else { continue }
      let words = statement.split(separator: " ", maxSplits: 3)
      guard words.count == 4, words[0] == "CREATE", words[1] == "TABLE" else { return [:] }
      tables[String(words[2])] = String(statement.dropLast())
      statement = ""
    }
    return statement.isEmpty ? tables : [:]
  }()
}
