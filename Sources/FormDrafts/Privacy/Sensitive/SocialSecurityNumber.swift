/// Social security numbers of the United States in a text.
///
/// Only as they are written, `AAA-GG-SSSS` with dashes or spaces: nine digits alone are too many
/// other things. No area is 000, 666 or from 900 up, no group is 00, no serial number is 0000; two
/// numbers that were printed in advertisements belong to nobody (Social Security Administration,
/// “Social Security Number Randomization”, “Misused Social Security Numbers”).
enum SocialSecurityNumber {
  private static let length = 11
  private static let misused = [(078, 05, 1_120), (219, 09, 9_999)]

  /// Whether one stands somewhere; the time is linear in the length of the text.
  static func occurs(in text: ByteText) -> Bool {
    guard text.count >= length else { return false }
    for place in 0...(text.count - length)
    where text.isDigit(place) && !isJoined(text, place - 1) && !isJoined(text, place + length)
      && isValid(text, place)
    {
      return true
    }
    return false
  }

  /// Whether a byte beside the digits makes them a part of something else.
  private static func isJoined(_ text: ByteText, _ place: Int) -> Bool {
    text.isAlphanumeric(place) || text[place] == UInt8(ascii: "-")
  }

  private static func isValid(_ text: ByteText, _ start: Int) -> Bool {
    let separator = text[start + 3]
    guard separator == UInt8(ascii: "-") || separator == UInt8(ascii: " "),
      text[start + 6] == separator, let area = number(text, start, 3),
      let group = number(text, start + 4, 2), let serial = number(text, start + 7, 4)
    else { return false }
    return area != 0 && area != 666 && area < 900 && group != 0 && serial != 0
      && !misused.contains { $0 == (area, group, serial) }
  }

  private static func number(_ text: ByteText, _ start: Int, _ count: Int) -> Int? {
    var number = 0
    for place in start..<(start + count) {
      guard text.isDigit(place) else { return nil }
      number = number * 10 + Int(text[place] - 0x30)
    }
    return number
  }
}
