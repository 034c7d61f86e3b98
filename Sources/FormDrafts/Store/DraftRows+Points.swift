import FormDraftsSQLite

extension DraftRows {
  static let pointColumns = """
    id, revision, field, reason, at, schema, bytes, sum, path, kind, form, flags, marks, ordinal,
    written, value, base
    """

  /// Whether the database has save points: one of an earlier version, that is only looked at, does
  /// not.
  func hasPoints() throws -> Bool {
    if version >= 3 { return true }
    return try connection.readIdentity().userVersion >= 3
  }

  /// All rows that a draft's save points have, by their ids; damaged ones too.
  func points(draft: Int64) throws -> [PointRow] {
    guard try hasPoints() else { return [] }
    return try connection.withStatement(
      "SELECT \(Self.pointColumns) FROM point WHERE id >= ?1 AND id < ?2 ORDER BY id"
    ) { statement in
      try bindRange(draft, statement)
      var rows: [PointRow] = []
      while try statement.step() { rows.append(point(statement)) }
      return rows
    }
  }

  func point(_ statement: borrowing Statement) -> PointRow {
    // A path that is no text makes a row whose checksum does not hold.
    var row = PointRow(revision: statement.int64(1), path: statement.text(8) ?? "")
    row.id = statement.int64(0)
    row.field = statement.int64(2)
    row.reason = statement.int64(3)
    row.at = statement.int64(4)
    row.schema = statement.int64(5)
    row.bytes = statement.int64(6)
    row.sum = salted(statement.int64(7))
    row.kind = statement.int64(9)
    row.form = statement.int64(10)
    row.flags = statement.int64(11)
    row.marks = statement.int64(12)
    row.ordinal = statement.int64(13)
    row.written = statement.int64(14)
    row.value = statement.isNull(15) ? nil : statement.bytes(15)
    row.base = statement.isNull(16) ? nil : statement.bytes(16)
    return row
  }

  /// What a save has to know of a draft's save points, without reading what they keep.
  func pointTally(of head: DraftHead) throws -> PointTally {
    var tally = PointTally(draft: head.id)
    try connection.withStatement(
      "SELECT coalesce(sum(bytes), 0), max(id) FROM point WHERE id >= ?1 AND id < ?2"
    ) { statement in
      try bindRange(head.id, statement)
      guard try statement.step(), !statement.isNull(1) else { return }
      tally.bytes = statement.int64(0)
      tally.lastID = statement.int64(1)
    }
    guard tally.lastID > FieldRow.firstID(draft: head.id) else { return tally }
    try connection.withStatement(
      """
      SELECT \(Self.pointColumns) FROM point WHERE id >= ?1 AND id < ?2 AND field = 0
      ORDER BY revision
      """
    ) { statement in
      try bindRange(head.id, statement)
      while try statement.step() {
        let row = point(statement)
        tally.count += 1
        tally.oldest = tally.oldest.map { min($0, row.at) } ?? row.at
        tally.latest = .init(
          revision: row.revision, at: row.at, nextRow: head.state(at: row)?.nextRow)
      }
    }
    return tally
  }

  private func bindRange(_ draft: Int64, _ statement: borrowing Statement) throws {
    try statement.bind(FieldRow.firstID(draft: draft), at: 1)
    try statement.bind(FieldRow.firstID(draft: draft + 1), at: 2)
  }

  func insert(_ row: PointRow) throws {
    try connection.withStatement(
      """
      INSERT INTO point (\(Self.pointColumns))
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)
      """
    ) { statement in
      let numbers: [(Int32, Int64)] = [
        (1, row.id), (2, row.revision), (3, row.field), (4, row.reason), (5, row.at),
        (6, row.schema), (7, row.bytes), (8, salted(row.sum)), (10, row.kind), (11, row.form),
        (12, row.flags), (13, row.marks), (14, row.ordinal), (15, row.written),
      ]
      for (index, number) in numbers { try statement.bind(number, at: index) }
      try statement.bind(text: row.path, at: 9)
      if let value = row.value { try statement.bind(textBytes: value, at: 16) }
      if let base = row.base { try statement.bind(textBytes: base, at: 17) }
      try statement.run()
    }
  }

  /// Writes to which save point a row belongs, and why that was made.
  func update(_ row: PointRow) throws {
    try connection.withStatement(
      "UPDATE point SET revision = ?1, reason = ?2, at = ?3, sum = ?4 WHERE id = ?5"
    ) { statement in
      try statement.bind(row.revision, at: 1)
      try statement.bind(row.reason, at: 2)
      try statement.bind(row.at, at: 3)
      try statement.bind(salted(row.sum), at: 4)
      try statement.bind(row.id, at: 5)
      try statement.run()
    }
  }

  func removePoint(_ id: Int64) throws {
    try connection.withStatement("DELETE FROM point WHERE id = ?1") { statement in
      try statement.bind(id, at: 1)
      try statement.run()
    }
  }

  /// How many save points a draft has.
  func countPoints(draft: Int64) throws -> Int {
    guard try hasPoints() else { return 0 }
    return try connection.withStatement(
      "SELECT count(*) FROM point WHERE id >= ?1 AND id < ?2 AND field = 0"
    ) { statement in
      try bindRange(draft, statement)
      return try statement.step() ? Int(statement.int64(0)) : 0
    }
  }

  /// Removes all save points of a draft.
  func removePoints(draft: Int64) throws {
    try connection.withStatement("DELETE FROM point WHERE id >= ?1 AND id < ?2") { statement in
      try bindRange(draft, statement)
      try statement.run()
    }
  }
}
