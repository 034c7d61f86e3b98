import FormDrafts

/// `drafts save`
enum SaveVerb: RunnableVerb {
  static let verb = Verb(
    "save", "Save a draft, without its secrets.",
    discussion: """
      Without --draft a new draft is made, even if the key has one. With --draft the definition \
      it was saved under is used unless --schema is given, and marks, step and skipped steps that \
      are not given stay as they are.
      """,
    options: [
      .value("form", "FORM", "The form's id.", defaultText: "the definition's own")
    ] + VerbContext.definitionOptions + VerbContext.ownerOptions + VerbContext.recordOptions + [
      .value("draft", "ID", "Save this draft instead of making one."),
      .value("based-on", "REV", "The revision the values were made from; refuse if it moved on."),
      .value("baseline", "VERSION", "The version of the record the draft started from."),
      .value("baseline-values", "FILE", "The record's values then, as one JSON object."),
      .value("title", "TEXT", "A title for lists."),
      .value(
        "values", "FILE", "The answers, as one JSON object; - for standard input.", isRequired: true
      ),
      .value("touched", "PATH", "A field the person visited.", isRepeatable: true),
      .value("dirty", "PATH", "A field the person changed.", isRepeatable: true),
      .value("step", "STEP", "The step the person is on."),
      .value("skipped", "STEP", "A step the person passed over.", isRepeatable: true),
      .value("secret", "PATH", "A secret whatever its name says.", isRepeatable: true),
      .value("not-secret", "PATH", "No secret whatever its name says.", isRepeatable: true),
    ],
    exclusive: [.init("owner", "nobody"), .init("record", "new")],
    examples: [
      "drafts save --schema signup.json --owner ana --values answers.json",
      "drafts save --draft 3f2a --based-on 4 --values -",
    ])

  static func run(_ context: VerbContext) async throws -> ExitCode {
    // Files are read before the store is opened: closing one that is a database by mistake would
    // drop the locks SQLite holds on it.
    let input = try input(context)
    return try await context.withStore(writing: true) { store in
      let request = try await request(input, context, store)
      let receipt = try await store.save(
        request.snapshot, schema: request.schema, key: request.key, draft: request.draft,
        basedOn: request.basedOn, title: context.arguments.string("title"),
        baseline: request.baseline)
      try print(receipt, context)
      return .done
    }
  }

  private struct Request {
    var key: DraftKey
    var schema: DraftSchema
    var snapshot: DraftSnapshot
    var draft: DraftID?
    var basedOn: DraftRevision?
    var baseline: DraftBaseline?
  }

  /// What stands in files and options.
  private struct Input {
    var basedOn: DraftRevision?
    var schema: DraftSchema?
    var values: DraftObject
    var baseline: DraftBaseline?
  }

  private static func input(_ context: VerbContext) throws -> Input {
    let arguments = context.arguments
    _ = try context.storePath()
    let basedOn = try arguments.count("based-on").map { DraftRevision($0) }
    if basedOn != nil, arguments.string("draft") == nil {
      throw UsageError("--based-on needs --draft.", hint: "Name the draft the revision is of.")
    }
    let schema = try context.schema(formID: arguments.string("form"))
    let values = try context.read(arguments.string("values") ?? "-") { bytes throws(DraftError) in
      try DraftObject(json: bytes)
    }
    return Input(
      basedOn: basedOn, schema: schema, values: values, baseline: try baseline(context))
  }

  private static func request(
    _ input: Input, _ context: VerbContext, _ store: DraftStore
  ) async throws -> Request {
    var request =
      if let text = context.arguments.string("draft") {
        try await existing(text, input.schema, context, store)
      } else {
        try new(input.schema, context)
      }
    request.basedOn = input.basedOn
    request.baseline = input.baseline
    request.snapshot.values = input.values
    try mark(&request.schema, context)
    return request
  }

  private static func new(_ schema: DraftSchema?, _ context: VerbContext) throws -> Request {
    guard let schema else {
      throw UsageError(
        "A new draft needs the form's definition.",
        hint: "Give --schema FILE, or --draft ID to save an existing draft.")
    }
    return Request(
      key: DraftKey(
        schema.id, owner: context.owner ?? .nobody, record: context.record ?? .new),
      schema: schema, snapshot: try snapshot(context, else: DraftSnapshot()))
  }

