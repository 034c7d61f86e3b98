/// The names that a shape may show: those that a schema declares.
///
/// Of another name only a number is left. It is the same wherever the same place is spoken of, and
/// is none that the schema declares there.
struct ShapeNames {
  /// A place of a draft, as it is and as it is shown.
  struct Place {
    fileprivate(set) var real = ""
    fileprivate(set) var shown = ""
    /// What the schema says of it; empty where it says nothing.
    fileprivate var nodes = [SchemaTrie.root]

    /// Where it really stands.
    var path: FieldPath { FieldPath(uncheckedPointer: real) }
    /// What a shape says of where it stands.
    var shownPath: FieldPath { FieldPath(uncheckedPointer: shown) }
  }

  /// By what really stands there: the segments that take the place of others.
  private var masks: [Exact: String] = [:]
  private var counts: [Exact: Int] = [:]
  private var steps: [Exact: String] = [:]
  /// How many items stand in each list.
  private var lists: [Exact: Int] = [:]

  /// The place of a member.
  mutating func member(
    _ token: SchemaTrie.Token, of outer: Place, _ index: SchemaIndex
  ) -> Place {
    let named = outer.nodes.compactMap { index.trie.child($0, token) }
    var place = outer
    let text = String(decoding: token, as: UTF8.self)
    place.real += "/" + text
    place.nodes = named + outer.nodes.compactMap { index.trie.each($0) }
    place.shown += "/" + (named.isEmpty ? mask(place.real, in: outer, index) : text)
    return place
  }

  /// The place of a member by its name.
  mutating func member(
    named name: String, of outer: Place, _ index: SchemaIndex
  ) -> Place {
    var token: [UInt8] = []
    FieldPath.appendEscaped(name, to: &token)
    return token.withUnsafeBufferPointer { member($0, of: outer, index) }
  }

  /// The place of an item of a list.
  func item(_ position: Int, of outer: Place, _ index: SchemaIndex) -> Place {
    var place = outer
    place.real += "/\(position)"
    place.shown += "/\(position)"
    place.nodes = outer.nodes.compactMap { index.trie.each($0) }
    Array("\(position)".utf8).withUnsafeBufferPointer { token in
      place.nodes = outer.nodes.compactMap { index.trie.child($0, token) } + place.nodes
    }
    return place
  }

  /// The place of a stored answer.
  ///
  /// - Parameter isMark: whether nothing but marks stands there: only they lead into lists.
  mutating func place(of path: FieldPath, isMark: Bool, _ index: SchemaIndex) -> Place {
    var place = Place()
    path.forEachToken { token in
      if isMark, let count = lists[Exact(place.real)], token.isItemNumber,
        let position = Int(String(decoding: token, as: UTF8.self)), position < count
      {
        place = item(position, of: place, index)
      } else {
        place = member(token, of: place, index)
      }
      return true
    }
    return place
  }

  /// Remembers how long a list is.
  mutating func note(listOf count: Int, at place: Place) { lists[Exact(place.real)] = count }

  private mutating func mask(_ real: String, in outer: Place, _ index: SchemaIndex) -> String {
    if let known = masks[Exact(real)] { return known }
    // Where members are declared, or nothing is said at all, a name is one the app sent; in what
    // declares none, names are data.
    let isOpen =
      outer.nodes.isEmpty
      || outer.nodes.contains { index.trie.each($0) != nil }
      || (!outer.real.isEmpty && outer.nodes.allSatisfy { !index.trie.hasChildren($0) })
    let word = isOpen ? "key" : "undeclared"
    let counter = Exact("\(outer.shown)/\(word)")
    while true {
      let number = counts[counter, default: 0] + 1
      counts[counter] = number
      let mask = "\(word) \(number)"
      let isTaken = Array(mask.utf8).withUnsafeBufferPointer { token in
        outer.nodes.contains { index.trie.child($0, token) != nil }
      }
      if isTaken { continue }
      masks[Exact(real)] = mask
      return mask
    }
  }

  /// The id of a step, if the schema declares it.
  mutating func step(_ id: String, _ schema: DraftSchema) -> String {
    if schema.steps.contains(where: { $0.id.isSameBytes(as: id) }) { return id }
    let mask = steps[Exact(id)] ?? "undeclared step \(steps.count + 1)"
    steps[Exact(id)] = mask
    return mask
  }
}
