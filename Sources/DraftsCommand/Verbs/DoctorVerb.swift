import FormDrafts

/// The verb of `drafts doctor`.
enum DoctorVerb: RunnableVerb {
  static let verb = Verb(
    "doctor", "Look whether everything that was written is there and holds.",
    discussion: """
      Looked at are, for every owner, the structure of the database, the checksum of every row, \
      save point and file, and whether the database went back behind the last acknowledged save; \
      copies of files nobody needs, drafts that should be gone, times in the future, the length of \
      the log, erasures and purges that were not finished, and permissions.
      Nothing is changed. For each database it says at which save it ends. Exit code 2: something \
      is wrong, or there is no store.
      """,
    options: VerbContext.ownerFilter,
    exclusive: [.init("owner", "nobody")],
    examples: ["drafts doctor", "drafts doctor --owner ana --json"])

  static func run(_ context: VerbContext) async throws -> ExitCode {
    if let path = try context.missingStore() {
      throw DraftError(
        .notFound, "There is no store at “\(path.echoed)”.",
        hint: "Name the store with --store.", file: path)
    }
    let health = try await context.withStore { store in
      let progress = Progress("Examining, drafts", context)
      defer { progress.end() }
      return try await store.health(context.owner) { progress.reached($0) }
    }
    if context.isJSON {
      try context.printJSON(health.members)
    } else {
      try print(health, context)
    }
    return health.isSound ? .done : .no
  }

  private static func print(_ health: StoreHealth, _ context: VerbContext) throws {
    if !health.owners.isEmpty { try context.printTable(table(health.owners)) }
    for path in health.setAside {
      context.note("A repair put this aside: \(path)")
    }
    if !health.setAside.isEmpty { context.note("drafts purge --set-aside removes it.") }
    let drafts = Quantity.count(health.drafts, "draft")
    guard !health.isSound else {
      return try context.printLines(["Nothing is wrong with \(drafts)."])
    }
    try context.printTable(table(health.findings))
    let findings = Quantity.count(health.findings.count, "finding")
    try context.printLines(
      [""] + sentences(health.findings) + ["", "\(findings); \(drafts) looked at."])
  }

  /// Each sentence once, because a table may have no room for all of it.
  private static func sentences(_ findings: [HealthFinding]) -> [String] {
    var counts: [String: Int] = [:]
    var order: [String] = []
    for finding in findings {
      let text = ([finding.sentence] + (finding.hint.map { [$0] } ?? [])).joined(separator: " ")
      if counts[text] == nil { order.append(text) }
      counts[text, default: 0] += 1
    }
    return order.map { "\(counts[$0, default: 0]) × \($0)" }
  }

  private static func table(_ owners: [OwnerHealth]) -> Table {
    var table = Table([
      .init("OWNER", shrinkRank: 1, minimum: 8), .init("DRAFTS", alignment: .trailing),
      .init("BYTES", alignment: .trailing, dropRank: 2),
      .init("LOG", alignment: .trailing, dropRank: 1), .init("SAVES", alignment: .trailing),
      .init("LAST SAVED"),
    ])
    for owner in owners {
      table.append([
        DraftSummary.text(owner.owner), "\(owner.drafts)", Quantity.size(Int(owner.databaseBytes)),
        Quantity.size(Int(owner.walBytes)), "\(owner.saves)",
        owner.lastSavedAt?.localText ?? "-",
      ])
    }
    return table
  }

  private static func table(_ findings: [HealthFinding]) -> Table {
    let columns: [Table.Column] = [
      .init("FINDING", dropRank: 3), .init("OWNER", shrinkRank: 2, minimum: 8, dropRank: 2),
      .init("DRAFT", minimum: 8), .init("PATH", shrinkRank: 2, minimum: 12),
      .init("WHAT", shrinkRank: 1, minimum: 24),
    ]
    let rows = findings.map(\.cells)
    let shown = columns.indices.filter { index in rows.contains { !$0[index].isEmpty } }
    var table = Table(shown.map { columns[$0] })
    for row in rows { table.append(shown.map { row[$0] }) }
    return table
  }
}

extension StoreHealth {
  fileprivate var members: [(String, DraftValue)] {
    [
      ("findings", .list(findings.map { .members($0.members) })),
      ("owners", .list(owners.map { .members($0.members) })),
      ("setAside", .list(setAside.map(DraftValue.text))), ("drafts", DraftValue(drafts)),
    ]
  }
}

extension OwnerHealth {
  fileprivate var members: [(String, DraftValue)] {
    [
      ("owner", .optional(owner.name)), ("directory", .text(directory)),
      ("drafts", DraftValue(drafts)), ("databaseBytes", DraftValue(databaseBytes)),
      ("walBytes", DraftValue(walBytes)), ("version", DraftValue(version)),
      ("saves", DraftValue(saves)),
      (
        "lastSavedAt",
        .optional(
          lastSavedAt.map { Timestamp.text(milliseconds: $0.millisecondsSince1970) })
      ),
    ]
  }
}

extension HealthFinding {
  var members: [(String, DraftValue)] {
    [
      ("code", .text(code.rawValue)), ("owner", .optional(owner?.name)),
      ("draft", .optional(draft?.rawValue)), ("path", .optional(path?.pointer)),
      ("file", .optional(file)), ("sentence", .text(sentence)), ("hint", .optional(hint)),
    ]
  }

  fileprivate var cells: [String] {
    [
      code.rawValue, owner.map(DraftSummary.text) ?? "", draft?.short ?? "",
      path?.description ?? (draft == nil ? file : nil) ?? "", sentence,
    ]
  }
}
