/// What a save has to write: the difference between the rows a draft has and the rows it should
/// have.
///
/// Pure; the cost of applying it is what changed, not what the form weighs.
struct SavePlan {
  /// All rows of the draft afterwards, by ordinal.
  private(set) var rows: [FieldRow] = []
  private(set) var inserts: [FieldRow] = []
  private(set) var updates: [FieldRow] = []
  private(set) var kindUpdates: [FieldRow] = []
  private(set) var removals: [Int64] = []
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
  /// The wrapping sum of all rows' checksums.
  var rowsSum: Int64 { rows.reduce(0) { $0 &+ $1.sum } }

  private let request: SaveRequest
  private let draft: Int64
  private let revision: Int64
  private let recordsBase: Bool
  private let damaged: Set<Int64>
  private let withheld: Set<FieldPath>

  /// Plans a save.
  ///
  /// - Parameters:
  ///   - request: what is to be stored.
  ///   - stored: the draft's rows, by ordinal.
  ///   - writer: the schema they were written under.
  ///   - head: the draft's row, with its id.
  ///   - damaged: ids of rows whose checksum does not hold: nothing they say is carried over.
  init(
    _ request: SaveRequest, stored: [FieldRow], writer: StoredSchema?, head: DraftHead,
    damaged: Set<Int64> = []
  ) {
    self.request = request
    self.damaged = damaged
    draft = head.id
    revision = head.revision + 1
    nextRow = head.nextRow
    recordsBase = request.recordsBase(after: head)
    withheld = Set(request.withheld)
    var matches = RowMatches(stored: stored, leaves: request.leaves)
    var ordinals = Ordinals(matches.leaves.map { $0.map { stored[$0].ordinal } })
    var stored = stored
    if ordinals.needsRenumbering {
      ordinals = Ordinals(renumbering: &stored, matches.leaves)
    }
    let keepers = keepUnmatched(stored, &matches, writer: writer)
    for (leaf, (match, ordinal)) in zip(request.leaves, zip(matches.leaves, ordinals.values)) {
      place(leaf, on: match.map { stored[$0] }, ordinal: ordinal)
    }
    addMissingBases(matches)
    rows += keepers
    if !keepers.isEmpty || ordinals.isShuffled {
      rows.sort { ($0.ordinal, $0.id) < ($1.ordinal, $1.id) }
    }
  }
}

extension SavePlan {
  /// Writes a leaf: nothing if the row is the same, else an update or an insert.
  private mutating func place(_ leaf: SaveRequest.Leaf, on match: FieldRow?, ordinal: Int64) {
    guard let old = match else {
      var row = FieldRow(
        id: FieldRow.firstID(draft: draft) + nextRow, draft: draft, path: leaf.path, kind: .live,
        flags: 0, marks: leaf.marks, ordinal: ordinal, value: leaf.json, base: nil,
        revision: revision)
      recordBase(&row, before: nil, isChanged: row.value != nil)
      insert(row)
      return
    }
    var row = old
    row.value = leaf.json
    row.marks = leaf.marks
    row.ordinal = ordinal
    let isDamaged = damaged.contains(row.id)
    if isDamaged { row.forgetBase() }
    recordBase(&row, before: old.value, isChanged: !isDamaged && row.value != old.value)
    guard isDamaged || !row.isSameContent(as: old) else {
      rows.append(old)
      return
    }
    seal(&row)
    updates.append(row)
    rows.append(row)
  }

  private mutating func insert(_ row: FieldRow) {
    var row = row
    nextRow += 1
    row.sum = row.checksum
    inserts.append(row)
    rows.append(row)
  }

  private func seal(_ row: inout FieldRow) {
    row.revision = revision
    row.sum = row.checksum
  }

  /// Keeps what the record had, for an answer that differs from it.
  private func recordBase(_ row: inout FieldRow, before: [UInt8]?, isChanged: Bool) {
    guard recordsBase, !holdsWithheld(row.path), !isSecret(row.base) else {
      return row.forgetBase()
    }
    if let baseline = request.baselineLeaves {
      let base = baseline[row.path]
      guard base != row.value else { return row.forgetBase() }
      row.flags |= FieldRow.hasBase
      row.base = base
    } else if isChanged, !row.knowsBase {
      // Unchanged until now, so the record had what stood here; nothing, for a new row.
      row.flags |= FieldRow.hasBase
      row.base = before
    }
  }

  /// Whether a row holds a text that this save withholds elsewhere.
  private func isSecret(_ json: [UInt8]?) -> Bool {
    guard let json, !request.secrets.isEmpty else { return false }
    return request.secrets.contains(json)
  }

  /// Whether a secret was taken out at this place or inside it: then what stood there before may
  /// hold the secret as well.
  private func holdsWithheld(_ path: FieldPath) -> Bool {
    !withheld.isEmpty && withheld.contains { $0.isInside(path) }
  }

