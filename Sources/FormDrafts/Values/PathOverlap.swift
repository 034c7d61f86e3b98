/// Tells whether a value at a path would stand in the way of others, or they in its way.
struct PathOverlap {
  private var trie = SchemaTrie()
  /// For each place of the tree whether a value stands there.
  private var isLeaf = [false]

  init(_ paths: some Sequence<FieldPath>) {
    for path in paths { insert(path) }
  }

  /// Adds the place of a value.
  mutating func insert(_ path: FieldPath) {
    let place = trie.insert(path)
    isLeaf.append(contentsOf: repeatElement(false, count: trie.count - isLeaf.count))
    isLeaf[place] = true
  }

  /// Whether a value stands at the path, inside it, or at a place it lies in.
  func overlaps(_ path: FieldPath) -> Bool {
    var place = SchemaTrie.root
    var isOutside = false
    path.forEachToken { token in
      if isLeaf[place] { return false }
      guard let next = token.isEach ? trie.each(place) : trie.child(place, token) else {
        isOutside = true
        return false
      }
      place = next
      return true
    }
    // Where nothing was added not even the whole form holds anything.
    return !isOutside && (isLeaf[place] || trie.hasChildren(place))
  }
}