  private static func existing(
    _ text: String, _ given: DraftSchema?, _ context: VerbContext, _ store: DraftStore
  ) async throws -> Request {
    let id = try await context.draft(text, in: store)
    let stored: StoredDraft
    switch await store.restore(id) {
    case .none:
      // Says how it ended, or that there never was one.
      _ = try await store.discard(id, dryRun: true)
      throw DraftError(.notFound, "There is no draft \(id).")
    case .unreadable(_, let error): throw error
    case .restored(let draft), .mismatch(let draft), .inDoubt(_, let draft): stored = draft
    }
    var key = stored.summary.key
    if let owner = context.owner { key.owner = owner }
    if let record = context.record { key.record = record }
    if let form = context.arguments.string("form") { key.form = form }
    guard key == stored.summary.key else {
      throw DraftError(
        .keyMismatch, "The draft \(id) is of another owner, form or record than given.",
        hint: "Leave --owner, --form and --record out: the draft knows them.", paths: [])
    }
    var schema = given ?? stored.writerSchema
    // What was a secret of this draft stays one until somebody says otherwise.
    schema.overrides.secret += stored.writerSchema.overrides.secret
    schema.overrides.notSecret += stored.writerSchema.overrides.notSecret
    return Request(
      key: key, schema: schema, snapshot: try snapshot(context, else: stored.snapshot),
      draft: id)
  }

  /// Marks and steps that are given; what is not stays as it is in the draft.
  private static func snapshot(
    _ context: VerbContext, else stored: DraftSnapshot
  ) throws -> DraftSnapshot {
    let arguments = context.arguments
    var snapshot = stored
    let touched = try context.paths("touched")
    let dirty = try context.paths("dirty")
    if !touched.isEmpty { snapshot.touched = Set(touched) }
    if !dirty.isEmpty { snapshot.dirty = Set(dirty) }
    if let step = arguments.string("step") { snapshot.step = step }
    let skipped = arguments.strings("skipped")
    if !skipped.isEmpty { snapshot.skippedSteps = skipped }
    return snapshot
  }

  private static func baseline(_ context: VerbContext) throws -> DraftBaseline? {
    let file = context.arguments.string("baseline-values")
    guard let version = context.arguments.string("baseline") else {
      guard file == nil else {
        throw UsageError(
          "--baseline-values needs --baseline.", hint: "Name the record's version too.")
      }
      return nil
    }
    if file == "-", context.arguments.string("values") == "-" {
      throw UsageError("Standard input can be read only once.", hint: "Use a file for one of them.")
    }
    let values = try file.map { path in
      try context.read(path) { bytes throws(DraftError) in try DraftObject(json: bytes) }
    }
    return DraftBaseline(version, values: values)
  }

  /// Adds the app's own list of secrets. The last word of the person counts.
  private static func mark(_ schema: inout DraftSchema, _ context: VerbContext) throws {
    let secret = try context.paths("secret")
    let notSecret = try context.paths("not-secret")
    if let both = secret.first(where: notSecret.contains) {
      throw UsageError("\(both) is given as a secret and as none.", hint: "Decide for one.")
    }
    var overrides = schema.overrides
    overrides.secret = unique(overrides.secret.filter { !notSecret.contains($0) } + secret)
    overrides.notSecret = unique(overrides.notSecret.filter { !secret.contains($0) } + notSecret)
    schema.overrides = overrides
  }

  private static func unique(_ paths: [FieldPath]) -> [FieldPath] {
    var seen: Set<FieldPath> = []
    return paths.filter { seen.insert($0).inserted }
  }

  private static func print(_ receipt: SaveReceipt, _ context: VerbContext) throws {
    guard !context.isJSON else {
      return try context.printJSON([
        ("draft", .text(receipt.draft.rawValue)),
        ("revision", DraftValue(receipt.revision.rawValue)), ("savedAt", receipt.savedAt.json),
        ("durability", .text(receipt.durability.rawValue)),
        ("written", DraftValue(receipt.written)), ("withheld", .pointers(receipt.withheld)),
        ("undeclared", .pointers(receipt.undeclared)),
        (
          "unsaved",
          .list(
            receipt.unsaved.map {
              .members([("path", .text($0.path.pointer)), ("reason", .text($0.reason))])
            })
        ),
      ])
    }
    try context.printLines([
      "Draft \(receipt.draft), revision \(receipt.revision): "
        + (receipt.written == 0
          ? "nothing new" : "\(Quantity.count(receipt.written, "value")) written")
        + "."
    ])
    for path in receipt.withheld { try context.note("Not stored, a secret: \(path)") }
    if receipt.isTitleWithheld { try context.note("Not stored: the title holds a secret.") }
    for path in receipt.undeclared { try context.note("Stored, but not declared: \(path)") }
    for item in receipt.unsaved { try context.note("Not stored: \(item.path): \(item.reason)") }
  }
}
