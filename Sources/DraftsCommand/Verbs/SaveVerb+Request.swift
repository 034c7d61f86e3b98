import FormDrafts

extension SaveVerb {
  /// What is to be saved.
  struct Request {
    var key: DraftKey
    var schema: DraftSchema
    var snapshot: DraftSnapshot
    var draft: DraftID?
    var basedOn: DraftRevision?
    var baseline: DraftBaseline?
  }

  /// What stands in files and options.
  struct Input {
    var basedOn: DraftRevision?
    var definition: DefinitionFile?
    var values: DraftObject
    var baseline: DraftBaseline?
  }

  static func input(_ context: VerbContext) throws -> Input {
    let arguments = context.arguments
    _ = try context.storePath()
    let basedOn = try arguments.count("based-on").map { DraftRevision($0) }
    try context.checkStandardInput(
      arguments.string("schema"), arguments.string("ui-schema"), arguments.string("values"),
      arguments.string("baseline-values"))
    if basedOn != nil, arguments.string("draft") == nil {
      throw UsageError("--based-on needs --draft.", hint: "Name the draft the revision is of.")
    }
    let definition = try context.definition()
    let values = try context.read(arguments.string("values") ?? "-") { bytes throws(DraftError) in
      try DraftObject(json: bytes)
    }
    return Input(
      basedOn: basedOn, definition: definition, values: values, baseline: try context.baseline())
  }

  static func request(
    _ input: Input, _ context: VerbContext, _ store: DraftStore
  ) async throws -> Request {
    var request =
      if let text = context.arguments.string("draft") {
        try await existing(text, input.definition, context, store)
      } else {
        try new(input.definition, context)
      }
    request.basedOn = input.basedOn
    request.baseline = input.baseline
    request.snapshot.values = input.values
    try mark(&request.schema, context)
    return request
  }

  private static func new(
    _ definition: DefinitionFile?, _ context: VerbContext
  ) throws -> Request {
    guard let schema = try definition?.schema(formID: context.arguments.string("form")) else {
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
    _ text: String, _ definition: DefinitionFile?, _ context: VerbContext, _ store: DraftStore
  ) async throws -> Request {
    let id = try await context.draft(text, in: store)
    guard let stored = try ReadDraft(await store.restore(id)) else {
      // Says how it ended, or that there never was one.
      _ = try await store.discard(id, dryRun: true)
      throw DraftError(.notFound, "There is no draft \(id).")
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
    let given = try definition?.schema(
      formID: context.arguments.string("form"), fallback: key.form)
    if let given, !given.id.isSameBytes(as: key.form) {
      throw DraftError(
        .keyMismatch,
        "The definition is of the form “\(given.id.echoed)”, the draft of “\(key.form.echoed)”.",
        hint: "If it is the same form under another name, give --form too.")
    }
    var schema = given ?? stored.writerSchema
    // What was a secret of this draft stays one until somebody says otherwise.
    schema.overrides.secret += stored.writerSchema.overrides.secret
    schema.overrides.notSecret += stored.writerSchema.overrides.notSecret
    // Marks and steps follow their fields into the form that is given.
    let options = RestoreOptions(policy: .salvage, floor: 0, acceptsNewer: true)
    let now = try ReadDraft(await store.restore(id, schema: given, options: options))
    return Request(
      key: key, schema: schema,
      snapshot: try snapshot(context, else: now?.snapshot ?? DraftSnapshot()), draft: id)
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

  /// Adds the app's own list of secrets.
  ///
  /// The last word of the person counts.
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
}
