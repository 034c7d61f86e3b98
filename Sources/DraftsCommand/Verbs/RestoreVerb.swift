import FormDrafts

/// The verb of `drafts restore`.
enum RestoreVerb: RunnableVerb {
  static let verb = Verb(
    "restore", "Print a draft's values, and how they fit the form.",
    discussion: """
      A draft is named by its ID, or by --form with owner and record; of several drafts of such a \
      key the last saved is taken and the others are named. Without --schema the definition the \
      draft was saved under is used. Nothing is written: drafts save --draft ID --schema FILE \
      --values - writes back what fits, and keeps the rest with the draft. Exit code 2: there is no \
      draft, or something needs a decision.
      With --baseline the record as it is now is compared with the one the draft was begun on.
      """,
    arguments: [.init("ID", "The draft.", isOptional: true)],
    options: [
      .value(
        "form", "FORM",
        "The form; with an ID, the name of the definition that does not name itself.")
    ] + VerbContext.keyOptions + VerbContext.definitionOptions + RestoreChoices.options + [
      .value("baseline", "VERSION", "The version the record has now."),
      .value("baseline-values", "FILE", "The record's values now, as one JSON object."),
      .flag("values-only", "Print only the values, as one JSON object."),
    ],
    exclusive: [
      .init("owner", "nobody"), .init("record", "new"),
    ] + VerbContext.idIsAll,
    examples: [
      "drafts restore 3f2a", "drafts restore --form signup --owner ana --schema signup.json",
      "drafts restore 3f2a --schema signup.json --policy salvage --json",
    ])

  static func run(_ context: VerbContext) async throws -> ExitCode {
    try context.checkStandardInput(
      context.arguments.string("schema"), context.arguments.string("ui-schema"),
      context.arguments.string("upgrade"), context.arguments.string("baseline-values"))
    let definition = try context.definition()
    if definition == nil, context.arguments.string("upgrade") != nil {
      throw UsageError("--upgrade needs --schema.", hint: "Name the form as it is now.")
    }
    let form = context.arguments.string("form")
    var options = try RestoreChoices.read(context)
    options.record = try context.baseline()
    return try await context.withStore { store in
      let answer: Restoration
      if let text = context.arguments.positional("ID") {
        answer = try await context.restore(
          text, under: definition, formID: form, options: options, in: store)
        if case .none = answer { throw try context.notFound("There is no such draft.") }
      } else if let form {
        answer = await store.restore(
          DraftKey(form, owner: context.owner ?? .nobody, record: context.record ?? .new),
          schema: try definition?.schema(formID: form), options: options)
      } else {
        throw UsageError("No draft is named.", hint: "Give an ID, or --form FORM.")
      }
      guard let draft = try ReadDraft(answer) else { return try printNone(context) }
      try print(draft, context)
      return draft.outcome == "restored" ? .done : .no
    }
  }

  private static func printNone(_ context: VerbContext) throws -> ExitCode {
    guard context.isJSON, !context.arguments.flag("values-only") else {
      throw try context.notFound("There is no such draft.")
    }
    try context.printJSON(noneMembers(context))
    return .no
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

  private static func print(_ draft: ReadDraft, _ context: VerbContext) throws {
    if context.arguments.flag("values-only") {
      for mismatch in draft.report.mismatches { context.note(mismatch.words) }
      guard let snapshot = draft.snapshot else { return }
      try context.io.output.writeLine(DraftValue.object(snapshot.values).printableJSON)
    } else if context.isJSON {
      try context.printJSON(
        draft.members + [
          ("snapshot", draft.snapshot?.json ?? .null), ("report", draft.report.json),
        ])
    } else {
      try printForPeople(draft, context)
    }
  }

  private static func printForPeople(_ draft: ReadDraft, _ context: VerbContext) throws {
    if context.arguments.string("schema") == nil { context.noteWriterSchema() }
    try context.printLines(draft.heading + [""])
    try printValues(draft.snapshot, context)
    if let table = draft.report.table {
      try context.printLines([""])
      try context.printTable(table)
      try context.printLines([""])
    }
    if let attempt = draft.summary.attempt {
      try context.printLines([
        "In doubt: a submit began and its end is not known; its attempt id is \(attempt)."
      ])
    }
    for mismatch in draft.report.mismatches {
      try context.printLines(["Needs a decision: \(mismatch.words)"])
    }
    if let step = draft.report.step { try context.printLines([step.words]) }
    for step in draft.report.droppedSteps {
      try context.printLines(["No longer skipped: \(step)"])
    }
    for path in draft.report.orphans { try context.printLines(["Kept, without a place: \(path)"]) }
    for path in draft.report.reentry { try context.printLines(["To be entered again: \(path)"]) }
    for other in draft.others {
      context.note(
        "Another draft of the same key: \(other.id.short), saved \(other.savedAt.localText)")
    }
  }

  private static func printValues(_ snapshot: DraftSnapshot?, _ context: VerbContext) throws {
    guard let snapshot else {
      return try context.printLines(["  (not handed out)"])
    }
    var lines: [(String, String)] = []
    snapshot.values.forEachLeaf { path, value in
      lines.append((path.description, value.printableJSON))
    }
    let width = min(lines.map { CellWidth.width(of: $0.0) }.max() ?? 0, 40)
    for (path, value) in lines {
      let gap = String(repeating: " ", count: max(width - CellWidth.width(of: path), 0) + 2)
      try context.io.output.writeLine("  \(path)\(gap)\(value)")
    }
    if lines.isEmpty { try context.printLines(["  (no answers)"]) }
  }
}
