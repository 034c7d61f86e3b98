/// Paths as a tree of segments, so that finding one costs what the path weighs, not the form.
///
/// Segments are kept as they stand in pointers. A pointer has one spelling for a name (RFC 6901,
/// section 3, escapes `~` and `/` and nothing else), so their bytes compare as names do.
struct SchemaTrie: Sendable {
  /// A place in the tree.
  typealias Node = Int
  /// A segment of a pointer, escapes and all.
  typealias Token = UnsafeBufferPointer<UInt8>

  /// The whole form.
  static let root: Node = 0

  private struct Edge {
    let from: Node
    let name: Range<Int>
    let target: Node
  }

  private var names: [UInt8] = []
  private var edges: [Edge] = []
  /// Positions of edges by hash, -1 where there is none; a power of two, at most half full.
  private var slots: [Int] = Array(repeating: -1, count: 16)
  private var eachEdge = [-1]
  private var hasInside = [false]

  /// How many places there are.
  var count: Int { hasInside.count }

  /// Whether anything stands inside this place.
  func hasChildren(_ node: Node) -> Bool { hasInside[node] }

  /// The place every item or member of this one leads to, if the paths say so.
  func each(_ node: Node) -> Node? {
    let target = eachEdge[node]
    return target < 0 ? nil : target
  }

  /// The place of a member.
  func child(_ node: Node, _ token: Token) -> Node? {
    guard hasInside[node] else { return nil }
    let position = slots[slot(node, token)]
    return position < 0 ? nil : edges[position].target
  }

  /// The place of a path, made if it is new; each place on the way is shown with its segment.
  mutating func insert(_ path: FieldPath, _ visit: (Node, Token) -> Void = { _, _ in }) -> Node {
    var node = Self.root
    path.forEachToken { token in
      if let next = token.isEach ? each(node) : child(node, token) {
        node = next
      } else {
        node = token.isEach ? addEach(to: node) : add(token, to: node)
      }
      visit(node, token)
      return true
    }
    return node
  }

  private mutating func add(_ token: Token, to node: Node) -> Node {
    let target = place(in: node)
    if (edges.count + 1) * 2 > slots.count { grow() }
    let start = names.count
    names.append(contentsOf: token)
    slots[slot(node, token)] = edges.count
    edges.append(Edge(from: node, name: start..<names.count, target: target))
    return target
  }

  private mutating func addEach(to node: Node) -> Node {
    let target = place(in: node)
    eachEdge[node] = target
    return target
  }

  private mutating func place(in node: Node) -> Node {
    hasInside[node] = true
    hasInside.append(false)
    eachEdge.append(-1)
    return hasInside.count - 1
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: slots.count * 4)
    names.withUnsafeBufferPointer { names in
      for (position, edge) in edges.enumerated() {
        slots[slot(edge.from, Token(rebasing: names[edge.name]))] = position
      }
    }
  }

  /// Where an edge stands in `slots`, or where it would go.
  ///
  /// The seed of `Hasher` is random in each process: no input can be made to collide.
  private func slot(_ node: Node, _ token: Token) -> Int {
    var hasher = Hasher()
    hasher.combine(node)
    hasher.combine(bytes: UnsafeRawBufferPointer(token))
    let mask = slots.count - 1
    var slot = hasher.finalize() & mask
    while slots[slot] >= 0 {
      let edge = edges[slots[slot]]
      if edge.from == node, edge.name.count == token.count,
        names[edge.name].elementsEqual(token)
      {
        return slot
      }
      slot = (slot + 1) & mask
    }
    return slot
  }
}

extension FieldPath {
  /// Whether a segment speaks of every item.
  var hasEach: Bool {
    var found = false
    forEachToken { token in
      found = token.isEach
      return !found
    }
    return found
  }

  /// Shows the segments as they stand in the pointer, from the outside in, while the body says
  /// to go on.
  func forEachToken(_ body: (SchemaTrie.Token) -> Bool) {
    var text = pointer
    text.withUTF8 { bytes in
      guard !bytes.isEmpty else { return }
      var start = 1
      while start <= bytes.count {
        var end = start
        while end < bytes.count, bytes[end] != UInt8(ascii: "/") { end += 1 }
        guard body(SchemaTrie.Token(rebasing: bytes[start..<end])) else { return }
        start = end + 1
      }
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the segment is `~*`.
  var isEach: Bool { count == 2 && self[0] == UInt8(ascii: "~") && self[1] == UInt8(ascii: "*") }

  /// Whether the segment is the place of an item in a list: `0`, `1`, `12`, not `01`.
  var isItemNumber: Bool {
    guard let first, count <= 19 else { return false }
    guard first != UInt8(ascii: "0") || count == 1 else { return false }
    return allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  }
}
