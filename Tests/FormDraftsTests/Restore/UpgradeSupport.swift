import FormDrafts
import Testing

/// Upgrades of drafts that are made on the spot.
enum Upgrading {
  static let fingerprint = DraftSchema("signup", fields: []).fingerprint

  /// A draft of some values; marks without a value stand behind them.
  static func state(
    _ values: DraftObject, touched: Set<FieldPath> = [], dirty: Set<FieldPath> = [],
    focus: FieldPath? = nil
  ) -> UpgradeState {
    var answers = values.leaves.map { UpgradeState.Answer(path: $0.path, value: $0.value) }
    let known = Set(answers.map(\.path))
    answers += touched.union(dirty).subtracting(known).sorted().map { .init(path: $0, value: nil) }
    for index in answers.indices {
      answers[index].isTouched = touched.contains(answers[index].path)
      answers[index].isDirty = dirty.contains(answers[index].path)
    }
    return UpgradeState(answers: answers, focus: focus)
  }

  /// The draft after steps.
  static func run(
    _ values: DraftObject, touched: Set<FieldPath> = [], dirty: Set<FieldPath> = [],
    focus: FieldPath? = nil, identities: [FieldPath: FieldPath] = [:],
    _ steps: DraftUpgrade.Step...
  ) throws -> UpgradeState {
    var state = state(values, touched: touched, dirty: dirty, focus: focus)
    let upgrade = DraftUpgrade(from: .version("1"), steps: steps)
    let count = try state.apply(
      [upgrade], version: "1", fingerprint: fingerprint, identities: identities)
    #expect(count == 1)
    return state
  }

  /// The values after steps.
  static func values(_ values: DraftObject, _ steps: DraftUpgrade.Step...) throws -> DraftObject {
    var state = state(values)
    try state.apply(
      [DraftUpgrade(from: .version("1"), steps: steps)], version: "1", fingerprint: fingerprint)
    return try state.values
  }

  /// What a step fails with; the draft must be as it was.
  static func failure(_ values: DraftObject, _ steps: DraftUpgrade.Step...) -> DraftError? {
    var state = state(values, touched: ["seen"], focus: "focused")
    let before = state
    let error = thrown {
      try state.apply(
        [DraftUpgrade(from: .version("1"), steps: steps)], version: "1", fingerprint: fingerprint)
    }
    #expect(state.answers == before.answers)
    #expect(state.focus == before.focus)
    #expect(state.dropped == [])
    return error
  }
}

extension UpgradeState {
  /// What a restore would hand out.
  var values: DraftObject {
    get throws {
      var builder = ObjectBuilder()
      for answer in answers {
        guard let value = answer.value else { continue }
        #expect(try builder.insert(value, at: answer.path) == .inserted)
      }
      #expect(Set(answers.map(\.path)).count == answers.count)
      return builder.build()
    }
  }

  var touched: Set<FieldPath> { Set(answers.lazy.filter(\.isTouched).map(\.path)) }
  var dirty: Set<FieldPath> { Set(answers.lazy.filter(\.isDirty).map(\.path)) }

  func origins(_ path: FieldPath) -> [FieldPath]? {
    answers.first { $0.path == path }?.origins
  }

  func isChanged(_ path: FieldPath) -> Bool? { answers.first { $0.path == path }?.isChanged }
}

/// An error whose words hold an answer.
struct TalkativeError: Error, CustomStringConvertible {
  let description: String
}
