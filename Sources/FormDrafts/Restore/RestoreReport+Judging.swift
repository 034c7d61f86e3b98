extension RestoreReport {
  /// Compares answers with choices that became known after the restore.
  ///
  /// A restore judges closed, static choices where the form changed; open ones, and those a service
  /// delivers, it cannot know. The outcome is the same as if they had been known: an answer that is
  /// none of them becomes ``Outcome/invalidOption``, is kept, and needs no decision. Asking twice
  /// changes nothing.
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
    var content = content
    let choices = Set(options.items.map(\.value))
    var positions: [FieldPath: Int] = [:]
    for (index, entry) in content.account.fields.enumerated() where positions[entry.path] == nil {
      positions[entry.path] = index
    }
    for (place, value) in content.values.answers(at: path) {
      guard let gone = value.itemsGone(from: choices) else { continue }
      let old = positions[place].map { content.account.fields[$0] }
      guard old?.outcome != .invalidOption else { continue }
      let entry = Entry(
        place, .invalidOption, from: old?.from, why: Self.goneWords, was: old?.before,
        is: old?.present, items: gone)
      if let index = positions[place] {
        content.account.fields[index] = entry
      } else {
        content.add(entry)
      }
    }
    self = RestoreReport(content)
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
    value.itemsGone(from: Set(items.map(\.value)))
  }
}

extension DraftValue {
  /// The same of some choices.
  fileprivate func itemsGone(from choices: Set<DraftValue>) -> [Int]? {
    guard !isNothing else { return nil }
    guard case .list(let answers) = self, !choices.contains(self) else {
      return choices.contains(self) ? nil : []
    }
    let gone = answers.indices.filter { !answers[$0].isNothing && !choices.contains(answers[$0]) }
    return gone.isEmpty ? nil : gone
  }
}

extension DraftObject {
  /// The answers that a path of a schema speaks of, with their places: of every item where it says
  /// so.
  fileprivate func answers(at path: FieldPath) -> [(place: FieldPath, value: DraftValue)] {
    path.segments.reduce([(FieldPath.root, DraftValue.object(self))]) { found, segment in
      found.flatMap { place, value in
        value.inside(segment).map { (place.appending($0.name), $0.value) }
      }
    }
  }
}

extension DraftValue {
  /// What a segment of a schema's path leads to.
  fileprivate func inside(_ segment: FieldPath.Segment) -> [DraftObject.Member] {
    switch (self, segment) {
    case (.object(let object), .each): object.members
    case (.object(let object), .name(let name)):
      object[name].map { [DraftObject.Member(name, $0)] } ?? []
    case (.list(let items), .each):
      items.enumerated().map { DraftObject.Member(String($0.offset), $0.element) }
    case (.list(let items), .name(let name)):
      // An index as JSON pointers write it (RFC 6901, section 4).
      Int(name).flatMap { index in
        items.indices.contains(index) && String(index) == name
          ? [DraftObject.Member(name, items[index])] : nil
      } ?? []
    default: []
    }
  }
}
