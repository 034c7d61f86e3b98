#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Dates as text, bit for bit.
///
/// ISO 8601 in UTC with as many digits of the second as the date needs, three at least and nine at
/// most: `2026-11-30T02:46:10.123Z`. What no such text gives back exactly (dates outside the years
/// 1 to 9999, a few close to 2001, what is no number) is written as a distance in seconds:
/// `2001-01-01T00:00:00Z+5e-324s`.
enum DateText {
  private static let origin = "2001-01-01T00:00:00Z+"
  /// From 1970 to 2001, where `Date` counts from.
  private static let offset: Int64 = 978_307_200

  static func text(of date: Date) -> String {
    let seconds = date.timeIntervalSinceReferenceDate
    return calendarText(seconds) ?? "\(origin)\(seconds)s"
  }

  static func date(from text: String) -> Date? {
    if text.hasPrefix(origin), text.hasSuffix("s") {
      return Double(text.dropFirst(origin.count).dropLast())
        .map(Date.init(timeIntervalSinceReferenceDate:))
    }
    return seconds(calendarText: Array(text.utf8)).map(Date.init(timeIntervalSinceReferenceDate:))
  }

  private static func calendarText(_ seconds: Double) -> String? {
    guard abs(seconds) < 1e12, seconds != 0 || seconds.sign == .plus else { return nil }
    let whole = abs(seconds).rounded(.down)
    let fraction = abs(seconds) - whole
    var scale = 1000.0
    for digits in 3...9 {
      let ticks = (fraction * scale).rounded()
      if ticks < scale, whole + ticks / scale == abs(seconds) {
        let isBefore = seconds < 0
        let later = isBefore && ticks > 0
        return text(
          second: isBefore ? -Int64(whole) - (later ? 1 : 0) : Int64(whole),
          ticks: Int64(later ? scale - ticks : ticks), digits: digits)
      }
      scale *= 10
    }
    return nil
  }

  private static func text(second: Int64, ticks: Int64, digits: Int) -> String? {
    let text = Timestamp.text(milliseconds: (second + offset) * 1000)
    guard text.utf8.count == "0000-00-00T00:00:00.000Z".utf8.count else { return nil }
    let tail = String(ticks)
    let zeros = String(repeating: "0", count: digits - tail.utf8.count)
    return "\(text.dropLast("000Z".utf8.count))\(zeros)\(tail)Z"
  }

  /// With one to nine digits after the second's point, or without point and digits.
  private static func seconds(calendarText bytes: [UInt8]) -> Double? {
    let second = 19
    guard bytes.count > second, bytes.last == UInt8(ascii: "Z") else { return nil }
    let tail = bytes[second...].dropLast()
    let digits = tail.dropFirst()
    guard tail.isEmpty || (tail.first == UInt8(ascii: ".") && (1...9).contains(digits.count)),
      digits.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 })
    else { return nil }
    let base = String(decoding: bytes[..<second], as: UTF8.self) + ".000Z"
    guard let milliseconds = try? Timestamp.milliseconds(from: base) else { return nil }
    let whole = milliseconds / 1000 - offset
    let ticks = digits.reduce(0.0) { $0 * 10 + Double($1 & 0xF) }
    let scale = digits.reduce(1.0) { scale, _ in scale * 10 }
    // Away from 2001 in both directions, so that both are rounded alike.
    guard whole < 0, ticks > 0 else { return Double(whole) + ticks / scale }
    return Double(whole + 1) - (scale - ticks) / scale
  }
}
