extension Resolver {
  /// Finds which of the present answers are those an earlier form's answers became, by bringing the
  /// earlier ones forward once more.
  ///
  /// A save keeps an answer as it was where the way back is not the way forward reversed. Under its
  /// own form, what nobody edited since comes back as it was, and what somebody edited goes back to
  /// its place. Under any other form it is the present answer that counts: the same one does not
  /// stand in two places.
  func followBack(_ candidates: inout [Candidate]) {
    var groups: [[UInt8]: [Int]] = [:]
    for index in candidates.indices where candidates[index].isFollowed {
      guard let old = candidates[index].answer.writer, old.fingerprint != writer.fingerprint
      else { continue }
      groups[old.digest, default: []].append(index)
    }
    for group in groups.values.sorted(by: { $0[0] < $1[0] }) {
      guard let old = candidates[group[0]].answer.writer else { continue }
      let isBack = old.fingerprint == reader.fingerprint
      guard isBack || SchemaMapping(writer: old, reader: writer).hasMoves else { continue }
      let replay = Replay(group, of: candidates, from: old, to: writer)
      for place in replay.places.keys.sorted() {
        guard let became = replay.places[place], !became.now.isEmpty else { continue }
        follow(became, at: place, isBack: isBack, &candidates)
      }
    }
  }

  private func follow(
    _ became: Replay.Place, at place: FieldPath, isBack: Bool, _ candidates: inout [Candidate]
  ) {
    guard isBack else {
      for index in became.originals where candidates[index].answer.path != place {
        candidates[index].fit = .orphan("It stands in another answer now.")
      }
      return
    }
    let first = candidates[became.originals[0]].path
    if became.isUnchanged {
      for index in became.originals {
        candidates[index].answer.isOrphan = false
        candidates[index].isExplicit = true
        if became.now.count == 1, candidates[index].path != place {
          candidates[index].answer.origin = place
        }
      }
      for index in became.now {
        candidates[index].fit = .merged
        candidates[index].path = first
      }
    } else if became.originals.count == 1, became.now.count == 1, first != place {
      let answer = candidates[became.now[0]].answer
      candidates[became.now[0]] = Candidate(
        answer: answer, path: first,
        fit: fit(answer.value, from: answer.path, to: first, under: writer, by: mapping),
        isExplicit: true)
    }
  }
}

/// What an earlier form's answers are in the form a draft was last saved under, beside what stands
/// there.
private struct Replay {
  /// What some of them became.
  struct Place {
    var originals: [Int]
    var then: [FieldPath: DraftValue] = [:]
    /// The present answers there.
    var now: [Int] = []
    var present: [FieldPath: DraftValue] = [:]

    var isUnchanged: Bool { then == present }
  }

  private(set) var places: [FieldPath: Place] = [:]

  init(
    _ group: [Int], of candidates: [Resolver.Candidate], from old: StoredSchema,
    to writer: StoredSchema
  ) {
    var latest: [FieldPath: Int] = [:]
    for index in group {
      let answer = candidates[index].answer
      if let other = latest[answer.path], candidates[other].answer.revision > answer.revision {
        continue
      }
      latest[answer.path] = index
    }
    let originals = latest.values.sorted()
    var input = ResolverInput(answers: [], writer: old, reader: writer)
    for (row, index) in originals.enumerated() {
      let answer = candidates[index].answer
      input.answers.append(StoredAnswer(path: answer.path, value: answer.value, rows: [row]))
    }
    let result = Resolver.resolve(input, options: RestoreOptions())
    for (row, index) in originals.enumerated() {
      guard case .lives(let place, _) = result.fates[row] else { continue }
      places[place, default: Place(originals: [])].originals.append(index)
    }
    guard !places.isEmpty else { return }
    result.snapshot.values.forEachLeaf { path, value in
      if let place = place(of: path) { places[place]?.then[path] = value }
    }
    for index in candidates.indices where candidates[index].isPresent {
      let answer = candidates[index].answer
      guard let place = place(of: answer.path) else { continue }
      places[place]?.now.append(index)
      answer.value?.forEachLeaf(at: answer.path) { places[place]?.present[$0] = $1 }
    }
  }

  private func place(of path: FieldPath) -> FieldPath? {
    path.outward.first { places[$0] != nil }
  }
}

extension Resolver.Candidate {
  /// An answer of an earlier form that has a place.
  fileprivate var isFollowed: Bool {
    guard answer.isOrphan, answer.value != nil, case .placed = fit else { return false }
    return answer.origin == nil && !answer.isChanged
  }

  /// An answer of the form the draft was last saved under, as it is stored.
  fileprivate var isPresent: Bool {
    !answer.isOrphan && !answer.isDropped && !answer.isChanged && answer.origin == nil
      && answer.value != nil
  }
}
