extension SavePlan {
  /// Decides about the rows of an earlier form before the snapshot is looked at; only a save under
  /// another schema does.
  ///
  /// What the resolver finds no place for becomes an orphan, even where the new form has a field of
  /// that name; what it moves makes room; an orphan that has a place again is the snapshot's.
  ///
  /// - Parameter stored: all rows; those that are decided are taken out.
  /// - Returns: the rows that stay whatever the snapshot says.
  mutating func settle(_ stored: inout [FieldRow], writer: StoredSchema) -> [FieldRow] {
    let fates = fates(stored, writer: writer)
    var leaves: [FieldPath: [UInt8]?] = [:]
    for leaf in request.leaves { leaves.updateValue(leaf.json, forKey: leaf.path) }
    let arrivals = Self.arrivals(stored, fates)
    var rest: [FieldRow] = []
    var keepers: [FieldRow] = []
    for (position, row) in stored.enumerated() {
      switch fates[position] {
      case .withheld: remove(row)
      case .lives(let path, _) where row.kind.isOrphan && leaves[path] == nil && path == row.path:
        remove(row)  // it was handed out, and taken away
      case .lives(let path, _) where row.kind.isOrphan:
        if leaves[path] == nil { keepers.append(kept(row)) } else { remove(row) }
      case .lives(let path, let leavesOriginal) where path != row.path:
        if leavesOriginal || leaves[path] == nil {
          keepers.append(orphan(row))
        } else {
          remove(row)
        }
        movedRows[path] = row
      case .lives(_, true):
        originals.insert(row.id)
        rest.append(row)
      case .orphan where !row.kind.isOrphan && arrivals.contains(row.path):
        keepers.append(orphan(row))
      case .orphan where !row.kind.isOrphan && isDisplaced(row, by: leaves[row.path]):
        keepers.append(orphan(row))
      default: rest.append(row)
      }
    }
    stored = rest
    return keepers
  }

  /// Where something arrives from elsewhere: it takes the place of what stood there, also if that is
  /// the same.
  private static func arrivals(_ stored: [FieldRow], _ fates: [AnswerFate?]) -> Set<FieldPath> {
    var places: Set<FieldPath> = []
    for (row, fate) in zip(stored, fates) where !row.kind.isOrphan && row.value != nil {
      if case .lives(let place, _) = fate, place != row.path { places.insert(place) }
    }
    return places
  }

  /// What the resolver makes of each row; nil where nothing can be said.
  private func fates(_ stored: [FieldRow], writer: StoredSchema) -> [AnswerFate?] {
    var input = ResolverInput(answers: [], writer: writer, reader: request.schema)
    for (position, row) in stored.enumerated() where !damaged.contains(row.id) {
      if let answer = StoredAnswer(row, position: position, writers: writers) {
        input.answers.append(answer)
      }
    }
    let resolution = Resolver.resolve(input, options: RestoreOptions())
    var resolved = resolution.fates
    keepWhatDoesNotReturn(&resolved, of: input, as: resolution)
    var fates = [AnswerFate?](repeating: nil, count: stored.count)
    for answer in input.answers {
      for position in answer.rows { fates[position] = resolved[position] }
    }
    return fates
  }

  /// Goes the way back to the form the rows were saved under: what would not be there again, where
  /// and as it was, stays as it was, and all that became one answer with it.
  private func keepWhatDoesNotReturn(
    _ fates: inout [AnswerFate], of input: ResolverInput, as resolution: Resolution
  ) {
    guard let lost = lost(fates, of: input, as: resolution) else { return }
    // What the person took away is not to come back.
    let held = PathOverlap(request.valuePaths)
    let overlap = PathOverlap(lost.filter(held.overlaps))
    input.keep(&fates) { overlap.overlaps($0) }
    // Where answers depend on each other in some other way, all of them stay.
    if self.lost(fates, of: input, as: resolution) != nil {
      input.keep(&fates, where: held.overlaps)
    }
  }

  /// The places of answers that would not be there again on the way back, and of those that would be
  /// there without having been; nil if all is as it was.
  private func lost(
    _ fates: [AnswerFate], of input: ResolverInput, as resolution: Resolution
  ) -> Set<FieldPath>? {
    var back = ResolverInput(answers: [], writer: request.schema, reader: input.writer)
    resolution.snapshot.values.forEachLeaf {
      back.answers.append(StoredAnswer(path: $0, value: $1))
    }
    for var answer in input.answers where !answer.rows.contains(where: fates.leavesNothing) {
      answer.writer = answer.isOrphan ? answer.writer : input.writer
      answer.isOrphan = true
      answer.rows = []
      back.answers.append(answer)
    }
    var returned: [FieldPath: DraftValue] = [:]
    Resolver.resolve(back, options: RestoreOptions()).snapshot.values.forEachLeaf {
      returned[$0] = $1
    }
    var lost: Set<FieldPath> = []
    for answer in input.answers where !answer.isOrphan {
      guard let before = answer.value, let row = answer.rows.first,
        case .lives(let place, _) = fates[row],
        returned[answer.path] != withoutSecrets(before, at: answer.path)
      else { continue }
      lost.insert(place)
    }
    let known = Set(input.answers.map(\.path))
    return lost.isEmpty && returned.keys.allSatisfy(known.contains) ? nil : lost
  }

