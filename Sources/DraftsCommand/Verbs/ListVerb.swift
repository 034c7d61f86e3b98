import FormDrafts

/// `drafts list`
enum ListVerb: RunnableVerb {
  static let verb = Verb(
    "list", "List the drafts, the last saved first.",
    discussion: """
      Every answer's checksum is compared. A damaged draft is listed as one and hides no other; \
      the exit code stays 0.
      """,
    options: VerbContext.ownerOptions + [
      .value("form", "FORM", "Only drafts of this form.")
    ] + VerbContext.recordOptions,
    exclusive: [.init("owner", "nobody"), .init("record", "new")],
    examples: ["drafts list", "drafts list --owner ana --json"])

  static func run(_ context: VerbContext) async throws -> ExitCode {
    try await context.withStore { store in
      let filter = DraftFilter(
        owner: context.owner, form: context.arguments.string("form"), record: context.record)
      let listings = try await store.list(filter, verifying: true)
      if context.isJSON {
        try printJSON(listings, context)
      } else if listings.isEmpty {
        try context.note("There are no drafts.")
      } else {
        try context.printTable(table(listings))
      }
      return .done
    }
  }

  private static func printJSON(_ listings: [DraftListing], _ context: VerbContext) throws {
    var keys: [DraftKey: [DraftID]] = [:]
    for summary in listings.compactMap(\.summary) {
      keys[summary.key, default: []].append(summary.id)
    }
    guard !listings.isEmpty else { return try context.io.output.writeLine("[]") }
    for (index, listing) in listings.enumerated() {
      let element = DraftValue.members(members(listing, keys)).printableJSON
      try context.io.output.write((index == 0 ? "[" : ",") + element + "\n")
    }
    try context.io.output.writeLine("]")
  }

  private static func members(
    _ listing: DraftListing, _ keys: [DraftKey: [DraftID]]
  ) -> [(String, DraftValue)] {
    func members(_ summary: DraftSummary, _ outcome: String) -> [(String, DraftValue)] {
      let others = (keys[summary.key] ?? []).filter { $0 != summary.id }
      return summary.members(outcome: outcome, others: others) + summary.listMembers
    }
    switch listing {
    case .draft(let summary): return members(summary, "restored")
    case .damaged(_, let summary?, let error):
      return members(summary, "mismatch") + [("damage", .text(error.message))]
    case .damaged(let id, nil, let error):
      return [
        ("outcome", "unreadable"), ("draft", .optional(id?.rawValue)),
        ("damage", .text(error.message)),
      ]
    }
  }

  /// Columns in which nothing is worth a look are left out, so that the others have room.
  private static func table(_ listings: [DraftListing]) -> Table {
    let rows = listings.map(cells)
    let columns: [(column: Table.Column, dull: [String])] = [
      (.init("ID", minimum: 8), []), (.init("FORM", shrinkRank: 2, minimum: 8), []),
      (.init("OWNER", shrinkRank: 2, minimum: 6), []),
      (.init("RECORD", shrinkRank: 2, minimum: 6), ["", "(new)"]),
      (.init("TITLE", shrinkRank: 3, minimum: 8), [""]),
      (.init("STEP", shrinkRank: 3, minimum: 6), [""]),
      (.init("ANSWERED", alignment: .trailing), []),
      (.init("REV", alignment: .trailing), []),
      (.init("SAVED", shrinkRank: 1, minimum: 10), []), (.init("STATUS"), ["", "open"]),
    ]
    let shown = columns.indices.filter { index in
      columns[index].dull.isEmpty || rows.contains { !columns[index].dull.contains($0[index]) }
    }
    var table = Table(shown.map { columns[$0].column })
    for row in rows { table.append(shown.map { row[$0] }) }
    return table
  }

  private static func cells(_ listing: DraftListing) -> [String] {
    guard let summary = listing.summary else {
      let id = if case .damaged(let id?, _, _) = listing { String(id.rawValue.prefix(8)) } else { "?" }
      return [id, "", "", "", "", "", "", "", "", "damaged"]
    }
    let status = if case .damaged = listing { "damaged" } else { summary.status.rawValue }
    return [
      summary.shortID, summary.key.form, summary.ownerText, summary.recordText,
      summary.title ?? "", summary.step ?? "", "\(summary.answered)/\(summary.total)",
      "\(summary.revision)", summary.savedAt.localText, status,
    ]
  }
}
