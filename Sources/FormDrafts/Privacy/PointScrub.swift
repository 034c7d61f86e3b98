/// A draft's save points without what may not be stored any more.
///
/// Pure. Each state loses what a draft would (``ScrubPlan``), and the differences are made anew.
struct PointScrub {
  /// All rows of the save points afterwards.
  private(set) var rows: [PointRow] = []
  /// How many save points lost something.
  private(set) var lost = 0

  /// What a save withholds, beside what its schema never stores.
  struct Withheld {
    var paths: [FieldPath] = []
    var texts: Set<[UInt8]> = []
    var isTitleWithheld = false
  }

  /// Scrubs save points; one that does not hold goes if there is something to take out at all.
  ///
  /// - Parameters:
  ///   - log: the save points.
  ///   - before: the draft they lead back from.
  ///   - after: the draft as it will be.
  ///   - reader: the schema under which nothing may be left.
  ///   - withheld: what a save withholds.
  ///   - added: the revision of a save point that is to be written anyway, and loses nothing.
  ///   - writer: the schema of a row of the table; nil if it cannot be read.
  init(
    _ log: PointLog, before: DraftState, after: DraftState, reader: StoredSchema,
    withheld: Withheld = .init(), added: Int64? = nil, writer: (Int64) throws -> StoredSchema?
  ) rethrows {
    var states: [(header: PointRow, state: DraftState)] = []
    for (header, state) in log.states(before: before.head, before.rows) {
      let scrubbed = try state.scrubbed(reader, withheld, writer: writer)
      if scrubbed != nil, header.revision != added { lost += 1 }
      states.append((header, scrubbed ?? state))
    }
    let sound = Set(states.map(\.header.revision))
    for group in log.groups where !sound.contains(group.revision) {
      let copies = group.copies.compactMap { $0.fieldRow(draft: before.head.id) }
      let state = DraftState(head: group.head ?? before.head, rows: copies)
      if state.scrubbed(reader, withheld, writer: { _ in nil }) != nil { lost += 1 }
    }
    if lost > 0 || added != nil || before.head != after.head {
      rows = Self.rows(of: states, before: after)
    }
  }

  /// The rows of save points, made anew: each with what the next newer state does not have.
  static func rows(
    of states: [(header: PointRow, state: DraftState)], before after: DraftState
  ) -> [PointRow] {
    var groups: [[PointRow]] = []
    var newer = after.rows
    for (header, state) in states.reversed() {
      let known = Dictionary(newer.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      var point = PointRow(state.head, reason: .manual, at: header.at)
      point.reason = header.reason
      let copies = state.rows.filter { known[$0.id]?.isSameState(as: $0) != true }
      groups.append([point] + copies.map { PointRow($0, revision: state.head.revision) })
      newer = state.rows
    }
    var id = FieldRow.firstID(draft: after.head.id)
    return groups.reversed().joined().map { row in
      id += 1
      var row = row
      row.id = id
      row.sum = row.checksum
      return row
    }
  }
}

extension FieldRow {
  /// Whether a row was not written again since.
  fileprivate func isSameState(as other: FieldRow) -> Bool {
    kind == other.kind && revision == other.revision && isSameContent(as: other)
  }
}

extension DraftState {
  /// The state without what may not be stored; nil if it has nothing to lose.
  fileprivate func scrubbed(
    _ reader: StoredSchema, _ withheld: PointScrub.Withheld,
    writer: (Int64) throws -> StoredSchema?
  ) rethrows -> DraftState? {
    var writers: [Int64: StoredSchema] = [:]
    for row in rows where row.kind.isOrphan && row.schema > 0 && writers[row.schema] == nil {
      writers[row.schema] = try writer(row.schema)
    }
    let plan = ScrubPlan(
      rows, head: head, writer: try writer(head.schema), writers: writers, reader: reader)
    var left = plan.rows(of: rows, keepingRevisions: true)
    left = left.compactMap { withheld.left(of: $0) }
    var after = plan.head
    after.revision = head.revision
    if withheld.isTitleWithheld { after.title = nil }
    after.rows = Int64(left.count)
    after.rowsSum = left.reduce(0) { $0 &+ $1.sum }
    guard after != head else { return nil }
    after.bytes = left.reduce(0) { $0 + ($1.kind == .live ? Int64($1.value?.count ?? 0) : 0) }
    return DraftState(head: after, rows: left)
  }
}

extension PointScrub.Withheld {
  /// What a save's request withholds.
  init(_ request: SaveRequest) {
    paths = request.withheld
    texts = request.secrets
    isTitleWithheld = request.isTitleWithheld
  }

  /// Whether something withheld is in a row.
  func touches(_ row: FieldRow) -> Bool { left(of: row)?.sum != row.sum }

  /// A row without what is withheld; nil if it is all of it.
  ///
  /// A list is one row: what is withheld in it goes out of its items, and the others stay.
  func left(of row: FieldRow) -> FieldRow? {
    if !texts.isEmpty {
      if let value = row.value, texts.contains(value) { return nil }
      if let base = row.base, texts.contains(base) { return nil }
    }
    var left = row
    for path in paths {
      if row.path.isInside(path) { return nil }
      guard path.isInside(row.path) else { continue }
      let names = path.suffix(after: row.path).names[...]
      left.value = left.value.map { Self.without(names, in: $0) }
      left.base = left.base.map { Self.without(names, in: $0) }
    }
    if left.value != row.value || left.base != row.base { left.sum = left.checksum }
    return left
  }

  private static func without(_ names: ArraySlice<String>, in json: [UInt8]) -> [UInt8] {
    guard let value = try? DraftValue(json: json) else { return json }
    let rest = value.without(names)
    return rest == value ? json : rest.canonicalJSON
  }
}

extension DraftValue {
  /// The value without a member.
  ///
  /// Items may have changed places since, so that an index stands for every item; a list whose items
  /// themselves are meant is emptied.
  fileprivate func without(_ names: ArraySlice<String>) -> DraftValue {
    guard let name = names.first else { return self }
    let inner = names.dropFirst()
    switch self {
    case .list(let items): return .list(inner.isEmpty ? [] : items.map { $0.without(inner) })
    case .object(var object):
      guard let value = object[name] else { return self }
      object[name] = inner.isEmpty ? nil : value.without(inner)
      return .object(object)
    default: return self
    }
  }
}

extension ScrubPlan {
  /// The rows of the draft afterwards.
  func rows(of stored: [FieldRow], keepingRevisions: Bool = false) -> [FieldRow] {
    let gone = Set(removals)
    let changed = Dictionary(updates.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return stored.compactMap { old in
      guard !gone.contains(old.id) else { return nil }
      guard var new = changed[old.id] else { return old }
      if keepingRevisions {
        new.revision = old.revision
        new.sum = new.checksum
      }
      return new
    }
  }
}
