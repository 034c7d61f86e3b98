import Foundation

/// How much a reliability suite does: little in the ordinary tests, all in `make soak`.
enum Soak {
  private static let environment = ProcessInfo.processInfo.environment

  /// Whether all is to be done (FORMDRAFTS_SOAK).
  static var isOn: Bool { environment["FORMDRAFTS_SOAK"] != nil }

  /// Under a sanitizer everything takes several times as long.
  static var isSanitized: Bool { environment["FORMDRAFTS_SANITIZER"] != nil }

  /// A number for the ordinary tests, under a sanitizer, and for the soak.
  static func choose(_ short: Int, sanitized: Int, soak: Int) -> Int {
    isOn ? soak : isSanitized ? sanitized : short
  }
}
