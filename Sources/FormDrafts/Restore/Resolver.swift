/// Turns a draft's rows and a reader's schema into an answer.
///
/// Pure: knows no SQL and writes nothing.
struct Resolver {
  private var report = RestoreReport()
  private var builder = ObjectBuilder()
  private var snapshot = DraftSnapshot()
  private let content: OwnerFile.Content
  private let reader: StoredSchema

  /// What a draft is under a schema.
  struct Result {
    var snapshot: DraftSnapshot
    var report: RestoreReport
    var isFit: Bool
  }

  /// Resolves a draft.
  ///
  /// - Parameters:
  ///   - content: the draft's rows, checksums compared.
  ///   - reader: the form as it is now; nil takes the writer's own schema.
  static func resolve(_ content: OwnerFile.Content, reader: StoredSchema?) -> Result {
    var resolver = Resolver(content, reader: reader ?? content.writer)
    return resolver.resolve()
  }

  private init(_ content: OwnerFile.Content, reader: StoredSchema) {
    self.content = content
    self.reader = reader
  }

  private mutating func resolve() -> Result {
    let comparison = SchemaComparison(writer: content.writer, reader: reader)
    report.mismatches = comparison.mismatches
    // Asked for orphans only, and most drafts have none.
    let live =
      content.rows.contains { $0.kind == .orphan }
      ? PathOverlap(content.rows.lazy.filter { $0.kind == .live && $0.value != nil }.map(\.path))
      : PathOverlap([])
    // In the order of the form, so that an answer that is back stands where it stood.
    for row in content.rows {
      if row.kind == .live {
        place(row)
      } else if row.value != nil || row.marks != 0 {
        placeOrphan(row, isInTheWay: live.overlaps(row.path))
      }
    }
    addDamage()
    snapshot.values = builder.build()
    addState()
    addSecrets()
    for path in comparison.added where !reader.index.isNeverStored(path) { add(path, .added) }
    return Result(snapshot: snapshot, report: report, isFit: report.mismatches.isEmpty)
  }

  private mutating func add(
    _ path: FieldPath, _ outcome: RestoreReport.Outcome, _ why: String? = nil
  ) {
    report.fields.append(.init(path: path, outcome: outcome, from: nil, why: why))
  }

  /// A live row: handed out, unless the form has no place for it or never stores what stands
  /// there.
  private mutating func place(_ row: FieldRow) {
    guard !reader.index.isNeverStored(row.path) else {
      // A value there is from before it was a secret.
      if row.value != nil { add(row.path, .withheld, "It is a secret now.") }
      return
    }
    let isKnown = reader.index.covers(row.path)
    if !isKnown, content.writer.index.covers(row.path) {
      guard row.value != nil else { return }
      add(row.path, .orphaned, "The form has no such field any more.")
      return
    }
    addMarks(row)
    guard let json = row.value else { return }
    guard let value = try? DraftValue(json: json), insert(value, at: row.path) else {
      damaged(row.path, "What is stored cannot be read.")
      return
    }
    add(row.path, isKnown ? .kept : .undeclared)
  }

  /// An answer that had no place when it was last saved: back if the form has the field again.
  private mutating func placeOrphan(_ row: FieldRow, isInTheWay: Bool) {
    guard !reader.index.isNeverStored(row.path) else {
      if row.value != nil { add(row.path, .withheld, "It is a secret now.") }
      return
    }
    let isBack = reader.index.covers(row.path) && !isInTheWay
    if isBack { addMarks(row) }
    guard let json = row.value else { return }
    guard isBack, let value = try? DraftValue(json: json), insert(value, at: row.path) else {
      add(row.path, .orphaned, "The form has no such field.")
      return
    }
    add(row.path, .kept, "The field is back.")
  }

  private mutating func addMarks(_ row: FieldRow) {
    if row.marks & FieldRow.touched != 0 { snapshot.touched.insert(row.path) }
    if row.marks & FieldRow.dirty != 0 { snapshot.dirty.insert(row.path) }
  }

  /// False if something else stands in the way.
  private mutating func insert(_ value: DraftValue, at path: FieldPath) -> Bool {
    (try? builder.insert(value, at: path)) == .inserted
  }

  private mutating func damaged(_ path: FieldPath, _ why: String) {
    add(path, .damaged, why)
    report.mismatches.append(.init(path: path, description: "The stored answer is damaged."))
  }

  private mutating func addDamage() {
    for path in content.damaged { damaged(path, "Its checksum does not hold.") }
    if content.isIncomplete, content.damaged.isEmpty {
      report.mismatches.append(.init(path: nil, description: "Stored answers are missing."))
    }
  }

  private mutating func addState() {
    snapshot.step = content.head.step
    snapshot.focus = content.head.focus
    guard case .list(let items)? = try? DraftValue(json: content.head.skipped) else { return }
    snapshot.skippedSteps = items.compactMap { if case .text(let id) = $0 { id } else { nil } }
  }

  /// Secrets are never stored: those of the form are to be asked for again.
  private mutating func addSecrets() {
    var named = Set(report.fields.lazy.filter { $0.outcome == .withheld }.map(\.path))
    var asked: Set<FieldPath> = []
    let declared = reader.schema.fields.map(\.path) + reader.schema.overrides.secret
    for path in declared where reader.index.retention(at: path) == .secret {
      guard asked.insert(path).inserted else { continue }
      report.reentry.append(path)
      if named.insert(path).inserted { add(path, .withheld, "It is a secret.") }
    }
  }
}
