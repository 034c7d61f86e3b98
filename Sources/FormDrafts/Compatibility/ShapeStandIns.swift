/// Answers in the place of those that a shape does not have.
///
/// For each answer there are as many as could make a difference: one that is among the choices of
/// the form as it is to be, and one that is not; a number with a fraction, and one without. The
/// first are those that fit worst.
struct ShapeStandIns {
  private let shape: DraftShape
  private let orphanWriters: [StoredSchema]
  /// By answer; one that has others inside has none of its own.
  private var candidates: [[DraftValue]] = []

  /// How many sets of answers there are.
  var rounds: Int { max(candidates.lazy.map(\.count).max() ?? 1, 1) }

  /// Finds the values that could make a difference.
  ///
  /// - Parameters:
  ///   - shape: the draft.
  ///   - writer: the schema it was saved under.
  ///   - orphanWriters: those its orphans were saved under.
  ///   - reader: the form as it is to be.
  ///   - isUpgraded: whether upgrades may put an answer anywhere.
  init(
    _ shape: DraftShape, writer: StoredSchema, orphanWriters: [StoredSchema], reader: StoredSchema,
    isUpgraded: Bool
  ) {
    self.shape = shape
    self.orphanWriters = orphanWriters
    let search = ShapeChoices(reader: reader, isUpgraded: isUpgraded)
    var own = writer
    let isSame = writer.fingerprint == reader.fingerprint && !isUpgraded
    candidates.reserveCapacity(shape.answers.count)
    for (number, answer) in shape.answers.enumerated() {
      if let kind = answer.kind {
        own = kind == .orphan ? answer.schema.map { orphanWriters[$0] } ?? writer : writer
      }
      let isItem = answer.kind == nil && answer.path.lastName?.isItemNumber == true
      let options = own.index.fieldOfChoices(at: answer.path, isItem: isItem).field?.options
      let choices = ShapeCandidates(
        answer, number: number, own: options?.items.map(\.value) ?? [],
        present: search.choices(for: answer.path, isItem: isItem, savedUnder: own))
      candidates.append(isSame ? Array(choices.values.prefix(1)) : choices.values)
    }
  }

  /// One set of answers.
  func answers(round: Int) -> [StoredAnswer] {
    var answers: [StoredAnswer] = []
    var inside: [(name: String, value: DraftValue)] = []
    for (position, entry) in shape.answers.enumerated().reversed() {
      if let value = value(of: position, round: round, &inside) {
        inside.append((entry.path.lastName ?? "", value))
      }
      guard let kind = entry.kind else { continue }
      answers.append(
        StoredAnswer(
          path: entry.path, value: inside.popLast()?.value, isTouched: entry.isTouched,
          isDirty: entry.isDirty, isOrphan: kind == .orphan,
          revision: Int64(shape.revision.rawValue),
          writer: entry.schema.map { orphanWriters[$0] }))
      inside = []
    }
    return answers.reversed()
  }

  private func value(
    of position: Int, round: Int, _ inside: inout [(name: String, value: DraftValue)]
  ) -> DraftValue? {
    let entry = shape.answers[position]
    let own = candidates[position]
    guard own.isEmpty else { return own[min(round, own.count - 1)] }
    guard let type = entry.type else { return nil }
    // What stands inside was put there last, the first on top.
    let parts = inside.suffix(entry.innerCount).reversed()
    inside.removeLast(min(entry.innerCount, inside.count))
    return type == .list
      ? .list(parts.map(\.value))
      : .object(DraftObject(parts.map { .init($0.name, $0.value) }))
  }
}

/// The values that one answer may have been, as far as that makes a difference.
private struct ShapeCandidates {
  private(set) var values: [DraftValue] = []

  /// - Parameters:
  ///   - answer: what is known of it.
  ///   - number: tells it from others.
  ///   - own: the choices of the form it was saved under.
  ///   - present: the closed choices where it may stand.
  init(
    _ answer: DraftShape.Answer, number: Int, own: [DraftValue], present: [DraftValue]
  ) {
    if answer.isOption == true {
      values = Self.choices(own, present: Set(present))
      if values.isEmpty { values = [.null] }
      return
    }
    guard let type = answer.type, type != .list, type != .object else { return }
    let known = answer.isOption == false ? Set(own) : []
    values = Self.values(of: type, size: answer.size ?? 0, number: number, unlike: own + present)
      .filter { !known.contains($0) }
    if let choice = present.first(where: { !known.contains($0) && answer.mayBe($0) }),
      !values.contains(choice)
    {
      values.append(choice)
    }
    let choices = Set(present)
    values = values.filter { !choices.contains($0) } + values.filter(choices.contains)
  }

  /// Values of a type that is made of no others; a text is none of some choices.
  private static func values(
    of type: DraftShape.Answer.ValueType, size: Int, number: Int, unlike choices: [DraftValue]
  ) -> [DraftValue] {
    switch type {
    case .list, .object, .null: return [.null]
    case .boolean: return [true, false]
    case .bytes: return [.bytes([UInt8](repeating: 0, count: min(size, 8)))]
    case .file:
      return [.file(DraftFile(id: "file \(number)", name: "file", byteCount: size))]
    case .number:
      // NaN and the infinities have no digit; one digit alone has no fraction.
      if size == 0 { return [.number(literal: "NaN")] }
      let whole = DraftValue(number)
      return size == 1 ? [whole] : [.number(literal: "\(number).5"), whole]
    case .text:
      if size == 0 { return [""] }
      var text = "text \(number)"
      while choices.contains(.text(text)) { text += "'" }
      return [.text(text)]
    }
  }

  /// One choice of each kind that fares differently, those first that are gone.
  private static func choices(
    _ own: [DraftValue], present: Set<DraftValue>
  ) -> [DraftValue] {
    struct Kind: Hashable {
      var type: DraftShape.Answer.ValueType
      var isPresent: Bool
      var isNothing: Bool
    }
    var seen: Set<Kind> = []
    let kinds = own.filter {
      seen.insert(
        Kind(type: .init($0), isPresent: present.contains($0), isNothing: $0.isNothing)
      ).inserted
    }
    return kinds.filter { !present.contains($0) } + kinds.filter(present.contains)
  }
}

extension DraftShape.Answer {
  /// Whether a value has this type and length.
  fileprivate func mayBe(_ value: DraftValue) -> Bool {
    guard type == .init(value) else { return false }
    switch value {
    case .text(let text): return text.utf8.count == size
    case .number(let literal):
      return literal.utf8.count { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } == size
    default: return true
    }
  }
}
