/// Which stored row each leaf of a snapshot belongs to.
///
/// A form hands its answers over in the same order each time, so the two lists are walked side
/// by side; a dictionary is made only where they part.
struct RowMatches {
  /// For each leaf the index of its live row, or nil.
  private(set) var leaves: [Int?] = []
  private var matched: [Bool]
  private var byPath: [FieldPath: Int]?
  private let stored: [FieldRow]
  private let paths: Set<FieldPath>

  init(stored: [FieldRow], leaves input: [SaveRequest.Leaf]) {
    self.stored = stored
    matched = Array(repeating: false, count: stored.count)
    let hasOrphans = stored.contains(where: \.kind.isOrphan)
    paths = hasOrphans ? Set(input.map(\.path)) : []
    leaves.reserveCapacity(input.count)
    var cursor = 0
    for leaf in input {
      while cursor < stored.count, stored[cursor].kind.isOrphan { cursor += 1 }
      if cursor < stored.count, stored[cursor].path == leaf.path {
        match(cursor)
        cursor += 1
      } else if let index = find(leaf.path) {
        match(index)
        cursor = index + 1
      } else {
        leaves.append(nil)
      }
    }
  }

  private mutating func match(_ index: Int) {
    matched[index] = true
    leaves.append(index)
  }

  private mutating func find(_ path: FieldPath) -> Int? {
    if byPath == nil {
      var index: [FieldPath: Int] = [:]
      index.reserveCapacity(stored.count)
      for (position, row) in stored.enumerated() where row.kind == .live {
        index[row.path] = position
      }
      byPath = index
    }
    return byPath?[path]
  }

  func isMatched(_ index: Int) -> Bool { matched[index] }

  /// Whether the snapshot holds a leaf at a path; asked for orphans only.
  func holds(_ path: FieldPath) -> Bool { paths.contains(path) }

  /// Where live rows stand.
  var storedPaths: some Sequence<FieldPath> {
    stored.lazy.filter { $0.kind == .live }.map(\.path)
  }
}

/// Places for leaves in their order, with gaps, so that a new field in the middle moves nobody.
struct Ordinals {
  static let gap: Int64 = 1 << 20

  private(set) var values: [Int64] = []
  /// Whether the order of rows that existed changed.
  private(set) var isShuffled = false
  /// Whether a gap was too small.
  private(set) var needsRenumbering = false

  /// Fresh places for all.
  ///
  /// A row that no leaf belongs to stays behind the one it followed.
  ///
  /// - Parameters:
  ///   - stored: the rows by ordinal; those without a leaf get their new places here.
  ///   - matches: for each leaf the index of its row, or nil.
  init(renumbering stored: inout [FieldRow], _ matches: [Int?]) {
    isShuffled = true
    var leafOfRow: [Int: Int] = [:]
    for (leaf, row) in matches.enumerated() { if let row { leafOfRow[row] = leaf } }
    var followers: [Int: [Int]] = [:]
    var last = -1
    for row in stored.indices {
      if let leaf = leafOfRow[row] { last = leaf } else { followers[last, default: []].append(row) }
    }
    var place: Int64 = 0
    func next() -> Int64 {
      place += Self.gap
      return place
    }
    for row in followers[-1] ?? [] { stored[row].ordinal = next() }
    for leaf in matches.indices {
      values.append(next())
      for row in followers[leaf] ?? [] { stored[row].ordinal = next() }
    }
  }

  /// Keeps as many places as possible: those on the longest increasing run stay, the others get
  /// new ones in the gaps.
  init(_ known: [Int64?]) {
    let kept = Self.longestIncreasing(known)
    isShuffled = kept.count(where: { $0 }) != known.count
    values = Array(repeating: 0, count: known.count)
    var index = 0
    var previous: Int64 = 0
    while index < known.count {
      if kept[index], let place = known[index] {
        values[index] = place
        previous = place
        index += 1
        continue
      }
      var end = index
      while end < known.count, !kept[end] { end += 1 }
      let next: Int64? = end < known.count ? known[end] : nil
      let count = Int64(end - index)
      let step = next.map { ($0 - previous) / (count + 1) } ?? Self.gap
      guard step > 0 else {
        needsRenumbering = true
        return
      }
      for offset in 1...count {
        values[index] = previous + step * offset
        index += 1
      }
      previous = values[index - 1]
    }
  }

  /// Marks the members of a longest strictly increasing subsequence (patience sorting,
  /// O(n log n)); in the usual case, where all are in order, one pass.
  private static func longestIncreasing(_ known: [Int64?]) -> [Bool] {
    var previous = Int64.min
    if known.allSatisfy({ place in
      guard let place else { return true }
      defer { previous = place }
      return place > previous
    }) {
      return known.map { $0 != nil }
    }
    var tails: [Int] = []
    var links = Array(repeating: -1, count: known.count)
    for (index, place) in known.enumerated() {
      guard let place else { continue }
      var low = 0
      var high = tails.count
      while low < high {
        let middle = (low + high) / 2
        if (known[tails[middle]] ?? .min) < place { low = middle + 1 } else { high = middle }
      }
      links[index] = low > 0 ? tails[low - 1] : -1
      if low < tails.count { tails[low] = index } else { tails.append(index) }
    }
    var kept = Array(repeating: false, count: known.count)
    var cursor = tails.last ?? -1
    while cursor >= 0 {
      kept[cursor] = true
      cursor = links[cursor]
    }
    return kept
  }
}
