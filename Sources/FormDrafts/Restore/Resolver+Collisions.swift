extension Resolver {
  /// Where several answers would stand in one place, one of them does, or none.
  ///
  /// What a form or an upgrade moves goes before what only has the name; what says nothing gives
  /// way. Between two that were moved nobody can choose: both wait for a decision.
  func settleCollisions(_ candidates: inout [Candidate]) {
    guard candidates.contains(where: \.isExplicit) else { return }
    var rivals: [FieldPath: [Int]] = [:]
    for index in candidates.indices where candidates[index].isLive {
      rivals[candidates[index].path, default: []].append(index)
    }
    for group in rivals.values where group.count > 1 {
      var best = group.filter { candidates[$0].saysSomething }
      if best.isEmpty { best = [group[0]] }
      let explicit = best.filter { candidates[$0].isExplicit }
      if !explicit.isEmpty { best = explicit }
      for index in group where best != [index] {
        let isTied = best.count > 1 && best.contains(index)
        candidates[index].fit = .orphan(
          isTied ? "Another answer claims the same place." : "Another answer stands there.")
      }
    }
    let moved = PathOverlap(
      candidates.lazy.filter { $0.isLive && $0.isExplicit }.map(\.path))
    for index in candidates.indices
    where candidates[index].isLive && !candidates[index].isExplicit
      && moved.overlaps(candidates[index].path)
    {
      candidates[index].fit = .orphan("Another answer stands there.")
    }
  }

  /// What had no place when it was last saved comes back if there is one now, and nothing newer
  /// stands there.
  func bringBackOrphans(_ candidates: inout [Candidate]) {
    let orphans = candidates.indices.filter { candidates[$0].answer.isOrphan }
      .sorted { candidates[$0].answer.revision > candidates[$1].answer.revision }
    guard !orphans.isEmpty else { return }
    openObjects(&candidates, for: orphans)
    var overlap = PathOverlap(candidates.lazy.filter(\.isLive).flatMap(\.places))
    var live: [FieldPath: Int] = [:]
    for index in candidates.indices where candidates[index].isLive {
      live[candidates[index].path] = index
    }
    for index in orphans {
      guard case .placed(var placed) = candidates[index].fit else { continue }
      let path = candidates[index].path
      if let taken = live[path] {
        candidates[index].fit = merged(candidates[index], into: &candidates[taken])
      } else if overlap.overlaps(path) {
        candidates[index].fit = .orphan("Another answer stands there.")
      } else {
        if placed.outcome != .invalidOption { placed.outcome = .kept }
        placed.why = placed.why ?? "The field is back."
        placed.was = nil
        candidates[index].fit = .placed(placed)
        if placed.value != nil {
          overlap.insert(path)
          live[path] = index
        }
      }
    }
  }
}

extension Resolver {
  /// A single object that was taken out of a list makes room for what belongs into it.
  private func openObjects(_ candidates: inout [Candidate], for orphans: [Int]) {
    let returning = PathOverlap(orphans.map { candidates[$0].path })
    for index in candidates.indices where candidates[index].isLive {
      guard case .placed(var placed) = candidates[index].fit, case .object(let object)? = placed.value,
        object.isEmpty, returning.overlaps(candidates[index].path)
      else { continue }
      placed.value = nil
      candidates[index].fit = .placed(placed)
    }
  }
}

extension Resolver.Candidate {
  /// Where something stands: one place, or those of the members of an object.
  fileprivate var places: [FieldPath] {
    guard case .placed(let placed) = fit, case .object(let object)? = placed.value,
      !object.isEmpty
    else { return [path] }
    var places: [FieldPath] = []
    object.forEachLeaf(inside: path) { place, _ in places.append(place) }
    return places
  }

  /// An answer that was alive when it was saved, or is again, and has a place.
  fileprivate var isLive: Bool {
    guard !answer.isOrphan, case .placed(let placed) = fit else { return false }
    return placed.value != nil
  }

  fileprivate var saysSomething: Bool { answer.value?.isNothing == false }
}

