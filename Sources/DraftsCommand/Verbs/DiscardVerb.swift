import FormDrafts

/// The verb of `drafts discard`.
enum DiscardVerb: RunnableVerb {
  static let verb = Verb(
    "discard", "End one draft; it does not rise again.",
    arguments: [.init("ID", "The draft.")],
    options: [
      .flag("dry-run", "Only say what would be removed."),
      .flag("yes", "Do not ask."),
    ],
    examples: ["drafts discard 3f2a --yes"])

  static func run(_ context: VerbContext) async throws -> ExitCode {
    try await context.withStore(writing: !context.arguments.flag("dry-run")) { store in
      let id = try await context.draft(context.arguments.positional("ID") ?? "", in: store)
      let planned = try await store.discard(id, dryRun: true)
      guard !context.arguments.flag("dry-run") else {
        return try PurgeVerb.print(planned, isDryRun: true, context)
      }
      try context.confirm(
        "Discard the draft \(id.short), \(Quantity.count(planned.fields, "field")), for good?")
      var receipt = try await store.discard(id)
      receipt.erasure = try await store.compact()
      return try PurgeVerb.print(receipt, isDryRun: false, context)
    }
  }
}
