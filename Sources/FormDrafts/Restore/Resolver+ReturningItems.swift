extension Resolver {
  /// What an earlier form knew of the items of a list goes back into the items that are still
  /// there.
  ///
  /// Items are the same by their identity, where the schema names one that is there, scalar and
  /// unique in both lists; else only if the list is otherwise unchanged.
  func merged(_ orphan: Candidate, into other: inout Candidate) -> Fit {
    guard case .placed(var target) = other.fit, let stored = orphan.answer.value else {
      return .echo
    }
    if target.value != stored, other.answer.value == stored,
      orphan.answer.writer?.fingerprint == reader.fingerprint
    {
      // The very same value under the form it was first saved under.
      other.fit = orphan.fit
      return .merged
    }
    if other.answer.value == .null, stored != .null, case .placed(var placed) = orphan.fit {
      // A form that has no answer there, and says so, is no reason to lose one.
      if placed.outcome != .invalidOption { placed.outcome = .kept }
      placed.why = placed.why ?? "The field is back."
      other.fit = .placed(placed)
      return .merged
    }
    if target.value == stored || other.answer.value == stored { return .echo }
    guard case .list(let earlier) = stored, case .list(var items)? = target.value,
      let current = other.answer.value?.itemsOrOne, reader.index.hasInside(other.path)
    else { return .orphan("A later answer stands there.") }
    let isOne = if case .list? = other.answer.value { false } else { true }
    let places = ReturningPlaces(
      source: orphan.answer.path, place: other.path, between: other.answer.path,
      schema: orphan.answer.writer, isOneBetween: isOne)
    switch bringBack(earlier, into: &items, as: current, places, &target) {
    case .nothing: return .orphan("A later answer stands there.")
    case let extent:
      target.value = .list(items)
      other.fit = .placed(target)
      return extent == .all ? .merged : .orphan("Some of it has no place.")
    }
  }

  /// How much of what an earlier form knew stands in the present answer now.
  private enum Extent {
    case nothing, some, all
  }

  /// Goes through the items that are the same in both lists.
  ///
  /// - Parameters:
  ///   - earlier: the list as the earlier form had it.
  ///   - items: the list as it is handed out.
  ///   - current: the same list as it is stored.
  private func bringBack(
    _ earlier: [DraftValue], into items: inout [DraftValue], as current: [DraftValue],
    _ places: ReturningPlaces, _ placed: inout Fit.Placed
  ) -> Extent {
    guard current.count == items.count else { return .nothing }
    let pairs = samePairs(earlier, current, at: places)
    guard !pairs.isEmpty else { return .nothing }
    var isWhole = pairs.count == earlier.count
    for (from, to) in pairs {
      isWhole =
        bringBack(
          earlier[from], into: &items[to], as: current[to], places.item(from, to), &placed)
        && isWhole
    }
    return isWhole ? .all : .some
  }

  /// Positions of the same item in an earlier list and in the present one.
  private func samePairs(
    _ earlier: [DraftValue], _ current: [DraftValue], at places: ReturningPlaces
  ) -> [(Int, Int)] {
    if let identity = identity(at: places), let old = ListIdentity(earlier, identity),
      let new = ListIdentity(current, identity)
    {
      return old.positions.compactMap { key, position in
        new.positions[key].map { (position, $0) }
      }.sorted { $0.0 < $1.0 }
    }
    guard earlier.count == current.count,
      zip(earlier, current).allSatisfy({ $0.isUnchanged(in: $1) })
    else { return [] }
    return earlier.indices.map { ($0, $0) }
  }

  private func identity(at places: ReturningPlaces) -> FieldPath? {
    if case .field(let field) = reader.index.slot(at: places.place), let path = field.identity {
      return path
    }
    guard case .field(let field) = writer.index.slot(at: places.between) else { return nil }
    return field.identity
  }

  /// Puts members back that the present item does not have; whether nothing is left over.
  private func bringBack(
    _ earlier: DraftValue, into item: inout DraftValue, as current: DraftValue,
    _ places: ReturningPlaces, _ placed: inout Fit.Placed
  ) -> Bool {
    guard case .object(let object) = earlier, case .object(let present) = item else {
      return earlier == item
    }
    var isWhole = true
    var members = present.leaves
    let taken = PathOverlap(members.map(\.path))
    var index: [FieldPath: Int] = [:]
    for (position, leaf) in members.enumerated() { index[leaf.path] = position }
    object.forEachLeaf { path, value in
      if taken.overlaps(path) {
        guard let position = index[path] else { return }
        isWhole =
          bringBackInside(value, into: &members[position], current, places, &placed) && isWhole
      } else if !couldStand(value, at: path, places) {
        guard let result = returned(value, at: path, places, &placed) else {
          isWhole = false
          return
        }
        members.append(Leaf(path, result))
      }
    }
    item = .object(DraftObject(leaves: members))
    return isWhole
  }

  /// A list inside an item.
  private func bringBackInside(
    _ earlier: DraftValue, into leaf: inout Leaf, _ current: DraftValue,
    _ places: ReturningPlaces, _ placed: inout Fit.Placed
  ) -> Bool {
    guard case .list(let before) = earlier, case .list(var items) = leaf.value,
      case .list(let now)? = current.member(at: leaf.path)
    else { return true }
    let extent = bringBack(
      before, into: &items, as: now, places.appending(leaf.path), &placed)
    guard extent != .nothing else { return earlier == leaf.value }
    leaf.value = .list(items)
    return extent == .all
  }

  private func returned(
    _ value: DraftValue, at path: FieldPath, _ places: ReturningPlaces,
    _ placed: inout Fit.Placed
  ) -> DraftValue? {
    let inner = places.appending(path)
    let fit = fit(
      value, from: inner.source, to: inner.place, under: places.schema, by: mapping,
      isInList: true)
    guard case .placed(let returned) = fit, let result = returned.value else { return nil }
    placed.inside.append(.init(inner.place, .kept, why: "The field is back."))
    return result
  }

  /// Whether the form the draft was last saved under had a place for an earlier answer: then the
  /// person may have taken it away.
  private func couldStand(
    _ value: DraftValue, at path: FieldPath, _ places: ReturningPlaces
  ) -> Bool {
    let inner = places.appending(path)
    let between = writer.index.slot(at: inner.between)
    let was = places.schema?.index.slot(at: inner.source) ?? .unknown
    guard let shape = between.shape, Self.canStandInside(between, was, isInList: true) else {
      return false
    }
    let result = Conversion.convert(value, from: was.shape ?? .any, to: shape, options: nil)
    if case .unfit = result { return false }
    return true
  }
}

