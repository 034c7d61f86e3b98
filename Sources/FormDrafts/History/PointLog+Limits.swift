extension PointLog {
  /// What a draft loses so that its save points stay within their bounds.
  struct Losses: Sendable {
    var removals: [Int64] = []
    /// Copies that an earlier save point needs still.
    var moves: [PointRow] = []
  }

  /// Removes what exceeds the bounds.
  ///
  /// Those go first that are too old, then the oldest that nobody made by hand, then the oldest.
  /// The newest stays whatever the others are; for its own size it goes only if nothing but time
  /// made it, so that what a revert replaced is there when it is wanted back.
  mutating func limit(now: Int64, bounds: Bounds = .init()) -> Losses {
    var removed: Set<Int64> = []
    var moved: [Int64: PointRow] = [:]
    while let victim = victim(now: now, bounds) {
      for row in remove(at: victim, &moved) { removed.insert(row) }
    }
    return Losses(
      removals: removed.sorted(),
      moves: moved.values.filter { !removed.contains($0.id) }.sorted { $0.id < $1.id })
  }

  /// How much a draft's save points may be.
  struct Bounds: Sendable {
    var count = DraftLimits.savePoints
    var bytes = Int64(DraftLimits.savePointBytes)
    var age = DraftLimits.savePointAge.components.seconds * 1_000
  }

  private func victim(now: Int64, _ bounds: Bounds) -> Int? {
    let last = groups.count - 1
    let tooOld = groups.indices.first { index in
      groups[index].header.map { now - $0.at > bounds.age } ?? false
    }
    if let tooOld { return tooOld }
    func oldest(_ isManual: Bool) -> Int? {
      groups.indices.first { $0 != last && (groups[$0].reason == .manual) == isManual }
    }
    if groups.count > bounds.count { return oldest(false) ?? oldest(true) }
    guard groups.reduce(0, { $0 + $1.bytes }) > bounds.bytes else { return nil }
    if let index = oldest(false) { return index }
    return groups[last].reason?.isTimed ?? true ? last : oldest(true)
  }

  /// Takes a save point out; what the one before it needs goes there.
  ///
  /// - Returns: the rows that go.
  private mutating func remove(at index: Int, _ moved: inout [Int64: PointRow]) -> [Int64] {
    let group = groups.remove(at: index)
    var gone = group.header.map { [$0.id] } ?? []
    guard index > 0 else { return gone + group.copies.map(\.id) }
    let earlier = groups[index - 1]
    let held = Set(earlier.copies.map(\.field))
    for var copy in group.copies {
      let wasThere = earlier.head?.hadRow(copy.field) ?? true
      guard wasThere, copy.written <= earlier.revision, !held.contains(copy.field) else {
        gone.append(copy.id)
        continue
      }
      copy.revision = earlier.revision
      copy.sum = copy.checksum
      moved[copy.id] = copy
      groups[index - 1].copies.append(copy)
    }
    return gone
  }
}
