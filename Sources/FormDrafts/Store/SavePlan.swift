/// What a save has to write: the difference between the rows a draft has and the rows it should
/// have.
///
/// Pure; the cost of applying it is what changed, not what the form weighs.
struct SavePlan {
  /// All rows of the draft afterwards, by ordinal.
  var rows: [FieldRow] = []
  var inserts: [FieldRow] = []
  var updates: [FieldRow] = []
  var kindUpdates: [FieldRow] = []
  var removals: [Int64] = []
  /// Orphans that went because there were too many.
  var droppedOrphans: [FieldPath] = []
  private(set) var nextRow: Int64

  /// The id of the next row.
  var nextID: Int64 { FieldRow.firstID(draft: draft) + nextRow }

  /// Rows written or removed.
  var written: Int { inserts.count + updates.count + kindUpdates.count + removals.count }

  /// Rows that are changed or removed.
  var touched: [Int64] { removals + updates.map(\.id) + kindUpdates.map(\.id) }

  var byteCount: Int64 {
    rows.reduce(0) { $0 + ($1.kind == .live ? Int64($1.value?.count ?? 0) : 0) }
  }
  /// The wrapping sum of all rows' checksums.
  var rowsSum: Int64 { rows.reduce(0) { $0 &+ $1.sum } }

  let request: SaveRequest
  let damaged: Set<Int64>
  let withheld: Set<FieldPath>
  /// The schemas that rows were saved under, by their rows.
  let writers: [Int64: StoredSchema]
  let writerID: Int64
  /// From the form the draft was last saved under, if that is another one.
  private(set) var mapping: SchemaMapping?
  /// Rows of an earlier form that stand elsewhere now, by their new place.
  var movedRows: [FieldPath: FieldRow] = [:]
  /// Rows whose stored value says more than what stands in the form now.
  var originals: Set<Int64> = []
  /// By path, what stands there as an orphan, and the next kind that is free.
  var orphans: [FieldPath: [FieldRow]] = [:]
  var orphanKinds: [FieldPath: FieldRow.Kind] = [:]
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
  ///   - damaged: ids of rows whose checksum does not hold: nothing they say is carried over.
  ///   - writers: the schemas that orphans were saved under, by their rows.
  init(
    _ request: SaveRequest, stored: [FieldRow], writer: StoredSchema?, head: DraftHead,
    damaged: Set<Int64> = [], writers: [Int64: StoredSchema] = [:]
  ) {
    self.request = request
    self.damaged = damaged
    self.writers = writers
    writerID = head.schema
    draft = head.id
    revision = head.revision + 1
    nextRow = head.nextRow
    recordsBase = request.recordsBase(after: head)
    withheld = Set(request.withheld)
    var stored = stored
    var keepers: [FieldRow] = []
    for row in stored where row.kind.isOrphan {
      orphans[row.path, default: []].append(row)
      orphanKinds[row.path] = max(orphanKinds[row.path] ?? .orphan, row.kind.next)
    }
    if let writer, writer.fingerprint != request.schema.fingerprint {
      mapping = request.schema.mapping(from: writer)
      keepers = settle(&stored, writer: writer)
    }
    var matches = RowMatches(stored: stored, leaves: request.leaves)
    // What moved keeps its place among the others, those without one in the form included.
    var ordinals = Ordinals(
      zip(request.leaves, matches.leaves).map { leaf, match in
        (match.map { stored[$0] } ?? movedRows[leaf.path])?.ordinal
      })
    if ordinals.needsRenumbering {
      ordinals = Ordinals(renumbering: &stored, matches.leaves)
    }
    keepers += keepUnmatched(stored, &matches, writer: writer)
    for (leaf, (match, ordinal)) in zip(request.leaves, zip(matches.leaves, ordinals.values)) {
      place(leaf, on: match.map { stored[$0] }, ordinal: ordinal)
    }
    addMissingBases(matches)
    rows += keepers
    limitOrphans()
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
        id: nextID, draft: draft, path: leaf.path, kind: .live,
        flags: 0, marks: leaf.marks, ordinal: ordinal, value: leaf.json, base: nil,
        revision: revision)
      let moved = movedRows[leaf.path]
      if let moved {
        row.flags |= moved.flags & FieldRow.hasBase
        row.base = moved.base
      }
      recordBase(&row, before: moved?.value, isChanged: row.value != moved?.value)
      insert(row)
      return
    }
    if originals.contains(old.id), let copy = original(of: old, unlike: leaf) { insert(copy) }
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

  mutating func insert(_ row: FieldRow) {
    var row = row
    nextRow += 1
    row.sum = row.checksum
    inserts.append(row)
    rows.append(row)
  }

  func seal(_ row: inout FieldRow) {
    row.revision = revision
    row.sum = row.checksum
  }

  /// Keeps what the record had, for an answer that differs from it.
  func recordBase(_ row: inout FieldRow, before: [UInt8]?, isChanged: Bool) {
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
  func isSecret(_ json: [UInt8]?) -> Bool {
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
          id: nextID, draft: draft, path: path, kind: .live,
          flags: FieldRow.hasBase, marks: 0, ordinal: (rows.last?.ordinal ?? 0) + Ordinals.gap,
          value: nil, base: baseline[path], revision: revision))
    }
  }
}

extension FieldRow {
  mutating func forgetBase() {
    flags &= ~Self.hasBase
    base = nil
  }

  func isSameContent(as other: FieldRow) -> Bool {
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
  var valuePaths: some Sequence<FieldPath> {
    leaves.lazy.filter { $0.json != nil }.map(\.path)
  }
}
