import FormDrafts
import Foundation
import Testing

@testable import DraftsCommand

@Suite("Exit codes")
struct ExitCodeTests {
  /// The contract, spelled out.
  private static let expected: [String: Int32] = [
    "notFound": 2, "ambiguousID": 2, "conflict": 2, "gone": 2, "ownerPurged": 2,
    "keyMismatch": 2, "attemptMismatch": 2, "tooMany": 2, "invalidArgument": 64,
    "invalidPath": 64, "invalidJSON": 65,
    "invalidValue": 65, "invalidSchema": 65, "tooLarge": 65, "damaged": 65, "cannotCreate": 73,
    "io": 74, "noSpace": 74, "busy": 75, "storeMoved": 75, "newerStore": 76, "notOurs": 77,
    "unavailable": 77, "upgradeFailed": 2, "usedAfterFork": 1, "internalError": 1,
    "cancelled": 1,
  ]

  @Test("These are all there are")
  func all() {
    #expect(ExitCode.allCases.map(\.rawValue) == [0, 1, 2, 64, 65, 73, 74, 75, 76, 77])
  }

  @Test("Each error of the library has its exit code", arguments: expected)
  func code(name: String, exitCode: Int32) {
    #expect(ExitCode(DraftError.Code(rawValue: name)).rawValue == exitCode)
  }

  @Test("A code of a later library is a plain failure")
  func unknown() {
    #expect(ExitCode(DraftError.Code(rawValue: "fromTheFuture")) == .failed)
  }

  @Test("Whatever ends a verb has an exit code")
  func errors() {
    #expect(ExitCode(of: DraftError(.busy, "x")) == .busy)
    #expect(ExitCode(of: StreamFailure.closedPipe) == .done)
    #expect(ExitCode(of: StreamFailure.tooLarge(limit: 1)) == .badData)
    #expect(ExitCode(of: UsageError("x")) == .usage)
    #expect(ExitCode(of: CancellationError()) == .failed)
  }

  @Test("No code of the library is left out here")
  func complete() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/FormDrafts/Errors/DraftError.swift").standardized
    let source = try String(contentsOf: file, encoding: .utf8)
    let declared = source.matches(of: /static let \w+ = Self\(rawValue: "(\w+)"\)/)
    #expect(!declared.isEmpty)
    #expect(Set(declared.map { String($0.1) }) == Set(Self.expected.keys))
  }
}
