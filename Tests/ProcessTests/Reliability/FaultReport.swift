import FormDraftsTesting
import Foundation
import Testing

/// What FaultWorker found; see its main.swift.
struct FaultReport {
  private(set) var violations: [String] = []
  private(set) var counts: [String: Int] = [:]
  private(set) var notes: [String] = []

  static var fixtures: String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("FormDraftsTests/Fixtures").path
  }

  /// Runs a suite in a process of its own, which must end by itself and with 0.
  init(_ order: String...) async throws {
    let worker = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("FaultWorker").path
    let arguments = [worker] + order + [Self.fixtures]
    // A thread of its own: the tests' own ones must not be kept waiting.
    let bytes = try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<[UInt8], any Error>) in
      Thread.detachNewThread {
        continuation.resume(with: Result { try ChildProcess.output(of: arguments) })
      }
    }
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard words.count == 2 else { continue }
      switch words[0] {
      case "violation": violations.append(words[1])
      case "note": notes.append(words[1])
      default:
        let parts = words[1].split(separator: " ")
        counts[parts.dropLast().joined(separator: " ")] = parts.last.flatMap { Int($0) }
      }
    }
    if Soak.isOn { print(order.joined(separator: " "), counts.sorted { $0.key < $1.key }, notes) }
  }

  func count(_ name: String) -> Int { counts[name, default: 0] }

  func expectNoViolations(sourceLocation: SourceLocation = #_sourceLocation) {
    for violation in violations.prefix(20) {
      Issue.record(Comment(rawValue: violation), sourceLocation: sourceLocation)
    }
  }
}
