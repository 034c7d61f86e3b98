/// Moments as the store and JSON have them: milliseconds since 1970 in UTC, and texts like
/// `2026-11-30T02:46:10.123Z` (RFC 3339 with exactly three digits).
package enum Timestamp {
  private static let day: Int64 = 86_400_000

  /// The text of a moment.
  ///
  /// Years outside 0001 to 9999 exist only in damaged data; they are written with a sign and six
  /// digits or more, which ``milliseconds(from:)`` refuses.
  package static func text(milliseconds: Int64) -> String {
    // Division that rounds down, also before 1970.
    let isEarlier = milliseconds % day < 0
    let time = milliseconds % day + (isEarlier ? day : 0)
    let date = civil(daysSince1970: milliseconds / day - (isEarlier ? 1 : 0))
    var bytes: [UInt8] = []
    if (1...9999).contains(date.year) {
      append(date.year, digits: 4, to: &bytes)
    } else {
      bytes.append(date.year < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
      append(abs(date.year), digits: 6, to: &bytes)
    }
    for (mark, part, digits) in [
      ("-", date.month, 2), ("-", date.day, 2), ("T", time / 3_600_000, 2),
      (":", time / 60_000 % 60, 2), (":", time / 1000 % 60, 2), (".", time % 1000, 3),
    ] {
      bytes.append(contentsOf: mark.utf8)
      append(part, digits: digits, to: &bytes)
    }
    bytes.append(UInt8(ascii: "Z"))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The moment of a text of exactly the form `2026-11-30T02:46:10.123Z`, years 0001 to 9999.
  ///
  /// - Throws: ``DraftError/Code/invalidArgument`` for any other form, and for dates and times
  ///   that do not exist. Leap seconds (`:60`) have no millisecond of their own and are refused.
  package static func milliseconds(from text: String) throws(DraftError) -> Int64 {
    guard let milliseconds = parse(Array(text.utf8)) else {
      throw DraftError(
        .invalidArgument, "This is not a time in UTC.",
        hint: "Write it like 2026-11-30T02:46:10.123Z.")
    }
    return milliseconds
  }

  private static func parse(_ bytes: [UInt8]) -> Int64? {
    let pattern = Array("0000-00-00T00:00:00.000Z".utf8)
    guard bytes.count == pattern.count else { return nil }
    for (byte, mark) in zip(bytes, pattern) {
      let isDigit = byte &- UInt8(ascii: "0") < 10
      guard mark == UInt8(ascii: "0") ? isDigit : byte == mark else { return nil }
    }
    func number(_ range: Range<Int>) -> Int64 {
      bytes[range].reduce(0) { $0 * 10 + Int64($1 & 0xF) }
    }
    let (year, month, day) = (number(0..<4), number(5..<7), number(8..<10))
    let (hour, minute, second) = (number(11..<13), number(14..<16), number(17..<19))
    guard year >= 1, (1...12).contains(month), day >= 1, day <= days(inMonth: month, of: year),
      hour < 24, minute < 60, second < 60
    else { return nil }
    let time = ((hour * 60 + minute) * 60 + second) * 1000 + number(20..<23)
    return daysSince1970(year: year, month: month, day: day) * Self.day + time
  }

  private static func append(_ number: Int64, digits: Int, to bytes: inout [UInt8]) {
    let text = String(number).utf8
    bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: max(0, digits - text.count)))
    bytes.append(contentsOf: text)
  }
}

// Days and dates of the proleptic Gregorian calendar, after Howard Hinnant, “chrono-Compatible
// Low-Level Date Algorithms”: years begin in March, so that the leap day comes last, and 400
// years are one era of 146 097 days.
extension Timestamp {
  static func days(inMonth month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  static func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  static func civil(daysSince1970: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let days = daysSince1970 + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let leapDays = dayOfEra / 1460 - dayOfEra / 36_524 + dayOfEra / 146_096
    let yearOfEra = (dayOfEra - leapDays) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }
}
