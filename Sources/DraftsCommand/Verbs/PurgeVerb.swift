import FormDrafts

/// The verb of `drafts purge`.
enum PurgeVerb: RunnableVerb {
  static let verb = Verb(
    "purge", "Remove drafts so that no byte of them is left in the store.",
    discussion: """
      Whose drafts must be said; the other options only narrow it. With --secrets-of the drafts \
      stay: only the answers go that are secrets under a definition, from the drafts of its form, \
      whatever a save said of them with --not-secret. With --set-aside only that goes which repairs \
      put aside. Exit code 2: the bytes are not all gone, because somebody reads the store, and \
      the next open finishes it, or because a repair put some of them aside.
      """,
    options: [
      .value("owner", "OWNER", "The drafts of this account."),
      .flag("nobody", "The drafts that are nobody’s."),
      .flag("everyone", "The drafts of every owner."),
      .value(
        "form", "FORM",
        "Only drafts of this form; with --secrets-of, instead of the definition's own id."),
    ] + VerbContext.recordFilter + [
      .value("older-than", "DURATION", "Only drafts last saved longer ago: 15min, 12h, 30d."),
      .flag("expired", "Only drafts whose time to live is over."),
      .value("secrets-of", "FILE", "Remove only answers that are secrets under this definition."),
    ] + VerbContext.definitionDetails + [
      .flag("set-aside", "Remove only what repairs put aside."),
      .flag("dry-run", "Only say what would be removed."),
      .flag("yes", "Do not ask."),
    ],
    exclusive: [
      .init("owner", "nobody", "everyone", isRequired: true), .init("record", "new"),
    ]
      + ["record", "new", "older-than", "expired"].map {
        .init("secrets-of", $0, isInUsage: false)
      }
      + ["form", "record", "new", "older-than", "expired", "secrets-of"].map {
        .init("set-aside", $0, isInUsage: false)
      },
    examples: [
      "drafts purge --owner ana --yes", "drafts purge --everyone --older-than 90d --dry-run",
      "drafts purge --everyone --secrets-of signup.json --yes",
    ])

  static func run(_ context: VerbContext) async throws -> ExitCode {
    if let file = context.arguments.string("secrets-of") {
      return try await scrub(file, context)
    }
    // Left out by mistake, it would be the drafts that go.
    for option in ["ui-schema", "format"] where context.arguments.isGiven(option) {
      throw UsageError("--\(option) needs --secrets-of.", hint: "Name the definition too.")
    }
    if context.arguments.flag("set-aside") { return try await purgeSetAside(context) }
    var filter = context.filter
    filter.olderThan = try context.arguments.milliseconds("older-than").map { .milliseconds($0) }
    filter.isExpired = context.arguments.flag("expired")
    return try await context.withStore(writing: !context.arguments.flag("dry-run")) { store in
      let planned = try await purge(filter, of: store, dryRun: true, context)
      guard !context.arguments.flag("dry-run") else {
        return try print(planned, isDryRun: true, context)
      }
      try context.confirm("Remove \(planned.words) of \(whose(filter.owner)) for good?")
      let receipt = try await purge(filter, of: store, dryRun: false, context)
      return try print(receipt, isDryRun: false, context)
    }
  }

  private static func purge(
    _ filter: DraftFilter, of store: DraftStore, dryRun: Bool, _ context: VerbContext
  ) async throws -> PurgeReceipt {
    let progress = Progress(dryRun ? "Counting, owners" : "Removing, owners", context)
    defer { progress.end() }
    return try await store.purge(filter, dryRun: dryRun) { progress.reached($0) }
  }

  /// Removes only what is a secret under a definition.
  private static func scrub(_ file: String, _ context: VerbContext) async throws -> ExitCode {
    let schema = try context.definition(file).schema(formID: context.arguments.string("form"))
    let isDryRun = context.arguments.flag("dry-run")
    let owner = context.owner
    return try await context.withStore(writing: !isDryRun) { store in
      let planned = try await store.scrub(schema, owner: owner, dryRun: true)
      guard !isDryRun else {
        return try print(planned, planned.scrubWords, isDryRun: true, context)
      }
      try context.confirm("Remove \(planned.scrubWords) of \(whose(owner)) for good?")
      let receipt = try await store.scrub(schema, owner: owner)
      return try print(receipt, receipt.scrubWords, isDryRun: false, context)
    }
  }

  /// Removes only what repairs put aside.
  private static func purgeSetAside(_ context: VerbContext) async throws -> ExitCode {
    let isDryRun = context.arguments.flag("dry-run")
    let owner = context.owner
    return try await context.withStore(writing: !isDryRun) { store in
      let planned = try await store.purgeSetAside(owner: owner, dryRun: true)
      guard !isDryRun else {
        return try print(planned, planned.setAsideWords, isDryRun: true, context)
      }
      try context.confirm("Remove \(planned.setAsideWords) of \(whose(owner)) for good?")
      let receipt = try await store.purgeSetAside(owner: owner)
      return try print(receipt, receipt.setAsideWords, isDryRun: false, context)
    }
  }

  private static func whose(_ owner: DraftOwner?) -> String {
    switch owner {
    case nil: "every owner"
    case .nobody?: "nobody"
    case .account(let name)?: "“\(name.echoed)”"
    }
  }

  static func print(
    _ receipt: PurgeReceipt, _ words: String? = nil, isDryRun: Bool, _ context: VerbContext
  ) throws -> ExitCode {
    if context.isJSON {
      try context.printJSON(receipt.members)
    } else {
      let verb = isDryRun ? "Would remove" : "Removed"
      try context.printLines(["\(verb) \(words ?? receipt.words)."])
      if case .pending(let reason) = receipt.erasure {
        context.note("Not yet erased: \(reason).")
      }
    }
    return receipt.erasure == .complete ? .done : .no
  }
}

extension PurgeReceipt {
  fileprivate var setAsideWords: String { "\(Quantity.size(bytes)) that repairs put aside" }

  /// What a scrub did: the drafts stay.
  fileprivate var scrubWords: String {
    "\(Quantity.count(fields, "field")), \(pointWords)\(Quantity.size(bytes)) from "
      + Quantity.count(drafts, "draft")
  }
}
