extension Resolver {
  /// The step to go on with, and the steps that stay skipped.
  mutating func placeSteps() {
    if !mapping.isIdentity { placeFocus() }
    if !mapping.isIdentity || !reader.schema.knowsSteps(snapshot.skippedSteps) {
      placeSkippedSteps()
    }
  }

  private mutating func placeFocus() {
    guard let focus = snapshot.focus else { return }
    if case .moves(let path) = mapping.destination(of: focus) { snapshot.focus = path }
    guard let path = snapshot.focus, reader.index.slot(at: path).isUnknown else { return }
    snapshot.focus = nil
  }

  private mutating func placeSkippedSteps() {
    // Under the very form the app knows best what it lets people skip.
    let isSameForm = mapping.isIdentity
    let skippable = Set(
      reader.schema.steps.filter { $0.isSkippable || isSameForm }.map { Exact($0.id) })
    var kept: [String] = []
    for id in snapshot.skippedSteps {
      if let step = present(id), skippable.contains(Exact(step)) {
        kept.append(step)
      } else {
        report.droppedSteps.append(id)
      }
    }
    snapshot.skippedSteps = kept
  }

  /// The id a step has in the form now: its own, or the one that names it as a former one.
  func present(_ id: String) -> String? {
    let steps = reader.schema.steps
    if let same = steps.first(where: { $0.id.isSameBytes(as: id) }) { return same.id }
    if let heir = steps.first(where: { $0.formerly.contains { $0.isSameBytes(as: id) } }) {
      return heir.id
    }
    // A form that was rolled back: the writer says what the step was called before.
    let former = writer.schema.steps.first { $0.id.isSameBytes(as: id) }?.formerly ?? []
    return steps.first { step in former.contains { $0.isSameBytes(as: step.id) } }?.id
  }

  /// Goes on where the person was, or as near as the form allows.
  mutating func chooseStep() {
    findStep()
    guard let was = input.step, report.step == nil, let now = snapshot.step,
      !now.isSameBytes(as: was)
    else { return }
    report.step = .init(was: was, is: now, why: "An upgrade says so.")
  }

  private mutating func findStep() {
    guard let was = snapshot.step else { return }
    if mapping.isIdentity {
      guard !reader.schema.knowsSteps([was]) else { return }
      let step = report.account.steps.first?.id ?? reader.schema.steps.first?.id
      snapshot.step = step
      // Nothing is gone: the form never had it.
      report.step = .init(was: was, is: step, why: "The form has no such step.")
      return
    }
    guard !reader.schema.steps.isEmpty else {
      snapshot.step = nil
      report.step = .init(was: was, is: nil, why: "The form has no steps any more.")
      return
    }
    if let step = present(was) {
      guard !step.isSameBytes(as: was) else { return }
      snapshot.step = step
      report.step = .init(was: was, is: step, why: "The step has another id.")
      return
    }
    let (step, why) = nearestStep(to: was)
    snapshot.step = step
    report.step = .init(was: was, is: step, why: why)
    report.decide(
      .stepGone, "The step “\(was.printable)” is gone; going on with “\(step.printable)”.")
  }

  private func nearestStep(to was: String) -> (String, String) {
    let before = writer.schema.steps
    let skipped = Set(input.skippedSteps.map { Exact($0) })
    if let position = before.firstIndex(where: { $0.id.isSameBytes(as: was) }) {
      for step in before[..<position].reversed() where !skipped.contains(Exact(step.id)) {
        if let id = present(step.id) { return (id, "The step is gone; this one came before it.") }
      }
    }
    if let open = report.account.steps.first {
      return (open.id, "The step is gone; answers are due here.")
    }
    return (reader.schema.steps.first?.id ?? was, "The step is gone; this is the first.")
  }
}

extension Resolver {
  /// Secrets are never stored: those of the form are to be asked for again.
  mutating func addSecrets() {
    defer { report.reentry += filesToPick }
    var named = Set(report.account.fields.lazy.filter { $0.outcome == .withheld }.map(\.path))
    report.reentry = reader.secrets
    for path in reader.secrets where named.insert(path).inserted {
      report.add(.init(path, .withheld, why: RestoreReport.secretWords))
    }
  }

  /// What the form has, or asks for, and had not, or did not ask for, before.
  mutating func addNew() {
    for news in mapping.news where !isAnswered(news.field.path) {
      let field = news.field
      if field.isRequired, field.defaultValue == nil {
        report.add(
          .init(
            field.path, .newlyRequired,
            why: news.wasThere ? "Asked for now." : "New, and asked for.",
            is: field.shape))
      } else {
        report.add(.init(field.path, .added, is: field.shape))
      }
    }
  }

  /// Whether something is answered at a place of the form, or further in.
  private mutating func isAnswered(_ path: FieldPath) -> Bool {
    if answered.contains(path) { return true }
    guard reader.index.hasInside(path) else { return false }
    if answeredInside == nil { answeredInside = PathOverlap(answered) }
    return answeredInside?.overlaps(path) ?? false
  }

  /// The steps on which something is to be answered, and the one to go on with.
  mutating func addSteps() {
    guard !reader.schema.steps.isEmpty else { return chooseStep() }
    var positions: [Exact: Int] = [:]
    var entries = reader.schema.steps.map { RestoreReport.StepEntry(id: $0.id) }
    for (position, entry) in entries.enumerated() { positions[Exact(entry.id)] = position }
    let again = Set(report.reentry)
    for field in reader.schema.fields {
      guard let step = field.step, let position = positions[Exact(step)] else { continue }
      if again.contains(field.path) {
        entries[position].reentry.append(field.path)
      } else if field.isRequired, field.defaultValue == nil, !field.path.hasEach,
        !reader.index.isNeverStored(field.path), !isAnswered(field.path)
      {
        entries[position].missing.append(field.path)
        guard !mapping.isIdentity, writer.index.field(declaredAt: field.path)?.isRequired != true
        else { continue }
        entries[position].newlyRequired.append(field.path)
      }
    }
    report.account.steps = entries.filter { !$0.missing.isEmpty || !$0.reentry.isEmpty }
    chooseStep()
  }
}

extension DraftSchema {
  /// Whether ids are those of steps, if the form says which it has; else the app may name them as it
  /// likes.
  func knowsSteps(_ ids: [String]) -> Bool {
    steps.isEmpty || ids.allSatisfy { id in steps.contains { $0.id.isSameBytes(as: id) } }
  }
}
