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
    var overlap = PathOverlap(candidates.lazy.filter(\.isLive).map(\.path))
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

extension Resolver.Candidate {
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
    if target.value == stored || other.answer.value == stored { return .echo }
    guard case .list(let earlier) = stored, case .list(var items)? = target.value,
      case .list(let current)? = other.answer.value, current.count == items.count,
      reader.index.hasInside(other.path)
    else { return .orphan("A later answer stands there.") }
    let pairs = samePairs(earlier, current, at: other)
    guard !pairs.isEmpty else { return .orphan("A later answer stands there.") }
    var isWhole = pairs.count == earlier.count
    for (from, to) in pairs {
      let source = orphan.answer.path.appending("\(from)")
      let place = other.path.appending("\(to)")
      isWhole =
        bringBack(earlier[from], source, into: &items[to], place, &target) && isWhole
    }
    target.value = .list(items)
    other.fit = .placed(target)
    return isWhole ? .merged : .orphan("Some of it has no place.")
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
    _ earlier: DraftValue, _ source: FieldPath, into item: inout DraftValue, _ place: FieldPath,
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
      let target = place.appending(path)
      // What the form in between had, the person may have taken away.
      guard writer.index.slot(at: target).isUnknown else { return }
      guard case .placed(let inner) = fit(value, from: target, to: target, isTyped: false),
        !reader.index.slot(at: target).isUnknown, let result = inner.value,
        (try? builder.insert(result, at: path)) == .inserted
      else {
        isWhole = false
        return
      }
      placed.inside.append(.init(target, .kept, why: "The field is back."))
    }
    item = .object(builder.build())
    return isWhole
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
