extension RestoreReport {
  /// Compares answers with choices that became known after the restore.
  ///
  /// A restore judges closed, static choices; open ones, and those a service delivers, it cannot
  /// know. The outcome is the same as if they had been known: an answer that is none of them
  /// becomes ``Outcome/invalidOption``, is kept, and needs no decision. Asking twice changes
  /// nothing.
  ///
  /// ```swift
  /// var report = draft.report
  /// report.judge(options: .init(countries.map { .init(.text($0)) }), for: "country")
  /// ```
  ///
  /// - Parameters:
  ///   - options: the choices as they are now.
  ///   - path: the field, as the schema writes it: `/items/~*/country` speaks of every item.
  public mutating func judge(options: DraftSchema.Options, for path: FieldPath) {
    for (place, value) in undecided where path.speaks(of: place) {
      let gone = options.itemsGone(from: value)
      guard let index = fields.firstIndex(where: { $0.path == place }) else {
        if let gone { add(Entry(place, .invalidOption, why: Self.goneWords, items: gone)) }
        continue
      }
      let old = fields[index]
      guard let gone, old.outcome != .invalidOption else { continue }
      fields[index] = Entry(
        place, .invalidOption, from: old.from, why: Self.goneWords, was: old.before,
        is: old.present, items: gone)
    }
  }

  static let goneWords = "The choice is gone."
  /// Of a secret nothing is stored, before and now.
  static let secretWords = "It is a secret."
}

extension DraftSchema.Options {
  /// Which items of an answer are none of the choices; nil if all are, or the answer says nothing.
  ///
  /// For an answer that is no list, an empty list says that it is none.
  func itemsGone(from value: DraftValue) -> [Int]? {
    guard !value.isNothing else { return nil }
    let values = Set(items.map(\.value))
    guard case .list(let answers) = value, !values.contains(value) else {
      return values.contains(value) ? nil : []
    }
    let gone = answers.indices.filter { !answers[$0].isNothing && !values.contains(answers[$0]) }
    return gone.isEmpty ? nil : gone
  }
}

extension FieldPath {
  /// Whether a path of a schema speaks of the place of a value.
  func speaks(of place: FieldPath) -> Bool {
    guard hasEach else { return self == place }
    let mine = pointer.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let theirs = place.pointer.utf8.split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return mine.count == theirs.count
      && zip(mine, theirs).allSatisfy { $0.elementsEqual("~*".utf8) || $0.elementsEqual($1) }
  }
}