extension Resolver {
  /// What an earlier form knew of the items of a list goes back into the items that are still
  /// there.
  ///
  /// Items are the same by their identity, where the schema names one that is there, scalar and
  /// unique in both lists; else only if the list is otherwise unchanged.
  fileprivate func merged(_ orphan: Candidate, into other: inout Candidate) -> Fit {
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
    if target.value == stored || other.answer.value == stored { return .echo }
    guard case .list(let earlier) = stored, case .list(var items)? = target.value,
      let current = other.answer.value?.itemsOrOne, current.count == items.count,
      reader.index.hasInside(other.path)
    else { return .orphan("A later answer stands there.") }
    let pairs = samePairs(earlier, current, at: other)
    guard !pairs.isEmpty else { return .orphan("A later answer stands there.") }
    var isWhole = pairs.count == earlier.count
    for (from, to) in pairs {
      let isOne = if case .list? = other.answer.value { false } else { true }
      let returning = Returning(
        source: orphan.answer.path.appending("\(from)"), schema: orphan.answer.writer,
        place: other.path.appending("\(to)"),
        between: isOne ? other.answer.path : other.answer.path.appending("\(to)"))
      isWhole = bringBack(earlier[from], into: &items[to], returning, &target) && isWhole
    }
    target.value = .list(items)
    other.fit = .placed(target)
    return isWhole ? .merged : .orphan("Some of it has no place.")
  }

  /// An item of an earlier form on its way back.
  private struct Returning {
    /// Where it stood.
    var source: FieldPath
    var schema: StoredSchema?
    /// Where it is to stand.
    var place: FieldPath
    /// Where the form in between has it.
    var between: FieldPath
  }

  /// Positions of the same item in an earlier list and in the present one.
  private func samePairs(
    _ earlier: [DraftValue], _ current: [DraftValue], at other: Candidate
  ) -> [(Int, Int)] {
    let identity = [reader, writer].lazy.compactMap { schema -> FieldPath? in
      guard case .field(let field) = schema.index.slot(at: other.path) else { return nil }
      return field.identity
    }.first
    if let identity, let old = ListIdentity(earlier, identity),
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

  /// Puts members back that the present item does not have; whether nothing is left over.
  private func bringBack(
    _ earlier: DraftValue, into item: inout DraftValue, _ returning: Returning,
    _ placed: inout Fit.Placed
  ) -> Bool {
    guard case .object(let object) = earlier, case .object(let present) = item else {
      return earlier == item
    }
    var isWhole = true
    var builder = ObjectBuilder()
    present.forEachLeaf { path, value in _ = try? builder.insert(value, at: path) }
    let taken = PathOverlap(present.leaves.map(\.path))
    object.forEachLeaf { path, value in
      guard !taken.overlaps(path) else { return }
      let source = returning.source.appending(contentsOf: path)
      let target = returning.place.appending(contentsOf: path)
      // What the form in between could hold, the person may have taken away.
      guard !couldStand(value, from: source, at: returning.between.appending(contentsOf: path), returning)
      else { return }
      guard
        case .placed(let inner) = fit(
          value, from: source, to: target, under: returning.schema, isInList: true),
        let result = inner.value, (try? builder.insert(result, at: path)) == .inserted
      else {
        isWhole = false
        return
      }
      placed.inside.append(.init(target, .kept, why: "The field is back."))
    }
    item = .object(builder.build())
    return isWhole
  }

  /// Whether the form the draft was last saved under had a place for an earlier answer.
  private func couldStand(
    _ value: DraftValue, from source: FieldPath, at place: FieldPath, _ returning: Returning
  ) -> Bool {
    guard let shape = writer.index.slot(at: place).shape else { return false }
    let earlier = returning.schema?.index.slot(at: source).shape ?? .any
    let result = Conversion.convert(value, from: earlier, to: shape, options: nil)
    if case .unfit = result { return false }
    return true
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

  fileprivate var isScalar: Bool {
    switch self {
    case .bool, .number, .text: true
    default: false
    }
  }

  /// Whether an earlier item is the present one, but for members the present one lacks.
  fileprivate func isUnchanged(in present: DraftValue) -> Bool {
    guard case .object(let mine) = self, case .object(let theirs) = present else {
      return self == present
    }
    let before = Dictionary(mine.leaves.map { ($0.path, $0.value) }) { first, _ in first }
    return theirs.leaves.allSatisfy { before[$0.path] == $0.value }
  }
}
