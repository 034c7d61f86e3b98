/// What a snapshot says beside the answers, of two sides brought together: marks, step, skipped
/// steps, focus.
///
/// A mark is there or not, so two sides that changed it changed it in the same way: there is no
/// conflict. Without a base what either side has is kept.
struct MergedRest: Sendable {
  /// A mark's place: inside a list that is merged item by item, it belongs to the item.
  private struct Mark: Hashable, Sendable {
    /// Nil outside such lists.
    var list: Int?
    var item: DraftValue?
    /// The path from the item, or the whole.
    var path: FieldPath
  }

  private let lists: [MergedList]
  private let touched: Set<Mark>
  private let dirty: Set<Mark>
  private let step: Exact?
  private let skipped: [Exact]
  private let focus: Mark?

  init(
    base: DraftSnapshot?, mine: DraftSnapshot, theirs: DraftSnapshot, lists: [MergedList]
  ) {
    self.lists = lists
    func marks(_ path: KeyPath<DraftSnapshot, Set<FieldPath>>) -> Set<Mark> {
      func side(_ snapshot: DraftSnapshot, _ ids: KeyPath<MergedList, [DraftValue]>) -> Set<Mark> {
        Set(snapshot[keyPath: path].map { Self.mark($0, lists, ids) })
      }
      return Self.merged(
        base.map { side($0, \.base) }, side(mine, \.mine), side(theirs, \.theirs))
    }
    touched = marks(\.touched)
    dirty = marks(\.dirty)
    let isStepMine = base == nil || base?.exactStep != mine.exactStep
    step = isStepMine ? mine.exactStep : theirs.exactStep
    let left = mine.skippedSteps.map { Exact($0) }
    let right = theirs.skippedSteps.map { Exact($0) }
    let before = base.map { $0.skippedSteps.map { Exact($0) } }
    let kept = Self.merged(before.map(Set.init), Set(left), Set(right))
    var seen: Set<Exact> = []
    skipped = (left + right).filter { kept.contains($0) && seen.insert($0).inserted }
    let isFocusMine = base == nil || base?.focus != mine.focus
    focus =
      isFocusMine
      ? mine.focus.map { Self.mark($0, lists, \.mine) }
      : theirs.focus.map { Self.mark($0, lists, \.theirs) }
  }

  private static func merged<Item: Hashable>(
    _ base: Set<Item>?, _ mine: Set<Item>, _ theirs: Set<Item>
  ) -> Set<Item> {
    guard let base else { return mine.union(theirs) }
    let added = mine.union(theirs).subtracting(base)
    return base.intersection(mine).intersection(theirs).union(added)
  }

  private static func mark(
    _ path: FieldPath, _ lists: [MergedList], _ ids: KeyPath<MergedList, [DraftValue]>
  ) -> Mark {
    for (number, list) in lists.enumerated() where path.isInside(list.path) && path != list.path {
      let items = list[keyPath: ids]
      guard let (position, rest) = path.suffix(after: list.path).firstItem(below: items.count)
      else { continue }
      return Mark(list: number, item: items[position], path: rest)
    }
    return Mark(list: nil, item: nil, path: path)
  }

  /// The snapshot around merged answers; marks of items that are gone go too.
  func snapshot(of values: DraftObject) -> DraftSnapshot {
    let positions = lists.map { Self.positions(of: $0, in: values) }
    func path(_ mark: Mark) -> FieldPath? {
      guard let number = mark.list, let item = mark.item else { return mark.path }
      return positions[number][item].map { position in
        lists[number].path.appending("\(position)").appending(contentsOf: mark.path)
      }
    }
    return DraftSnapshot(
      values: values, touched: Set(touched.compactMap(path)), dirty: Set(dirty.compactMap(path)),
      step: step?.wrappedValue, skippedSteps: skipped.map(\.wrappedValue),
      focus: focus.flatMap(path))
  }

  /// Where each item of a list stands in the end.
  private static func positions(
    of list: MergedList, in values: DraftObject
  ) -> [DraftValue: Int] {
    guard case .list(let items)? = DraftValue.object(values).member(list.path.names),
      let ids = ItemIdentities.ids(of: items, list.identity)
    else { return [:] }
    return Dictionary(zip(ids, ids.indices), uniquingKeysWith: { first, _ in first })
  }
}

extension DraftSnapshot {
  fileprivate var exactStep: Exact? { step.map { Exact($0) } }
}
