import FormDrafts

/// The verb of `drafts show`.
enum ShowVerb: RunnableVerb {
  static let verb = Verb(
    "show", "Show what a draft holds, field by field, without values.",
    arguments: [.init("ID", "The draft.")],
    options: VerbContext.definitionOptions + [.flag("values", "Show the values too.")],
    examples: ["drafts show 3f2a", "drafts show 3f2a --values --json"])

  static func run(_ context: VerbContext) async throws -> ExitCode {
    let definition = try context.definition()
    return try await context.withStore { store in
      let text = context.arguments.positional("ID") ?? ""
      switch try await context.restore(text, under: definition, in: store) {
      case .none: throw try context.notFound("There is no such draft.")
      case .unreadable(_, let error): throw error
      case .restored(let draft): try print(draft, "restored", context)
      case .mismatch(let draft): try print(draft, "mismatch", context)
      case .inDoubt(_, let draft): try print(draft, "inDoubt", context)
      }
      return .done
    }
  }

  /// One line of what is shown.
  private struct Row {
    var path: FieldPath
    var type: String
    var outcome: RestoreReport.Outcome
    var value: DraftValue?
    var bytes: Int?
    var isTouched: Bool
    var isDirty: Bool

    var marks: String {
      [isTouched ? "touched" : nil, isDirty ? "dirty" : nil].compactMap { $0 }
        .joined(separator: " ")
    }
  }

  private static func rows(_ draft: StoredDraft) -> [Row] {
    let index = SchemaIndex(draft.writerSchema)
    var values: [FieldPath: DraftValue] = [:]
    draft.snapshot.values.forEachLeaf { path, value in values[path] = value }
    var rows = draft.report.fields.map { entry in
      let value = values[entry.path]
      let field = index.field(at: entry.path)
      // What is not declared is kept as “any”.
      let type = field.map { $0.isMany ? "list of \($0.type)" : "\($0.type)" } ?? "any"
      return Row(
        path: entry.path, type: type, outcome: entry.outcome,
        value: value, bytes: value.map(\.json.utf8.count),
        isTouched: draft.snapshot.touched.contains(entry.path),
        isDirty: draft.snapshot.dirty.contains(entry.path))
    }
    let shown = Set(rows.map(\.path))
    for path in draft.snapshot.touched.union(draft.snapshot.dirty).sorted()
    where !shown.contains(path) {
      rows.append(
        Row(
          path: path, type: index.field(at: path).map { "\($0.type)" } ?? "any",
          outcome: index.covers(path) ? .kept : .undeclared, value: nil, bytes: nil,
          isTouched: draft.snapshot.touched.contains(path),
          isDirty: draft.snapshot.dirty.contains(path)))
    }
    return rows
  }

  private static func print(
    _ draft: StoredDraft, _ outcome: String, _ context: VerbContext
  ) throws {
    let rows = rows(draft)
    let withValues = context.arguments.flag("values")
    guard !context.isJSON else {
      return try context.printJSON(
        draft.summary.members(outcome: outcome, others: draft.others.map(\.id))
          + draft.summary.listMembers + [
            ("createdAt", draft.summary.createdAt.json),
            ("baseline", .optional(draft.summary.baseline)),
            ("fingerprint", .optional(draft.summary.fingerprint?.rawValue)),
            ("fields", .list(rows.map { json($0, withValues) })),
            ("mismatches", .list(draft.report.mismatches.map(\.json))),
            ("reentry", .pointers(draft.report.reentry)),
          ])
    }
    if context.arguments.string("schema") == nil { context.noteWriterSchema() }
    try context.printLines(draft.heading + (rows.isEmpty ? [] : [""]))
    var columns: [Table.Column] = [
      .init("PATH", shrinkRank: 2, minimum: 12), .init("TYPE", shrinkRank: 3),
      .init("SIZE", alignment: .trailing), .init("MARKS", shrinkRank: 1), .init("OUTCOME"),
    ]
    if withValues { columns.append(.init("VALUE", shrinkRank: 4, minimum: 12)) }
    var table = Table(columns)
    for row in rows {
      var cells = [
        row.path.description, row.type, row.bytes.map(Quantity.size) ?? "", row.marks,
        row.outcome.rawValue,
      ]
      if withValues { cells.append(row.value?.printableJSON ?? "") }
      table.append(cells)
    }
    if !rows.isEmpty { try context.printTable(table) }
    for mismatch in draft.report.mismatches {
      let place = mismatch.path.map { "\($0): " } ?? ""
      try context.printLines(["Does not fit: \(place)\(mismatch.description)"])
    }
  }

  private static func json(_ row: Row, _ withValues: Bool) -> DraftValue {
    var members: [(String, DraftValue)] = [
      ("path", .text(row.path.pointer)), ("type", .text(row.type)),
      ("bytes", row.bytes.map { DraftValue($0) } ?? .null), ("touched", .bool(row.isTouched)),
      ("dirty", .bool(row.isDirty)), ("outcome", .text(row.outcome.rawValue)),
    ]
    // Without a value `bytes` is null, so that it is not taken for one that is null.
    if withValues { members.append(("value", row.value ?? .null)) }
    return .members(members)
  }
}
