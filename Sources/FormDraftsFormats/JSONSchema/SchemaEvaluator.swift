import FormDrafts

/// Works out what schemas come to, each schema once.
final class SchemaEvaluator {
  let document: SchemaDocument
  private var shapes: [SchemaRule: SchemaShape] = [:]
  private var secretMarks: [FieldPath: Bool] = [:]
  private var work = 0

  /// More is no form: each place costs a few.
  private static let workLimit = 1_000_000
  /// How many schemas may lead from one to the next at one place.
  private static let chainLimit = 256
  /// How many alternatives of alternatives may stand inside each other.
  private static let nestingLimit = 1000

  init(_ document: SchemaDocument) { self.document = document }

  /// What the rule comes to.
  ///
  /// The rules it is made of come first, by a list instead of the call stack: how schemas lead to
  /// one another is up to whoever wrote them.
  ///
  /// - Throws: ``DraftError/Code/invalidSchema``, naming the place of what is malformed.
  func shape(_ rule: SchemaRule) throws(DraftError) -> SchemaShape {
    var pending = [rule]
    var isUnderWay: Set<SchemaRule> = []
    while let next = pending.last {
      if shapes[next] != nil {
        pending.removeLast()
      } else if isUnderWay.insert(next).inserted {
        try checkLimits(next, chain: isUnderWay.count)
        for part in try parts(of: next) where shapes[part] == nil {
          guard !isUnderWay.contains(part) else { throw Self.isItself(part) }
          pending.append(part)
        }
      } else {
        shapes[next] = try combined(next)
        isUnderWay.remove(next)
      }
    }
    return known(rule)
  }

  private func known(_ rule: SchemaRule) -> SchemaShape { shapes[rule] ?? SchemaShape() }

  private func checkLimits(_ rule: SchemaRule, chain: Int) throws(DraftError) {
    work += 1
    guard work <= Self.workLimit else {
      throw document.root.failure(
        "its schemas combine in more than \(Self.workLimit) ways.",
        hint: "Split the form, or describe the part as {\"type\": \"object\"}.")
    }
    guard chain <= Self.chainLimit, rule.depth <= Self.nestingLimit else {
      throw (rule.nodes.first ?? document.root).failure(
        "more than \(Self.chainLimit) schemas lead from one to the next here.",
        hint: "Let the references lead to their end more directly.")
    }
  }

  private static func isItself(_ rule: SchemaRule) -> DraftError {
    let place = rule.nodes.first ?? DefinitionNode(.null)
    return place.failure(
      "this schema is defined by itself and says nothing.",
      hint: "Let the reference stand inside a property or an item.")
  }
}

extension SchemaEvaluator {
  /// The schemas that hold together with one, by the keyword that combines them.
  private struct Combination {
    var targets: [DefinitionNode] = []
    var all: [DefinitionNode] = []
    var alternatives: [[DefinitionNode]] = []
    var conditions: [DefinitionNode] = []
  }

  private func combination(_ node: DefinitionNode) throws(DraftError) -> Combination {
    var result = Combination()
    guard case .object = node.value else { return result }
    for name in ["$ref", "$dynamicRef", "$recursiveRef"] {
      if let reference = node[name] {
        result.targets.append(try document.target(of: reference, in: node))
      }
    }
    result.all = try node.list("allOf")
    for name in ["oneOf", "anyOf"] {
      let list = try node.list(name)
      if !list.isEmpty { result.alternatives.append(list) }
    }
    result.conditions = try node.conditionalSchemas()
    return result
  }

  private func parts(of rule: SchemaRule) throws(DraftError) -> [SchemaRule] {
    switch rule.kind {
    case .all(let rules), .either(let rules), .perhaps(let rules): return rules
    case .node(let node):
      let parts = try combination(node)
      return (parts.targets + parts.all + parts.alternatives.flatMap { $0 } + parts.conditions)
        .map(SchemaRule.init)
    }
  }

  /// What a rule comes to, all of its parts being known.
  private func combined(_ rule: SchemaRule) throws(DraftError) -> SchemaShape {
    switch rule.kind {
    case .node(let node): try combined(node)
    case .all(let rules): rules.reduce(SchemaShape()) { $0.and(known($1)) }
    case .either(let rules): .alternatives(rules.map(known), isComplete: true)
    case .perhaps(let rules): .alternatives(rules.map(known), isComplete: false)
    }
  }

  private func combined(_ node: DefinitionNode) throws(DraftError) -> SchemaShape {
    var shape = try SchemaKeywordReader(node).shape()
    let parts = try combination(node)
    func shapes(_ nodes: [DefinitionNode]) -> [SchemaShape] {
      nodes.map { known(SchemaRule($0)) }
    }
    for part in shapes(parts.targets + parts.all) { shape = shape.and(part) }
    shape.targets.formUnion(parts.targets.map(\.place))
    for list in parts.alternatives {
      shape = shape.and(.alternatives(shapes(list), isComplete: true))
    }
    if !parts.conditions.isEmpty {
      shape = shape.and(.alternatives(shapes(parts.conditions), isComplete: false))
    }
    return shape
  }
}

extension SchemaEvaluator {
  /// Whether a mark in these schemas, or anywhere below, makes a secret of something.
  func holdsSecretMark(_ rule: SchemaRule) throws(DraftError) -> Bool {
    let nodes = rule.nodes
    for node in nodes {
      if let known = secretMarks[node.place] {
        if known { return true }
        continue
      }
      let found = try searchForMark(from: node)
      secretMarks[node.place] = found
      if found { return true }
    }
    return false
  }

  private func searchForMark(from start: DefinitionNode) throws(DraftError) -> Bool {
    var seen: Set<FieldPath> = []
    var pending = [start]
    while let node = pending.popLast() {
      guard seen.insert(node.place).inserted else { continue }
      if node.hasSecretMark { return true }
      for name in ["$ref", "$dynamicRef", "$recursiveRef"] {
        if let reference = node[name] {
          pending.append(try document.target(of: reference, in: node))
        }
      }
      pending += SchemaKeywords.schemas(in: node)
    }
    return false
  }
}

extension DefinitionNode {
  /// Whether this schema alone says that a value is a secret.
  var hasSecretMark: Bool {
    self["writeOnly"]?.value == .bool(true) || words("format") == "password"
  }

  /// The schemas of a list; none if it is not there.
  func list(_ name: String) throws(DraftError) -> [DefinitionNode] {
    guard let list = self[name] else { return [] }
    let items = try list.items()
    guard !items.isEmpty else {
      throw list.failure("the list is empty.", hint: "Put a schema in, or leave “\(name)” out.")
    }
    return items
  }

  /// The schemas that hold in some cases only.
  func conditionalSchemas() throws(DraftError) -> [DefinitionNode] {
    var result = [self["then"], self["else"]].compactMap { $0 }
    for name in ["dependentSchemas", "dependencies"] {
      for (_, schema) in try self[name]?.members() ?? [] {
        // Before 2019-09 a dependency may also be a list of names.
        if case .list = schema.value { continue }
        result.append(schema)
      }
    }
    return result
  }
}
