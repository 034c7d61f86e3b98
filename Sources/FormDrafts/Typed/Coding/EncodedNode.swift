/// What one `encode(to:)` has written so far: a value, an object or a list.
///
/// A reference, because a container may be written to after it was handed out.
final class EncodedNode {
  private enum Kind { case nothing, value, object, list }

  /// How many lists and objects stand around it.
  let depth: Int
  private var kind = Kind.nothing
  private var value = DraftValue.null
  private var members: [DraftObject.Member] = []
  private var items: [DraftValue] = []
  /// Containers inside this one, by the position they stand at.
  private var nested: [Int: EncodedNode] = [:]
  private var names = NameIndex()
  private var isFaulty = false

  init(depth: Int) { self.depth = depth }

  var count: Int { items.count }

  func put(_ value: DraftValue) {
    become(.value)
    self.value = value
  }

  func put(_ value: DraftValue, forName name: String) {
    nested[place(of: name)] = nil
    members[place(of: name)].value = value
  }

  func append(_ value: DraftValue) {
    become(.list)
    items.append(value)
  }

  func becomeObject() { become(.object) }
  func becomeList() { become(.list) }

  func node(forName name: String) -> EncodedNode {
    let node = makeNode()
    nested[place(of: name)] = node
    return node
  }

  func appendNode() -> EncodedNode {
    let node = makeNode()
    append(.null)
    nested[items.count - 1] = node
    return node
  }

  /// What was written; an empty object if nothing was.
  ///
  /// - Throws: `EncodingError` if one encoder was used for two kinds of value, or for containers
  ///   deeper than a draft may nest them.
  func finish() throws -> DraftValue {
    guard !isFaulty else {
      throw EncodingError.invalidValue(
        (), .init(codingPath: [], debugDescription: "The value has no single shape."))
    }
    switch kind {
    case .value: return value
    case .nothing, .object:
      for (position, node) in nested { members[position].value = try node.finish() }
      return .object(DraftObject(members))
    case .list:
      for (position, node) in nested { items[position] = try node.finish() }
      return .list(items)
    }
  }

  private func become(_ kind: Kind) {
    if self.kind != .nothing, self.kind != kind { isFaulty = true }
    self.kind = kind
  }

  private func place(of name: String) -> Int {
    become(.object)
    if let position = names.insert(name, into: members, count: members.count) { return position }
    members.append(DraftObject.Member(name, .null))
    return members.count - 1
  }

  private func makeNode() -> EncodedNode {
    if depth >= DraftLimits.depth { isFaulty = true }
    return EncodedNode(depth: min(depth, DraftLimits.depth) + 1)
  }
}
