import FormDrafts

extension SaveVerb {
  /// Says which paths and steps of the command line match nothing: a secret that is misspelt
  /// would be stored without a word.
  static func noteUnknown(_ request: Request, _ context: VerbContext) throws {
    let index = SchemaIndex(request.schema)
    let values = DraftValue.object(request.snapshot.values)
    for option in ["secret", "not-secret", "touched", "dirty"] {
      for path in try context.paths(option)
      where !index.covers(path) && !values.holds(path.segments[...]) {
        try context.note("Neither in the form nor in the values: \(path) (--\(option))")
      }
    }
    let steps = request.schema.steps.map(\.id)
    for (option, ids) in [
      ("step", context.arguments.strings("step")),
      ("skipped", context.arguments.strings("skipped")),
    ] {
      for id in ids where !steps.contains(where: { $0.isSameBytes(as: id) }) {
        try context.note("Not a step of the form: \(id.echoed) (--\(option))")
      }
    }
  }
}

extension DraftValue {
  /// Whether there is a value at a path; `~*` stands for any item or member.
  fileprivate func holds(_ path: ArraySlice<FieldPath.Segment>) -> Bool {
    guard let segment = path.first else { return true }
    let rest = path.dropFirst()
    switch (self, segment) {
    case (.object(let object), .name(let name)): return object[name]?.holds(rest) ?? false
    case (.object(let object), .each): return object.members.contains { $0.value.holds(rest) }
    case (.list(let items), .each): return items.contains { $0.holds(rest) }
    case (.list(let items), .name(let name)):
      guard let index = Int(name), items.indices.contains(index) else { return false }
      return items[index].holds(rest)
    default: return false
    }
  }
}
