extension SavePlan {
  /// Decides about every stored row the snapshot does not hold: removed if the new schema knows
  /// its place or nobody's does, else kept as an orphan.
  mutating func keepUnmatched(
    _ stored: [FieldRow], _ matches: inout RowMatches, writer: StoredSchema?
  ) -> [FieldRow] {
    var keepers: [FieldRow] = []
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
      } else if row.kind.isOrphan {
        // What a form does not know and its snapshot holds anew is the same answer, written again.
        if !isKnown, matches.holds(row.path) { remove(row) } else { keepers.append(kept(row)) }
      } else if isKnown, originals.contains(row.id) {
        keepers.append(orphan(row))
      } else if isKnown || writer?.index.covers(row.path) != true {
        keepers += clear(row)
      } else if damaged.contains(row.id) {
        keepers.append(row)  // it stays damaged, and is reported
      } else {
        keepers.append(orphan(row))
      }
    }
    return keepers
  }

  /// A row that stays as it is, but for its place where all places are new.
  mutating func kept(_ row: FieldRow) -> FieldRow {
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

  mutating func remove(_ row: FieldRow) { removals.append(row.id) }

  private func isUnsaved(_ path: FieldPath) -> Bool {
    request.unsaved.contains { path.isInside($0.path) || $0.path.isInside(path) }
  }
}
