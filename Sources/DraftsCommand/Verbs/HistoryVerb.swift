import FormDrafts

/// The verb of `drafts history`.
enum HistoryVerb: RunnableVerb {
  static let verb = Verb(
    "history", "List the earlier states of a draft that it can go back to.",
    discussion: """
      The newest is first. A save keeps what was there before if the last save, or the last state \
      that was kept, is five minutes old, and whenever the form is another one. FIELDS are those \
      that differ from the next newer state. No answer is printed.
      """,
    arguments: [.init("ID", "The draft.")],
    examples: ["drafts history 3f2a", "drafts history 3f2a --json"])

  static func run(_ context: VerbContext) async throws -> ExitCode {
    try await context.withStore { store in
      let id = try await context.draft(context.arguments.positional("ID") ?? "", in: store)
      let history = try await store.history(of: id)
      if context.isJSON {
        try printJSON(history, context)
      } else if history.isEmpty {
        context.note("No earlier state of this draft is kept.")
      } else {
        try context.printTable(table(history))
      }
      return .done
    }
  }

  /// One element a line, as a list of drafts.
  private static func printJSON(_ history: [SavePoint], _ context: VerbContext) throws {
    guard !history.isEmpty else { return try context.io.output.writeLine("[]") }
    let lines = history.map { point in
      DraftValue.members([
        ("revision", DraftValue(point.revision.rawValue)), ("savedAt", point.savedAt.json),
        ("madeAt", point.madeAt.json), ("reason", .text(point.reason.rawValue)),
        ("changed", .pointers(point.changed)), ("damaged", .bool(point.isDamaged)),
      ]).printableJSON
    }
    try context.io.output.write("[\n" + lines.joined(separator: ",\n") + "\n]\n")
  }

  private static func table(_ history: [SavePoint]) -> Table {
    var table = Table([
      .init("REV", alignment: .trailing), .init("SAVED", minimum: 16),
      .init("WHY", dropRank: 1), .init("CHANGED", alignment: .trailing),
      .init("FIELDS", shrinkRank: 1, minimum: 12),
    ])
    for point in history {
      table.append([
        "\(point.revision)", point.savedAt.localText,
        point.isDamaged ? "damaged" : point.reason.rawValue, "\(point.changed.count)",
        point.changed.map(\.description).joined(separator: " "),
      ])
    }
    return table
  }
}
