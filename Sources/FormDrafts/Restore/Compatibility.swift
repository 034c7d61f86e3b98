/// What becomes of drafts under a form, counted by outcome and by field; never a value.
///
/// For whoever releases a form and has to know whether it still opens the drafts that are there.
/// Pure: drafts are added one by one, none is held, and the order in which they come makes no
/// difference.
///
/// ```swift
/// var compatibility = try Compatibility(with: tomorrow)
/// for draft in drafts { try compatibility.add(draft, savedUnder: yesterday) }
/// if compatibility.worst > .wholly { print(compatibility.fields.filter { $0.level > .wholly }) }
/// ```
///
/// Fields have the paths of schemas: `/rows/~*/city` stands for every item. What lies inside a
/// field that says nothing of its inside counts for that field, and a name that no schema declares
/// ends a path: names may be data there.
public struct Compatibility: Sendable {
  /// How much of a draft a form takes; what is greater is worse.
  public enum Level: String, Sendable, Hashable, CaseIterable {
    /// It restores wholly: nothing needs a decision.
    case wholly
    /// Something needs a decision; what fits can be handed out.
    case decision
    /// Nothing is handed out without a decision about the whole, or it cannot be read.
    case nothing = "none"
  }

  /// One outcome of one field.
  public struct Field: Sendable, Hashable {
    /// Where the field stands, as a schema writes it.
    public let path: FieldPath
    /// What became of its answers.
    public let outcome: RestoreReport.Outcome
    /// In how many drafts; 0 if there are only schemas.
    public let drafts: Int
    /// Why, for people; where drafts differ, the reason most of them have.
    public let why: String?
    /// What it means for a draft.
    public let level: Level
  }

  /// The form as it is to be.
  public var form: DraftSchema { reader.schema }
  /// How many drafts were counted.
  public private(set) var drafts = 0
  /// How many drafts could not be read; they count as ``Level/nothing``.
  public private(set) var unreadable = 0
  /// The worst that was met; ``Level/wholly`` if nothing was.
  public internal(set) var worst = Level.wholly
  /// How many fields of the old form have answers that are stored, if there are only schemas; nil
  /// where drafts are counted.
  public internal(set) var fieldsTried: Int?
  /// If there are only schemas: fields with more choices than were tried.
  public internal(set) var capped: [FieldPath] = []

  let reader: StoredSchema
  let options: RestoreOptions
  var tally = CompatibilityTally()
  var mismatches: [RestoreReport.Mismatch.Kind: Int] = [:]
  private var levels: [Level: Int] = [:]
  var writers = SchemaCache()
  private var forms = ImportedForms()

  /// An account without drafts.
  ///
  /// - Parameters:
  ///   - form: the form as it is to be.
  ///   - options: floor, newer forms, upgrades; policy and record have no say.
  /// - Throws: ``DraftError/Code/invalidSchema``.
  public init(
    with form: DraftSchema, options: RestoreOptions = .init()
  ) throws(DraftError) {
    self.init(reader: try StoredSchema(form), options: options)
  }

  init(reader: StoredSchema, options: RestoreOptions) {
    var options = options
    options.record = nil
    self.reader = reader
    self.options = options
  }

  /// How many drafts fare so.
  public func count(level: Level) -> Int { levels[level] ?? 0 }

  /// In how many drafts an answer, or a field of the form, has an outcome.
  ///
  /// If there are only schemas: how many fields have it.
  public func count(outcome: RestoreReport.Outcome) -> Int { tally.outcomes[outcome] ?? 0 }

  /// In how many drafts something of a kind needs a decision.
  ///
  /// If there are only schemas: 1 for what holds for every draft, and how many steps are gone.
  public func count(mismatch: RestoreReport.Mismatch.Kind) -> Int { mismatches[mismatch] ?? 0 }

  /// The outcomes by field: by the bytes of the path, then in the order of the outcomes.
  public var fields: [Field] { tally.fields }
}

