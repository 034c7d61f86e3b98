/// A draft's save points as its rows say: each with what the next newer state does not have.
///
/// Pure. A state is made by going back from the draft as it is: at each save point the copies take
/// the place of what is there, and rows that came later go. That its checksums add up to what the
/// save point says proves it.
struct PointLog: Sendable {
  /// A save point and the copies that belong to it.
  struct Group: Sendable {
    var revision: Int64
    /// The save point itself; nil if its row is not there.
    var header: PointRow?
    /// The draft's row then; nil if it cannot be read.
    var head: DraftHead?
    /// Intact ones only.
    var copies: [PointRow] = []

    var reason: SavePoint.Reason? { header.flatMap { .init(code: $0.reason) } }
    var bytes: Int64 { copies.reduce(header?.bytes ?? 0) { $0 + $1.bytes } }
  }

  /// The oldest first.
  var groups: [Group] = []
  /// The highest id of a row.
  private(set) var lastID: Int64

  /// Sorts a draft's rows of the table.
  init(_ rows: [PointRow], of head: DraftHead) {
    lastID = rows.map(\.id).max() ?? FieldRow.firstID(draft: head.id)
    var byRevision: [Int64: Group] = [:]
    for row in rows {
      var group = byRevision[row.revision] ?? Group(revision: row.revision)
      if row.field == 0 {
        group.header = row
        group.head = head.state(at: row)
      } else if row.isIntact {
        group.copies.append(row)
      }
      byRevision[row.revision] = group
    }
    groups = byRevision.values.sorted { $0.revision < $1.revision }
  }

  /// Adds a save point of the draft as it is, unless there is one.
  ///
  /// - Returns: its revision; nil if nothing was added.
  mutating func add(_ head: DraftHead, reason: SavePoint.Reason, at time: Int64) -> Int64? {
    guard groups.last?.revision != head.revision else { return nil }
    var group = Group(revision: head.revision)
    group.header = PointRow(head, reason: reason, at: time)
    group.head = head
    groups.append(group)
    return head.revision
  }
}

/// A state of a draft: its own row, and its rows by place.
struct DraftState: Sendable {
  var head: DraftHead
  var rows: [FieldRow]
}

extension PointLog {
  /// A draft's rows while one goes back, kept by id.
  private struct Walk {
    var rows: [Int64: FieldRow] = [:]
    private var sum: Int64 = 0
    private var damaged: Set<Int64> = []

    init(_ rows: [FieldRow]) {
      for row in rows {
        self.rows[row.id] = row
        sum &+= row.sum
        if !row.isIntact { damaged.insert(row.id) }
      }
    }

    /// Goes back by one save point; returns the answers that differ.
    mutating func step(_ group: Group, draft: Int64) -> [FieldPath] {
      var before: [FieldPath: [UInt8]] = [:]
      var after: [FieldPath: [UInt8]] = [:]
      // Of two copies of a row the first says how it was.
      for row in group.copies.reversed().compactMap({ $0.fieldRow(draft: draft) }) {
        if row.kind == .live, let value = row.value { before[row.path] = value }
        remove(row.id, &after)
        rows[row.id] = row
        sum &+= row.sum
      }
      if let head = group.head {
        let later = rows.keys.filter { !head.hadRow($0) }
        for id in later { remove(id, &after) }
      }
      return Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
    }

    private mutating func remove(_ id: Int64, _ after: inout [FieldPath: [UInt8]]) {
      guard let row = rows.removeValue(forKey: id) else { return }
      sum &-= row.sum
      damaged.remove(id)
      if row.kind == .live, let value = row.value { after[row.path] = value }
    }

    func holds(_ head: DraftHead) -> Bool {
      damaged.isEmpty && Int64(rows.count) == head.rows && sum == head.rowsSum
    }

    var byOrdinal: [FieldRow] {
      rows.values.sorted { ($0.ordinal, $0.id) < ($1.ordinal, $1.id) }
    }
  }

  /// The history as it is told, the newest first.
  func savePoints(before head: DraftHead, _ rows: [FieldRow]) -> [SavePoint] {
    var walk = Walk(rows)
    var points: [SavePoint] = []
    for group in groups.reversed() {
      let changed = walk.step(group, draft: head.id)
      guard let header = group.header else { continue }
      points.append(
        SavePoint(
          revision: DraftRevision(Int(group.revision)),
          savedAt: .init(millisecondsSince1970: group.head?.saved ?? header.at),
          madeAt: .init(millisecondsSince1970: header.at), reason: group.reason ?? .editing,
          changed: changed, isDamaged: !(group.head.map(walk.holds) ?? false)))
    }
    return points
  }

  /// What is known of a state that was asked for.
  enum Answer: Sendable {
    case state(DraftState)
    case damaged
    case missing
  }

  /// The state of a save point.
  func state(_ revision: Int64, before head: DraftHead, _ rows: [FieldRow]) -> Answer {
    guard let target = groups.firstIndex(where: { $0.revision == revision && $0.header != nil })
    else { return .missing }
    var walk = Walk(rows)
    for group in groups[target...].reversed() { _ = walk.step(group, draft: head.id) }
    guard let head = groups[target].head, walk.holds(head) else { return .damaged }
    return .state(DraftState(head: head, rows: walk.byOrdinal))
  }

  /// Every state that holds, the oldest first, with its save point.
  func states(before head: DraftHead, _ rows: [FieldRow]) -> [(PointRow, DraftState)] {
    var walk = Walk(rows)
    var states: [(PointRow, DraftState)] = []
    for group in groups.reversed() {
      _ = walk.step(group, draft: head.id)
      guard let header = group.header, let head = group.head, walk.holds(head) else { continue }
      states.append((header, DraftState(head: head, rows: walk.byOrdinal)))
    }
    return states.reversed()
  }
}
