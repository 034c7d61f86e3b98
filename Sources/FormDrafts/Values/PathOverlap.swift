/// Tells whether a value at a path would stand in the way of others, or they in its way.
struct PathOverlap {
  private var leaves: Set<FieldPath> = []
  private var inner: Set<FieldPath> = []

  init(_ paths: some Sequence<FieldPath>) {
    for path in paths { insert(path) }
  }

  /// Adds the place of a value.
  mutating func insert(_ path: FieldPath) {
    leaves.insert(path)
    var outer = path.parent
    while let place = outer, inner.insert(place).inserted { outer = place.parent }
  }

  /// Whether a value stands at the path, inside it, or at a place it lies in.
  func overlaps(_ path: FieldPath) -> Bool {
    if inner.contains(path) { return true }
    var outer: FieldPath? = path
    while let place = outer {
      if leaves.contains(place) { return true }
      outer = place.parent
    }
    return false
  }
}
