import FormDrafts

/// The verb of `drafts audit`.
enum AuditVerb: RunnableVerb {
  static let verb = Verb(
    "audit", "Look for stored secrets, loose files and what stayed too long.",
    discussion: """
      Looked for are secrets that are stored all the same, by the definition each draft was saved \
      under and, for drafts of its form, by --schema; values that look like card numbers, IBANs, \
      US social security numbers, private keys or tokens, unless the definition says that the \
      field is kept; files that others can read; a store among temporary or shared files; expired \
      and discarded drafts that are still there; bytes that may not be gone; and what repairs put \
      aside. What cannot be examined is a finding too. With an option that narrows, the place of the store is left out.
      Nothing is removed, and no value is printed. The bytes of picked files are not looked into. \
      Exit code 2: something was found, or there is no store.
      """,
    options: VerbContext.ownerFilter + VerbContext.formFilter + [
      .value("schema", "FILE", "A definition that says what is a secret now.")
    ] + VerbContext.definitionDetails,
    exclusive: [.init("owner", "nobody")],
    examples: [
      "drafts audit --owner ana --json", "drafts audit --form signup --schema signup.json",
    ])

  static func run(_ context: VerbContext) async throws -> ExitCode {
    let form = context.arguments.string("form")
    let schema = try context.definition()?.schema(formID: form)
    // A gate that was given the wrong directory must not stay open.
    if let path = try context.missingStore() {
      throw DraftError(
        .notFound, "There is no store at “\(path.echoed)”.",
        hint: "Name the store with --store.", file: path)
    }
    let report = try await context.withStore { store in
      let progress = Progress("Examining, drafts", context)
      defer { progress.end() }
      let filter = DraftFilter(owner: context.owner, form: form)
      return try await store.audit(filter, schema: schema) { progress.reached($0) }
    }
    try print(report, context)
    return report.findings.isEmpty ? .done : .no
  }

  private static func print(_ report: AuditReport, _ context: VerbContext) throws {
    let drafts = Quantity.count(report.drafts, "draft")
    if context.isJSON {
      try printJSON(report, context)
    } else if report.findings.isEmpty {
      try context.printLines(["Nothing was found in \(drafts)."])
    } else {
      try context.printTable(table(report.findings))
      let findings = Quantity.count(report.findings.count, "finding")
      try context.printLines(
        [""] + sentences(report.findings) + ["", "\(findings); \(drafts) examined."])
    }
  }

  /// Each sentence once, because a table may have no room for all of it.
  private static func sentences(_ findings: [AuditFinding]) -> [String] {
    var counts: [String: Int] = [:]
    var order: [String] = []
    for sentence in findings.map(\.sentence.printable) {
      if counts[sentence] == nil { order.append(sentence) }
      counts[sentence, default: 0] += 1
    }
    return order.map { "\(counts[$0, default: 0]) × \($0)" }
  }

  /// One finding a line.
  private static func printJSON(_ report: AuditReport, _ context: VerbContext) throws {
    var separator = "{\"findings\":["
    for finding in report.findings {
      try context.io.output.write(
        separator + "\n" + DraftValue.members(finding.members).printableJSON)
      separator = ","
    }
    let end = report.findings.isEmpty ? separator : "\n"
    try context.io.output.write("\(end)],\"drafts\":\(report.drafts)}\n")
  }

  /// Columns that say nothing are left out, so that the sentences have room.
  private static func table(_ findings: [AuditFinding]) -> Table {
    let columns: [Table.Column] = [
      .init("SEVERITY", dropRank: 1), .init("OWNER", shrinkRank: 2, minimum: 8, dropRank: 2),
      .init("DRAFT", minimum: 8), .init("PATH", shrinkRank: 2, minimum: 12),
      .init("FINDING", shrinkRank: 1, minimum: 24),
    ]
    let rows = findings.map(\.cells)
    let shown = columns.indices.filter { index in rows.contains { !$0[index].isEmpty } }
    var table = Table(shown.map { columns[$0] })
    for row in rows { table.append(shown.map { row[$0] }) }
    return table
  }
}

extension AuditFinding {
  fileprivate var members: [(String, DraftValue)] {
    [
      ("code", .text(code.rawValue)), ("severity", .text(severity.rawValue)),
      ("owner", .optional(owner?.name)), ("draft", .optional(draft?.rawValue)),
      ("path", .optional(path?.pointer ?? file)), ("sentence", .text(sentence)),
    ]
  }

  fileprivate var cells: [String] {
    [
      severity.rawValue, owner.map(DraftSummary.text) ?? "", draft?.short ?? "",
      path?.description ?? file ?? "", sentence,
    ]
  }
}
