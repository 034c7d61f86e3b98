/// What a save has to write: the difference between the rows a draft has and the rows it should
/// have. Pure; the cost of applying it is what changed, not what the form weighs.
struct SavePlan {
  /// All rows of the draft afterwards, by ordinal.
  private(set) var rows: [FieldRow] = []
  private(set) var inserts: [FieldRow] = []
  private(set) var updates: [FieldRow] = []
  private(set) var kindUpdates: [FieldRow] = []
  private(set) var removals: [Int64] = []
  /// Difference of the wrapping sum of all rows' checksums.
  private(set) var sumDelta: Int64 = 0
  private(set) var nextRow: Int64

  /// Rows written or removed.
  var written: Int { inserts.count + updates.count + kindUpdates.count + removals.count }

  /// The answers afterwards.
  var answers: [FieldPath] {
    rows.filter { $0.kind == .live && $0.value?.isAnswer == true }.map(\.path)
  }
  var byteCount: Int64 {
    rows.reduce(0) { $0 + ($1.kind == .live ? Int64($1.value?.count ?? 0) : 0) }
  }

  private let request: SaveRequest
  private let draft: Int64
  private let revision: Int64
  private let recordsBase: Bool

  /// Plans a save.
  ///
  /// - Parameters:
  ///   - request: what is to be stored.
  ///   - stored: the draft's rows, by ordinal.
  ///   - writer: the schema they were written under.
  ///   - head: the draft's row, with its id.
  init(
    _ request: SaveRequest, stored: [FieldRow], writer: StoredSchema?, head: DraftHead
  ) {
    self.request = request
    draft = head.id
    revision = head.revision + 1
    nextRow = head.nextRow
    recordsBase = head.hasBase || request.baselineLeaves != nil
    var matches = RowMatches(stored: stored, leaves: request.leaves)
    var ordinals = Ordinals(matches.leaves.map { $0.map { stored[$0].ordinal } })
    if ordinals.needsRenumbering { ordinals = Ordinals(renumbering: request.leaves.count) }
    let keepers = keepUnmatched(stored, &matches, writer: writer)
    for (leaf, (match, ordinal)) in zip(request.leaves, zip(matches.leaves, ordinals.values)) {
      place(leaf, on: match.map { stored[$0] }, ordinal: ordinal)
    }
    addMissingBases(matches)
    rows += keepers
    if !keepers.isEmpty || ordinals.isShuffled { rows.sort { $0.ordinal < $1.ordinal } }
  }

  /// Writes a leaf: nothing if the row is the same, else an update or an insert.
  private mutating func place(_ leaf: SaveRequest.Leaf, on match: FieldRow?, ordinal: Int64) {
    guard var row = match else {
      var row = FieldRow(
        id: FieldRow.firstID(draft: draft) + nextRow, draft: draft, path: leaf.path, kind: .live,
        flags: 0, marks: leaf.marks, ordinal: ordinal, value: leaf.json, base: nil,
        revision: revision)
      nextRow += 1
      recordBase(&row, before: nil, isNew: true)
      row.sum = row.checksum
      sumDelta &+= row.sum
      inserts.append(row)
      rows.append(row)
      return
    }
    let old = row
    row.value = leaf.json
    row.marks = leaf.marks
    row.ordinal = ordinal
    recordBase(&row, before: old, isNew: false)
    if row.value == old.value, row.marks == old.marks, row.ordinal == old.ordinal,
      row.flags == old.flags, row.base == old.base
    {
      rows.append(old)
    } else {
      rewrite(&row, was: old)
      updates.append(row)
      rows.append(row)
    }
  }

