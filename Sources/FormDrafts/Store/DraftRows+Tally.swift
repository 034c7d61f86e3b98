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
      var checksum = ColumnChecksum(capacity: 512)
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

  static func checksum(
    of row: borrowing Statement, _ checksum: inout ColumnChecksum
  ) -> Int64 {
    checksum.ofField(
      numbers: (
        row.int64(0), row.int64(1), row.int64(3), row.int64(4), row.int64(5), row.int64(6),
        row.int64(7), row.int64(10)
      ), path: row.unsafeBytes(2), value: row.unsafeOptionalBytes(8),
      base: row.unsafeOptionalBytes(9))
  }
}
