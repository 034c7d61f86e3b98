import FormDrafts

/// The verb of `drafts save`.
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
    ] + VerbContext.definitionOptions + VerbContext.keyOptions + [
      .value("draft", "ID", "Save this draft instead of making one."),
      .value("based-on", "REV", "The revision the values were made from; refuse if it moved on."),
      .value("baseline", "VERSION", "The version of the record the draft started from."),
      .value("baseline-values", "FILE", "The record's values then, as one JSON object."),
      .value("title", "TEXT", "A title for lists."),
      .value(
        "expires-after", "DURATION",
        "How long the draft lives after each save: 12h, 30d; 0s: for ever.",
        defaultText: "as before; for ever"),
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
    let expiresAfter = try context.arguments.milliseconds("expires-after")
    return try await context.withStore(writing: true) { store in
      let request = try await request(input, context, store)
      let receipt = try await store.save(
        request.snapshot, schema: request.schema, key: request.key, draft: request.draft,
        basedOn: request.basedOn, title: context.arguments.string("title"),
        baseline: request.baseline, expiresAfter: expiresAfter.map { .milliseconds($0) })
      try print(receipt, context)
      try noteUnknown(request, context)
      return .done
    }
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
          ? "nothing had changed" : "\(Quantity.count(receipt.written, "change")) saved")
        + "."
    ])
    for path in receipt.withheld { context.note("Not stored, a secret: \(path)") }
    if receipt.isTitleWithheld { context.note("Not stored: the title holds a secret.") }
    for path in receipt.undeclared { context.note("Stored, but not declared: \(path)") }
    for path in receipt.droppedOrphans {
      context.note("Too much without a place in the form; gone: \(path)")
    }
    for item in receipt.unsaved { context.note("Not stored: \(item.path): \(item.reason)") }
  }
}
