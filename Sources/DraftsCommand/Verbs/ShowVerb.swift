import FormDrafts

/// The verb of `drafts show`.
enum ShowVerb: RunnableVerb {
  static let verb = Verb(
    "show", "Show what a draft holds, field by field, without values.",
    discussion: """
      Answers without a place in the form are listed too. With --against two drafts are compared: \
      which answers only one of them has, and which differ.
      """,
    arguments: [.init("ID", "The draft.")],
    options: VerbContext.definitionOptions + [
      .flag("values", "Show the values too."),
      .value("against", "ID", "Compare with this draft, as it was saved."),
    ],
    exclusive: [.init("against", "schema", isInUsage: false)],
    examples: ["drafts show 3f2a", "drafts show 3f2a --values --json"])

  static func run(_ context: VerbContext) async throws -> ExitCode {
    let definition = try context.definition()
    return try await context.withStore { store in
      func read(_ text: String) async throws -> ReadDraft {
        let answer = try await context.restore(text, under: definition, in: store)
        guard let draft = try ReadDraft(answer) else {
          throw try context.notFound("There is no such draft.")
        }
        return draft
      }
      let draft = try await read(context.arguments.positional("ID") ?? "")
      if let other = context.arguments.string("against") {
        return try print(DraftComparison(draft, try await read(other)), context)
      }
      try print(draft, savePoints: try await store.history(of: draft.summary.id).count, context)
      return .done
    }
  }

  private static func print(
    _ draft: ReadDraft, savePoints: Int, _ context: VerbContext
  ) throws {
    let rows = ShownField.rows(of: draft)
    let withValues = context.arguments.flag("values")
    guard !context.isJSON else {
      return try context.printJSON(
        members(draft, rows, withValues) + [("savePoints", DraftValue(savePoints))])
    }
    if context.arguments.string("schema") == nil { context.noteWriterSchema() }
    try context.printLines(
      draft.heading + ["Schema    \(draft.writerSchema.fingerprint)"]
        + (savePoints == 0 ? [] : ["History   \(Quantity.count(savePoints, "save point"))"])
        + (rows.isEmpty ? [] : [""]))
    if !rows.isEmpty { try context.printTable(table(rows, withValues)) }
    for mismatch in draft.report.mismatches {
      try context.printLines(["Needs a decision: \(mismatch.words)"])
    }
  }

  private static func members(
    _ draft: ReadDraft, _ rows: [ShownField], _ withValues: Bool
  ) -> [(String, DraftValue)] {
    draft.members + draft.summary.listMembers + [
      ("createdAt", draft.summary.createdAt.json),
      ("baseline", .optional(draft.summary.baseline)),
      ("fingerprint", .optional(draft.summary.fingerprint?.rawValue)),
      ("fields", .list(rows.map { $0.json(withValues) })),
      ("mismatches", .list(draft.report.mismatches.map(\.json))),
      ("reentry", .pointers(draft.report.reentry)),
      ("orphans", .pointers(draft.report.orphans)),
      ("schema", SchemaVerb.json(draft.writerSchema)),
    ]
  }

  private static func table(_ rows: [ShownField], _ withValues: Bool) -> Table {
    var columns: [Table.Column] = [
      .init("PATH", shrinkRank: 2, minimum: 12), .init("TYPE", shrinkRank: 3),
      .init("SIZE", alignment: .trailing), .init("MARKS", shrinkRank: 1), .init("OUTCOME"),
    ]
    if withValues { columns.append(.init("VALUE", shrinkRank: 4, minimum: 12)) }
    var table = Table(columns)
    for row in rows {
      var cells = [
        row.path.description, row.type, row.bytes.map(Quantity.size) ?? "", row.marks,
        row.outcome.words,
      ]
      if withValues { cells.append(row.value?.printableJSON ?? "") }
      table.append(cells)
    }
    return table
  }

  private static func print(
    _ comparison: DraftComparison, _ context: VerbContext
  ) throws -> ExitCode {
    let withValues = context.arguments.flag("values")
    if context.isJSON {
      try context.printJSON(comparison.members(withValues))
    } else if comparison.isEmpty {
      try context.printLines(["Both hold the same answers."])
    } else {
      try context.printTable(comparison.table(withValues))
      try context.printLines(comparison.notes)
    }
    return .done
  }
}
