import FormDraftsSQLite

/// A row of `field` that is alive and holds, where SQLite has it: good for one step.
struct LiveRow {
  let path: UnsafeBufferPointer<UInt8>
  let marks: Int64
  let ordinal: Int64
  /// JSON; nil for marks alone.
  let value: UnsafeBufferPointer<UInt8>?
  let sum: Int64
}

extension DraftRows {
  /// In which order a draft's rows are read.
  enum Order: CaseIterable {
    /// As they were written first, which is that of the form for most drafts, and costs nothing.
    case written
    /// As the form has them.
    case ordinal
  }

  /// The last column is 0 for a row of the draft that is alive and clear.
  private static let selectLive = """
    SELECT id, path, flags, marks, ordinal, value, base, revision, sum, (draft - ?3) | kind | form
    FROM field WHERE id >= ?1 AND id < ?2
    """
  private static let selectWritten = selectLive + " ORDER BY id"
  private static let selectInOrder = selectLive + " ORDER BY ordinal, id"

  /// A draft's rows, none of them copied, until the body has enough or one is not alive or does not
  /// hold.
  ///
  /// - Returns: how many rows were shown; nil if one is not alive or does not hold.
  func forEachLiveRow(
    of head: DraftHead, in order: Order, _ body: (LiveRow) -> Bool
  ) throws -> Int64? {
    let sql = order == .written ? Self.selectWritten : Self.selectInOrder
    var checksum = ColumnChecksum(capacity: 1_024)
    var count: Int64? = 0
    try connection.withStatement(sql) { statement in
      try statement.bind(FieldRow.firstID(draft: head.id), at: 1)
      try statement.bind(FieldRow.firstID(draft: head.id + 1), at: 2)
      try statement.bind(head.id, at: 3)
      var isWanted = true
      while isWanted, try statement.step() {
        guard let row = liveRow(statement, of: head.id, &checksum) else {
          count = nil
          break
        }
        count? += 1
        isWanted = body(row)
      }
    }
    return count
  }

  /// Nil if the row does not hold, or is not alive.
  private func liveRow(
    _ row: borrowing Statement, of draft: Int64, _ checksum: inout ColumnChecksum
  ) -> LiveRow? {
    guard row.int64(9) == 0 else { return nil }
    let (path, value) = (row.unsafeBytes(1), row.unsafeOptionalBytes(5))
    let (marks, ordinal) = (row.int64(3), row.int64(4))
    let stored = salted(row.int64(8))
    let sum = checksum.ofField(
      numbers: (
        row.int64(0), draft, FieldRow.Kind.live.rawValue, FieldRow.clear, row.int64(2), marks,
        ordinal, row.int64(7)
      ), path: path, value: value, base: row.unsafeOptionalBytes(6))
    guard sum == stored else { return nil }
    return LiveRow(
      path: path.assumingMemoryBound(to: UInt8.self), marks: marks, ordinal: ordinal,
      value: value?.assumingMemoryBound(to: UInt8.self), sum: stored)
  }
}
