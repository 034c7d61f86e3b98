/// A draft on its way from one owner's database into another's, with its save points.
///
/// Pure. Everything stays as it is but the ids of rows, which are a database's own, and with them
/// the checksums.
struct AdoptedDraft: Sendable {
  var state: DraftState
  /// The states of its save points that hold, the oldest first.
  var points: [(header: PointRow, state: DraftState)]
  var lifetime: Lifetime

  /// The draft under an id of the other database.
  ///
  /// - Parameters:
  ///   - id: its row there.
  ///   - seq: its place in the other owner's order of saves.
  ///   - schemas: rows of `schema` here, and the same schemas' rows there.
  func moved(
    to id: Int64, seq: Int64, schemas: [Int64: Int64]
  ) -> (state: DraftState, points: [PointRow]) {
    var state = state.moved(to: id, schemas: schemas)
    state.head.seq = seq
    let points = points.map { header, earlier in
      (header: header, state: earlier.moved(to: id, schemas: schemas))
    }
    return (state, PointScrub.rows(of: points, before: state))
  }

  /// The rows of `schema` that it speaks of.
  var schemas: Set<Int64> {
    let states = [state] + points.map(\.state)
    return Set(states.map(\.head.schema))
      .union(states.flatMap { $0.rows.map(\.schema).filter { $0 != 0 } })
  }
}

extension DraftState {
  fileprivate func moved(to id: Int64, schemas: [Int64: Int64]) -> DraftState {
    let shift = FieldRow.firstID(draft: id) - FieldRow.firstID(draft: head.id)
    var copy = self
    copy.head.id = id
    copy.head.schema = schemas[head.schema] ?? 0
    copy.rows = rows.map { row in
      var row = row
      row.id += shift
      row.draft = id
      if row.schema != 0 { row.schema = schemas[row.schema] ?? 0 }
      row.sum = row.checksum
      return row
    }
    copy.head.rowsSum = copy.rows.reduce(0) { $0 &+ $1.sum }
    return copy
  }
}
