import FormDraftsSQLite

/// A row of `draft` as it is read: each column is asked for once, for the checksum and for what it
/// says.
///
/// In the order of ``DraftHead/checksum``, in which the columns have to be read. The texts stay
/// where SQLite has them until the next step.
struct HeadColumns {
  let id, hasRecord, schema, revision, seq, status, hasBase, created, saved: Int64
  let expires: Int64?
  let answered, bytes, rows, nextRow, rowsSum: Int64
  let uuid, form, record: UnsafeRawBufferPointer?
  let version, attempt, parent, title, step, focus, baseline, skipped: UnsafeRawBufferPointer?

  init(_ row: borrowing Statement, _ sum: inout ColumnChecksum) {
    sum.restart()
    id = Self.number(row, 0, &sum)
    hasRecord = Self.number(row, 4, &sum)
    schema = Self.number(row, 5, &sum)
    revision = Self.number(row, 7, &sum)
    seq = Self.number(row, 8, &sum)
    status = Self.number(row, 9, &sum)
    hasBase = Self.number(row, 17, &sum)
    created = Self.number(row, 18, &sum)
    saved = Self.number(row, 19, &sum)
    expires = row.isNull(20) ? nil : row.int64(20)
    sum.add(expires ?? .min)
    answered = Self.number(row, 21, &sum)
    bytes = Self.number(row, 22, &sum)
    rows = Self.number(row, 23, &sum)
    nextRow = Self.number(row, 24, &sum)
    rowsSum = Self.number(row, 25, &sum)
    uuid = Self.text(row, 1, &sum)
    form = Self.text(row, 2, &sum)
    record = Self.text(row, 3, &sum)
    version = Self.text(row, 6, &sum)
    attempt = Self.text(row, 10, &sum)
    parent = Self.text(row, 11, &sum)
    title = Self.text(row, 12, &sum)
    step = Self.text(row, 13, &sum)
    focus = Self.text(row, 15, &sum)
    baseline = Self.text(row, 16, &sum)
    skipped = Self.text(row, 14, &sum)
  }

  private static func number(
    _ row: borrowing Statement, _ column: Int32, _ sum: inout ColumnChecksum
  ) -> Int64 {
    let number = row.int64(column)
    sum.add(number)
    return number
  }

  private static func text(
    _ row: borrowing Statement, _ column: Int32, _ sum: inout ColumnChecksum
  ) -> UnsafeRawBufferPointer? {
    let bytes = row.unsafeOptionalBytes(column)
    if let bytes { sum.add(bytes) } else { sum.add(Int64(-1)) }
    return bytes
  }
}
