import FormDrafts

/// How much of each of some ids people need to tell it from the others: eight characters, or more.
struct ShortIDs {
  private var lengths: [DraftID: Int] = [:]

  init(_ ids: [DraftID]) {
    // Of ids in order, the most alike are neighbours.
    let texts = Set(ids).map { ($0, Array($0.rawValue.utf8)) }
      .sorted { $0.1.lexicographicallyPrecedes($1.1) }
    for (one, other) in zip(texts, texts.dropFirst()) {
      let common = zip(one.1, other.1).prefix { $0 == $1 }.count
      for id in [one.0, other.0] { lengths[id] = max(lengths[id] ?? 0, common + 1) }
    }
  }

  /// As much of one of them as people need.
  subscript(id: DraftID) -> String {
    String(id.rawValue.prefix(max(lengths[id] ?? 0, id.short.count)))
  }
}
