/// Which step of the old schema is which step of the new one.
struct StepNames {
  /// The new id of each old step that is still there.
  private(set) var targets: [Exact: Exact] = [:]
  /// The old id of each new step that was there; of several that became one the first.
  private(set) var sources: [Exact: Exact] = [:]

  /// As a restore finds them: by id, else the first new step that names it as a former id, else the
  /// first that it names as its own former id.
  init(from old: DraftSchema, to new: DraftSchema) {
    var positions: [Exact: Int] = [:]
    var heirs: [Exact: Exact] = [:]
    for (position, step) in new.steps.enumerated() {
      positions[Exact(step.id)] = position
      for former in step.formerly where heirs[Exact(former)] == nil {
        heirs[Exact(former)] = Exact(step.id)
      }
    }
    for step in old.steps where positions[Exact(step.id)] != nil {
      join(Exact(step.id), Exact(step.id))
    }
    for step in old.steps where targets[Exact(step.id)] == nil {
      let former = step.formerly.compactMap { positions[Exact($0)] }.min()
      if let heir = heirs[Exact(step.id)] ?? former.map({ Exact(new.steps[$0].id) }) {
        join(Exact(step.id), heir)
      }
    }
  }

  private mutating func join(_ old: Exact, _ new: Exact) {
    targets[old] = new
    if sources[new] == nil { sources[new] = old }
  }

  /// The id an old step has now; its own if it is gone.
  func present(of step: String) -> String { targets[Exact(step)]?.wrappedValue ?? step }
}

/// What differs in the steps.
struct StepDiff {
  private typealias Change = SchemaDiff.Change

  private(set) var changes: [SchemaDiff.Change] = []

  init(from old: DraftSchema, to new: DraftSchema) {
    let names = StepNames(from: old, to: new)
    comparePresent(old, new, names)
    for step in old.steps {
      guard let target = names.targets[Exact(step.id)] else {
        remove(step)
        continue
      }
      if names.sources[target] != Exact(step.id) { rename(step.id, target.wrappedValue) }
    }
  }

  private mutating func remove(_ step: DraftSchema.Step) {
    changes.append(
      Change(
        .stepRemoved, step: step.id,
        "The step “\(step.id.shown)” is gone. A draft that stands on it goes elsewhere."))
  }

  private mutating func rename(_ old: String, _ new: String) {
    changes.append(
      Change(
        .stepRenamed, step: new, was: old, is: new,
        "The step “\(old.shown)” is “\(new.shown)” now."))
  }

  private mutating func comparePresent(
    _ old: DraftSchema, _ new: DraftSchema, _ names: StepNames
  ) {
    var before: [Exact: (position: Int, step: DraftSchema.Step)] = [:]
    for (position, step) in old.steps.enumerated() { before[Exact(step.id)] = (position, step) }
    let positions = new.steps.map { step in
      names.sources[Exact(step.id)].flatMap { before[$0]?.position }
    }
    let unmoved = Self.longestRun(positions.compactMap { $0 })
    for (position, step) in new.steps.enumerated() {
      guard let source = names.sources[Exact(step.id)], let (place, earlier) = before[source]
      else {
        changes.append(
          Change(.stepAdded, step: step.id, "The step “\(step.id.shown)” is new."))
        continue
      }
      compare(earlier, step)
      if !unmoved.contains(place) {
        changes.append(
          Change(
            .stepMoved, step: step.id, was: "\(place + 1)", is: "\(position + 1)",
            "The step “\(step.id.shown)” was number \(place + 1) and is number \(position + 1)."))
      }
    }
  }

  private mutating func compare(_ before: DraftSchema.Step, _ now: DraftSchema.Step) {
    if !before.id.isSameBytes(as: now.id) { rename(before.id, now.id) }
    guard before.isSkippable != now.isSkippable else { return }
    changes.append(
      Change(
        now.isSkippable ? .stepNowSkippable : .stepNoLongerSkippable, step: now.id,
        now.isSkippable
          ? "The step “\(now.id.shown)” may be skipped now."
          : "The step “\(now.id.shown)” may no longer be skipped; drafts that skipped it have not."
      ))
  }

  /// The members of a longest run that rises, in n log n steps.
  static func longestRun(_ numbers: [Int]) -> Set<Int> {
    // By length of a run: the index of the least number that ends one.
    var ends: [Int] = []
    var previous = [Int](repeating: -1, count: numbers.count)
    for (index, number) in numbers.enumerated() {
      var low = 0
      var high = ends.count
      while low < high {
        let middle = (low + high) / 2
        if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = ends[low - 1] }
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var run: Set<Int> = []
    var index = ends.last ?? -1
    while index >= 0 {
      run.insert(numbers[index])
      index = previous[index]
    }
    return run
  }
}
