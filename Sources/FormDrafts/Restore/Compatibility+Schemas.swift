extension Compatibility {
  /// The most choices of one field that are tried.
  public static let choiceLimit = 100

  /// What an answer would meet, in the worst case, if nothing is known of the drafts.
  ///
  /// Every field of the old form whose answers are stored is filled in with answers of each kind
  /// it takes: each choice up to ``choiceLimit``, those first that are gone; lists of one and of
  /// two. All fields are filled in at once, so that two that claim one place are found, and each
  /// is counted with the worst that happened. Every step is gone on with. Nothing is counted as a
  /// draft: ``drafts`` is 0, and the floor has no say.
  ///
  /// - Parameters:
  ///   - old: the form as it was.
  ///   - form: the form as it is to be.
  ///   - options: newer forms and upgrades.
  /// - Returns: one row a field of the old form, and one a field that is new or newly required.
  /// - Throws: ``DraftError/Code/invalidSchema`` for either schema.
  public static func ofAnswers(
    to old: DraftSchema, under form: DraftSchema, options: RestoreOptions = .init()
  ) throws(DraftError) -> Compatibility {
    var options = options
    options.floor = 0
    var probe = CompatibilityProbe(
      writer: try StoredSchema(old),
      result: Compatibility(reader: try StoredSchema(form), options: options))
    probe.run()
    return probe.result
  }

  /// Takes over what was found without drafts.
  fileprivate mutating func take(_ fields: [Field]) {
    for field in fields {
      tally.add(field)
      worst = max(worst, field.level)
    }
  }

  fileprivate mutating func note(_ kind: RestoreReport.Mismatch.Kind, times: Int = 1) {
    mismatches[kind] = max(mismatches[kind] ?? 0, times)
    worst = max(worst, kind.isAboutWhole ? .nothing : .decision)
  }
}

/// Resolves made-up answers and keeps the worst that happens to each field.
private struct CompatibilityProbe {
  let writer: StoredSchema
  var result: Compatibility
  private var worst: [FieldPath: Compatibility.Field] = [:]

  init(writer: StoredSchema, result: Compatibility) {
    self.writer = writer
    self.result = result
  }

  mutating func run() {
    let samples = SampleAnswers(writer, for: result.form)
    let paths = samples.paths
    result.fieldsTried = paths.count
    result.capped = samples.capped
    for path in paths {
      worst[path] = .init(path: path, outcome: .kept, drafts: 0, why: nil, level: .wholly)
    }
    take(resolve([:]))
    for values in samples.rounds { take(resolve(values)) }
    for path in paths { takeOuter(path) }
    // Where an old field can move to, the new one is nothing to tell.
    let moved = Set(worst.values.lazy.filter { $0.outcome == .moved }.map(\.path))
    result.take(worst.values.filter { $0.outcome != .added || !moved.contains($0.path) })
    trySteps()
  }

  private func resolve(_ values: DraftObject, step: String? = nil) -> RestoreReport {
    let snapshot = DraftSnapshot(values: values, step: step)
    return Resolver.resolve(
      ResolverInput(snapshot, writer: writer, reader: result.reader), options: result.options
    ).report
  }

  private mutating func take(_ report: RestoreReport) {
    for entry in report.fields where entry.why != RestoreReport.secretWords { take(entry) }
    // What has no place is counted by field.
    for mismatch in report.mismatches where mismatch.kind.isAboutWhole {
      result.note(mismatch.kind)
    }
  }

  private mutating func take(_ entry: RestoreReport.Entry) {
    let (old, new) = (writer.index, result.reader.index)
    let source = SchemaPlace(of: entry.from ?? entry.path, writer: old, reader: new).path
    let field = Compatibility.Field(
      path: SchemaPlace(of: entry.path, writer: old, reader: new).path, outcome: entry.outcome,
      drafts: 0, why: entry.reason(writer: old, reader: new),
      level: entry.needsDecision ? .decision : .wholly)
    // A list or an object that only its members are declared of is kept without a row.
    guard let known = worst[source] else {
      if field.outcome != .kept { worst[source] = field }
      return
    }
    if known.severity < field.severity { worst[source] = field }
  }

  /// What befalls a list as a whole befalls what is in its items.
  private mutating func takeOuter(_ path: FieldPath) {
    var place = path.parent
    while let outer = place {
      place = outer.parent
      guard let field = worst[outer], field.outcome == .orphaned || field.outcome == .withheld,
        let known = worst[path], known.severity < field.severity
      else { continue }
      worst[path] = .init(
        path: path, outcome: field.outcome, drafts: 0, why: field.why, level: field.level)
    }
  }

  /// A draft that was left on a step that is gone.
  private mutating func trySteps() {
    let present = Set(result.form.steps.map { Exact($0.id) })
    var gone = 0
    for step in writer.schema.steps where !present.contains(Exact(step.id)) {
      let report = resolve([:], step: step.id)
      if report.mismatches.contains(where: { $0.kind == .stepGone }) { gone += 1 }
    }
    if gone > 0 { result.note(.stepGone, times: gone) }
  }
}

extension Compatibility.Field {
  /// How bad an outcome is among those of one field.
  fileprivate var severity: Int {
    let rank =
      switch outcome {
      case .kept: 0
      case .undeclared: 1
      case .added: 2
      case .moved: 3
      case .converted: 4
      case .newlyRequired: 5
      case .invalidOption: 6
      case .withheld: 7
      case .fileMissing, .orphaned: 8
      case .damaged: 9
      }
    return level > .wholly ? rank + 10 : rank
  }
}
