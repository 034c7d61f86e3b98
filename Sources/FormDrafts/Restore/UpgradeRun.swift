/// A draft on its way through upgrades.
struct UpgradeRun {
  private(set) var step: String?
  private(set) var skippedSteps: [String]
  private var form: UpgradeScope
  private var identities: ItemIdentities
  /// The answers before any step, to tell at the end what really changed.
  private let stored: [UpgradeState.Answer]

  /// Stored paths whose values a step took without leaving anything.
  var lost: [FieldPath] { form.lost }

  init(_ state: UpgradeState, identities: [FieldPath: FieldPath]) {
    step = state.step
    skippedSteps = state.skippedSteps
    stored = state.answers
    self.identities = ItemIdentities(identities)
    form = UpgradeScope(entries: [])
    form.entries.reserveCapacity(state.answers.count + 1)
    var hasFocus = false
    for answer in state.answers {
      var entry = UpgradeEntry(answer)
      if answer.path == state.focus {
        entry.marks.insert(.focus)
        hasFocus = true
      }
      form.entries.append(entry)
    }
    if let focus = state.focus, !hasFocus {
      form.entries.append(UpgradeEntry(path: focus, value: nil, marks: .focus, origins: []))
    }
  }

  /// The answers as they are now, and the focus.
  var answers: ([UpgradeState.Answer], focus: FieldPath?) {
    var answers: [UpgradeState.Answer] = []
    answers.reserveCapacity(form.entries.count)
    var focus: FieldPath?
    var suspects: [Int] = []
    for entry in form.entries {
      if entry.marks.contains(.focus) { focus = focus ?? entry.path }
      // What only holds the focus is no answer.
      guard entry.value != nil || !entry.marks.subtracting(.focus).isEmpty || !entry.origins.isEmpty
      else { continue }
      if entry.isChanged, entry.origins.count == 1 { suspects.append(answers.count) }
      answers.append(UpgradeState.Answer(entry))
    }
    if !suspects.isEmpty {
      let before = storedValues
      for index in suspects {
        guard let value = before[answers[index].origins[0]] else { continue }
        answers[index].isChanged = answers[index].value != value
      }
    }
    return (answers, focus)
  }

  private var storedValues: [FieldPath: DraftValue] {
    var values: [FieldPath: DraftValue] = [:]
    for answer in stored where !answer.isChanged && answer.origins == [answer.path] {
      values[answer.path] = answer.value
    }
    return values
  }

  mutating func apply(_ upgrade: DraftUpgrade) throws(DraftError) {
    try upgrade.check()
    for (index, step) in upgrade.steps.enumerated() {
      do throws(StepFailure) {
        try apply(step.kind)
        form.entries.removeAll { $0.isBlank }
      } catch {
        throw error.words(upgrade.words(forStep: index))
      }
    }
  }

  private mutating func apply(_ kind: DraftUpgrade.Step.Kind) throws(StepFailure) {
    switch kind {
    case .rename(let path, let name):
      try move(path, to: (path.parent ?? .root).appending(name))
    case .move(let path, let target): try move(path, to: target)
    case .drop(let path):
      let place = StepPlace(path)
      try form.inItems(of: place) { (scope) throws(StepFailure) in scope.drop(place) }
    case .split(let path, let targets, let body): try split(path, targets, body)
    case .merge(let paths, let target, let body): try merge(paths, target, body)
    case .map(let path, let body):
      try replace(path) { (value) throws(StepFailure) in
        try StepFailure.of { try body(value) }
      }
    case .mapValues(let path, let table, _): try mapValues(path, table)
    case .convert(let path, let type, let body):
      try replace(path) { (value) throws(StepFailure) in
        let new = try StepFailure.of { try body(value) }
        guard let new, !type.isKind(of: new) else { return new }
        throw .kind(expected: "\(type)", found: new.kind)
      }
    case .redirectStep(let id, let target):
      redirect(id.wrappedValue, to: target.wrappedValue)
    }
  }

  private mutating func move(_ path: FieldPath, to target: FieldPath) throws(StepFailure) {
    let (from, to) = (StepPlace(path), StepPlace(target))
    try form.inItems(of: from) { (scope) throws(StepFailure) in try scope.move(from, to: to) }
    identities.move(path, to: target)
  }

  private mutating func split(
    _ path: FieldPath, _ targets: [FieldPath],
    _ body: (DraftValue) throws -> [DraftValue?]
  ) throws(StepFailure) {
    let (from, to) = (StepPlace(path), targets.map { StepPlace($0) })
    try form.inItems(of: from) { (scope) throws(StepFailure) in
      try scope.split(from, into: to) { (value) throws(StepFailure) in
        try StepFailure.of { try body(value) }
      }
    }
  }

  private mutating func merge(
    _ paths: [FieldPath], _ target: FieldPath,
    _ body: ([DraftValue?]) throws -> DraftValue?
  ) throws(StepFailure) {
    let (from, to) = (paths.map { StepPlace($0) }, StepPlace(target))
    guard let first = from.first else { return }
    try form.inItems(of: first, keepingItems: from.allSatisfy { $0.inner != .root }) {
      (scope) throws(StepFailure) in
      try scope.merge(from, into: to) { (values) throws(StepFailure) in
        try StepFailure.of { try body(values) }
      }
    }
  }

  private mutating func replace(
    _ path: FieldPath, _ body: (DraftValue) throws(StepFailure) -> DraftValue?
  ) throws(StepFailure) {
    let place = StepPlace(path)
    let identities = identities
    try form.inItems(of: place) { (scope) throws(StepFailure) in
      try scope.replace(place, following: identities, body)
    }
  }

  private mutating func mapValues(
    _ path: FieldPath, _ table: [DraftValue: DraftValue]
  ) throws(StepFailure) {
    let place = StepPlace(path)
    try form.inItems(of: place) { (scope) throws(StepFailure) in
      // Items stay where they are, and so do their marks.
      try scope.replace(place, following: nil) { value in
        if let new = table[value] { return new }
        guard case .list(let items) = value else { return value }
        return .list(items.map { table[$0] ?? $0 })
      }
    }
  }

  private mutating func redirect(_ id: String, to target: String) {
    if step?.isSameBytes(as: id) == true { step = target }
    guard skippedSteps.contains(where: { $0.isSameBytes(as: id) }) else { return }
    var seen: Set<Exact> = []
    skippedSteps = skippedSteps.map { $0.isSameBytes(as: id) ? target : $0 }
      .filter { seen.insert(Exact($0)).inserted }
  }
}
