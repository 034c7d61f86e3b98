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
      var closed: [DraftError] = []
      var output: any ListOutput = context.isJSON ? ListDocument(context) : ListTable(context)
      try await store.forEachOwner(context.filter, verifying: true) { listings in
        for listing in listings {
          if case .unreadable(let error) = listing {
            closed.append(error)
          } else {
            try output.take(listing)
          }
        }
      }
      if let error = closed.first, output.isEmpty { throw error }
      try output.finish()
      // Others can be listed, but what is behind these nobody knows: that is no success.
      let errors = context.isJSON ? DraftError.summary(of: closed).map { [$0] } ?? [] : closed
      for error in errors {
        _ = DraftsCommand.report(error, isJSON: context.isJSON, io: context.io)
      }
      return closed.first.map { ExitCode(of: $0) } ?? .done
    }
  }
}

/// Where a list goes, draft by draft.
private protocol ListOutput {
  var isEmpty: Bool { get }
  mutating func take(_ listing: DraftListing) throws
  mutating func finish() throws
}

/// A JSON document: one element a line, written as it comes, so that a list can be made and read
/// without holding it all.
private struct ListDocument: ListOutput {
  let context: VerbContext
  private(set) var isEmpty = true

  init(_ context: VerbContext) { self.context = context }

  mutating func take(_ listing: DraftListing) throws {
    let element = DraftValue.members(Self.members(listing)).printableJSON
    try context.io.output.write((isEmpty ? "[\n" : ",\n") + element)
    isEmpty = false
  }

  func finish() throws { try context.io.output.write(isEmpty ? "[]\n" : "\n]\n") }

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

/// A table: it holds its rows, as the columns have to fit, and nothing else of a draft.
private struct ListTable: ListOutput {
  private struct Row {
    var id: DraftID?
    var parent: DraftID?
    /// With the ids' places empty.
    var cells: [String]
  }

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
  private static let parentColumn = 10

  let context: VerbContext
  private var rows: [Row] = []
  var isEmpty: Bool { rows.isEmpty }

  init(_ context: VerbContext) { self.context = context }

  mutating func take(_ listing: DraftListing) throws {
    rows.append(
      Row(id: listing.shownID, parent: listing.summary?.parent, cells: Self.cells(listing)))
  }

  mutating func finish() throws {
    guard !rows.isEmpty else { return try context.noteNoDrafts() }
    let ids = ShortIDs(rows.flatMap { [$0.id, $0.parent].compactMap { $0 } })
    for index in rows.indices {
      rows[index].cells[0] = rows[index].id.map { ids[$0] } ?? "?"
      rows[index].cells[Self.parentColumn] = rows[index].parent.map { ids[$0] } ?? ""
    }
    let columns = Self.columns
    let shown = columns.indices.filter { index in
      columns[index].dull.isEmpty
        || rows.contains { !columns[index].dull.contains($0.cells[index]) }
    }
    var table = Table(shown.map { columns[$0].column })
    for row in rows { table.append(shown.map { row.cells[$0] }) }
    rows = []
    try context.printTable(table)
  }

  private static func cells(_ listing: DraftListing) -> [String] {
    func unknown(_ status: String) -> [String] {
      Array(repeating: "", count: columns.count - 1) + [status]
    }
    switch listing {
    case .draft(let summary): return cells(summary, status: summary.statusText)
    case .damaged(_, let summary?, _): return cells(summary, status: "damaged")
    case .damaged(_, nil, _): return unknown("damaged")
    case .unreadable: return unknown("unreadable")
    }
  }

  private static func cells(_ summary: DraftSummary, status: String) -> [String] {
    [
      "", summary.key.form, summary.ownerText, summary.recordText, summary.title ?? "",
      summary.step ?? "", "\(summary.answered)/\(summary.total)", "\(summary.revision)",
      summary.savedAt.localText, summary.expiresAt?.localText ?? "", "", status,
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
