import FormDrafts

/// The verb of `drafts repair`.
enum RepairVerb: RunnableVerb {
  static let verb = Verb(
    "repair", "Keep what can be read of damaged databases, and put those aside.",
    discussion: """
      For each owner with something wrong a new database is made of everything whose checksum \
      holds. The damaged directory is renamed, never deleted; a purge of its owner removes it. \
      Nothing that does not hold is guessed: what is lost is told per draft, and where nothing \
      names the drafts any more, how many saves there were. A store that lost its store.id gets \
      it back if its databases agree, and what was interrupted is finished. Where a database does \
      not even say whose it is, name the owner.
      Exit code 2: something is lost, or could not be mended.
      """,
    options: VerbContext.ownerFilter + [.flag("dry-run", "Only say what would be kept.")],
    exclusive: [.init("owner", "nobody")],
    examples: ["drafts repair --dry-run", "drafts repair --owner ana"])

  static func run(_ context: VerbContext) async throws -> ExitCode {
    if let path = try context.missingStore() {
      throw DraftError(
        .notFound, "There is no store at “\(path.echoed)”.",
        hint: "Name the store with --store.", file: path)
    }
    let isDryRun = context.arguments.flag("dry-run")
    let report = try await context.withStore(writing: !isDryRun) { store in
      let progress = Progress("Mending, owners", context)
      defer { progress.end() }
      return try await store.repair(owner: context.owner, dryRun: isDryRun) {
        progress.reached($0)
      }
    }
    if context.isJSON {
      try context.printJSON(report.members)
    } else {
      try print(report, isDryRun: isDryRun, context)
    }
    return report.isWhole ? .done : .no
  }

  private static func print(
    _ report: RepairReport, isDryRun: Bool, _ context: VerbContext
  ) throws {
    var lines: [String] = []
    if report.isStoreIDRestored {
      lines.append(
        isDryRun ? "The store's id would be brought back." : "The store's id is back.")
    }
    let drafts = report.owners.flatMap { owner in owner.drafts.map { (owner.owner, $0) } }
    if !drafts.isEmpty { try context.printTable(table(drafts)) }
    for owner in report.owners { lines += Self.lines(owner) }
    for failure in report.failures {
      lines.append(
        ["Not mended: \(failure.sentence)", failure.hint].compactMap { $0 }.joined(separator: " "))
    }
    if report.owners.isEmpty, report.failures.isEmpty, !report.isStoreIDRestored {
      lines.append("Nothing is to be mended.")
    }
    try context.printLines(lines)
  }

  private static func lines(_ repair: OwnerRepair) -> [String] {
    let whose = DraftSummary.text(repair.owner)
    var lines: [String] = []
    if !repair.drafts.isEmpty {
      let kept = repair.drafts.count(where: \.isKept)
      lines.append("\(kept) of \(Quantity.count(repair.drafts.count, "draft")) of \(whose) kept.")
    }
    if let lost = repair.unaccounted { lines.append("\(whose): \(lost.sentence)") }
    if let path = repair.setAside { lines.append("The damaged database lies at \(path)") }
    if let rollBack = repair.rollBack { lines.append("\(whose): \(rollBack.sentence)") }
    return lines
  }

  private static func table(_ drafts: [(owner: DraftOwner, draft: DraftSalvage)]) -> Table {
    var table = Table([
      .init("DRAFT", minimum: 8), .init("OWNER", shrinkRank: 2, minimum: 8, dropRank: 1),
      .init("FORM", shrinkRank: 2, minimum: 8, dropRank: 2), .init("OUTCOME"),
      .init("LOST", shrinkRank: 1, minimum: 12),
    ])
    for (owner, draft) in drafts {
      table.append([
        draft.draft?.short ?? "-", DraftSummary.text(owner), draft.key?.form ?? "-",
        draft.outcome, draft.lossWords,
      ])
    }
    return table
  }
}

extension DraftSalvage {
  /// `whole`, `partly` or `lost`.
  fileprivate var outcome: String { !isKept ? "lost" : loss.isEmpty ? "whole" : "partly" }

  fileprivate var lossWords: String {
    var words: [String] = []
    if loss.answers > 0 {
      let paths = loss.paths.prefix(4).map(\.description).joined(separator: " ")
      words.append(
        Quantity.count(loss.answers, "answer") + (paths.isEmpty ? "" : ": \(paths)"))
    }
    if loss.savePoints > 0 { words.append(Quantity.count(loss.savePoints, "save point")) }
    if loss.isFormLost { words.append("the form") }
    return words.joined(separator: ", ")
  }

  fileprivate var members: [(String, DraftValue)] {
    [
      ("draft", .optional(draft?.rawValue)), ("form", .optional(key?.form)),
      ("record", .optional(key?.record.id)), ("outcome", .text(outcome)),
      ("lostAnswers", DraftValue(loss.answers)),
      ("lostPaths", .list(loss.paths.map { .text($0.pointer) })),
      ("lostSavePoints", DraftValue(loss.savePoints)), ("formLost", .bool(loss.isFormLost)),
    ]
  }
}

extension RepairReport {
  fileprivate var members: [(String, DraftValue)] {
    [
      ("storeIDRestored", .bool(isStoreIDRestored)),
      ("owners", .list(owners.map { .members($0.members) })),
      ("failures", .list(failures.map { .members($0.members) })),
    ]
  }
}

extension OwnerRepair {
  fileprivate var members: [(String, DraftValue)] {
    [
      ("owner", .optional(owner.name)), ("drafts", .list(drafts.map { .members($0.members) })),
      ("setAside", .optional(setAside)),
      ("rolledBack", rollBack.map { .members($0.members) } ?? .null),
      ("unaccounted", unaccounted.map { .members($0.members) } ?? .null),
    ]
  }
}

extension RollBack {
  fileprivate var members: [(String, DraftValue)] {
    [
      ("acknowledged", DraftValue(acknowledged)), ("found", DraftValue(found)),
      (
        "lastAcknowledged",
        .text(
          Timestamp.text(milliseconds: lastAcknowledged.millisecondsSince1970))
      ),
    ]
  }
}

extension UnaccountedSaves {
  fileprivate var members: [(String, DraftValue)] {
    [
      ("acknowledged", acknowledged.map { DraftValue($0) } ?? .null), ("found", DraftValue(found)),
      (
        "lastAcknowledged",
        .optional(
          lastAcknowledged.map { Timestamp.text(milliseconds: $0.millisecondsSince1970) })
      ),
    ]
  }
}
