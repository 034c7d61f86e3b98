/// Numbers of payment cards in a text.
///
/// 13 to 19 digits, as one group or in the groups that cards print, with single spaces or dashes
/// between them; of a length and beginning that a network gives out (ISO/IEC 7812), and with the
/// right last digit (``LuhnNumber``).
enum PaymentCardNumber {
  static let lengths = 13...19

  /// Whether one stands somewhere; the time is linear in the length of the text.
  static func occurs(in text: ByteText) -> Bool {
    var place = 0
    while place < text.count {
      guard text.isDigit(place) else {
        place += 1
        continue
      }
      var run = DigitRun(text, from: place)
      place = run.end
      // A part of a word, a fraction or an address is none.
      if text.isAlphanumeric(run.start - 1) || text[run.start - 1] == UInt8(ascii: ".") {
        run.dropFirstGroup()
      }
      if text.isAlphanumeric(run.end)
        || (text[run.end] == UInt8(ascii: ".") && text.isDigit(run.end + 1))
      {
        run.dropLastGroup()
      }
      if run.hasCard { return true }
    }
    return false
  }

  /// Whether digits, from 0 to 9, are the number of a card.
  static func isValid(_ digits: ArraySlice<UInt8>) -> Bool {
    guard lengths.contains(digits.count) else { return false }
    let first = digits.prefix(6).reduce(0) { $0 * 10 + Int($1) }
    return isIssued(first, length: digits.count) && LuhnNumber.isValid(digits)
  }

  /// Whether a network gives out numbers that begin with these six digits.
  private static func isIssued(_ six: Int, length: Int) -> Bool {
    ranges.contains { $0.first.contains(six) && $0.lengths.contains(length) }
  }

  /// The beginnings in six digits, with the lengths of the numbers.
  private static let ranges: [(first: ClosedRange<Int>, lengths: Set<Int>)] = [
    (400_000...499_999, [13, 16, 19]),  // Visa
    (510_000...559_999, [16]), (222_100...272_099, [16]),  // Mastercard
    (340_000...349_999, [15]), (370_000...379_999, [15]),  // American Express
    (300_000...305_999, [14, 16]), (309_500...309_599, [14, 16]), (360_000...369_999, [14, 16]),
    (380_000...399_999, [14, 16]),  // Diners Club
    (601_100...601_199, [16, 19]), (622_126...622_925, [16, 19]), (644_000...659_999, [16, 19]),
    (352_800...358_999, [16, 19]),  // Discover, JCB
    (620_000...629_999, [16, 17, 18, 19]), (810_000...817_199, [16, 17, 18, 19]),  // UnionPay
    (220_000...220_499, [16, 17, 18, 19]),  // Mir
    (501_800...501_899, maestro), (502_000...502_099, maestro), (503_800...503_899, maestro),
    (589_300...589_399, maestro), (630_400...630_499, maestro), (675_900...675_999, maestro),
    (676_100...676_399, maestro),
  ]
  private static let maestro: Set<Int> = [13, 14, 15, 16, 17, 18, 19]
}

/// Groups of digits with single spaces or dashes between them.
private struct DigitRun {
  let start: Int
  private(set) var end: Int
  /// Each from 0 to 9; of a longer run than any list of cards the rest is looked at by itself.
  private var digits: [UInt8] = []
  /// Where each group begins among the digits.
  private var groups: [Int] = [0]

  init(_ text: ByteText, from start: Int) {
    self.start = start
    end = start
    while true {
      if text.isDigit(end) {
        digits.append(text[end] &- 0x30)
        end += 1
      } else if text[end] == UInt8(ascii: " ") || text[end] == UInt8(ascii: "-"),
        text.isDigit(end + 1)
      {
        groups.append(digits.count)
        end += 1
      } else {
        return
      }
    }
  }

  mutating func dropFirstGroup() { groups.removeFirst() }

  mutating func dropLastGroup() {
    if let last = groups.popLast() { digits.removeLast(digits.count - last) }
  }

  /// Whether the whole is a card, or one group, or groups side by side as cards print them.
  var hasCard: Bool {
    guard let first = groups.first else { return false }
    if PaymentCardNumber.isValid(digits[first...]) { return true }
    for (position, start) in groups.enumerated() {
      if PaymentCardNumber.isValid(digits[start..<end(of: position)]) { return true }
      if let end = printed(from: position), PaymentCardNumber.isValid(digits[start..<end]) {
        return true
      }
    }
    return false
  }

  private func end(of group: Int) -> Int {
    group + 1 < groups.count ? groups[group + 1] : digits.count
  }

  private func size(of group: Int) -> Int {
    group < groups.count ? end(of: group) - groups[group] : 0
  }

  /// Where groups of 4-4-4-4, 4-6-5 or 4-6-4 end that begin with this one.
  private func printed(from group: Int) -> Int? {
    guard size(of: group) == 4 else { return nil }
    switch (size(of: group + 1), size(of: group + 2), size(of: group + 3)) {
    case (4, 4, 4): return end(of: group + 3)
    case (6, 4, _), (6, 5, _): return end(of: group + 2)
    default: return nil
    }
  }
}
