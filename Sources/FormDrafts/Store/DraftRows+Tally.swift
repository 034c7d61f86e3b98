import FormDraftsSQLite

extension DraftRows {
  /// What the rows of a draft come to: how many there are, what their checksums add up to, and
  /// which of them do not hold.
  struct Tally: Sendable {
    var count: Int64 = 0
    var sum: Int64 = 0
    /// ``FieldPath/root`` for a row whose path cannot be read.
    var damaged: [FieldPath] = []
  }

  /// Compares every row's checksum without making values of the row: a list looks at all answers
  /// of all drafts, and keeps none.
  func tally(of draft: Int64) throws -> Tally {
    try connection.withStatement(
      "SELECT \(Self.fieldColumns) FROM field WHERE id >= ?1 AND id < ?2 ORDER BY id"
    ) { statement in
      try statement.bind(FieldRow.firstID(draft: draft), at: 1)
      try statement.bind(FieldRow.firstID(draft: draft + 1), at: 2)
      var tally = Tally()
      var checksum = ColumnChecksum()
      while try statement.step() {
        let sum = salted(statement.int64(11))
        tally.count += 1
        tally.sum &+= sum
        if Self.checksum(of: statement, &checksum) == sum, statement.int64(1) == draft { continue }
        tally.damaged.append(
          statement.text(2).map(FieldPath.init(uncheckedPointer:)) ?? .root)
      }
      return tally
    }
  }

  /// As ``FieldRow/checksum``, column by column from where SQLite has them.
  private static func checksum(
    of statement: borrowing Statement, _ checksum: inout ColumnChecksum
  ) -> Int64 {
    checksum.removeAll()
    let numbers = (
      statement.int64(0).littleEndian, statement.int64(1).littleEndian,
      statement.int64(3).littleEndian, statement.int64(4).littleEndian,
      statement.int64(5).littleEndian, statement.int64(6).littleEndian,
      statement.int64(7).littleEndian, statement.int64(10).littleEndian
    )
    withUnsafeBytes(of: numbers) { checksum.add(raw: $0) }
    for column: Int32 in [2, 8, 9] {
      statement.withBytes(column) { bytes in
        // No bytes are NULL or an empty text; a path is never NULL.
        let isNull = bytes.isEmpty && column != 2 && statement.isNull(column)
        checksum.add(isNull ? -1 : Int64(bytes.count))
        checksum.add(raw: bytes)
      }
    }
    return checksum.value
  }
}