extension Compatibility {
  /// Counts a draft, as it would be stored: without its secrets.
  ///
  /// - Parameters:
  ///   - snapshot: the state as it was saved.
  ///   - writer: the schema it was saved under.
  /// - Returns: how much of it the form takes.
  /// - Throws: ``DraftError/Code/invalidSchema``, ``DraftError/Code/tooLarge`` if it is deeper than
  ///   ``DraftLimits/depth``.
  @discardableResult
  public mutating func add(
    _ snapshot: DraftSnapshot, savedUnder writer: DraftSchema
  ) throws(DraftError) -> Level {
    let writer = try writers.stored(writer)
    try snapshot.values.checkDepth()
    let clean = Redaction(snapshot, index: writer.index).snapshot
    return add(ResolverInput(clean, writer: writer, reader: reader))
  }

  /// Counts an exported draft, or the shape of one; <doc:SavingAndRestoring> has the members of the
  /// line.
  ///
  /// Of a shape see ``add(_:)``. It does not say whose it is, or of which record.
  ///
  /// - Parameters:
  ///   - line: the line, without its end.
  ///   - filter: which drafts count; its age and its expiry have no say.
  /// - Returns: how much of it the form takes; nil if the filter passes it over.
  /// - Throws: ``DraftError/Code/invalidJSON``, ``DraftError/Code/invalidSchema`` and the others of
  ///   ``DraftStore/importDrafts(_:dryRun:)`` that a line alone can cause;
  ///   ``DraftError/Code/invalidArgument`` for a shape, if the filter names an owner or a record.
  @discardableResult
  public mutating func add(
    exported line: [UInt8], where filter: DraftFilter = .all
  ) throws(DraftError) -> Level? {
    if DraftShape.isShape(line) { return try add(DraftShape(line: line), where: filter) }
    let archive = try DraftArchive(line: line)
    guard filter.includes(archive.key) else { return nil }
    let imported = try ImportedDraft(archive, &forms)
    let draft = imported.archive
    var input = ResolverInput(draft.snapshot, writer: imported.schema, reader: reader)
    for orphan in draft.orphans {
      input.answers.append(
        StoredAnswer(
          path: orphan.path, value: orphan.value,
          isTouched: orphan.marks & FieldRow.touched != 0,
          isDirty: orphan.marks & FieldRow.dirty != 0, isOrphan: true, revision: draft.revision,
          writer: orphan.schema.map { imported.orphanSchemas[$0] }))
    }
    return add(input)
  }

  /// Counts a draft that could not be read.
  public mutating func addUnreadable() {
    unreadable += 1
    settle(.nothing)
  }

  /// Counts a draft of the store.
  ///
  /// - Parameter level: how much of it the form takes; what the report says, unless given.
  mutating func add(
    _ report: RestoreReport, savedUnder writer: StoredSchema, level: Level? = nil
  ) -> Level {
    let level = level ?? report.level
    tally.begin()
    for entry in report.fields { tally.add(entry, writer: writer.index, reader: reader.index) }
    for kind in Set(report.mismatches.map(\.kind)) { mismatches[kind, default: 0] += 1 }
    settle(level)
    return level
  }

  private mutating func add(_ input: ResolverInput) -> Level {
    add(Resolver.resolve(input, options: options).report, savedUnder: input.writer)
  }

  private mutating func settle(_ level: Level) {
    drafts += 1
    levels[level, default: 0] += 1
    worst = max(worst, level)
  }
}

extension Compatibility.Level: Comparable {
  /// Whether the first is less bad.
  public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .wholly: 0
    case .decision: 1
    case .nothing: 2
    }
  }
}

extension RestoreReport {
  /// How much of the draft the form takes.
  var level: Compatibility.Level {
    if mismatches.isEmpty { return .wholly }
    return mismatches.contains { $0.kind.isAboutWhole } ? .nothing : .decision
  }
}

extension Compatibility: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Counts, never values.
  public var description: String {
    "compatibility (\(drafts) drafts, \(count(level: .wholly)) restore wholly)"
  }
  /// The same as ``description``.
  public var debugDescription: String { description }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

extension RestoreReport.Mismatch.Kind {
  /// How much of a draft is handed out where something of this kind is open.
  package var level: Compatibility.Level { isAboutWhole ? .nothing : .decision }
}
