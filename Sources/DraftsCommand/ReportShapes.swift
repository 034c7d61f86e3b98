import FormDrafts

// The account of a restore, as JSON and as people read it.

extension RestoreReport {
  var json: DraftValue {
    var members: [(String, DraftValue)] = [
      ("fields", .list(fields.map(\.json))),
      ("steps", .members(steps.map { ($0.id, $0.json) })),
      ("mismatches", .list(mismatches.map(\.json))), ("reentry", .pointers(reentry)),
      ("step", step?.json ?? .null), ("droppedSteps", .list(droppedSteps.map(DraftValue.text))),
    ]
    if let record { members.append(("record", record.json)) }
    return .members(members)
  }

  /// What is not simply kept, as a table; nil if everything is.
  var table: Table? {
    let rows = fields.filter { $0.outcome != .kept || $0.why != nil }
    guard rows.contains(where: { $0.outcome != .undeclared && !$0.isOnlySecret }) else {
      return nil
    }
    var table = Table([
      .init("PATH", shrinkRank: 2, minimum: 12), .init("WAS", shrinkRank: 3, dropRank: 1),
      .init("IS", shrinkRank: 3, dropRank: 2), .init("OUTCOME"),
      .init("WHY", shrinkRank: 4, minimum: 12),
    ])
    for row in rows {
      table.append([
        row.path.description, row.from.map { "\($0)" } ?? row.was ?? "", row.is ?? "",
        row.outcome.words + (row.needsDecision ? " !" : ""), row.why ?? "",
      ])
    }
    return table
  }
}

extension RestoreReport.Outcome {
  /// The outcome as people read it: `invalid option`.
  var words: String {
    var words = ""
    for character in rawValue {
      if character.isUppercase { words += " " }
      words += character.lowercased()
    }
    return words
  }
}

extension RestoreReport.Entry {
  /// A secret that was never stored says nothing about what fits.
  fileprivate var isOnlySecret: Bool { outcome == .withheld && was == nil }

  fileprivate var json: DraftValue {
    var members: [(String, DraftValue)] = [
      ("path", .text(path.pointer)), ("outcome", .text(outcome.rawValue)),
      ("from", .optional(from?.pointer)), ("why", .optional(why)), ("was", .optional(was)),
      ("is", .optional(self.is)), ("needsDecision", .bool(needsDecision)),
    ]
    if !items.isEmpty { members.append(("items", .list(items.map { DraftValue($0) }))) }
    return .members(members)
  }
}

extension RestoreReport.Mismatch {
  var json: DraftValue {
    .members([
      ("path", .optional(path?.pointer)), ("description", .text(description)),
      ("kind", .text(kind.rawValue)),
    ])
  }

  var words: String { path.map { "\($0): \(description)" } ?? description }
}

extension RestoreReport.StepEntry {
  fileprivate var json: DraftValue {
    .members([
      ("missing", .pointers(missing)), ("newlyRequired", .pointers(newlyRequired)),
      ("reentry", .pointers(reentry)),
    ])
  }
}

extension RestoreReport.StepChange {
  fileprivate var json: DraftValue {
    .members([("was", .text(was)), ("is", .optional(self.is)), ("why", .text(why))])
  }

  var words: String {
    "The step was \(was)" + (self.is.map { ", go on with \($0)" } ?? "") + ": \(why)"
  }
}

extension RecordChange {
  fileprivate var json: DraftValue {
    .members([
      ("was", .text(was)), ("is", .text(self.is)), ("fields", .list(fields.map(\.json))),
    ])
  }
}

extension RecordChange.Field {
  /// What is nothing has no member.
  fileprivate var json: DraftValue {
    var members: [(String, DraftValue)] = [
      ("path", .text(path.pointer)), ("side", .text(side.rawValue)),
    ]
    for (name, value) in [("base", base), ("draft", draft), ("record", record)] {
      if let value { members.append((name, value)) }
    }
    return .members(members)
  }
}
