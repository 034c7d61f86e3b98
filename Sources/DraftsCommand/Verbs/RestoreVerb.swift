import FormDrafts

/// The verb of `drafts restore`.
enum RestoreVerb: RunnableVerb {
  static let verb = Verb(
    "restore", "Print a draft's values, and how they fit the form.",
    discussion: """
      A draft is named by its ID, or by --form with owner and record; of several drafts of such a \
      key the last saved is taken and the others are named. Without --schema the definition the \
      draft was saved under is used. Nothing is written. Exit code 2: there is no draft, or it \
      does not fit the form as a whole.
      """,
    arguments: [.init("ID", "The draft.", isOptional: true)],
    options: [
      .value(
        "form", "FORM",
        "The form; with an ID, the name of the definition that does not name itself.")
    ] + VerbContext.keyOptions + VerbContext.definitionOptions + [
      .flag("values-only", "Print only the values, as one JSON object.")
    ],
    exclusive: [
      .init("owner", "nobody"), .init("record", "new"),
    ] + VerbContext.idIsAll,
    examples: [
      "drafts restore 3f2a", "drafts restore --form signup --owner ana --schema signup.json",
    ])

  static func run(_ context: VerbContext) async throws -> ExitCode {
    let definition = try context.definition()
    let form = context.arguments.string("form")
    return try await context.withStore { store in
      let answer: Restoration
      if let text = context.arguments.positional("ID") {
        answer = try await context.restore(text, under: definition, formID: form, in: store)
        if case .none = answer { throw try context.notFound("There is no such draft.") }
      } else if let form {
        answer = await store.restore(
          DraftKey(form, owner: context.owner ?? .nobody, record: context.record ?? .new),
          schema: try definition?.schema(formID: form))
      } else {
        throw UsageError("No draft is named.", hint: "Give an ID, or --form FORM.")
      }
      return try print(answer, context)
    }
  }

  private static func print(_ answer: Restoration, _ context: VerbContext) throws -> ExitCode {
    switch answer {
    case .unreadable(_, let error): throw error
    case .none:
      guard context.isJSON, !context.arguments.flag("values-only") else {
        throw try context.notFound("There is no such draft.")
      }
      try context.printJSON(noneMembers(context))
      return .no
    case .restored(let draft): return try print(draft, "restored", .done, context)
    case .mismatch(let draft): return try print(draft, "mismatch", .no, context)
    case .inDoubt(_, let draft): return try print(draft, "inDoubt", .no, context)
    }
  }

  private static func noneMembers(_ context: VerbContext) -> [(String, DraftValue)] {
    [
      ("outcome", "none"), ("draft", .null), ("revision", .null), ("savedAt", .null),
      ("form", .optional(context.arguments.string("form"))),
      ("owner", .optional(context.owner?.name)), ("record", .optional(context.record?.id)),
      ("version", .null), ("inDoubt", .null), ("others", []), ("snapshot", .null),
      ("report", RestoreReport().json),
    ]
  }

  private static func print(
    _ draft: StoredDraft, _ outcome: String, _ code: ExitCode, _ context: VerbContext
  ) throws -> ExitCode {
    if context.arguments.flag("values-only") {
      try context.io.output.writeLine(DraftValue.object(draft.snapshot.values).printableJSON)
      for mismatch in draft.report.mismatches { context.note(words(mismatch)) }
    } else if context.isJSON {
      try context.printJSON(
        draft.summary.members(outcome: outcome, others: draft.others.map(\.id)) + [
          ("snapshot", draft.snapshot.json), ("report", draft.report.json),
        ])
    } else {
      try printForPeople(draft, outcome, context)
    }
    return code
  }

  private static func printForPeople(
    _ draft: StoredDraft, _ outcome: String, _ context: VerbContext
  ) throws {
    if context.arguments.string("schema") == nil { context.noteWriterSchema() }
    try context.printLines(draft.heading + [""])
    var lines: [(String, String)] = []
    draft.snapshot.values.forEachLeaf { path, value in
      lines.append((path.description, value.printableJSON))
    }
    let width = min(lines.map { CellWidth.width(of: $0.0) }.max() ?? 0, 40)
    for (path, value) in lines {
      let gap = String(repeating: " ", count: max(width - CellWidth.width(of: path), 0) + 2)
      try context.io.output.writeLine("  \(path)\(gap)\(value)")
    }
    if lines.isEmpty { try context.printLines(["  (no answers)"]) }
    for mismatch in draft.report.mismatches {
      try context.printLines(["Does not fit: \(words(mismatch))"])
    }
    for path in draft.report.orphans { try context.printLines(["Kept, without a place: \(path)"]) }
    for path in draft.report.reentry { try context.printLines(["To be entered again: \(path)"]) }
    for other in draft.others {
      context.note(
        "Another draft of the same key: \(other.id.short), saved \(other.savedAt.localText)")
    }
  }

  private static func words(_ mismatch: RestoreReport.Mismatch) -> String {
    mismatch.path.map { "\($0): \(mismatch.description)" } ?? mismatch.description
  }
}
