/// A table, index, view or trigger, as `sqlite_schema` has it.
package struct SchemaObject: Hashable, Sendable {
  /// `table`, `index`, `view` or `trigger`.
  package var type: String
  /// Its name.
  package var name: String
  /// The table it belongs to.
  package var table: String
  /// The statement that made it; nil for the index of a UNIQUE constraint.
  package var sql: String?

  package init(type: String, name: String, table: String, sql: String?) {
    self.type = type
    self.name = name
    self.table = table
    self.sql = sql
  }
}

/// A column of a table, as `PRAGMA table_xinfo` has it.
package struct SchemaColumn: Hashable, Sendable {
  /// What kind of column it is.
  package enum Kind: Int64, Sendable {
    case ordinary = 0
    /// A hidden column of a virtual table.
    case hidden = 1
    /// Generated when read.
    case virtual = 2
    /// Generated when written.
    case stored = 3
  }

  /// Its name.
  package var name: String
  /// Its declared type.
  package var type: String
  /// Whether it is NOT NULL.
  package var isNotNull: Bool
  /// The expression of its default.
  package var defaultValue: String?
  /// Its place in the primary key from 1; 0 if it is not part of it.
  package var primaryKeyPosition: Int
  /// What kind of column it is.
  package var kind: Kind
}

extension Connection {
  /// The objects of the schema in the order they were made, at most `limit`.
  ///
  /// What is not UTF-8 is repaired: it stands in no schema of ours.
  package func schemaObjects(limit: Int = 1000) throws(SQLiteError) -> [SchemaObject] {
    let statement = try prepare(
      "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid LIMIT ?1")
    try statement.bind(limit, at: 1)
    var objects: [SchemaObject] = []
    while try statement.step() {
      objects.append(
        SchemaObject(
          type: statement.repairedText(0), name: statement.repairedText(1),
          table: statement.repairedText(2),
          sql: statement.isNull(3) ? nil : statement.repairedText(3)))
    }
    return objects
  }

  /// Whether a table is STRICT: whether SQLite checks the types of what is put into it.
  package func isStrict(_ table: String) throws(SQLiteError) -> Bool {
    let statement = try prepare("SELECT strict FROM pragma_table_list(?1) WHERE schema = 'main'")
    try statement.bind(text: table, at: 1)
    return try statement.step() && statement.int64(0) != 0
  }

  /// The columns of a table in order, generated and hidden ones included; none if there is no
  /// such table.
  package func columns(of table: String) throws(SQLiteError) -> [SchemaColumn] {
    let statement = try prepare(
      """
      SELECT name, type, "notnull", dflt_value, pk, hidden
      FROM pragma_table_xinfo(?1) ORDER BY cid
      """)
    try statement.bind(text: table, at: 1)
    var columns: [SchemaColumn] = []
    while try statement.step() {
      columns.append(
        SchemaColumn(
          name: statement.repairedText(0), type: statement.repairedText(1),
          isNotNull: statement.int64(2) != 0,
          defaultValue: statement.isNull(3) ? nil : statement.repairedText(3),
          primaryKeyPosition: Int(statement.int64(4)),
          kind: SchemaColumn.Kind(rawValue: statement.int64(5)) ?? .hidden))
    }
    return columns
  }
}

extension Statement {
  fileprivate borrowing func repairedText(_ column: Int32) -> String {
    withBytes(column) { String(decoding: $0, as: UTF8.self) }
  }
}
