/// Finds fields that were perhaps renamed: a guess for people, by labels and names.
struct RenameSearch {
  /// The pairs, the surest first.
  let suggestions: [SchemaDiff.Suggestion]

  /// The most fields of each side that are looked at.
  static let mostFields = 200

  /// - Parameters:
  ///   - gone: fields that are gone, in the form's order.
  ///   - new: fields that are new, in the form's order.
  init(gone: [DraftSchema.Field], new: [DraftSchema.Field]) {
    let before = gone.prefix(Self.mostFields).map(RenameCandidate.init)
    let now = new.prefix(Self.mostFields).map(RenameCandidate.init)
    let labels = Self.counts(before.map(\.label), now.map(\.label))
    let names = Self.counts(before.map(\.lastName), now.map(\.lastName))
    var byKind: [RenameCandidate.Kind: [Int]] = [:]
    for (index, candidate) in now.enumerated() { byKind[candidate.kind, default: []].append(index) }
    var guesses: [Guess] = []
    for (from, candidate) in before.enumerated() {
      for to in byKind[candidate.kind] ?? [] {
        let isOnlyLabel = candidate.label.map { labels[$0] == Pair(1, 1) } ?? false
        let isOnlyName = candidate.lastName.map { names[$0] == Pair(1, 1) } ?? false
        guard
          let likeness = candidate.likeness(
            to: now[to], isOnlyLabel: isOnlyLabel, isOnlyName: isOnlyName)
        else { continue }
        guesses.append(Guess(from: from, to: to, likeness: likeness))
      }
    }
    suggestions = Self.outermost(Self.best(guesses, before, now))
  }

  private struct Guess {
    let from: Int
    let to: Int
    let likeness: RenameCandidate.Likeness

    var key: (Int, Int, Int, Int) { (likeness.grade.rawValue, likeness.distance, from, to) }
  }

  private struct Pair: Equatable {
    var gone = 0
    var new = 0
    init(_ gone: Int, _ new: Int) {
      self.gone = gone
      self.new = new
    }
  }

  private static func counts(_ gone: [Exact?], _ new: [Exact?]) -> [Exact: Pair] {
    var counts: [Exact: Pair] = [:]
    for case let key? in gone { counts[key, default: Pair(0, 0)].gone += 1 }
    for case let key? in new { counts[key, default: Pair(0, 0)].new += 1 }
    return counts
  }

  /// Each field once, by the surest guess about it.
  private static func best(
    _ guesses: [Guess], _ before: [RenameCandidate], _ now: [RenameCandidate]
  ) -> [SchemaDiff.Suggestion] {
    var taken: (from: Set<Int>, to: Set<Int>) = ([], [])
    var result: [SchemaDiff.Suggestion] = []
    for guess in guesses.sorted(by: { $0.key < $1.key })
    where !taken.from.contains(guess.from) && !taken.to.contains(guess.to) {
      taken.from.insert(guess.from)
      taken.to.insert(guess.to)
      result.append(
        .init(
          from: before[guess.from].path, to: now[guess.to].path,
          reason: guess.likeness.grade.description))
    }
    return result
  }

  /// Without the pairs that follow from a pair of what they stand in.
  private static func outermost(
    _ pairs: [SchemaDiff.Suggestion]
  ) -> [SchemaDiff.Suggestion] {
    let targets = Dictionary(pairs.map { ($0.from, $0.to) }) { first, _ in first }
    return pairs.filter { pair in
      !pair.from.outward.dropFirst().contains { place in
        targets[place].map { $0.appending(contentsOf: pair.from.suffix(after: place)) == pair.to }
          ?? false
      }
    }
  }
}
