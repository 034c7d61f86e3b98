/// A field as answers meet it: one reference for all that its schema says.
@dynamicMemberLookup
final class SlotField: Sendable {
  let field: DraftSchema.Field
  let shape: ValueShape

  init(_ field: DraftSchema.Field) {
    self.field = field
    shape = ValueShape(field)
  }

  subscript<Value>(dynamicMember member: KeyPath<DraftSchema.Field, Value>) -> Value {
    field[keyPath: member]
  }
}

extension ValueShape {
  init(_ slot: SlotField) { self = slot.shape }
}

/// What a place is in a schema.
enum SchemaSlot {
  /// A field is declared for exactly this place.
  case field(SlotField)
  /// The place lies inside a field that says nothing of its inside; that many names further in.
  case inside(SlotField, depth: Int)
  /// Fields are declared further in: the place is an object, or a list of them.
  case interior
  /// The schema does not know the place.
  case unknown

  /// What the schema says of a value at the place; nil if nothing.
  var shape: ValueShape? {
    switch self {
    case .field(let field): ValueShape(field)
    case .inside(let field, let depth): ValueShape(field).inside(depth)
    case .interior: ValueShape(.object)
    case .unknown: nil
    }
  }

  /// The closed choices of the place.
  var closedOptions: DraftSchema.Options? {
    guard case .field(let slot) = self, let options = slot.field.options, options.isClosed else {
      return nil
    }
    return options
  }

  var isUnknown: Bool { if case .unknown = self { true } else { false } }

  /// Whether the schema speaks of the place; a field that takes anything says nothing of what
  /// stands in it.
  var isDeclared: Bool {
    switch self {
    case .field, .interior: return true
    case .inside(let field, let depth):
      let outer = ValueShape(field).inside(depth - 1)
      return outer.isMany || (outer.type != .any && outer.type != .object)
    case .unknown: return false
    }
  }
}

extension SchemaIndex {
  /// What the schema says of the place of a value; a name comes before ``FieldPath/Segment/each``.
  func slot(at path: FieldPath) -> SchemaSlot {
    if let known = declared[path] { return .field(trees.slots[known.field]) }
    var nodes = [SchemaTrie.root]
    var next: [SchemaTrie.Node] = []
    var open: (position: Int, depth: Int)?
    path.forEachToken { token in
      if open != nil {
        open?.depth += 1
        return true
      }
      next.removeAll(keepingCapacity: true)
      for node in nodes {
        if places[node].position >= 0, !trie.hasChildren(node), open == nil {
          open = (places[node].position, 1)
        }
        if let child = trie.child(node, token) { next.append(child) }
        if let each = trie.each(node) { next.append(each) }
      }
      swap(&nodes, &next)
      return !nodes.isEmpty || open != nil
    }
    if let node = nodes.first(where: { places[$0].position >= 0 }) {
      return .field(trees.slots[places[node].position])
    }
    if let open { return .inside(trees.slots[open.position], depth: open.depth) }
    return nodes.isEmpty ? .unknown : .interior
  }

  /// The same of a place whose values are stored; nil where none ever is.
  func storedSlot(at path: FieldPath) -> SchemaSlot? {
    guard let known = declared[path] else {
      return isNeverStored(path) ? nil : slot(at: path)
    }
    return known.retention == .kept ? .field(trees.slots[known.field]) : nil
  }

  /// The field that is declared for exactly this path of a schema.
  func field(declaredAt pattern: FieldPath) -> SlotField? {
    if let known = declared[pattern] { return trees.slots[known.field] }
    guard pattern.hasEach, let node = node(of: pattern), places[node].position >= 0 else {
      return nil
    }
    return trees.slots[places[node].position]
  }

  /// The place in the tree of a schema's own path.
  func node(of pattern: FieldPath) -> SchemaTrie.Node? {
    var node: SchemaTrie.Node? = SchemaTrie.root
    pattern.forEachToken { token in
      node = node.flatMap { token.isEach ? trie.each($0) : trie.child($0, token) }
      return node != nil
    }
    return node
  }

  /// Whether fields are declared for the items of a list, or the members of an object, at a place.
  func hasInside(_ path: FieldPath) -> Bool {
    var nodes = [SchemaTrie.root]
    path.forEachToken { token in
      nodes = nodes.flatMap { [trie.child($0, token), trie.each($0)].compactMap { $0 } }
      return !nodes.isEmpty
    }
    return nodes.contains { trie.hasChildren($0) }
  }
}
