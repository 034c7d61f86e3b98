/// A draft's id: a random UUID in lower case.
///
/// It never depends on what the draft holds.
public struct DraftID: Sendable, Hashable, Comparable, LosslessStringConvertible {
  /// The UUID's text, lower case.
  public let rawValue: String

  /// Reads a UUID in any case; nil for anything else.
  public init?(_ text: String) {
    guard text.utf8.count == 36 else { return nil }
    var isLower = true
    var index = 0
    for byte in text.utf8 {
      switch index {
      case 8, 13, 18, 23: guard byte == UInt8(ascii: "-") else { return nil }
      default:
        if Hexadecimal.isLowerDigit(byte) { break }
        guard UInt8(ascii: "A")...UInt8(ascii: "F") ~= byte else { return nil }
        isLower = false
      }
      index += 1
    }
    rawValue = isLower ? text : text.lowercased()
  }

  /// The UUID's text.
  public var description: String { rawValue }

  /// Order by text.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The number of a save of one draft, from 1 up; never used twice.
///
/// A save that brings nothing new keeps the number. A save names the revision its state was made
/// from; if the draft has moved on, it is refused with ``DraftError/Code/conflict``.
public struct DraftRevision: Sendable, Hashable, Comparable, ExpressibleByIntegerLiteral,
  CustomStringConvertible
{
  /// The number.
  public let rawValue: Int

  /// A revision by its number.
  public init(_ rawValue: Int) { self.rawValue = rawValue }
  /// A revision by its number.
  public init(integerLiteral value: Int) { rawValue = value }
  /// The number in decimal.
  public var description: String { String(rawValue) }
  /// Earlier before later.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The id of one try to submit a draft, to be given to the server as its idempotency key.
///
/// It stays the same until the attempt has an end, also over a crash, so that the server can tell a
/// repetition from a second submission.
public struct AttemptID: Sendable, Hashable, CustomStringConvertible {
  @Exact private var exact: String
  /// The id's text.
  public var rawValue: String { exact }
  /// An attempt by its id.
  public init(_ rawValue: String) { _exact = Exact(rawValue) }
  /// The id's text.
  public var description: String { exact }
}

/// Random identifiers.
package enum Identifiers {
  /// A random UUID (RFC 9562, version 4) in lower case, from the system's generator.
  package static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    var high = generator.next()
    var low = generator.next()
    high = high & 0xFFFF_FFFF_FFFF_0FFF | 0x0000_0000_0000_4000
    low = low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    let digits = Hexadecimal.text(
      [high, low].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - $0 * 8)) }
      })
    var result = ""
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { result.append("-") }
      result.append(digit)
    }
    return result
  }
}
