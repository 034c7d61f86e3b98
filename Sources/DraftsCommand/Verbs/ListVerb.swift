import FormDrafts

/// The verb of `drafts list`.
enum ListVerb: RunnableVerb {
  static let verb = Verb(
    "list", "List the drafts by owner, the last saved first.",
    discussion: """
      Every answer's checksum is compared. A damaged draft is listed as one and hides no other; \
      the exit code stays 0. An owner's database that cannot be opened at all is an error, after \
      the drafts of the others.
      """,
    options: VerbContext.ownerFilter + VerbContext.formFilter + VerbContext.recordFilter,
    exclusive: [.init("owner", "nobody"), .init("record", "new")],
    examples: ["drafts list", "drafts list --owner ana --json"])

  static func run(_ context: VerbContext) async throws -> ExitCode {
    try await context.withStore { store in
      let all = try await store.list(context.filter, verifying: true)
      let closed = all.compactMap { if case .unreadable(let error) = $0 { error } else { nil } }
      let listings = all.filter { if case .unreadable = $0 { false } else { true } }.byOwner
      if let error = closed.first, listings.isEmpty { throw error }
      try print(listings, context)
      // Others can be listed, but what is behind these nobody knows: that is no success.
      for error in closed {
        _ = DraftsCommand.report(error, isJSON: context.isJSON, io: context.io)
      }
      return closed.first.map { ExitCode(of: $0) } ?? .done
    }
  }

  private static func print(_ listings: [DraftListing], _ context: VerbContext) throws {
    if context.isJSON {
      try printJSON(listings, context)
    } else if listings.isEmpty {
      try context.noteNoDrafts()
    } else {
      try context.printTable(table(listings))
    }
  }

  /// One element a line, so that a list can be read without holding it all.
  private static func printJSON(_ listings: [DraftListing], _ context: VerbContext) throws {
    guard !listings.isEmpty else { return try context.io.output.writeLine("[]") }
    var separator = "[\n"
    for listing in listings {
      let element = DraftValue.members(members(listing)).printableJSON
      try context.io.output.write(separator + element)
      separator = ",\n"
    }
    try context.io.output.write("\n]\n")
  }

  private static func members(_ listing: DraftListing) -> [(String, DraftValue)] {
    func members(_ summary: DraftSummary, _ outcome: String) -> [(String, DraftValue)] {
      summary.members(outcome: outcome) + summary.listMembers
    }
    switch listing {
    case .draft(let summary):
      return members(summary, summary.status == .submitting ? "inDoubt" : "restored")
    case .damaged(_, let summary?, let error):
      return members(summary, "mismatch") + [("damage", .text(error.message))]
    case .unreadable(let error):
      return DraftSummary.unreadableMembers(nil) + [("damage", .text(error.message))]
    case .damaged(let id, nil, let error):
      return DraftSummary.unreadableMembers(id) + [("damage", .text(error.message))]
    }
  }
}

extension ListVerb {
  /// A column, and the cells that say nothing.
  ///
  /// A column of nothing else is left out, so that the others have room.
  private static let columns: [(column: Table.Column, dull: [String])] = [
    (.init("ID", minimum: 8), []),
    (.init("FORM", shrinkRank: 2, minimum: 8), []),
    (.init("OWNER", shrinkRank: 2, minimum: 8), []),
    (.init("RECORD", shrinkRank: 2, minimum: 8, dropRank: 2), ["", "(new)"]),
    (.init("TITLE", shrinkRank: 2, minimum: 8, dropRank: 3), [""]),
    (.init("STEP", shrinkRank: 3, minimum: 6, dropRank: 5), [""]),
    (.init("ANSWERED", alignment: .trailing, dropRank: 4), []),
    (.init("REV", alignment: .trailing, dropRank: 6), []),
    (.init("SAVED", minimum: 16, dropRank: 1), []),
    (.init("EXPIRES", minimum: 16, dropRank: 7), [""]),
    (.init("PARENT", minimum: 8, dropRank: 8), [""]),
    (.init("STATUS"), ["", "open"]),
  ]

  private static func table(_ listings: [DraftListing]) -> Table {
    let ids = ShortIDs(
      listings.flatMap { listing in
        [listing.shownID, listing.summary?.parent].compactMap { $0 }
      })
    let rows = listings.map { cells($0, ids) }
    let shown = columns.indices.filter { index in
      columns[index].dull.isEmpty || rows.contains { !columns[index].dull.contains($0[index]) }
    }
    var table = Table(shown.map { columns[$0].column })
    for row in rows { table.append(shown.map { row[$0] }) }
    return table
  }

  private static func cells(_ listing: DraftListing, _ ids: ShortIDs) -> [String] {
    switch listing {
    case .draft(let summary): cells(summary, status: summary.statusText, ids)
    case .damaged(_, let summary?, _): cells(summary, status: "damaged", ids)
    case .damaged(let id, nil, _):
      [id.map { ids[$0] } ?? "?"] + Array(repeating: "", count: columns.count - 2) + ["damaged"]
    case .unreadable:
      ["?"] + Array(repeating: "", count: columns.count - 2) + ["unreadable"]
    }
  }

  private static func cells(
    _ summary: DraftSummary, status: String, _ ids: ShortIDs
  ) -> [String] {
    [
      ids[summary.id], summary.key.form, summary.ownerText, summary.recordText,
      summary.title ?? "", summary.step ?? "", "\(summary.answered)/\(summary.total)",
      "\(summary.revision)", summary.savedAt.localText, summary.expiresAt?.localText ?? "",
      summary.parent.map { ids[$0] } ?? "", status,
    ]
  }
}

extension DraftListing {
  /// The id its row shows; nil if that cannot be read.
  fileprivate var shownID: DraftID? {
    switch self {
    case .draft(let summary): summary.id
    case .damaged(let id, let summary, _): summary?.id ?? id
    case .unreadable: nil
    }
  }
}
