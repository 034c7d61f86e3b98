#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// When something was saved, in words and in local time.
enum SavedTime {
  static func words(_ date: Date, now: Date = Date()) -> String {
    let seconds = Int(now.timeIntervalSince(date))
    let ago =
      switch seconds {
      case ..<0: "by a clock ahead of this one"
      case ..<60: "a moment ago"
      case ..<3_600: count(seconds / 60, "minute")
      case ..<86_400: count(seconds / 3_600, "hour")
      default: count(seconds / 86_400, "day")
      }
    return "\(ago) (\(local(date)))"
  }

  private static func count(_ number: Int, _ unit: String) -> String {
    "\(number) \(unit)\(number == 1 ? "" : "s") ago"
  }

  private static func local(_ date: Date) -> String {
    var seconds = time_t(date.timeIntervalSince1970)
    var parts = tm()
    localtime_r(&seconds, &parts)
    let day = [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)]
    let clock = [Int(parts.tm_hour), Int(parts.tm_min)]
    return day.map(twoDigits).joined(separator: "-") + " "
      + clock.map(twoDigits).joined(separator: ":")
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : String(number)
  }
}
