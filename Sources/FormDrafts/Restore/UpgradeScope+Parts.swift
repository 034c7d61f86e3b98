extension UpgradeScope {
  /// What was taken out from a path.
  struct Part {
    var value: DraftValue?
    var marks: UpgradeEntry.Marks = []
    var origins: [FieldPath] = []
    /// Where what comes of it stands: where its first value stood, or else its first mark; nil if
    /// there was nothing.
    var position: Int?
    var slot = 0
    fileprivate var leaves: [Leaf] = []
  }

  mutating func split(
    _ from: StepPlace, into targets: [StepPlace],
    _ body: (DraftValue) throws(StepFailure) -> [DraftValue?]
  ) throws(StepFailure) {
    guard var part = try take([from]).first, var position = part.position else { return }
    var values = Array(repeating: DraftValue?.none, count: targets.count)
    if let value = part.value {
      values = try body(value)
      guard values.count == targets.count else {
        throw .count(values.count, of: targets.count)
      }
      if values.allSatisfy({ $0 == nil }) { lost += part.origins }
    }
    for (value, target) in zip(values, targets) {
      part.value = value
      position += try put(part, at: target, position)
      part.marks.remove(.focus)
    }
  }

  mutating func merge(
    _ sources: [StepPlace], into target: StepPlace,
    _ body: ([DraftValue?]) throws(StepFailure) -> DraftValue?
  ) throws(StepFailure) {
    let parts = try take(sources)
    let hasValue = parts.contains { $0.value != nil }
    var whole = Part()
    for part in parts {
      whole.marks.formUnion(part.marks)
      guard let position = part.position, part.value != nil || !hasValue else { continue }
      whole.origins += part.origins
      if (position, part.slot) < (whole.position ?? .max, whole.slot) {
        (whole.position, whole.slot) = (position, part.slot)
      }
    }
    guard let position = whole.position else { return }
    if hasValue {
      whole.value = try body(parts.map(\.value))
      if whole.value == nil { lost += whole.origins }
    }
    _ = try put(whole, at: target, position)
  }

  /// Takes away all entries at or inside some paths that do not lie in each other.
  private mutating func take(_ places: [StepPlace]) throws(StepFailure) -> [Part] {
    var parts = Array(repeating: Part(), count: places.count)
    let paths = places.map { find($0.inner).hasAny ? $0.inner : nil }
    guard paths.contains(where: { $0 != nil }) else { return parts }
    var left: [UpgradeEntry] = []
    left.reserveCapacity(entries.count)
    for entry in entries {
      let index = paths.firstIndex { path in path.map(entry.path.isInside) ?? false }
      if let index, let path = paths[index] {
        parts[index].add(entry, from: path, at: left.count)
      } else {
        left.append(entry)
      }
    }
    entries = left
    for index in places.indices where !parts[index].leaves.isEmpty {
      parts[index].value = try .assembled(parts[index].leaves, at: places[index].path)
    }
    return parts
  }

  /// Puts a value with its marks, or the marks alone, at a path.
  ///
  /// - Returns: how many entries it became.
  private mutating func put(
    _ part: Part, at place: StepPlace, _ position: Int
  ) throws(StepFailure) -> Int {
    var part = part
    var new: [UpgradeEntry] = []
    if let value = part.value {
      try Self.check(value, at: place.path)
      part.origins += try makeWay(for: place)
      value.forEachLeaf(at: place.inner) { path, leaf in
        new.append(UpgradeEntry(path: path, value: leaf, part))
        part.marks.remove(.focus)
      }
      for index in new.indices { new[index].origins = part.origins.share(index, of: new.count) }
    } else if !part.marks.isEmpty {
      new = [UpgradeEntry(path: place.inner, value: nil, part)]
    }
    let meetsMarks = entries.contains { $0.path.isInside(place.inner) }
    entries.insert(contentsOf: new, at: position)
    if meetsMarks { uniteMarks() }
    return new.count
  }
}

extension UpgradeScope.Part {
  fileprivate mutating func add(_ entry: UpgradeEntry, from path: FieldPath, at position: Int) {
    marks.formUnion(entry.marks)
    if let value = entry.value {
      // Once there is a value, nothing came from where there were marks only.
      if leaves.isEmpty { (self.position, slot, origins) = (position, entry.slot, []) }
      leaves.append(Leaf(entry.path.suffix(after: path), value))
      origins += entry.origins
    } else if leaves.isEmpty {
      if self.position == nil { (self.position, slot) = (position, entry.slot) }
      origins += entry.origins
    }
  }
}

extension UpgradeEntry {
  fileprivate init(path: FieldPath, value: DraftValue?, _ part: UpgradeScope.Part) {
    self.init(
      path: path, value: value, marks: part.marks, origins: part.origins,
      isChanged: value != nil, slot: part.slot)
  }
}

extension DraftValue {
  /// The value that leaves make, whose paths begin where it stands.
  static func assembled(
    _ leaves: [Leaf], at place: FieldPath
  ) throws(StepFailure) -> DraftValue {
    if leaves.count == 1, leaves[0].path == .root { return leaves[0].value }
    var builder = ObjectBuilder()
    for leaf in leaves {
      let result = try? builder.insert(leaf.value, at: leaf.path)
      guard result == .inserted else { throw .clash(place) }
    }
    return .object(builder.build())
  }
}
