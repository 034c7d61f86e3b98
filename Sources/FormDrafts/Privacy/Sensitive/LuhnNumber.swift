/// Numbers whose last digit proves the others (ISO/IEC 7812-1, annex B).
enum LuhnNumber {
  /// Whether digits, from 0 to 9, have the right last one.
  static func isValid(_ digits: some BidirectionalCollection<UInt8>) -> Bool {
    var sum = 0
    var isDoubled = false
    for digit in digits.reversed() {
      let value = Int(digit) * (isDoubled ? 2 : 1)
      sum += value > 9 ? value - 9 : value
      isDoubled.toggle()
    }
    return !digits.isEmpty && sum % 10 == 0
  }
}
