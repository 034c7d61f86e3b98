import FormDrafts

/// The verb of `drafts purge`.
enum PurgeVerb: RunnableVerb {
  static let verb = Verb(
    "purge", "Remove drafts so that no byte of them is left in the store.",
    discussion: """
      Whose drafts must be said; the other options only narrow it. Exit code 2: somebody reads \
      the store, and the erasure is finished at the next open.
      """,
    options: [
      .value("owner", "OWNER", "The drafts of this account."),
      .flag("nobody", "The drafts that are nobody’s."),
      .flag("everyone", "The drafts of every owner."),
    ] + VerbContext.formFilter + VerbContext.recordFilter + [
      .value("older-than", "DURATION", "Only drafts last saved longer ago: 90s, 12h, 30d."),
      .flag("expired", "Only drafts whose time to live is over."),
      .flag("dry-run", "Only say what would be removed."),
      .flag("yes", "Do not ask."),
    ],
    exclusive: [
      .init("owner", "nobody", "everyone", isRequired: true), .init("record", "new"),
    ],
    examples: [
      "drafts purge --owner ana --yes", "drafts purge --everyone --older-than 90d --dry-run",
    ])

  static func run(_ context: VerbContext) async throws -> ExitCode {
    var filter = context.filter
    filter.olderThan = try context.arguments.milliseconds("older-than").map { .milliseconds($0) }
    filter.isExpired = context.arguments.flag("expired")
    return try await context.withStore(writing: !context.arguments.flag("dry-run")) { store in
      let planned = try await store.purge(filter, dryRun: true)
      guard !context.arguments.flag("dry-run") else {
        return try print(planned, isDryRun: true, context)
      }
      try context.confirm("Remove \(planned.words) of \(whose(filter)) for good?")
      return try print(try await store.purge(filter), isDryRun: false, context)
    }
  }

  private static func whose(_ filter: DraftFilter) -> String {
    switch filter.owner {
    case nil: "every owner"
    case .nobody?: "nobody"
    case .account(let name)?: "“\(name.echoed)”"
    }
  }

  static func print(
    _ receipt: PurgeReceipt, isDryRun: Bool, _ context: VerbContext
  ) throws -> ExitCode {
    if context.isJSON {
      try context.printJSON(receipt.members)
    } else {
      try context.printLines(["\(isDryRun ? "Would remove" : "Removed") \(receipt.words)."])
      if case .pending(let reason) = receipt.erasure {
        context.note("Not yet erased: \(reason).")
      }
    }
    return receipt.erasure == .complete ? .done : .no
  }
}
