extension UpgradeScope {
  /// Lets a step act on each item that a path goes through, or on all if it goes through none.
  ///
  /// The items are taken apart level by level, so that lists inside lists take no call stack.
  ///
  /// - Parameters:
  ///   - place: a path of the step.
  ///   - keepsItems: whether an item that loses everything stays, as `{}`; unless said, it does if
  ///     the path goes further in than the item.
  ///   - body: the step.
  mutating func inItems(
    of place: StepPlace, keepingItems keepsItems: Bool? = nil,
    _ body: (inout UpgradeScope) throws(StepFailure) -> Void
  ) throws(StepFailure) {
    guard !place.heads.isEmpty else { return try body(&self) }
    var levels = [[self]]
    for (depth, head) in place.heads.enumerated() {
      var inner: [UpgradeScope] = []
      for index in levels[depth].indices { levels[depth][index].open(head, as: index, &inner) }
      levels.append(inner)
    }
    var inner = levels.removeLast()
    for index in inner.indices { try body(&inner[index]) }
    var keeps = keepsItems ?? (place.inner != .root)
    while var outer = levels.popLast() {
      let head = place.heads[levels.count]
      var start = 0
      for index in outer.indices {
        var end = start
        while end < inner.count, inner[end].item?.outer == index { end += 1 }
        try outer[index].close(head, inner[start..<end], keepsItems: keeps, at: place)
        start = end
      }
      inner = outer
      keeps = true
    }
    self = inner[0]
  }

  /// Takes the items of a list or map out.
  private mutating func open(_ head: FieldPath, as outer: Int, _ inner: inout [UpgradeScope]) {
    slots = entries.map(\.slot)
    for index in entries.indices { entries[index].slot = index }
    for index in entries.indices where head.isInside(entries[index].path) {
      if case .list(let items)? = entries[index].value, entries[index].path == head {
        return openList(items, at: index, as: outer, &inner)
      }
      if entries[index].isClosed { return }
    }
    opening = .map
    var known: [Exact: Int] = [:]
    var left: [UpgradeEntry] = []
    for var entry in entries {
      guard entry.path.isInside(head), let (token, rest) = entry.path.suffix(after: head).firstToken
      else {
        left.append(entry)
        continue
      }
      entry.path = rest
      let index = known[Exact(token)] ?? inner.count
      if index == inner.count {
        known[Exact(token)] = index
        inner.append(
          UpgradeScope(entries: [], item: Item(outer: outer, token: token, isOfList: false)))
      }
      inner[index].entries.append(entry)
      if entry.value != nil { inner[index].item?.setSlot(entry.slot) }
    }
    entries = left
  }

  private mutating func openList(
    _ items: [DraftValue], at position: Int, as outer: Int, _ inner: inout [UpgradeScope]
  ) {
    let head = entries[position].path
    opening = .list(slot: position, items)
    entries[position].value = nil
    let start = inner.count
    for (index, value) in items.enumerated() {
      let item = Item(outer: outer, token: "\(index)", isOfList: true, slot: position)
      var scope = UpgradeScope(entries: [], item: item)
      value.forEachLeaf(at: .root) { path, leaf in
        scope.entries.append(UpgradeEntry(path: path, value: leaf, slot: position))
      }
      inner.append(scope)
    }
    entries.removeAll { entry in
      guard entry.value == nil, entry.path.isInside(head),
        let (index, rest) = entry.path.suffix(after: head).firstItem(below: items.count)
      else { return false }
      var entry = entry
      entry.path = rest
      inner[start + index].entries.append(entry)
      return true
    }
  }
}

extension UpgradeScope {
  /// Puts the items back.
  private mutating func close(
    _ head: FieldPath, _ inner: ArraySlice<UpgradeScope>, keepsItems: Bool, at place: StepPlace
  ) throws(StepFailure) {
    switch opening {
    case .none: break
    case .map: closeMap(head, inner, keepsItems)
    case .list(let slot, let items): try closeList(head, inner, keepsItems, slot, items, place)
    }
    for scope in inner { lost += scope.lost }
    let order = entries.indices.sorted { (entries[$0].slot, $0) < (entries[$1].slot, $1) }
    entries = order.map { index in
      var entry = entries[index]
      entry.slot = slots[entry.slot]
      return entry
    }
    (opening, slots) = (.none, [])
  }

  private mutating func closeMap(
    _ head: FieldPath, _ inner: ArraySlice<UpgradeScope>, _ keepsItems: Bool
  ) {
    var emptied: [UpgradeEntry] = []
    var slot: Int?
    var hasLeft = false
    for scope in inner {
      guard let item = scope.item else { continue }
      let path = head.appending(token: item.token)
      for var entry in scope.entries where !entry.isBlank {
        entry.path = path.appending(contentsOf: entry.path)
        entries.append(entry)
      }
      hasLeft = hasLeft || scope.hasValue
      guard let first = item.slot, !scope.hasValue else { continue }
      slot = min(slot ?? first, first)
      if keepsItems { emptied.append(.emptyObject(at: path, slot: first)) }
    }
    // The form itself is no answer.
    if !keepsItems, !hasLeft, let slot, head != .root || item != nil {
      emptied = [.emptyObject(at: head, slot: slot)]
    }
    guard !emptied.isEmpty else { return }
    entries += emptied
    uniteMarks()
  }

  private mutating func closeList(
    _ head: FieldPath, _ inner: ArraySlice<UpgradeScope>, _ keepsItems: Bool, _ slot: Int,
    _ before: [DraftValue], _ place: StepPlace
  ) throws(StepFailure) {
    var items: [DraftValue] = []
    items.reserveCapacity(inner.count)
    for scope in inner {
      guard scope.hasValue || keepsItems else { continue }
      let path = head.appending("\(items.count)")
      items.append(try scope.value(at: place))
      for var entry in scope.entries where !entry.marks.isEmpty {
        entry.path = path.appending(contentsOf: entry.path)
        entry.value = nil
        entries.append(entry)
      }
    }
    guard let index = entries.firstIndex(where: { $0.slot == slot && $0.path == head }) else {
      return
    }
    entries[index].value = .list(items)
    if items != before { entries[index].isChanged = true }
  }

  /// The item as a value.
  private func value(at place: StepPlace) throws(StepFailure) -> DraftValue {
    let leaves = entries.compactMap { entry in entry.value.map { Leaf(entry.path, $0) } }
    return try .assembled(leaves, at: place.path)
  }
}

extension UpgradeScope.Item {
  fileprivate mutating func setSlot(_ slot: Int) {
    if self.slot == nil { self.slot = slot }
  }
}

extension UpgradeEntry {
  /// What stays of an object that lost all its members.
  fileprivate static func emptyObject(at path: FieldPath, slot: Int) -> UpgradeEntry {
    UpgradeEntry(path: path, value: .object([:]), isChanged: true, slot: slot)
  }
}
