import FormDrafts

/// The verb of `drafts revert`.
enum RevertVerb: RunnableVerb {
  static let verb = Verb(
    "revert", "Make an earlier state of a draft its current one.",
    discussion: """
      It becomes a new revision, and what was there before becomes an earlier state, so that this \
      can be undone. drafts history lists the revisions it can go back to.
      """,
    arguments: [
      .init("ID", "The draft."), .init("REV", "The revision to go back to."),
    ],
    options: [.flag("dry-run", "Only say what would change.")],
    examples: ["drafts revert 3f2a 4 --dry-run", "drafts revert 3f2a 4"])

  static func run(_ context: VerbContext) async throws -> ExitCode {
    let revision = try revision(context)
    let isDryRun = context.arguments.flag("dry-run")
    return try await context.withStore(writing: !isDryRun) { store in
      let id = try await context.draft(context.arguments.positional("ID") ?? "", in: store)
      let receipt = try await store.revert(id, to: revision, dryRun: isDryRun)
      try print(receipt, isDryRun: isDryRun, context)
      return .done
    }
  }

  private static func revision(_ context: VerbContext) throws -> DraftRevision {
    let text = context.arguments.positional("REV") ?? ""
    guard let number = Int(text), number > 0 else {
      throw UsageError(
        "“\(text.echoed)” is not a revision.",
        hint: "Give a number; drafts history lists those that are kept.")
    }
    return DraftRevision(number)
  }

  private static func print(
    _ receipt: SaveReceipt, isDryRun: Bool, _ context: VerbContext
  ) throws {
    guard !context.isJSON else {
      return try context.printJSON([
        ("draft", .text(receipt.draft.rawValue)),
        ("revision", DraftValue(receipt.revision.rawValue)), ("savedAt", receipt.savedAt.json),
        ("durability", isDryRun ? .null : .text(receipt.durability.rawValue)),
        ("written", DraftValue(receipt.written)),
      ])
    }
    let changes =
      receipt.written == 0
      ? "no answer changed" : "\(Quantity.count(receipt.written, "change"))"
    try context.printLines([
      isDryRun
        ? "Would make revision \(receipt.revision) of the draft \(receipt.draft): \(changes)."
        : "Draft \(receipt.draft), revision \(receipt.revision): \(changes)."
    ])
  }
}