  /// Keeps what the record had, for an answer that differs from it.
  private func recordBase(_ row: inout FieldRow, before: FieldRow?, isNew: Bool) {
    guard recordsBase else { return }
    if let baseline = request.baselineLeaves {
      let base = baseline[row.path]
      let differs = base != row.value
      row.flags = differs ? row.flags | FieldRow.hasBase : row.flags & ~FieldRow.hasBase
      row.base = differs ? base : nil
    } else if !row.knowsBase, isNew ? row.value != nil : row.value != before?.value {
      // Unchanged until now, so the record had what stood here; nothing, for a new row.
      row.flags |= FieldRow.hasBase
      row.base = before?.value
    }
  }

  private mutating func rewrite(_ row: inout FieldRow, was old: FieldRow) {
    row.revision = revision
    row.sum = row.checksum
    sumDelta &+= row.sum &- old.sum
  }

  /// Decides about every stored row the snapshot does not hold: removed if the new schema knows
  /// its place or nobody's does, else kept as an orphan.
  private mutating func keepUnmatched(
    _ stored: [FieldRow], _ matches: inout RowMatches, writer: StoredSchema?
  ) -> [FieldRow] {
    var keepers: [FieldRow] = []
    var orphans: [FieldPath: FieldRow] = [:]
    for row in stored where row.kind == .orphan { orphans[row.path] = row }
    for (index, row) in stored.enumerated() where !matches.isMatched(index) {
      let isKnown = request.schema.index.covers(row.path)
      let isSecret = request.schema.index.isNeverStored(row.path)
      if isUnsaved(row.path), !isSecret {
        keepers.append(row)
      } else if row.kind == .orphan {
        let isSuperseded = isKnown || matches.holds(row.path)
        if isSuperseded || isSecret {
          remove(row)
        } else if orphans[row.path]?.id == row.id {
          keepers.append(row)
        }
      } else if isKnown || isSecret || writer?.index.covers(row.path) != true {
        keepers += clear(row, isSecret: isSecret)
      } else {
        if let older = orphans.removeValue(forKey: row.path) { remove(older) }
        keepers.append(orphan(row))
      }
    }
    return keepers
  }

  /// Removes an answer the person took away; what the record had for it stays known.
  private mutating func clear(_ row: FieldRow, isSecret: Bool) -> [FieldRow] {
    var cleared = row
    cleared.value = nil
    cleared.marks = 0
    recordBase(&cleared, before: row, isNew: false)
    guard cleared.knowsBase, cleared.base != nil, !isSecret else {
      remove(row)
      return []
    }
    if cleared.value == row.value, cleared.marks == row.marks, cleared.flags == row.flags,
      cleared.base == row.base
    {
      return [row]
    }
    rewrite(&cleared, was: row)
    updates.append(cleared)
    return [cleared]
  }

  private mutating func orphan(_ row: FieldRow) -> FieldRow {
    var orphan = row
    orphan.kind = .orphan
    rewrite(&orphan, was: row)
    kindUpdates.append(orphan)
    return orphan
  }

  private mutating func remove(_ row: FieldRow) {
    sumDelta &-= row.sum
    removals.append(row.id)
  }

  private func isUnsaved(_ path: FieldPath) -> Bool {
    request.unsaved.contains { path.isInside($0.path) || $0.path.isInside(path) }
  }

  /// The record's answers that the draft does not hold at all: a row without a value knows them.
  private mutating func addMissingBases(_ matches: RowMatches) {
    guard let baseline = request.baselineLeaves else { return }
    let held = Set(rows.map(\.path)).union(request.unsaved.map(\.path))
      .union(matches.storedPaths)
    for path in baseline.keys.sorted() where !held.contains(path) {
      var row = FieldRow(
        id: FieldRow.firstID(draft: draft) + nextRow, draft: draft, path: path, kind: .live,
        flags: FieldRow.hasBase, marks: 0, ordinal: (rows.last?.ordinal ?? 0) + Ordinals.gap,
        value: nil, base: baseline[path], revision: revision)
      nextRow += 1
      row.sum = row.checksum
      sumDelta &+= row.sum
      inserts.append(row)
      rows.append(row)
    }
  }
}
