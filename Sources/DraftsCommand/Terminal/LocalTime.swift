#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Times of the store as people read them on their clock; JSON has UTC instead.
package enum LocalTime {
  /// A time as `2026-11-30 03:46`.
  ///
  /// - Parameters:
  ///   - milliseconds: Milliseconds since 1970-01-01 UTC.
  ///   - offset: The seconds that local time is ahead of UTC at a moment, given in seconds since
  ///     1970-01-01 UTC. By default the system's, as `TZ` and the zone files say.
  package static func text(
    milliseconds: Int64, offset: (Int64) -> Int64 = systemOffset(at:)
  ) -> String {
    let seconds = milliseconds.dividingDown(by: 1_000)
    let local = seconds + offset(seconds)
    let days = local.dividingDown(by: 86_400)
    let minutes = (local - days * 86_400) / 60
    let (year, month, day) = date(daysSince1970: days)
    let clock = "\(padded(minutes / 60)):\(padded(minutes % 60))"
    return "\(padded(year, digits: 4))-\(padded(month))-\(padded(day)) \(clock)"
  }

  /// POSIX: localtime_r need not look at TZ; tzset does.
  ///
  /// Once: each call looks for the zone's file.
  private static let zone: Void = tzset()

  /// What the system says local time is ahead of UTC, in seconds; 0 if it cannot say.
  package static func systemOffset(at seconds: Int64) -> Int64 {
    _ = zone
    var moment = time_t(seconds)
    var fields = tm()
    guard localtime_r(&moment, &fields) != nil else { return 0 }
    return Int64(fields.tm_gmtoff)
  }

  /// The Gregorian date of a day, after Hinnant, “chrono-compatible low-level date algorithms”,
  /// `civil_from_days`: years begin in March, so that the leap day is the last of its year.
  private static func date(daysSince1970: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let days = daysSince1970 + 719_468
    let era = days.dividingDown(by: 146_097)
    let dayOfEra = days - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  private static func padded(_ number: Int64, digits: Int = 2) -> String {
    let text = String(number.magnitude)
    let zeros = String(repeating: "0", count: max(0, digits - text.utf8.count))
    return (number < 0 ? "-" : "") + zeros + text
  }
}

extension Int64 {
  /// Division towards the past, so that moments before 1970 fall into the right day.
  fileprivate func dividingDown(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
