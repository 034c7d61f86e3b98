extension DraftOwner? {
  /// Nobody's first, then by the bytes of the name; what nobody knows last.
  func isBefore(_ other: DraftOwner?) -> Bool {
    switch (self, other) {
    case (let mine?, let theirs?):
      guard let mine = mine.name else { return theirs.name != nil }
      return theirs.name.map { Exact(mine) < Exact($0) } ?? false
    case (_?, nil): return true
    case (nil, _): return false
    }
  }
}
