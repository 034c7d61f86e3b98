/// “Did you mean “formerly”?” if one of the words is close enough to what was written.
///
/// - Returns: a sentence, or nil if nothing is near: more than a third of the characters differ.
package func closest(to word: String, in words: [String]) -> String? {
  let written = Array(word.lowercased().utf8.prefix(64))
  var best: (word: String, distance: Int)?
  for candidate in words.prefix(200) {
    let distance = editDistance(written, Array(candidate.lowercased().utf8.prefix(64)))
    guard distance <= max(1, candidate.utf8.count / 3) else { continue }
    if distance < best?.distance ?? Int.max { best = (candidate, distance) }
  }
  return best.map { "Did you mean “\($0.word.shown)”?" }
}

/// The Damerau-Levenshtein distance, restricted: how many letters to add, drop, change or swap.
func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for (row, mine) in left.enumerated() {
    var current = [row + 1]
    for (column, theirs) in right.enumerated() {
      var cost = min(last[column + 1], current[column]) + 1
      cost = min(cost, last[column] + (mine == theirs ? 0 : 1))
      if row > 0, column > 0, mine == right[column - 1], left[row - 1] == theirs {
        cost = min(cost, beforeLast[column - 1] + 1)
      }
      current.append(cost)
    }
    (beforeLast, last) = (last, current)
  }
  return last[right.count]
}
