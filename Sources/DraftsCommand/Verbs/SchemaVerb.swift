import FormDrafts

/// The verb of `drafts schema`.
enum SchemaVerb: RunnableVerb {
  static let verb = Verb(
    "schema", "Show what a form definition says: fields, types, secrets, steps.",
    discussion: """
      With a second file, shows what changed from the first to the second instead, and what each \
      change does to answers that drafts hold. The other options apply to both files.
      """,
    arguments: [
      .init("FILE", "The definition; - for standard input."),
      .init("NEW", "A later definition, to compare with.", isOptional: true),
    ],
    options: [
      .value("form", "FORM", "The form's id.", defaultText: "the definition's own"),
      .value(
        "ui-schema", "FILE", "A UI schema beside a JSON Schema: its password widgets are secrets."),
      VerbContext.formatOption,
    ],
    examples: [
      "drafts schema signup.json", "drafts schema signup.json --json",
      "drafts schema signup.json signup-2.json",
    ])

  static func run(_ context: VerbContext) async throws -> ExitCode {
    let file = context.arguments.positional("FILE") ?? "-"
    let later = context.arguments.positional("NEW")
    try context.checkStandardInput(file, later, context.arguments.string("ui-schema"))
    let definition = try context.definition(file)
    let schema = try definition.schema(formID: context.arguments.string("form"))
    if let later {
      let new = try DefinitionFile(
        path: later, bytes: context.read(later), uiSchema: definition.uiSchema,
        format: definition.format)
      try show(from: schema, to: new.schema(formID: context.arguments.string("form")), context)
      return .done
    }
    if context.isJSON {
      try context.printJSON(members(schema))
    } else {
      try printForPeople(schema, context)
    }
    return .done
  }

  /// What a schema says, as one JSON value.
  static func json(_ schema: DraftSchema) -> DraftValue { .members(members(schema)) }

  private static func members(_ schema: DraftSchema) -> [(String, DraftValue)] {
    let fields = schema.fields.map { field in
      DraftValue.members([
        ("path", .text(field.path.pointer)), ("type", .text("\(field.type)")),
        ("many", .bool(field.isMany)), ("secret", .bool(field.effectiveRetention == .secret)),
        ("options", options(field)), ("step", .optional(field.step)),
      ])
    }
    let steps = schema.steps.map { step in
      DraftValue.members([("id", .text(step.id)), ("skippable", .bool(step.isSkippable))])
    }
    return [
      ("form", .text(schema.id)), ("version", .optional(schema.version)),
      ("fingerprint", .text(schema.fingerprint.rawValue)), ("fields", .list(fields)),
      ("steps", .list(steps)),
    ]
  }

  /// The values of closed choices; those of a secret are not shown.
  private static func options(_ field: DraftSchema.Field) -> DraftValue {
    guard let options = field.options, options.isClosed, field.effectiveRetention != .secret
    else { return .null }
    return .list(options.items.map(\.value))
  }

  private static func printForPeople(_ schema: DraftSchema, _ context: VerbContext) throws {
    try context.printLines(
      [
        "Form         \(schema.id)" + (schema.version.map { ", version \($0)" } ?? ""),
        "Fingerprint  \(schema.fingerprint)",
      ]
        + (schema.steps.isEmpty
          ? []
          : [
            "Steps        "
              + schema.steps.map { $0.id + ($0.isSkippable ? " (skippable)" : "") }
              .joined(separator: ", ")
          ]) + (schema.fields.isEmpty ? [] : [""]))
    var table = Table([
      .init("PATH", shrinkRank: 1, minimum: 12), .init("TYPE", shrinkRank: 2),
      .init("KEPT"), .init("CHOICES", alignment: .trailing), .init("STEP", shrinkRank: 3),
    ])
    for field in schema.fields {
      let kept =
        switch field.effectiveRetention {
        case .secret: "no, secret"
        case .transient: "no, transient"
        case .kept, .automatic: "yes"
        }
      table.append([
        field.path.description, field.isMany ? "list of \(field.type)" : "\(field.type)", kept,
        field.options.map { $0.isClosed ? "\($0.items.count)" : "open" } ?? "",
        field.step ?? "",
      ])
    }
    if !schema.fields.isEmpty { try context.printTable(table) }
  }
}
