extension Resolver {
  /// Where several answers would stand in one place, one of them does, or none.
  ///
  /// What a form or an upgrade moves goes before what only has the name; what says nothing gives
  /// way. Between two that were moved nobody can choose: both wait for a decision.
  func settleCollisions(_ candidates: inout [Candidate]) {
    guard candidates.contains(where: \.isExplicit) else { return }
    for group in Self.rivals(candidates) {
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
      && candidates[index].places.contains(where: moved.overlaps)
    {
      candidates[index].fit = .orphan("Another answer stands there.")
    }
  }

  /// The live candidates that would stand in one place, where there is more than one.
  private static func rivals(_ candidates: [Candidate]) -> [[Int]] {
    var first: [FieldPath: Int] = [:]
    first.reserveCapacity(candidates.count)
    var groups: [Int: [Int]] = [:]
    for index in candidates.indices where candidates[index].isLive {
      let path = candidates[index].path
      guard let earlier = first.updateValue(index, forKey: path) else { continue }
      first[path] = earlier
      groups[earlier, default: [earlier]].append(index)
    }
    return groups.keys.sorted().compactMap { groups[$0] }
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
      guard case .placed(var placed) = candidates[index].fit,
        case .object(let object)? = placed.value, object.isEmpty,
        returning.overlaps(candidates[index].path)
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
