/// A version made of whole numbers between dots, which can be compared; others cannot.
struct FormVersion: Comparable, CustomStringConvertible {
  let description: String
  private let parts: [Int]

  /// Nil unless the text is dotted whole numbers: `2`, `1.10.3`.
  init?(_ text: String?) {
    guard let text else { return nil }
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let words = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    var parts: [Int] = []
    for word in words {
      guard !word.isEmpty, word.allSatisfy(digits.contains),
        let part = Int(String(decoding: Array(word), as: UTF8.self))
      else { return nil }
      parts.append(part)
    }
    while parts.count > 1, parts.last == 0 { parts.removeLast() }
    self.parts = parts
    description = text
  }

  static func == (left: Self, right: Self) -> Bool { left.parts == right.parts }
  static func < (left: Self, right: Self) -> Bool {
    left.parts.lexicographicallyPrecedes(right.parts)
  }
}
