import FormDrafts

/// The verb of `drafts discard`.
enum DiscardVerb: RunnableVerb {
  static let verb = Verb(
    "discard", "End one draft; it does not rise again.",
    discussion: """
      With --undo-for the draft is hidden instead and no save to it is taken; --undo brings it back \
      as long as that time is not over. Afterwards it is deleted, by whatever writes to the store \
      next.
      """,
    arguments: [.init("ID", "The draft.", isOptional: true)],
    options: [
      .value("undo-for", "DURATION", "Let it be brought back for so long: 90s, 15min, 12h, 30d."),
      .value("undo", "ID", "Bring this draft back instead."),
      .flag("dry-run", "Only say what would be removed."),
      .flag("yes", "Do not ask."),
    ],
    exclusive: [
      .init("ID", "undo", isRequired: true), .init("undo", "undo-for", isInUsage: false),
      .init("undo", "dry-run", isInUsage: false), .init("undo-for", "dry-run", isInUsage: false),
    ],
    examples: [
      "drafts discard 3f2a --yes", "drafts discard 3f2a --undo-for 12h",
      "drafts discard --undo 3f2a",
    ])

  static func run(_ context: VerbContext) async throws -> ExitCode {
    let undoFor = try context.arguments.milliseconds("undo-for")
    let isDryRun = context.arguments.flag("dry-run")
    return try await context.withStore(writing: !isDryRun) { store in
      if let text = context.arguments.string("undo") { return try await undo(text, context, store) }
      let text = context.arguments.positional("ID") ?? ""
      if let undoFor { return try await hide(text, for: undoFor, context, store) }
      let id = try await context.draft(text, in: store, includingDiscarded: true)
      let planned = try await store.discard(id, dryRun: true)
      guard !isDryRun else { return try PurgeVerb.print(planned, isDryRun: true, context) }
      try context.confirm(
        "Discard the draft \(id.short), \(Quantity.count(planned.fields, "field")), for good?")
      var receipt = try await store.discard(id)
      receipt.erasure = try await store.compact()
      return try PurgeVerb.print(receipt, isDryRun: false, context)
    }
  }

  /// Nobody is asked: it can be undone.
  private static func hide(
    _ text: String, for milliseconds: Int64, _ context: VerbContext, _ store: DraftStore
  ) async throws -> ExitCode {
    let id = try await context.draft(text, in: store)
    let receipt = try await store.discard(id, undoFor: .milliseconds(milliseconds))
    if context.isJSON {
      try context.printJSON(receipt.members)
    } else {
      try context.printLines(["Discarded \(receipt.words)."])
      if case .pending(let reason) = receipt.erasure {
        context.note("Not yet erased: \(reason), with drafts discard --undo \(id.short).")
      }
    }
    return .done
  }

  private static func undo(
    _ text: String, _ context: VerbContext, _ store: DraftStore
  ) async throws -> ExitCode {
    let id = try await context.draft(text, in: store, includingDiscarded: true)
    let wasDiscarded = try await store.undoDiscard(id)
    if context.isJSON {
      try context.printJSON([("draft", .text(id.rawValue))])
    } else {
      try context.printLines([
        wasDiscarded ? "The draft \(id.short) is back." : "The draft \(id.short) was not discarded."
      ])
    }
    return .done
  }
}
