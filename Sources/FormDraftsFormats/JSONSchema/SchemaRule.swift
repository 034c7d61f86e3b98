import FormDrafts

/// What is demanded of one place in a form: schemas that speak of it, and how they combine.
///
/// Rules are kept apart from what they come to (``SchemaShape``) so that a form is unfolded place
/// by place: a recursive schema is never unfolded whole.
indirect enum SchemaRule {
  /// One schema.
  case node(DefinitionNode)
  /// All of them hold: `allOf`, `$ref` with siblings, the same property twice.
  case all([SchemaRule])
  /// One of them holds: `oneOf`, `anyOf`, the items of a tuple.
  case either([SchemaRule])
  /// One of them may hold, or none: `then`, `else`, dependencies, an alternative that leaves the
  /// place open.
  case perhaps([SchemaRule])

  /// Both hold.
  func and(_ other: SchemaRule) -> SchemaRule {
    var list: [SchemaRule] = []
    for rule in [self, other] {
      if case .all(let inner) = rule { list += inner } else { list.append(rule) }
    }
    list = Self.withoutRepeats(list)
    return list.count == 1 ? list[0] : .all(list)
  }

  /// One of these holds, or perhaps none.
  static func alternatives(_ rules: [SchemaRule], isComplete: Bool) -> SchemaRule {
    let list = withoutRepeats(rules)
    if isComplete { return list.count == 1 ? list[0] : .either(list) }
    return .perhaps(list)
  }

  /// One schema named twice is named once; without this a chain of pairs doubles at each link.
  private static func withoutRepeats(_ rules: [SchemaRule]) -> [SchemaRule] {
    guard rules.count > 1 else { return rules }
    var seen: Set<FieldPath> = []
    return rules.filter { rule in
      guard case .node(let node) = rule else { return true }
      return seen.insert(node.place).inserted
    }
  }

  /// The schemas named.
  var nodes: [DefinitionNode] {
    switch self {
    case .node(let node): [node]
    case .all(let rules), .either(let rules), .perhaps(let rules): rules.flatMap(\.nodes)
    }
  }
}
