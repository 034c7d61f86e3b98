import FormDrafts
import Testing

@Suite("Upgrades of random drafts")
struct UpgradePropertyTests {
  private static func randomState(_ random: inout RandomValues) -> UpgradeState {
    let values = random.object(depth: 3)
    var state = Upgrading.state(values)
    for index in state.answers.indices {
      state.answers[index].isTouched = random.below(3) == 0
      state.answers[index].isDirty = random.below(3) == 0
      guard random.below(4) == 0 else { continue }
      let path = state.answers[index].path.appending("\(random.below(3))").appending("visited")
      state.answers.append(.init(path: path, value: nil, isTouched: true))
    }
    var seen: Set<FieldPath> = []
    state.answers.removeAll { !seen.insert($0.path).inserted }
    if !state.answers.isEmpty, random.below(2) == 0 {
      state.focus = state.answers[random.below(state.answers.count)].path
    }
    return state
  }

  /// A place of a random draft: that of an answer, or one further out, now and then through items.
  private static func place(_ state: UpgradeState, _ random: inout RandomValues) -> FieldPath? {
    guard !state.answers.isEmpty else { return nil }
    var segments = state.answers[random.below(state.answers.count)].path.segments
    segments.removeLast(random.below(segments.count))
    if random.below(3) == 0 { segments.append(.each) }
    if random.below(3) == 0 { segments.append(.name(RandomValues.names[random.below(29)])) }
    if random.below(6) == 0 { segments[random.below(segments.count)] = .each }
    return FieldPath(segments: segments)
  }

  private static func apply(_ steps: [DraftUpgrade.Step], to state: inout UpgradeState) throws {
    try state.apply(
      [DraftUpgrade(from: .unversioned, steps: steps)], version: nil,
      fingerprint: Upgrading.fingerprint)
  }

  @Test("Renaming and renaming back changes nothing: values, marks, order, focus")
  func renameBack() throws {
    var random = RandomValues(seed: 7)
    var changed = 0
    for _ in 0..<700 {
      let before = Self.randomState(&random)
      guard let path = Self.place(before, &random), let name = path.lastName else { continue }
      let target = (path.parent ?? .root).appending("renamed")
      var state = before
      try Self.apply([.rename(path, to: "renamed")], to: &state)
      if try state.values != before.values { changed += 1 }
      #expect(try state.values.leaves.count == before.values.leaves.count)
      try Self.apply([.rename(target, to: name)], to: &state)
      #expect(state.answers.map(\.path) == before.answers.map(\.path), "\(path)")
      #expect(try state.values == before.values)
      #expect(state.touched == before.touched)
      #expect(state.dirty == before.dirty)
      #expect(state.focus == before.focus)
      // In one go nothing differs, not even where it came from.
      var both = before
      try Self.apply([.rename(path, to: "renamed"), .rename(target, to: name)], to: &both)
      #expect(both.answers == before.answers, "\(path)")
    }
    #expect(changed > 200)
  }

  @Test("Moves and drops do to values what a walk through objects does")
  func model() throws {
    var random = RandomValues(seed: 11)
    var outcomes = [0, 0, 0]
    for _ in 0..<3000 {
      let before = Self.randomState(&random)
      guard let path = Self.place(before, &random), !path.pointer.contains("~*"),
        let target = Self.place(before, &random), !target.pointer.contains("~*")
      else { continue }
      let values = try before.values
      var moved = before
      let error = thrown { try Self.apply([.move(path, to: target)], to: &moved) }
      switch Model.move(values, path.names, to: target.names) {
      case .refused:
        #expect(error?.code == .upgradeFailed, "\(path) \(target)")
        outcomes[0] += 1
      case .done(let expected):
        #expect(error == nil, "\(path) \(target)")
        #expect(Model.sorted(try moved.values) == Model.sorted(expected), "\(path) \(target)")
        outcomes[expected == values ? 1 : 2] += 1
      }
      var dropped = before
      try Self.apply([.drop(path)], to: &dropped)
      #expect(try dropped.values == Model.taking(path.names, from: values).rest, "\(path)")
    }
    #expect(outcomes.allSatisfy { $0 > 50 }, "\(outcomes)")
  }

  @Test("Whatever the steps, a path stands once and no stored value is lost without a word")
  func accounting() throws {
    var random = RandomValues(seed: 13)
    var applied = 0
    for _ in 0..<1000 {
      let before = Self.randomState(&random)
      var steps: [DraftUpgrade.Step] = []
      for _ in 0...random.below(4) {
        guard let path = Self.place(before, &random) else { continue }
        switch random.below(6) {
        case 0: if path.lastName != nil { steps.append(.rename(path, to: "renamed")) }
        case 1: steps.append(.move(path, to: path.appending("wrapped")))
        case 2: steps.append(.drop(path))
        case 3: steps.append(.map(path) { $0 == .null ? nil : [$0] })
        case 4: steps.append(.split(path, into: [path, path.appending("part")]) { [nil, $0] })
        default: steps.append(.map(path) { .object(["first": $0, "second": 2]) })
        }
      }
      var state = before
      guard (try? Self.apply(steps, to: &state)) != nil else {
        #expect(state.answers == before.answers)
        continue
      }
      applied += 1
      _ = try state.values
      let left = Set(state.answers.flatMap(\.origins)).union(state.dropped)
      for answer in before.answers where answer.value != nil {
        #expect(left.contains(answer.path), "\(answer.path) \(steps)")
      }
    }
    #expect(applied > 400)
  }
}

/// What moves and drops do, written as a walk through nested objects.
private enum Model {
  enum Result {
    case refused
    case done(DraftObject)
  }

  /// Takes what stands at a path; objects that it leaves empty go with it.
  static func taking(
    _ names: [String], from object: DraftObject
  ) -> (value: DraftValue?, rest: DraftObject) {
    var rest = object
    guard let member = object[names[0]] else { return (nil, object) }
    if names.count == 1 {
      rest[names[0]] = nil
      return (member, rest)
    }
    guard case .object(let inner) = member else { return (nil, object) }
    let (value, left) = taking(Array(names.dropFirst()), from: inner)
    if value != nil { rest[names[0]] = left.isEmpty ? nil : .object(left) }
    return (value, rest)
  }

  static func move(_ object: DraftObject, _ names: [String], to target: [String]) -> Result {
    let (value, rest) = taking(names, from: object)
    guard let value, names.map({ Array($0.utf8) }) != target.map({ Array($0.utf8) }) else {
      return .done(object)
    }
    return putting(value, at: target, in: rest).map { .done($0) } ?? .refused
  }

  private static func putting(
    _ value: DraftValue, at names: [String], in object: DraftObject
  ) -> DraftObject? {
    var object = object
    if names.count == 1 {
      guard object[names[0]] == nil else { return nil }
      object[names[0]] = value
      return object
    }
    var inner = DraftObject()
    switch object[names[0]] {
    case nil: break
    case .object(let found)?: inner = found
    default: return nil
    }
    guard let new = putting(value, at: Array(names.dropFirst()), in: inner) else { return nil }
    object[names[0]] = .object(new)
    return object
  }

  /// The order of members is for other tests.
  static func sorted(_ object: DraftObject) -> [String: [String]] {
    Dictionary(grouping: object.leaves.map { "\($0.path.pointer) \($0.value.json)" }) {
      String(decoding: Array($0.utf8).prefix(3), as: UTF8.self)
    }.mapValues { $0.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) } }
  }
}
