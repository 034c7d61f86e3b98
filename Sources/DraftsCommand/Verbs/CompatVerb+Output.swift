import FormDrafts

extension CompatVerb {
  static func print(
    _ compatibility: Compatibility, _ allowed: Allowance, _ context: VerbContext
  ) throws {
    if context.isJSON { return try context.printJSON(members(compatibility, allowed)) }
    if context.arguments.flag("annotate") {
      let path = context.arguments.positional("NEW") ?? context.arguments.positional("FILE") ?? "-"
      for annotation in Annotation.all(of: compatibility, allowed.level) {
        try context.io.output.writeLine(annotation.line(file: path == "-" ? nil : path))
      }
    }
    try context.printLines([compatibility.headline])
    let rows = compatibility.fields.filter { $0.outcome != .kept || $0.why != nil }
    if !rows.isEmpty {
      try context.printLines([""])
      try context.printTable(table(rows, hasDrafts: compatibility.hasDrafts))
    }
    let notes =
      compatibility.findings.map(\.words)
      + compatibility.capped.map { path in
        "Only \(Compatibility.choiceLimit) choices of \(path) were tried, those first that are gone."
      }
    if !notes.isEmpty { try context.printLines([""] + notes) }
  }

  private static func table(_ fields: [Compatibility.Field], hasDrafts: Bool) -> Table {
    let drafts = hasDrafts ? [Table.Column("DRAFTS", alignment: .trailing)] : []
    var table = Table(
      [.init("FIELD"), .init("OUTCOME")] + drafts
        + [.init("NOTE", shrinkRank: 1, minimum: 10, dropRank: 1)])
    for field in fields {
      table.append(
        [field.path.description, field.outcome.words + (field.level > .wholly ? " !" : "")]
          + (hasDrafts ? ["\(field.drafts)"] : []) + [field.why ?? ""])
    }
    return table
  }

  private static func members(
    _ compatibility: Compatibility, _ allowed: Allowance
  ) -> [(String, DraftValue)] {
    let outcomes = RestoreReport.Outcome.allCases.map { outcome in
      (outcome.rawValue, DraftValue(compatibility.count(outcome: outcome)))
    }
    let mismatches = RestoreReport.Mismatch.Kind.allCases.map { kind in
      (kind.rawValue, DraftValue(compatibility.count(mismatch: kind)))
    }
    return [("drafts", DraftValue(compatibility.drafts))]
      + Compatibility.Level.allCases.map { level in
        (level.rawValue, DraftValue(compatibility.count(level: level)))
      } + [
        ("allowed", .bool(compatibility.worst <= allowed.level)), ("allow", .text(allowed.name)),
        ("outcomes", .members(outcomes)),
        (
          "mismatches",
          .members(mismatches + [("unreadable", DraftValue(compatibility.unreadable))])
        ), ("fields", .list(compatibility.fields.map(\.json))),
        ("capped", .pointers(compatibility.capped)),
      ]
  }
}

extension Compatibility.Field {
  fileprivate var json: DraftValue {
    .members([
      ("path", .text(path.pointer)), ("outcome", .text(outcome.rawValue)),
      ("drafts", DraftValue(drafts)), ("why", .optional(why)), ("level", .text(level.rawValue)),
    ])
  }
}

extension Compatibility {
  /// Something about drafts as a whole, in words.
  struct Finding {
    let level: Level
    let words: String
  }

  /// Whether drafts were counted, or two schemas compared.
  var hasDrafts: Bool { fieldsTried == nil }

  /// What there is to know at first, in one line.
  fileprivate var headline: String {
    if let fieldsTried {
      let open = fields.count { $0.level > .wholly }
      return "\(Quantity.count(fieldsTried, "field")): \(fieldsTried - open) "
        + "\(fieldsTried - open == 1 ? "restores" : "restore") wholly, \(open) may need a decision."
    }
    let (whole, open, none) = (
      count(level: .wholly), count(level: .decision), count(level: .nothing)
    )
    return "\(Quantity.count(drafts, "draft")): \(whole) \(whole == 1 ? "restores" : "restore") "
      + "wholly, \(open) \(open == 1 ? "needs" : "need") a decision, \(none) not at all."
  }

  /// What is no matter of one field.
  var findings: [Finding] {
    var findings = RestoreReport.Mismatch.Kind.allCases.compactMap { kind -> Finding? in
      let count = count(mismatch: kind)
      guard count > 0 else { return nil }
      return (hasDrafts ? kind.words(drafts: count) : kind.words(withoutDrafts: count))
        .map { Finding(level: kind.level, words: $0) }
    }
    if unreadable > 0 {
      findings.append(
        Finding(level: .nothing, words: "\(Quantity.count(unreadable, "draft")) cannot be read."))
    }
    return findings
  }
}

extension RestoreReport.Mismatch.Kind {
  /// What drafts have in common; nil for what is told field by field.
  fileprivate func words(drafts count: Int) -> String? {
    let drafts = Quantity.count(count, "draft")
    let verb = count == 1 ? "is" : "are"
    switch self {
    case .wrongForm: return "\(drafts) \(verb) of another form."
    case .newerForm: return "\(drafts) \(verb) of a newer form."
    case .belowFloor: return "\(drafts) \(verb) below the floor: too few of the answers fit."
    case .upgradeFailed: return "An upgrade failed for \(drafts)."
    case .baselineChanged: return "The record of \(drafts) changed."
    case .stepGone: return "\(drafts) \(verb) on a step that is gone."
    case .damaged: return "\(drafts) \(count == 1 ? "has" : "have") damaged or missing answers."
    case .orphaned, .fileMissing: return nil
    }
  }

  /// What holds for the two schemas; nil for what is told field by field.
  fileprivate func words(withoutDrafts count: Int) -> String? {
    switch self {
    case .wrongForm: "The form has another id: every draft is of another form."
    case .newerForm: "The form has an earlier version: every draft is of a newer form."
    case .upgradeFailed: "An upgrade failed."
    case .stepGone:
      "\(Quantity.count(count, "step")) \(count == 1 ? "is" : "are") gone: "
        + "a draft that was left there needs a decision."
    case .belowFloor, .baselineChanged, .damaged, .orphaned, .fileMissing: nil
    }
  }
}
