/// Brings edits together with values that were read from the store; pure.
enum SessionMerge {
  /// A stored snapshot with the edits made since a form was at `start` on top, leaf by leaf.
  ///
  /// - Parameters:
  ///   - mine: the form as it is now.
  ///   - start: the form as it was before the edits.
  ///   - theirs: what the store has.
  ///   - isSecret: says of which leaves the store has nothing because it never stores them; they
  ///     stay as they are in the form.
  static func edits(
    _ mine: DraftSnapshot, since start: DraftSnapshot, onto theirs: DraftSnapshot,
    isSecret: (FieldPath) -> Bool = { _ in false }
  ) -> DraftSnapshot {
    var changes = changedLeaves(mine.values, since: start.values)
    mine.values.forEachLeaf { path, value in
      if changes.values[path] == nil, isSecret(path) { changes.insert(path, value) }
    }
    var result = theirs
    if !changes.isEmpty {
      result.values = changes.applied(to: theirs.values)
    }
    result.touched.formUnion(mine.touched.subtracting(start.touched))
    result.dirty.formUnion(mine.dirty.subtracting(start.dirty))
    if mine.exactPlace.step != start.exactPlace.step { result.step = mine.step }
    if mine.exactPlace.skipped != start.exactPlace.skipped {
      result.skippedSteps = mine.skippedSteps
    }
    if mine.focus != start.focus { result.focus = mine.focus }
    return result
  }

  /// What differs between two states of one form.
  struct Changes {
    var values: [FieldPath: DraftValue] = [:]
    var order: [FieldPath] = []
    var removed: Set<FieldPath> = []

    var isEmpty: Bool { order.isEmpty && removed.isEmpty }

    mutating func insert(_ path: FieldPath, _ value: DraftValue) {
      values[path] = value
      order.append(path)
    }

    func applied(to object: DraftObject) -> DraftObject {
      let overlap = PathOverlap(order + Array(removed))
      var placed: Set<FieldPath> = []
      var leaves: [Leaf] = []
      object.forEachLeaf { path, value in
        if let mine = values[path] {
          placed.insert(path)
          leaves.append(Leaf(path, mine))
        } else if !overlap.overlaps(path) {
          leaves.append(Leaf(path, value))
        }
      }
      for path in order where !placed.contains(path) {
        if let value = values[path] { leaves.append(Leaf(path, value)) }
      }
      return DraftObject(leaves: leaves)
    }
  }

  /// The leaves of an object that are not the same in an earlier state of it.
  static func changedLeaves(_ object: DraftObject, since earlier: DraftObject) -> Changes {
    var changes = Changes()
    guard object != earlier else { return changes }
    var before: [FieldPath: DraftValue] = [:]
    earlier.forEachLeaf { path, value in before[path] = value }
    object.forEachLeaf { path, value in
      if before.removeValue(forKey: path) != value { changes.insert(path, value) }
    }
    changes.removed = Set(before.keys)
    return changes
  }
}

extension DraftSnapshot {
  /// The places whose values differ from an earlier state, removed ones included.
  func changedPaths(since earlier: DraftSnapshot) -> Set<FieldPath> {
    let changes = SessionMerge.changedLeaves(values, since: earlier.values)
    return changes.removed.union(changes.order)
  }

  /// Whether values, step and skipped steps are the same: what makes a form worth a draft.
  func hasSameContent(as other: DraftSnapshot) -> Bool {
    values == other.values && exactPlace.step == other.exactPlace.step
      && exactPlace.skipped == other.exactPlace.skipped
  }

  /// Step and skipped steps, compared by bytes.
  fileprivate var exactPlace: (step: ExactOptional, skipped: [Exact]) {
    (ExactOptional(wrappedValue: step), skippedSteps.map { Exact($0) })
  }
}
