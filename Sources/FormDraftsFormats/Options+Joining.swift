import FormDrafts

extension DraftSchema.Options {
  /// Choices one after the other, each value once.
  static func joined(_ lists: [Self], isClosed: Bool) -> Self {
    var seen: Set<DraftValue> = []
    return .init(
      lists.flatMap(\.items).filter { seen.insert($0.value).inserted }, isClosed: isClosed)
  }
}
