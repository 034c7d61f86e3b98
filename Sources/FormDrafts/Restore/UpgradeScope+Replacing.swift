extension UpgradeScope {
  /// Puts another value in the place of one.
  ///
  /// - Parameters:
  ///   - place: the answer.
  ///   - identities: how items of lists are known again; nil if they stay where they are.
  ///   - body: the new value, or nil for none.
  mutating func replace(
    _ place: StepPlace, following identities: ItemIdentities?,
    _ body: (DraftValue) throws(StepFailure) -> DraftValue?
  ) throws(StepFailure) {
    guard find(place.inner).hasValue else { return }
    let leaves = entries.compactMap { entry in
      entry.path.isInside(place.inner)
        ? entry.value.map { Leaf(entry.path.suffix(after: place.inner), $0) } : nil
    }
    let old = try DraftValue.assembled(leaves, at: place.path)
    let new = try body(old)
    guard new != old else { return }
    if let new { try Self.check(new, at: place.path) }
    let marks = entries.filter { !$0.marks.isEmpty && $0.path.isInside(place.inner) }.map {
      MarkFollower.Mark(path: $0.path.suffix(after: place.inner), marks: $0.marks)
    }
    var follower = MarkFollower(identities, marks)
    follower.follow(from: old, to: new, at: place.path)
    put(replacement(of: place, by: new), marks: follower, at: place)
  }

  /// The entries of a new value: a path that was there keeps its origins, a new one comes from
  /// those that are gone.
  private mutating func replacement(
    of place: StepPlace, by new: DraftValue?
  ) -> [UpgradeEntry] {
    var before: [FieldPath: Int] = [:]
    var all: [Int] = []
    for (index, entry) in entries.enumerated()
    where entry.value != nil && entry.path.isInside(place.inner) {
      before[entry.path] = index
      all.append(index)
    }
    let slot = all.first.map { entries[$0].slot } ?? 0
    var result: [UpgradeEntry] = []
    var fresh: [Int] = []
    new?.forEachLeaf(at: place.inner) { path, value in
      var entry = UpgradeEntry(path: path, value: value, isChanged: true, slot: slot)
      if let index = before.removeValue(forKey: path) {
        entry.origins = entries[index].origins
        entry.isChanged = entries[index].isChanged || entries[index].value != value
      } else {
        fresh.append(result.count)
      }
      result.append(entry)
    }
    let gone = before.values.sorted()
    let origins = (gone.isEmpty ? all : gone).flatMap { entries[$0].origins }
    if fresh.isEmpty, !gone.isEmpty { lost += origins }
    for (number, index) in fresh.enumerated() {
      result[index].origins = origins.share(number, of: fresh.count)
    }
    return result
  }

  /// Puts new entries where the first old value stood, and marks where they went.
  private mutating func put(
    _ new: [UpgradeEntry], marks: MarkFollower, at place: StepPlace
  ) {
    var result: [UpgradeEntry] = []
    result.reserveCapacity(entries.count + new.count)
    var next = 0
    var isPut = false
    for var entry in entries {
      guard entry.path.isInside(place.inner) else {
        result.append(entry)
        continue
      }
      let hadValue = entry.value != nil
      if hadValue, !isPut {
        result += new
        isPut = true
      }
      (entry.value, entry.isChanged) = (nil, false)
      if entry.marks.isEmpty {
        if !hadValue { result.append(entry) }
        continue
      }
      next += 1
      guard let path = marks.places[next - 1] else { continue }
      entry.path = place.inner.appending(contentsOf: path)
      result.append(entry)
    }
    let slot = new.first?.slot ?? 0
    for (path, marks) in marks.spread {
      let path = place.inner.appending(contentsOf: path)
      result.append(UpgradeEntry(path: path, value: nil, marks: marks, slot: slot))
    }
    entries = result
    uniteMarks()
  }
}
