/// Brings edits together with values that were read from the store; pure.
enum SessionMerge {
  /// A stored snapshot with the edits made since a form was at `start` on top, field by field as
  /// ``DraftConflict`` has it; where both changed one, the edit counts.
  ///
  /// - Parameters:
  ///   - mine: the form as it is now.
  ///   - start: the form as it was before the edits.
  ///   - theirs: what the store has.
  ///   - schema: the form, for the identity of items; nil takes every list as one value.
  ///   - isSecret: says of which leaves the store has nothing because it never stores them; they
  ///     stay as they are in the form.
  static func edits(
    _ mine: DraftSnapshot, since start: DraftSnapshot, onto theirs: DraftSnapshot,
    schema: DraftSchema? = nil, isSecret: (FieldPath) -> Bool = { _ in false }
  ) -> DraftSnapshot {
    var merge = ConflictMerge(identities: ItemIdentities(of: schema), isBaseKnown: true)
    let tree = merge.objects(start.values, mine.values, theirs.values, at: .root, place: .root)
    let sides = merge.fields.map { _ in DraftConflict.Side.mine }
    let rest = MergedRest(base: start, mine: mine, theirs: theirs, lists: merge.lists)
    let result = rest.snapshot(of: tree.resolved(merge.fields, sides) ?? DraftObject())
    return result.completed(by: mine, where: isSecret)
  }

  /// The leaves of an object that are not the same in an earlier state of it, and where leaves of
  /// that are gone.
  static func changedLeaves(
    _ object: DraftObject, since earlier: DraftObject
  ) -> (changed: [Leaf], removed: Set<FieldPath>) {
    guard object != earlier else { return ([], []) }
    var before: [FieldPath: DraftValue] = [:]
    earlier.forEachLeaf { path, value in before[path] = value }
    var changed: [Leaf] = []
    object.forEachLeaf { path, value in
      if before.removeValue(forKey: path) != value { changed.append(Leaf(path, value)) }
    }
    return (changed, Set(before.keys))
  }
}

extension DraftObject {
  /// With leaves in places where nothing stands.
  fileprivate func completed(by others: [Leaf]) -> DraftObject {
    let own = leaves
    let held = PathOverlap(own.map(\.path))
    return DraftObject(leaves: own + others.filter { !held.overlaps($0.path) })
  }
}

extension DraftSnapshot {
  /// The places whose values differ from an earlier state, removed ones included.
  func changedPaths(since earlier: DraftSnapshot) -> Set<FieldPath> {
    let (changed, removed) = SessionMerge.changedLeaves(values, since: earlier.values)
    return removed.union(changed.map(\.path))
  }

  /// With what a form began with, where this says nothing of it: fields that are new in the form, and
  /// those the store has nothing of.
  func completed(by start: DraftSnapshot?) -> DraftSnapshot {
    guard let start else { return self }
    var completed = self
    completed.values = values.completed(by: start.values.leaves)
    return completed
  }

  /// What a save stores of it: a secret is nobody's change, and is not shown.
  func without(_ isSecret: (FieldPath) -> Bool) -> DraftSnapshot {
    var leaves: [Leaf] = []
    var hasSecrets = false
    values.forEachLeaf { path, value in
      if isSecret(path) { hasSecrets = true } else { leaves.append(Leaf(path, value)) }
    }
    guard hasSecrets else { return self }
    var copy = self
    copy.values = DraftObject(leaves: leaves)
    return copy
  }

  /// With the secrets of a form, where this says nothing of them, or that they are empty.
  func completed(
    by form: DraftSnapshot, where isSecret: (FieldPath) -> Bool
  ) -> DraftSnapshot {
    let secrets = form.values.leaves.filter { isSecret($0.path) }
    guard !secrets.isEmpty else { return self }
    let places = Set(secrets.map(\.path))
    let own = values.leaves.filter { !($0.value.isNothing && places.contains($0.path)) }
    var completed = self
    completed.values = DraftObject(leaves: own).completed(by: secrets)
    return completed
  }

  /// Whether values, step and skipped steps are the same: what makes a form worth a draft.
  ///
  /// The order of the fields is no content.
  func hasSameContent(as other: DraftSnapshot) -> Bool {
    changedPaths(since: other).isEmpty
      && ExactOptional(wrappedValue: step) == ExactOptional(wrappedValue: other.step)
      && skippedSteps.map { Exact($0) } == other.skippedSteps.map { Exact($0) }
  }
}
