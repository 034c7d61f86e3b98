/// Paths as a tree of segments, so that finding one costs what the path weighs, not the form.
struct SchemaTrie: Sendable {
  /// A place in the tree.
  typealias Node = Int

  /// The whole form.
  static let root: Node = 0

  private struct Edge: Hashable {
    let from: Node
    let token: Exact
  }

  private var edges: [Edge: Node] = [:]
  private var eachEdge: [Node?] = [nil]
  private var childCount = [0]

  /// How many places there are.
  var count: Int { childCount.count }

  /// Whether anything stands inside this place.
  func hasChildren(_ node: Node) -> Bool { childCount[node] > 0 }

  /// The place every item or member of this one leads to, if the paths say so.
  func each(_ node: Node) -> Node? { eachEdge[node] }

  /// The place of a member, by its token in a pointer (`~1` stands for `/`).
  func child(_ node: Node, _ token: Substring) -> Node? {
    guard childCount[node] > 0 else { return nil }
    return edges[Edge(from: node, token: Exact(String(token)))]
  }

  /// The place of a path, made if it is new.
  mutating func insert(_ path: FieldPath) -> Node {
    var node = Self.root
    for token in path.tokens {
      if token == "~*" {
        if let next = eachEdge[node] {
          node = next
        } else {
          let next = add(to: node)
          eachEdge[node] = next
          node = next
        }
      } else {
        let edge = Edge(from: node, token: Exact(String(token)))
        if let next = edges[edge] {
          node = next
        } else {
          let next = add(to: node)
          edges[edge] = next
          node = next
        }
      }
    }
    return node
  }

  private mutating func add(to node: Node) -> Node {
    childCount[node] += 1
    childCount.append(0)
    eachEdge.append(nil)
    return childCount.count - 1
  }
}

extension FieldPath {
  /// The segments as they stand in the pointer, escapes and all.
  ///
  /// A pointer has one spelling for a name (RFC 6901, section 3, escapes `~` and `/` and nothing
  /// else), so tokens compare as names do.
  var tokens: [Substring] {
    guard !pointer.isEmpty else { return [] }
    return pointer.utf8.dropFirst()
      .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { Substring($0) }
  }

  /// Whether a segment speaks of every item.
  var hasEach: Bool {
    pointer.utf8.contains(UInt8(ascii: "*")) && tokens.contains { $0 == "~*" }
  }

  /// The name a token stands for.
  static func name(of token: Substring) -> String {
    guard token.utf8.contains(UInt8(ascii: "~")) else { return String(token) }
    var result = ""
    var isEscape = false
    for scalar in token.unicodeScalars {
      if isEscape {
        result.unicodeScalars.append(scalar == "1" ? "/" : "~")
      } else if scalar != "~" {
        result.unicodeScalars.append(scalar)
      }
      isEscape = !isEscape && scalar == "~"
    }
    return result
  }
}
