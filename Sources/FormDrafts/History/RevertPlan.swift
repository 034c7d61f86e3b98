/// What a draft has to write so that an earlier state is its current one.
///
/// Pure. Rows keep their ids, and one that comes back gets a new one: an id is never used twice, so
/// that save points can tell by it what was there.
struct RevertPlan: Sendable {
  /// The draft's row afterwards, but for counter and time of the save.
  private(set) var head: DraftHead
  /// All rows afterwards, by ordinal.
  private(set) var rows: [FieldRow] = []
  private(set) var inserts: [FieldRow] = []
  private(set) var updates: [FieldRow] = []
  private(set) var removals: [Int64] = []

  /// Rows written or removed.
  var written: Int { inserts.count + updates.count + removals.count }

  private struct Place: Hashable {
    var path: FieldPath
    var kind: FieldRow.Kind
  }

  /// Plans a revert.
  ///
  /// - Parameters:
  ///   - target: the state to go back to.
  ///   - known: the draft's row as it is.
  ///   - stored: its rows.
  init(to target: DraftState, from known: DraftHead, _ stored: [FieldRow]) {
    head = target.head
    head.revision = known.revision + 1
    head.nextRow = known.nextRow
    var left: [Place: FieldRow] = [:]
    for row in stored { left[Place(path: row.path, kind: row.kind)] = row }
    for row in target.rows {
      if let old = left.removeValue(forKey: Place(path: row.path, kind: row.kind)) {
        place(row, on: old)
      } else {
        insert(row)
      }
    }
    let gone = Set(left.values.map(\.id))
    removals = stored.map(\.id).filter(gone.contains)
    rows.sort { ($0.ordinal, $0.id) < ($1.ordinal, $1.id) }
    head.rows = Int64(rows.count)
    head.rowsSum = rows.reduce(0) { $0 &+ $1.sum }
  }

  private mutating func place(_ row: FieldRow, on old: FieldRow) {
    guard !old.isIntact || !row.isSameContent(as: old) else {
      rows.append(old)
      return
    }
    var new = row
    new.id = old.id
    new.revision = head.revision
    new.sum = new.checksum
    updates.append(new)
    rows.append(new)
  }

  private mutating func insert(_ row: FieldRow) {
    var new = row
    new.id = FieldRow.firstID(draft: head.id) + head.nextRow
    new.revision = head.revision
    new.sum = new.checksum
    head.nextRow += 1
    inserts.append(new)
    rows.append(new)
  }
}
