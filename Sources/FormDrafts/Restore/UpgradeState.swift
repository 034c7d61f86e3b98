/// A draft's answers and state while upgrades act on them.
///
/// Pure: knows no schema and no SQL.
package struct UpgradeState: Sendable {
  /// What stands at one path: a value that is not an object with members, or only marks.
  package struct Answer: Sendable, Hashable {
    /// Where it stands.
    package var path: FieldPath
    /// The value; nil if there are only marks.
    package var value: DraftValue?
    /// Whether the person visited it.
    package var isTouched: Bool
    /// Whether the person changed it.
    package var isDirty: Bool
    /// The stored paths it came from, the first one first; never empty.
    ///
    /// Where a closure made many answers of many, these are shared out in order.
    ///
    /// Items of a list have none of their own: what is stored is the list. The `{}` that stays of
    /// an item of a map came from where it stands.
    package var origins: [FieldPath]
    /// Whether the value is not what is stored at its only origin.
    package var isChanged: Bool

    package init(
      path: FieldPath, value: DraftValue?, isTouched: Bool = false, isDirty: Bool = false,
      origins: [FieldPath]? = nil, isChanged: Bool = false
    ) {
      self.path = path
      self.value = value
      self.isTouched = isTouched
      self.isDirty = isDirty
      self.origins = origins ?? [path]
      self.isChanged = isChanged
    }
  }

  /// The answers in the form's order; a path stands once.
  package var answers: [Answer]
  /// The id of the step the person is on.
  package var step: String?
  /// The ids of the steps the person passed over.
  package var skippedSteps: [String]
  /// The field that had the focus.
  package var focus: FieldPath?
  /// Stored paths of which nothing is left: dropped, or taken by a closure that gave nothing.
  package private(set) var dropped: [FieldPath] = []

  package init(
    answers: [Answer], step: String? = nil, skippedSteps: [String] = [], focus: FieldPath? = nil
  ) {
    self.answers = answers
    self.step = step
    self.skippedSteps = skippedSteps
    self.focus = focus
  }

  /// Applies the upgrades that are for a draft, each once at most, until no other one is.
  ///
  /// - Parameters:
  ///   - upgrades: the upgrades of the app, in any order.
  ///   - version: the version the draft was saved under; nil if the form had none.
  ///   - fingerprint: the fingerprint it was saved under.
  ///   - identities: by the path of a list, as schemas write it, where its items keep their
  ///     identity; moved along by steps.
  /// - Returns: how many were applied.
  /// - Throws: ``DraftError/Code/upgradeFailed``, ``DraftError/Code/invalidArgument``; then nothing
  ///   has changed.
  @discardableResult
  package mutating func apply(
    _ upgrades: [DraftUpgrade], version: String?, fingerprint: Fingerprint,
    identities: [FieldPath: FieldPath] = [:]
  ) throws(DraftError) -> Int {
    // What the draft counts as; after an upgrade with a target, as that and nothing else.
    var labels: [DraftUpgrade.Source] = [
      version.map { .version($0) } ?? .unversioned, .fingerprint(fingerprint),
    ]
    var isUsed = Array(repeating: false, count: upgrades.count)
    var run: UpgradeRun?
    var count = 0
    var before = -1
    while before < count {
      before = count
      for (index, upgrade) in upgrades.enumerated()
      where !isUsed[index] && labels.contains(upgrade.source) {
        isUsed[index] = true
        count += 1
        var current = run ?? UpgradeRun(self, identities: identities)
        run = nil
        try current.apply(upgrade)
        run = current
        if let target = upgrade.target { labels = [target] }
      }
    }
    if let run { take(run) }
    return count
  }

  private mutating func take(_ run: UpgradeRun) {
    (answers, focus) = run.answers
    step = run.step
    skippedSteps = run.skippedSteps
    guard !run.lost.isEmpty else { return }
    let left = Set(answers.lazy.filter { $0.value != nil }.flatMap(\.origins))
    var seen: Set<FieldPath> = []
    dropped = (dropped + run.lost).filter { !left.contains($0) && seen.insert($0).inserted }
  }
}
