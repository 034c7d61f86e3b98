/// The number grammar of RFC 8259, section 6.
enum JSONNumber {
  enum Fault {
    case leadingZero
    case malformed
  }

  /// Reads one number from `start`; what follows it is not looked at.
  static func scan(
    _ base: UnsafePointer<UInt8>, from start: Int, to end: Int
  ) -> (end: Int, fault: Fault?) {
    var offset = start
    if offset < end, base[offset] == UInt8(ascii: "-") { offset += 1 }
    let whole = offset
    offset = digits(base, from: offset, to: end)
    guard offset > whole else { return (offset, .malformed) }
    if base[whole] == UInt8(ascii: "0"), offset > whole + 1 { return (whole, .leadingZero) }
    if offset < end, base[offset] == UInt8(ascii: ".") {
      let fraction = offset + 1
      offset = digits(base, from: fraction, to: end)
      guard offset > fraction else { return (offset, .malformed) }
    }
    if offset < end, base[offset] | 0x20 == UInt8(ascii: "e") {
      offset += 1
      if offset < end, base[offset] == UInt8(ascii: "+") || base[offset] == UInt8(ascii: "-") {
        offset += 1
      }
      let exponent = offset
      offset = digits(base, from: exponent, to: end)
      guard offset > exponent else { return (offset, .malformed) }
    }
    return (offset, nil)
  }

  /// Whether the whole text is one number.
  static func isNumber(_ literal: String) -> Bool {
    var copy = literal
    return copy.withUTF8 { bytes in
      guard let base = bytes.baseAddress else { return false }
      let (end, fault) = scan(base, from: 0, to: bytes.count)
      return fault == nil && end == bytes.count
    }
  }

  /// Whether the literal is one of the three that JSON has no spelling for.
  @inline(__always)
  static func isOutsideJSON(_ literal: String) -> Bool {
    literal.isSameBytes(as: "NaN") || literal.isSameBytes(as: "Infinity")
      || literal.isSameBytes(as: "-Infinity")
  }

  private static func digits(_ base: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int {
    var offset = start
    while offset < end, base[offset] &- UInt8(ascii: "0") < 10 { offset += 1 }
    return offset
  }
}
