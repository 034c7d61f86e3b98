import FormDrafts

extension SchemaVerb {
  /// Shows what changed between two definitions.
  static func show(
    from old: DraftSchema, to new: DraftSchema, _ context: VerbContext
  ) throws {
    let diff = SchemaDiff(from: old, to: new)
    if context.isJSON {
      try context.printJSON(members(diff, old, new))
    } else {
      try printForPeople(diff, isSame: old.fingerprint == new.fingerprint, context)
    }
  }

  private static func members(
    _ diff: SchemaDiff, _ old: DraftSchema, _ new: DraftSchema
  ) -> [(String, DraftValue)] {
    let suggestions = diff.suggestions.map { suggestion in
      DraftValue.members([
        ("from", .text(suggestion.from.pointer)), ("to", .text(suggestion.to.pointer)),
        ("reason", .text(suggestion.reason)),
      ])
    }
    let (before, now) = (old.fingerprint, new.fingerprint)
    return [
      ("form", .text(new.id)), ("from", side(old.version, before)), ("to", side(new.version, now)),
      ("same", .bool(before == now)), ("changes", .list(diff.changes.map(\.json))),
      ("suggestions", .list(suggestions)),
    ]
  }

  private static func side(_ version: String?, _ fingerprint: Fingerprint) -> DraftValue {
    .members([
      ("version", .optional(version)), ("fingerprint", .text(fingerprint.rawValue)),
    ])
  }

  private static func printForPeople(
    _ diff: SchemaDiff, isSame: Bool, _ context: VerbContext
  ) throws {
    guard !diff.isEmpty else {
      try context.printLines(["The schemas are the same."])
      return
    }
    var table = Table([
      .init("PATH/STEP", shrinkRank: 1, minimum: 16), .init("CHANGE", shrinkRank: 1, minimum: 10),
      .init("WAS", shrinkRank: 3, minimum: 8, dropRank: 1),
      .init("IS", shrinkRank: 3, minimum: 8, dropRank: 1),
      .init("ANSWERS", shrinkRank: 2, minimum: 12),
    ])
    for change in diff.changes {
      table.append([
        change.path?.description ?? change.step ?? "(form)", "\(change.kind)",
        change.was ?? change.from?.description ?? "", change.is ?? "",
        (change.needsDecision ? "! " : "") + "\(change.effect)",
      ])
    }
    try context.printTable(table)
    try context.printLines(notes(diff, isSame: isSame))
  }

  private static func notes(_ diff: SchemaDiff, isSame: Bool) -> [String] {
    var lines: [String] = []
    if diff.changes.contains(where: \.needsDecision) {
      lines.append("! A draft may need a decision for it.")
    }
    if isSame { lines.append("The fingerprints are the same: drafts fit as they are.") }
    for pair in diff.suggestions {
      lines.append("Maybe renamed: \(pair.from) → \(pair.to) (\(pair.reason)).")
    }
    if !diff.suggestions.isEmpty { lines.append("Say so with formerly, and answers move along.") }
    return lines.isEmpty ? [] : [""] + lines
  }
}

extension SchemaDiff.Change {
  fileprivate var json: DraftValue {
    .members([
      ("kind", .text(kind.rawValue)), ("path", .optional(path?.pointer)),
      ("step", .optional(step)), ("from", .optional(from?.pointer)), ("was", .optional(was)),
      ("is", .optional(self.is)), ("effect", .text(effect.rawValue)),
      ("needsDecision", .bool(needsDecision)), ("description", .text(description)),
    ])
  }
}
