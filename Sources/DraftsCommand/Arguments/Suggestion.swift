/// Finds what was meant by a name mistyped.
enum Suggestion {
  /// The name nearest to what was typed, if at most two slips lie between them; of several
  /// the first.
  static func nearest(to typed: String, among names: [String]) -> String? {
    let letters = Array(typed.lowercased().unicodeScalars)
    var best: (name: String, slips: Int)?
    for name in names {
      let target = Array(name.unicodeScalars)
      // In a short name two slips leave nothing to recognise it by.
      let most = min(2, target.count - 2)
      guard abs(target.count - letters.count) <= most else { continue }
      let slips = distance(letters, target)
      if slips <= most, slips < best?.slips ?? .max { best = (name, slips) }
    }
    return best?.name
  }

  /// The Damerau-Levenshtein distance (optimal string alignment): insertions, deletions,
  /// replacements and swaps of neighbours.
  static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let isSame = left[row] == right[column]
        var cost = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
