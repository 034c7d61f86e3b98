import FormDrafts

extension SchemaDiff.Change {
  /// The change in one line: kind, place, where it was, what it was and is, effect; `!` where a
  /// draft may need a decision.
  var line: String {
    var words = [kind.rawValue]
    if let place = path?.pointer ?? step { words.append(place) }
    if let from { words.append("from \(from.pointer)") }
    if was != nil || self.is != nil { words.append("\(was ?? "-")→\(self.is ?? "-")") }
    words.append(effect.rawValue + (effect.which.map { "(\($0))" } ?? ""))
    return words.joined(separator: " ") + (needsDecision ? "!" : "")
  }
}

/// The lines of what differs between two forms.
func lines(_ old: DraftSchema, _ new: DraftSchema) -> [String] {
  SchemaDiff(from: old, to: new).changes.map(\.line)
}

/// The lines of what differs between two lists of fields.
func lines(_ old: [DraftSchema.Field], _ new: [DraftSchema.Field]) -> [String] {
  lines(DraftSchema("form", fields: old), DraftSchema("form", fields: new))
}

/// The lines of what differs between two lists of steps.
func lines(_ old: [DraftSchema.Step], _ new: [DraftSchema.Step]) -> [String] {
  lines(DraftSchema("form", fields: [], steps: old), DraftSchema("form", fields: [], steps: new))
}
