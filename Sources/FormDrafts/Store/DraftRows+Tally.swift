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
      var scratch = [UInt8](repeating: 0, count: 512)
      while try statement.step() {
        let sum = salted(statement.int64(11))
        tally.count += 1
        tally.sum &+= sum
        if Self.checksum(of: statement, &scratch) == sum, statement.int64(1) == draft { continue }
        tally.damaged.append(
          statement.text(2).map(FieldPath.init(uncheckedPointer:)) ?? .root)
      }
      return tally
    }
  }

  /// As ``FieldRow/checksum``, from where SQLite has the columns.
  private static func checksum(
    of statement: borrowing Statement, _ scratch: inout [UInt8]
  ) -> Int64 {
    statement.withBytes(2) { path in
      statement.withBytes(8) { value in
        statement.withBytes(9) { base in
          let size = 11 * 8 + path.count + value.count + base.count
          if size > scratch.count { scratch = [UInt8](repeating: 0, count: 2 * size) }
          return scratch.withUnsafeMutableBytes { bytes in
            var end = 0
            func add(_ number: Int64) {
              bytes.storeBytes(of: number.littleEndian, toByteOffset: end, as: Int64.self)
              end += 8
            }
            func add(_ column: UnsafeRawBufferPointer, isNull: Bool) {
              add(isNull ? -1 : Int64(column.count))
              guard let source = column.baseAddress else { return }
              bytes.baseAddress?.advanced(by: end).copyMemory(
                from: source, byteCount: column.count)
              end += column.count
            }
            for column: Int32 in [0, 1, 3, 4, 5, 6, 7, 10] { add(statement.int64(column)) }
            add(path, isNull: false)
            // No bytes are NULL or an empty text.
            add(value, isNull: value.isEmpty && statement.isNull(8))
            add(base, isNull: base.isEmpty && statement.isNull(9))
            return Int64(bitPattern: XXH64.hash(UnsafeRawBufferPointer(rebasing: bytes[..<end])))
          }
        }
      }
    }
  }
}
