import FormDrafts

/// The verb of `drafts compat`.
enum CompatVerb: RunnableVerb {
  static let verb = Verb(
    "compat", "Count what becomes of drafts under a form as it is to be; for CI.",
    discussion: """
      With one definition, each draft of its form in the store, or in exported files, is restored \
      under it. With two, each object of --answers is a draft saved under the first and restored \
      under the second; without --answers, answers of every kind the first takes are tried, and \
      each field counts with the worst that happens. Nothing is written, and no answer is printed.
      --allow wholly: every draft must restore wholly. --allow decision: drafts may need a \
      decision. --allow anything: the exit code is 0 whatever becomes of them. Exit code 2: \
      something is worse than that, or there is no store.
      """,
    arguments: [
      .init("FILE", "The form as it is to be; before NEW, the form as it was."),
      .init("NEW", "The form as it is to be.", isOptional: true),
    ],
    options: [
      .value(
        "answers", "FILE",
        "Answers saved under the first definition: a JSON object, a list of them, or JSON Lines.",
        isRepeatable: true),
      .value(
        "drafts", "FILE", "Drafts as drafts export prints them, also with --shape.",
        isRepeatable: true),
      .value(
        "form", "FORM", "The form's id, in the definitions and of the drafts.",
        defaultText: "the definition's own"),
    ] + VerbContext.ownerFilter + VerbContext.recordFilter
      + VerbContext.definitionOptions.filter { $0.name != "schema" }
      + RestoreChoices.options.filter { $0.name != "policy" } + [
        .value(
          "allow", "LEVEL", "The worst that is no failure: wholly, decision or anything.",
          defaultText: "wholly"),
        .flag("annotate", "Print a line a field for CI to show beside the definition."),
      ],
    exclusive: [
      .init("owner", "nobody"), .init("record", "new"),
      .init("answers", "drafts", isInUsage: false), .init("annotate", "json", isInUsage: false),
    ]
      + ["drafts", "owner", "nobody", "record", "new"].map {
        .init("NEW", $0, isInUsage: false)
      },
    examples: [
      "drafts compat signup.json signup-next.json",
      "drafts compat signup.json signup-next.json --answers answers.json --annotate",
      "drafts compat signup-next.json --allow decision --json",
      "drafts compat signup-next.json --drafts drafts.jsonl",
    ])

  static func run(_ context: VerbContext) async throws -> ExitCode {
    try checkUsage(context)
    let allowed = try Allowance(context)
    let options = try RestoreChoices.read(context)
    let compatibility = try await compatibility(options, context)
    if compatibility.drafts == 0, compatibility.fieldsTried == nil {
      let forms = try await formsThere(context)
      context.note(
        "There is no draft of the form “\(compatibility.form.id.shown)” here"
          + (forms.isEmpty ? "." : "; there are drafts of \(forms.joined(separator: ", "))."))
    }
    try print(compatibility, allowed, context)
    return compatibility.worst <= allowed.level ? .done : .no
  }

  private static func checkUsage(_ context: VerbContext) throws {
    let arguments = context.arguments
    let files =
      ["FILE", "NEW"].map(arguments.positional) + ["answers", "drafts"].flatMap(arguments.strings)
      + ["ui-schema", "upgrade"].map(arguments.string)
    let inputs = files.filter { $0 == "-" }
    try context.checkStandardInput(inputs.first ?? nil, inputs.dropFirst().first ?? nil)
    guard arguments.isGiven("NEW") else {
      guard arguments.isGiven("answers") else { return }
      throw UsageError(
        "--answers needs two definitions.", hint: "Name the form as it was before the new one.")
    }
    guard arguments.isGiven("floor"), !arguments.isGiven("answers") else { return }
    throw UsageError("--floor needs drafts.", hint: "Add --answers, or leave --floor out.")
  }

  private static func compatibility(
    _ options: RestoreOptions, _ context: VerbContext
  ) async throws -> Compatibility {
    let form = context.arguments.string("form")
    let first = try context.definition(context.arguments.positional("FILE") ?? "-")
    guard let path = context.arguments.positional("NEW") else {
      return try await ofDrafts(under: first.schema(formID: form), options, context)
    }
    let second = try DefinitionFile(
      path: path, bytes: context.read(path), uiSchema: first.uiSchema, format: first.format)
    // One that does not name its form is of the other's.
    let named = try? first.schema(formID: form)
    let new = try second.schema(formID: form, fallback: named?.id)
    let old = try named ?? first.schema(formID: form, fallback: new.id)
    guard context.arguments.isGiven("answers") else {
      return try Compatibility.ofAnswers(to: old, under: new, options: options)
    }
    return try ofAnswers(to: old, under: new, options, context)
  }
}

/// How bad things may be.
struct Allowance {
  let name: String
  let level: Compatibility.Level

  private static let all: [(name: String, level: Compatibility.Level)] = [
    ("wholly", .wholly), ("decision", .decision), ("anything", .nothing),
  ]

  /// What `--allow` says.
  init(_ context: VerbContext) throws {
    let name = context.arguments.string("allow") ?? "wholly"
    guard let found = Self.all.first(where: { $0.name.isSameBytes(as: name) }) else {
      let names = Self.all.map(\.name)
      throw UsageError(
        "“\(name.echoed)” is not a level.",
        hint: Suggestion.nearest(to: name, among: names).map { "Did you mean \($0)?" }
          ?? "The levels are \(names.joined(separator: ", ")).")
    }
    (self.name, level) = found
  }
}
