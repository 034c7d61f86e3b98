// What stands in for Formhaus: an engine that walks through a definition's steps and tells of each
// change with a snapshot.

/// An answer: any JSON that a form of it holds.
enum Answer: Codable, Equatable {
  case text(String)
  case flag(Bool)
  case number(Double)
  case list([Answer])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else {
      self = .list(try container.decode([Answer].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .flag(let flag): try container.encode(flag)
    case .number(let number): try container.encode(number)
    case .list(let items): try container.encode(items)
    }
  }
}

/// The state of a form: answers, step, skipped steps.
struct EngineSnapshot {
  var answers: [String: Answer] = [:]
  var step: String? = "who"
  var skipped: [String] = []
}

/// Runs one form.
@MainActor
final class FormEngine {
  private(set) var snapshot: EngineSnapshot
  private let onSnapshotChange: @MainActor (EngineSnapshot?) -> Void

  init(
    _ snapshot: EngineSnapshot,
    onSnapshotChange: @escaping @MainActor (EngineSnapshot?) -> Void
  ) {
    self.snapshot = snapshot
    self.onSnapshotChange = onSnapshotChange
  }

  func answer(_ key: String, _ answer: Answer) {
    snapshot.answers[key] = answer
    onSnapshotChange(snapshot)
  }

  func go(to step: String, skipping skipped: String? = nil) {
    if let skipped { snapshot.skipped.append(skipped) }
    snapshot.step = step
    onSnapshotChange(snapshot)
  }

  /// Back to a step that was passed over: it counts as skipped no more.
  func goBack(to step: String) {
    snapshot.skipped.removeAll { $0 == step }
    snapshot.step = step
    onSnapshotChange(snapshot)
  }

  /// Sends the form; then there is no snapshot any more.
  func submit() {
    print("Sending \(snapshot.answers.count) answers")
    onSnapshotChange(nil)
  }
}
