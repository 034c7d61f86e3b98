import FormDrafts

/// What is demanded of one place in a form: schemas that speak of it, and how they combine.
///
/// Rules are kept apart from what they come to (``SchemaShape``) so that a form is unfolded place
/// by place: a recursive schema is never unfolded whole. They are shared, not copied, and known
/// by identity: a schema that names another twice, and that one a third twice, would otherwise
/// double at every step.
final class SchemaRule: Hashable {
  enum Kind {
    /// One schema.
    case node(DefinitionNode)
    /// All of them hold: `allOf`, `$ref` with siblings, the same property twice.
    case all([SchemaRule])
    /// One of them holds: `oneOf`, `anyOf`, the items of a tuple.
    case either([SchemaRule])
    /// One of them may hold, or none: `then`, `else`, dependencies, an alternative that leaves
    /// the place open.
    case perhaps([SchemaRule])
  }

  let kind: Kind
  /// How many combinations stand inside each other.
  ///
  /// Bounded by the evaluator: what is nested without end would take the call stack when it is
  /// freed.
  let depth: Int

  private init(_ kind: Kind) {
    self.kind = kind
    switch kind {
    case .node: depth = 0
    case .all(let rules), .either(let rules), .perhaps(let rules):
      depth = 1 + (rules.map(\.depth).max() ?? 0)
    }
  }

  /// One schema.
  convenience init(_ node: DefinitionNode) { self.init(.node(node)) }

  /// Both hold.
  func and(_ other: SchemaRule) -> SchemaRule {
    let parts = [self, other].flatMap { rule in
      if case .all(let inner) = rule.kind { inner } else { [rule] }
    }
    let rules = Self.withoutRepeats(parts)
    return rules.count == 1 ? rules[0] : SchemaRule(.all(rules))
  }

  /// One of these holds, or perhaps none.
  static func alternatives(_ rules: [SchemaRule], isComplete: Bool) -> SchemaRule {
    let rules = withoutRepeats(rules)
    guard isComplete else { return SchemaRule(.perhaps(rules)) }
    return rules.count == 1 ? rules[0] : SchemaRule(.either(rules))
  }

  private static func withoutRepeats(_ rules: [SchemaRule]) -> [SchemaRule] {
    var seen: Set<SchemaRule> = []
    return rules.filter { seen.insert($0).inserted }
  }

  /// The schemas named, directly or through others.
  var nodes: [DefinitionNode] {
    var nodes: [DefinitionNode] = []
    var seen: Set<SchemaRule> = []
    var pending = [self]
    while let rule = pending.popLast() {
      guard seen.insert(rule).inserted else { continue }
      switch rule.kind {
      case .node(let node): nodes.append(node)
      case .all(let rules), .either(let rules), .perhaps(let rules): pending += rules
      }
    }
    return nodes
  }

  /// Whether both are the same schema, or the same combination.
  static func == (left: SchemaRule, right: SchemaRule) -> Bool {
    if case .node(let mine) = left.kind, case .node(let theirs) = right.kind {
      return mine.place == theirs.place
    }
    return left === right
  }

  func hash(into hasher: inout Hasher) {
    if case .node(let node) = kind {
      hasher.combine(node.place)
    } else {
      hasher.combine(ObjectIdentifier(self))
    }
  }
}
