/// Which step of the old schema is which step of the new one.
struct StepNames {
  /// The new id of each old step that is still there.
  private(set) var targets: [Exact: Exact] = [:]
  /// The old id of each new step that was there; of several that became one the first.
  private(set) var sources: [Exact: Exact] = [:]
  /// Why an old step is gone although a former id names it.
  private(set) var refusals: [Exact: String] = [:]

  /// An id that both have comes first, then a former id, then the former id of an old step that
  /// the new schema has again.
  init(from old: DraftSchema, to new: DraftSchema) {
    let before = Set(old.steps.map { Exact($0.id) })
    let now = Set(new.steps.map { Exact($0.id) })
    for id in before.intersection(now) { join(id, id) }
    let heirs = heirs(
      of: before.subtracting(now), in: new.steps.filter { !before.contains(Exact($0.id)) })
    for step in old.steps {
      if let claimants = heirs[Exact(step.id)] { settle(Exact(step.id), claimants) }
    }
    for step in old.steps where targets[Exact(step.id)] == nil && heirs[Exact(step.id)] == nil {
      let former = step.formerly.lazy.map { Exact($0) }
        .first { now.contains($0) && !before.contains($0) }
      if let former { join(Exact(step.id), former) }
    }
  }

  /// By the id of a step that is gone, the new steps that say they were it.
  private func heirs(of gone: Set<Exact>, in added: [DraftSchema.Step]) -> [Exact: [Exact]] {
    var heirs: [Exact: [Exact]] = [:]
    for step in added {
      let id = Exact(step.id)
      for former in step.formerly.map({ Exact($0) })
      where gone.contains(former) && heirs[former]?.last != id {
        heirs[former, default: []].append(id)
      }
    }
    return heirs
  }

  private mutating func settle(_ old: Exact, _ heirs: [Exact]) {
    if heirs.count > 1 {
      let (first, second) = (heirs[0].wrappedValue.shown, heirs[1].wrappedValue.shown)
      refusals[old] = "“\(first)” and “\(second)” both say they were it."
    } else {
      join(old, heirs[0])
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
        remove(step, names)
        continue
      }
      if names.sources[target] != Exact(step.id) { rename(step.id, target.wrappedValue) }
    }
  }

  private mutating func remove(_ step: DraftSchema.Step, _ names: StepNames) {
    let refusal = names.refusals[Exact(step.id)].map { " " + $0 } ?? ""
    changes.append(
      Change(
        .stepRemoved, step: step.id,
        "The step “\(step.id.shown)” is gone.\(refusal) A draft that stands on it goes elsewhere."))
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