/// Where something of an earlier form stood, is to stand, and stands in the form in between.
private struct ReturningPlaces {
  var source: FieldPath
  var place: FieldPath
  var between: FieldPath
  /// The earlier form; nil if it is not known any more.
  var schema: StoredSchema?
  /// The form in between has a single object where the others have a list.
  var isOneBetween = false

  func item(_ from: Int, _ to: Int) -> ReturningPlaces {
    ReturningPlaces(
      source: source.appending("\(from)"), place: place.appending("\(to)"),
      between: isOneBetween ? between : between.appending("\(to)"), schema: schema)
  }

  func appending(_ path: FieldPath) -> ReturningPlaces {
    ReturningPlaces(
      source: source.appending(contentsOf: path), place: place.appending(contentsOf: path),
      between: between.appending(contentsOf: path), schema: schema)
  }
}

/// Which item of a list is which, by a member that is there, scalar and unique in all of them.
struct ListIdentity {
  private(set) var positions: [DraftValue: Int] = [:]

  /// Nil if an item has no identity, or two have the same.
  init?(_ items: [DraftValue], _ path: FieldPath) {
    for (position, item) in items.enumerated() {
      guard let key = item.member(at: path), key.isScalar,
        positions.updateValue(position, forKey: key) == nil
      else { return nil }
    }
  }
}

extension DraftValue {
  /// The items of a list, or a single object as the only one.
  fileprivate var itemsOrOne: [DraftValue]? {
    switch self {
    case .list(let items): items
    case .object: [self]
    default: nil
    }
  }

  /// What stands further in, through objects; nil if nothing does.
  func member(at path: FieldPath) -> DraftValue? {
    var value = self
    for name in path.names {
      guard case .object(let object) = value, let next = object[name] else { return nil }
      value = next
    }
    return value
  }

  /// Whether an earlier item is the present one, but for members the present one lacks, in lists
  /// inside it too.
  fileprivate func isUnchanged(in present: DraftValue) -> Bool {
    guard case .object(let mine) = self, case .object(let theirs) = present else {
      return self == present
    }
    let before = Dictionary(mine.leaves.map { ($0.path, $0.value) }) { first, _ in first }
    return theirs.leaves.allSatisfy { leaf in
      guard let earlier = before[leaf.path] else { return false }
      guard case .list(let old) = earlier, case .list(let new) = leaf.value else {
        return earlier == leaf.value
      }
      return old.count == new.count && zip(old, new).allSatisfy { $0.isUnchanged(in: $1) }
    }
  }
}