  /// Whether a row without a place in the form has to make room, or the snapshot holds it still.
  private func isDisplaced(_ row: FieldRow, by leaf: [UInt8]??) -> Bool {
    guard row.value != nil else { return false }
    guard let leaf else { return request.schema.index.covers(row.path) }
    return leaf != row.value && request.schema.index.covers(row.path)
  }

  /// Takes a row out of the form; what became a secret inside it goes.
  mutating func orphan(_ row: FieldRow) -> FieldRow {
    var orphan = row
    orphan.kind = freeKind(at: row.path)
    orphan.schema = writerID
    orphan.value = withoutSecrets(row.value, at: row.path)
    seal(&orphan)
    kindUpdates.append(orphan)
    return orphan
  }

  /// What an earlier form had where the present one says less, or says it in another type.
  mutating func original(of row: FieldRow, unlike leaf: SaveRequest.Leaf) -> FieldRow? {
    let value = withoutSecrets(row.value, at: row.path)
    let isThere = orphans[row.path]?.contains { $0.value == value } ?? false
    guard let value, !isThere else { return nil }
    var copy = FieldRow(
      id: nextID, draft: row.draft, path: row.path, kind: freeKind(at: row.path), flags: 0,
      marks: row.marks, ordinal: row.ordinal, value: value, base: nil, revision: row.revision)
    copy.schema = writerID
    return copy
  }

  private mutating func freeKind(at path: FieldPath) -> FieldRow.Kind {
    let kind = orphanKinds[path] ?? .orphan
    orphanKinds[path] = kind.next
    return kind
  }

  private func withoutSecrets(_ json: [UInt8]?, at path: FieldPath) -> [UInt8]? {
    // Only in a list can a secret stand further in: anything else is a row of its own.
    guard let json, json.first == UInt8(ascii: "["), let value = try? DraftValue(json: json) else {
      return json
    }
    return withoutSecrets(value, at: path)?.canonicalJSON
  }

  private func withoutSecrets(_ value: DraftValue, at path: FieldPath) -> DraftValue? {
    guard case .list = value else { return value }
    var walk = RedactionWalk(index: request.schema.index, mapping: mapping)
    return walk.stored(value, at: path)
  }
}

extension ResolverInput {
  /// Has what is stored stay as it is, of answers that are at some places now.
  fileprivate func keep(_ fates: inout [AnswerFate], where isKept: (FieldPath) -> Bool) {
    for row in answers.lazy.filter({ !$0.isOrphan }).flatMap(\.rows) {
      guard case .lives(let place, false) = fates[row], isKept(place) else { continue }
      fates[row] = .lives(at: place, leavesOriginal: true)
    }
  }
}

extension [AnswerFate] {
  /// Whether a row's answer stands in the new form, and nothing of it stays behind.
  fileprivate func leavesNothing(_ row: Int) -> Bool {
    if case .lives(_, false) = self[row] { true } else { self[row] == .withheld }
  }
}

extension SavePlan {
  /// Keeps what has no place within the limits of a draft; the oldest goes first.
  mutating func limitOrphans(
    bytes limit: Int = DraftLimits.snapshotBytes, count most: Int = DraftLimits.snapshotLeaves
  ) {
    let orphans = rows.filter(\.kind.isOrphan)
    var bytes = orphans.reduce(0) { $0 + ($1.value?.count ?? 0) }
    var count = orphans.count
    guard bytes > limit || count > most else { return }
    var dropped: Set<Int64> = []
    for row in orphans.sorted(by: { ($0.revision, $0.id) < ($1.revision, $1.id) }) {
      guard bytes > limit || count > most else { break }
      dropped.insert(row.id)
      droppedOrphans.append(row.path)
      bytes -= row.value?.count ?? 0
      count -= 1
    }
    let isNew = Set(inserts.map(\.id))
    inserts.removeAll { dropped.contains($0.id) }
    updates.removeAll { dropped.contains($0.id) }
    kindUpdates.removeAll { dropped.contains($0.id) }
    rows.removeAll { dropped.contains($0.id) }
    removals += dropped.subtracting(isNew).sorted()
  }
}
