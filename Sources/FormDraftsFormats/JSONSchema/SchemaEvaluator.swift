import FormDrafts

/// Works out what schemas come to, each schema once.
final class SchemaEvaluator {
  let document: SchemaDocument
  private var shapes: [FieldPath: SchemaShape] = [:]
  private var isUnderWay: Set<FieldPath> = []
  private var secretMarks: [FieldPath: Bool] = [:]
  private var work = 0

  /// More is no form: each place costs a few.
  private static let workLimit = 1_000_000
  /// How many references and combinations may lead from one to the next at one place.
  private static let depthLimit = 64

  init(_ document: SchemaDocument) { self.document = document }

  /// What the rule comes to.
  ///
  /// - Throws: ``DraftError/Code/invalidSchema``, naming the place of what is malformed.
  func shape(_ rule: SchemaRule, depth: Int = 0) throws(DraftError) -> SchemaShape {
    work += 1
    guard work <= Self.workLimit else {
      throw document.root.failure(
        "its schemas combine in more than \(Self.workLimit) ways.",
        hint: "Split the form, or describe the part as {\"type\": \"object\"}.")
    }
    switch rule {
    case .node(let node): return try shape(node, depth: depth)
    case .all(let rules):
      var result = SchemaShape()
      for rule in rules { result = result.and(try shape(rule, depth: depth + 1)) }
      return result
    case .either(let rules): return try alternatives(rules, isComplete: true, depth: depth)
    case .perhaps(let rules): return try alternatives(rules, isComplete: false, depth: depth)
    }
  }

  private func alternatives(
    _ rules: [SchemaRule], isComplete: Bool, depth: Int
  ) throws(DraftError) -> SchemaShape {
    var shapes: [SchemaShape] = []
    for rule in rules { shapes.append(try shape(rule, depth: depth + 1)) }
    return .alternatives(shapes, isComplete: isComplete)
  }

  private func shape(_ node: DefinitionNode, depth: Int) throws(DraftError) -> SchemaShape {
    if let known = shapes[node.place] { return known }
    guard depth <= Self.depthLimit else {
      throw node.failure("more than \(Self.depthLimit) schemas lead from one to the next here.")
    }
    guard isUnderWay.insert(node.place).inserted else {
      throw node.failure(
        "this schema is defined by itself and says nothing.",
        hint: "Let the reference stand inside a property or an item.")
    }
    let shape = try combined(node, depth: depth)
    isUnderWay.remove(node.place)
    shapes[node.place] = shape
    return shape
  }

  private func combined(_ node: DefinitionNode, depth: Int) throws(DraftError) -> SchemaShape {
    var shape = try SchemaKeywordReader(node).shape()
    guard case .object = node.value else { return shape }
    for name in ["$ref", "$dynamicRef", "$recursiveRef"] {
      guard let reference = node[name] else { continue }
      let target = try document.target(of: reference, in: node)
      var other = try self.shape(target, depth: depth + 1)
      other.targets.append(target.place)
      shape = shape.and(other)
    }
    for part in try node.list("allOf") {
      shape = shape.and(try self.shape(part, depth: depth + 1))
    }
    for name in ["oneOf", "anyOf"] {
      let parts = try node.list(name)
      guard !parts.isEmpty else { continue }
      let rules = parts.map(SchemaRule.node)
      shape = shape.and(try alternatives(rules, isComplete: true, depth: depth))
    }
    let conditions = try node.conditionalSchemas().map(SchemaRule.node)
    if !conditions.isEmpty {
      shape = shape.and(try alternatives(conditions, isComplete: false, depth: depth))
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
    guard !items.isEmpty else { throw list.failure("the list is empty.") }
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