  /// The record's answers that the draft does not hold at all: a row without a value knows them.
  private mutating func addMissingBases(_ matches: RowMatches) {
    guard let baseline = request.baselineLeaves else { return }
    let held = Set(rows.map(\.path)).union(request.unsaved.map(\.path))
      .union(matches.storedPaths)
    for path in baseline.keys.sorted() where !held.contains(path) {
      insert(
        FieldRow(
          id: FieldRow.firstID(draft: draft) + nextRow, draft: draft, path: path, kind: .live,
          flags: FieldRow.hasBase, marks: 0, ordinal: (rows.last?.ordinal ?? 0) + Ordinals.gap,
          value: nil, base: baseline[path], revision: revision))
    }
  }
}

extension SavePlan {
  /// Decides about every stored row the snapshot does not hold: removed if the new schema knows
  /// its place or nobody's does, else kept as an orphan.
  private mutating func keepUnmatched(
    _ stored: [FieldRow], _ matches: inout RowMatches, writer: StoredSchema?
  ) -> [FieldRow] {
    var keepers: [FieldRow] = []
    var orphans: [FieldPath: FieldRow] = [:]
    for row in stored where row.kind == .orphan { orphans[row.path] = row }
    let taken = request.unsaved.isEmpty ? PathOverlap([]) : PathOverlap(request.valuePaths)
    for (index, row) in stored.enumerated() where !matches.isMatched(index) {
      let isKnown = request.schema.index.covers(row.path)
      let isSecret =
        request.schema.index.isNeverStored(row.path) || withheld.contains(row.path)
        || isSecret(row.value)
      if isSecret {
        remove(row)
      } else if isUnsaved(row.path), !taken.overlaps(row.path) {
        keepers.append(kept(row))
      } else if row.kind == .orphan {
        let isSuperseded = isKnown || matches.holds(row.path)
        if isSuperseded {
          remove(row)
        } else if orphans[row.path]?.id == row.id {
          keepers.append(kept(row))
        }
      } else if isKnown || writer?.index.covers(row.path) != true {
        keepers += clear(row)
      } else if damaged.contains(row.id) {
        keepers.append(row)  // it stays damaged, and is reported
      } else {
        if let older = orphans.removeValue(forKey: row.path) { remove(older) }
        keepers.append(orphan(row))
      }
    }
    return keepers
  }

  /// A row that stays as it is, but for its place where all places are new.
  private mutating func kept(_ row: FieldRow) -> FieldRow {
    var kept = row
    if isSecret(kept.base) { kept.forgetBase() }
    guard !damaged.contains(row.id), row.sum != kept.checksum else { return row }
    seal(&kept)
    updates.append(kept)
    return kept
  }

  /// Removes an answer the person took away; what the record had for it stays known.
  private mutating func clear(_ row: FieldRow) -> [FieldRow] {
    var cleared = row
    cleared.value = nil
    cleared.marks = 0
    let isDamaged = damaged.contains(row.id)
    if isDamaged { cleared.forgetBase() }
    recordBase(&cleared, before: row.value, isChanged: !isDamaged && row.value != nil)
    guard cleared.knowsBase, cleared.base != nil else {
      remove(row)
      return []
    }
    if cleared.isSameContent(as: row) { return [kept(row)] }
    seal(&cleared)
    updates.append(cleared)
    return [cleared]
  }

  private mutating func orphan(_ row: FieldRow) -> FieldRow {
    var orphan = row
    orphan.kind = .orphan
    seal(&orphan)
    kindUpdates.append(orphan)
    return orphan
  }

  private mutating func remove(_ row: FieldRow) { removals.append(row.id) }

  private func isUnsaved(_ path: FieldPath) -> Bool {
    request.unsaved.contains { path.isInside($0.path) || $0.path.isInside(path) }
  }
}

extension FieldRow {
  fileprivate mutating func forgetBase() {
    flags &= ~Self.hasBase
    base = nil
  }

  fileprivate func isSameContent(as other: FieldRow) -> Bool {
    marks == other.marks && ordinal == other.ordinal && flags == other.flags
      && value == other.value && base == other.base
  }
}

extension SaveRequest {
  /// Whether rows know the record's values after this save.
  ///
  /// A baseline of another version without values ends that: what is known belongs to the earlier
  /// one.
  func recordsBase(after head: DraftHead) -> Bool {
    if baselineLeaves != nil { return true }
    guard head.hasBase, let baseline else { return head.hasBase }
    return ExactOptional(wrappedValue: head.baseline) == ExactOptional(wrappedValue: baseline)
  }

  /// Where this save puts values.
  fileprivate var valuePaths: some Sequence<FieldPath> {
    leaves.lazy.filter { $0.json != nil }.map(\.path)
  }
}

/// Tells whether a value at a path would stand in the way of others, or they in its way.
struct PathOverlap {
  private var leaves: Set<FieldPath> = []
  private var inner: Set<FieldPath> = []

  init(_ paths: some Sequence<FieldPath>) {
    for path in paths {
      leaves.insert(path)
      var outer = path.parent
      while let place = outer, inner.insert(place).inserted { outer = place.parent }
    }
  }

  /// Whether a value stands at the path, inside it, or at a place it lies in.
  func overlaps(_ path: FieldPath) -> Bool {
    if inner.contains(path) { return true }
    var outer: FieldPath? = path
    while let place = outer {
      if leaves.contains(place) { return true }
      outer = place.parent
    }
    return false
  }
}
