/// Lengths of time as people write them to the command: `90s`, `15m`, `12h`, `30d`.
package enum DurationText {
  /// The milliseconds of a whole number and one unit: seconds, minutes, hours or days of 24 hours.
  ///
  /// - Throws: ``DraftError/Code/invalidArgument`` for any other form and for what exceeds 64
  ///   bits.
  package static func milliseconds(from text: String) throws(DraftError) -> Int64 {
    guard let milliseconds = parse(text) else {
      throw DraftError(
        .invalidArgument, "This is not a length of time.",
        hint: "Write a whole number and a unit: 90s, 15m, 12h or 30d.")
    }
    return milliseconds
  }

  private static func parse(_ text: String) -> Int64? {
    let unit: Int64
    switch text.utf8.last {
    case UInt8(ascii: "s"): unit = 1000
    case UInt8(ascii: "m"): unit = 60_000
    case UInt8(ascii: "h"): unit = 3_600_000
    case UInt8(ascii: "d"): unit = 86_400_000
    default: return nil
    }
    let digits = text.utf8.dropLast()
    guard !digits.isEmpty else { return nil }
    var number: Int64 = 0
    for byte in digits {
      guard byte &- UInt8(ascii: "0") < 10 else { return nil }
      let (product, overflow) = number.multipliedReportingOverflow(by: 10)
      let (sum, more) = product.addingReportingOverflow(Int64(byte & 0xF))
      guard !overflow, !more else { return nil }
      number = sum
    }
    let (milliseconds, overflow) = number.multipliedReportingOverflow(by: unit)
    return overflow ? nil : milliseconds
  }
}
