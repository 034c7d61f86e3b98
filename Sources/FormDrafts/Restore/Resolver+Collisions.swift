extension Resolver {
  /// Where several answers would stand in one place, one of them does, or none.
  ///
  /// What a form or an upgrade moves goes before what only has the name; what says nothing gives
  /// way. Between two that were moved nobody can choose: both wait for a decision.
  func settleCollisions(_ candidates: inout [Candidate]) {
    // Two that stay where they were do not meet.
    let explicit = candidates.indices.filter { candidates[$0].isExplicit && candidates[$0].isLive }
    guard !explicit.isEmpty else { return }
    let claims = PathOverlap(explicit.map { candidates[$0].path })
    let near = candidates.indices.filter {
      !candidates[$0].isExplicit && candidates[$0].isLive && candidates[$0].stands(in: claims)
    }
    for group in Self.rivals(explicit + near, of: candidates) {
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
      explicit.filter { candidates[$0].isLive }.map { candidates[$0].path })
    for index in near where candidates[index].isLive && candidates[index].stands(in: moved) {
      candidates[index].fit = .orphan("Another answer stands there.")
    }
  }

  /// Those of some candidates that would stand in one place, where there is more than one.
  private static func rivals(_ some: [Int], of candidates: [Candidate]) -> [[Int]] {
    Dictionary(grouping: some) { candidates[$0].path }.values.lazy.filter { $0.count > 1 }
      .map { $0.sorted() }.sorted { $0[0] < $1[0] }
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

  /// Whether it, or one of its members, would stand in the way of others, or they in its way.
  fileprivate func stands(in others: PathOverlap) -> Bool {
    guard case .placed(let placed) = fit, case .object(let object)? = placed.value,
      !object.isEmpty
    else { return others.overlaps(path) }
    return places.contains(where: others.overlaps)
  }

  /// An answer that was alive when it was saved, or is again, and has a place.
  fileprivate var isLive: Bool {
    guard !answer.isOrphan, case .placed(let placed) = fit else { return false }
    return placed.value != nil
  }

  fileprivate var saysSomething: Bool { answer.value?.isNothing == false }
}
