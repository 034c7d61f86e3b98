extension Compatibility {
  /// Counts a draft by its shape.
  ///
  /// Answers of the same type and length are tried in the place of those that the shape does not
  /// have. Where all fare alike, the draft is counted as the real one would be. Where they do not,
  /// the worst is counted, it needs a decision, and ``Field/why`` says that the shape cannot tell:
  ///
  /// - of an answer that was one of the choices, if some of those are gone and others are not;
  /// - of a text that may be one of the choices of the form as it is to be;
  /// - of a number that has to be a whole one now, if nobody said so before;
  /// - of an answer whose name is not in the shape, if the form declares new names beside it;
  /// - of an answer that a step of an upgrade looks into.
  ///
  /// A real draft is never worse off than its shape is counted, but where an upgrade fails, or where
  /// answers of unknown names bring it below the floor.
  /// What had no place before asks for no decision; beside a later answer in its place it counts
  /// as without a place, also where it is the same answer.
  ///
  /// - Parameter shape: the draft.
  /// - Returns: how much of it the form takes.
  /// - Throws: ``DraftError/Code/invalidSchema``.
  @discardableResult
  public mutating func add(_ shape: DraftShape) throws(DraftError) -> Level {
    let writer = try writers.stored(shape.schema)
    var orphanWriters: [StoredSchema] = []
    for schema in shape.orphanSchemas { orphanWriters.append(try StoredSchema(schema)) }
    var trial = ShapeTrial(options: options)
    let standIns = ShapeStandIns(
      shape, writer: writer, orphanWriters: orphanWriters, reader: reader,
      isUpgraded: !options.upgrades.isEmpty)
    for round in 0..<standIns.rounds {
      trial.add(
        ResolverInput(shape, standIns.answers(round: round), writer: writer, reader: reader))
    }
    if writer.fingerprint != reader.fingerprint || !options.upgrades.isEmpty {
      trial.doubt(shape, ShapeDoubts(writer: writer, reader: reader, options: options))
    }
    let (report, level) = trial.result
    return add(report, savedUnder: writer, level: level)
  }

  /// The same, if a filter does not pass it over.
  mutating func add(
    _ shape: DraftShape, where filter: DraftFilter
  ) throws(DraftError) -> Level? {
    guard filter.owner == nil, filter.record == nil else {
      throw DraftError(
        .invalidArgument, "The shape of a draft does not say whose it is, or of which record.",
        hint: "Leave owner and record out.")
    }
    if let form = filter.form, !form.isSameBytes(as: shape.form) { return nil }
    return try add(shape)
  }
}

extension ResolverInput {
  /// A draft with these answers in the place of its own.
  fileprivate init(
    _ shape: DraftShape, _ answers: [StoredAnswer], writer: StoredSchema, reader: StoredSchema
  ) {
    self.init(
      answers: answers, step: shape.step, skippedSteps: shape.skippedSteps,
      version: shape.schema.version, writer: writer, reader: reader,
      isIncomplete: shape.damaged > 0)
  }
}

/// Resolves a draft with several sets of answers, and keeps the worst.
private struct ShapeTrial {
  private struct Key: Hashable {
    let source: FieldPath
    /// There may be orphans of one place.
    let number: Int
  }

  private let options: RestoreOptions
  private var order: [Key] = []
  private var worst: [Key: RestoreReport.Entry] = [:]
  /// What nobody can tell of, and why.
  private var unknown: [Key: String] = [:]
  private var extra: [RestoreReport.Entry] = []
  private var mismatches: [RestoreReport.Mismatch] = []
  private var level = Compatibility.Level.wholly
  private var rounds = 0

  init(options: RestoreOptions) { self.options = options }

  mutating func add(_ input: ResolverInput) {
    let report = Resolver.resolve(input, options: options).report
    var numbers: [FieldPath: Int] = [:]
    var present: Set<Key> = []
    for entry in report.fields {
      let source = entry.from ?? entry.path
      let key = Key(source: source, number: numbers[source, default: 0])
      numbers[source, default: 0] += 1
      present.insert(key)
      add(entry, key)
    }
    for key in order where !present.contains(key) { doubt(key) }
    let kinds = Set(mismatches.map(\.kind))
    mismatches += report.mismatches.filter { !kinds.contains($0.kind) }
    level = max(level, report.level)
    rounds += 1
  }

  private mutating func add(_ entry: RestoreReport.Entry, _ key: Key) {
    guard let known = worst[key] else {
      order.append(key)
      worst[key] = entry
      if rounds > 0 { doubt(key) }
      return
    }
    guard known.outcome != entry.outcome || known.needsDecision != entry.needsDecision else {
      return
    }
    doubt(key)
    if entry.severity > known.severity { worst[key] = entry }
  }

  /// What is new in the form has no answer to depend on: what it depends on is in doubt itself.
  private mutating func doubt(_ key: Key) {
    guard let entry = worst[key], entry.outcome != .added, entry.outcome != .newlyRequired else {
      return
    }
    unknown[key] = ShapeDoubts.ofAnswer
  }

  /// Whatever depends on more than the shape can say.
  mutating func doubt(_ shape: DraftShape, _ doubts: ShapeDoubts) {
    var owner = FieldPath.root
    for answer in shape.answers {
      if answer.kind == .live { owner = answer.path }
      guard answer.kind != .orphan, answer.type != nil || answer.isOption != nil else { continue }
      guard let words = doubts.words(about: answer.path) else { continue }
      let keys = order.filter { $0.source == answer.path }
      if keys.isEmpty {
        let outcome = worst[Key(source: owner, number: 0)]?.outcome ?? .undeclared
        extra.append(.init(answer.path, outcome, why: words, needsDecision: true))
      }
      for key in keys { unknown[key] = words }
      level = max(level, .decision)
    }
  }

  /// The report with the worst of each answer, and how much of the draft the form takes.
  var result: (report: RestoreReport, level: Compatibility.Level) {
    var report = RestoreReport.Content()
    for key in order {
      guard let entry = worst[key] else { continue }
      report.add(unknown[key].map { entry.undecided($0) } ?? entry)
    }
    for entry in extra { report.add(entry) }
    for mismatch in mismatches {
      report.decide(mismatch.kind, at: mismatch.path, mismatch.description)
    }
    return (RestoreReport(report), unknown.isEmpty ? level : max(level, .decision))
  }
}

extension RestoreReport.Entry {
  /// How bad the outcome is among those of one answer.
  fileprivate var severity: Int {
    let order: [RestoreReport.Outcome] = [
      .kept, .undeclared, .added, .moved, .converted, .newlyRequired, .invalidOption, .withheld,
      .orphaned, .fileMissing, .damaged,
    ]
    return (order.firstIndex(of: outcome) ?? 0) + (needsDecision ? order.count : 0)
  }

  /// The same, for somebody to decide about.
  fileprivate func undecided(_ why: String) -> Self {
    Self(
      path, outcome, from: from, why: why, was: before, is: present, needsDecision: true,
      items: items)
  }
}
