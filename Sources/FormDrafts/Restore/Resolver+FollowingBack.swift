extension Resolver {
  /// Finds which of the present answers are those an earlier form's answers became, by bringing the
  /// earlier ones forward once more.
  ///
  /// A save keeps an answer as it was where the way back is not the way forward reversed. Under its
  /// own form, what nobody edited since comes back as it was, and what somebody edited goes back to
  /// its place. Under any other form it is the present answer that counts: the same one does not
  /// stand in two places.
  func followBack(_ answers: inout [StoredAnswer]) {
    var groups: [[UInt8]: [Int]] = [:]
    for index in answers.indices where answers[index].isFollowed {
      guard let old = answers[index].writer, old.fingerprint != writer.fingerprint,
        !reader.index.isNeverStored(answers[index].path)
      else { continue }
      groups[old.digest, default: []].append(index)
    }
    for group in groups.values.sorted(by: { $0[0] < $1[0] }) {
      guard let old = answers[group[0]].writer else { continue }
      let isBack = old.fingerprint == reader.fingerprint
      guard isBack || writer.mapping(from: old).hasMoves else { continue }
      let replay = Replay(group, of: answers, from: old, to: writer)
      for place in replay.places.keys.sorted() {
        guard let became = replay.places[place], !became.now.isEmpty else { continue }
        follow(became, at: place, isBack: isBack, &answers)
      }
    }
  }

  private func follow(
    _ became: Replay.Place, at place: FieldPath, isBack: Bool, _ answers: inout [StoredAnswer]
  ) {
    guard isBack else {
      for index in became.originals where answers[index].path != place {
        answers[index].way = .standsElsewhere
      }
      return
    }
    let first = answers[became.originals[0]].path
    if became.isUnchanged {
      for index in became.originals {
        let isMoved = became.now.count == 1 && answers[index].path != place
        answers[index].way = .back(from: isMoved ? answers[became.now[0]].path : nil)
      }
      for index in became.now { answers[index].way = .merged(into: first) }
    } else if became.originals.count == 1, became.now.count == 1, first != place {
      answers[became.now[0]].way = .to(first)
    }
  }

  /// The place of an answer of which ``followBack(_:)`` found where it belongs; nil for the others.
  func followed(_ answer: StoredAnswer) -> Candidate? {
    switch answer.way {
    case nil: return nil
    case .standsElsewhere?:
      return Candidate(
        answer: answer, path: answer.path, fit: .orphan("It stands in another answer now."))
    case .merged(let path)?: return Candidate(answer: answer, path: path, fit: .merged)
    case .to(let path)?:
      return Candidate(
        answer: answer, path: path,
        fit: fit(answer.value, from: answer.path, to: path, under: writer, by: mapping),
        isExplicit: true)
    case .back(let origin)?:
      var own = answer
      own.isOrphan = false
      own.origin = origin
      return Candidate(
        answer: own, path: answer.path, fit: returningFit(answer), isExplicit: true)
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
    _ group: [Int], of answers: [StoredAnswer], from old: StoredSchema, to writer: StoredSchema
  ) {
    var latest: [FieldPath: Int] = [:]
    for index in group {
      if let other = latest[answers[index].path],
        answers[other].revision > answers[index].revision
      {
        continue
      }
      latest[answers[index].path] = index
    }
    let originals = latest.values.sorted()
    var input = ResolverInput(answers: [], writer: old, reader: writer)
    for (row, index) in originals.enumerated() {
      input.answers.append(
        StoredAnswer(path: answers[index].path, value: answers[index].value, rows: [row]))
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
    for (index, answer) in answers.enumerated() where answer.isPresent {
      guard let place = place(of: answer.path) else { continue }
      places[place]?.now.append(index)
      answer.value?.forEachLeaf(at: answer.path) { places[place]?.present[$0] = $1 }
    }
  }

  private func place(of path: FieldPath) -> FieldPath? {
    path.outward.first { places[$0] != nil }
  }
}

extension StoredAnswer {
  /// Where an answer belongs that was, or is, one of an earlier form.
  enum Way: Sendable {
    /// An earlier answer, as it was; with where it stood meanwhile, if that is one place.
    case back(from: FieldPath?)
    /// A present answer that an earlier one comes back for.
    case merged(into: FieldPath)
    /// A present answer that was edited.
    case to(FieldPath)
    /// An earlier answer of which the present one counts.
    case standsElsewhere
  }

  /// An answer of an earlier form, as it is stored.
  fileprivate var isFollowed: Bool {
    isOrphan && value != nil && !isDropped && !isChanged && origin == nil
  }

  /// An answer of the form the draft was last saved under, as it is stored.
  fileprivate var isPresent: Bool {
    !isOrphan && value != nil && !isDropped && !isChanged && origin == nil
  }
}
