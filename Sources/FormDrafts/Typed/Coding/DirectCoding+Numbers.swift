extension FixedWidthInteger {
  /// The value of a whole number's characters; a fraction or an exponent is no whole number.
  init?(draftNumber value: DraftValue) {
    guard case .number(let literal) = value else { return nil }
    self.init(literal)
  }
}

/// A fixed-width integer: its decimal characters.
protocol DirectInteger: DirectCoding, FixedWidthInteger {}

extension DirectInteger {
  static var draftType: DraftSchema.ValueType { .integer }
  var draftValue: DraftValue { DraftValue(self) }
  init?(draftValue: DraftValue) { self.init(draftNumber: draftValue) }
}

extension Int: DirectInteger {}
extension Int8: DirectInteger {}
extension Int16: DirectInteger {}
extension Int32: DirectInteger {}
extension Int64: DirectInteger {}
extension UInt: DirectInteger {}
extension UInt8: DirectInteger {}
extension UInt16: DirectInteger {}
extension UInt32: DirectInteger {}
extension UInt64: DirectInteger {}

/// A binary floating-point number: the shortest characters that give it back.
///
/// `-0.0` keeps its sign; every not-a-number is `NaN`.
protocol DirectFloat: DirectCoding, BinaryFloatingPoint, LosslessStringConvertible {}

extension DirectFloat {
  static var draftType: DraftSchema.ValueType { .decimal }

  var draftValue: DraftValue {
    guard isFinite else {
      return .number(literal: isNaN ? "NaN" : self < 0 ? "-Infinity" : "Infinity")
    }
    return .number(literal: description)
  }

  /// The nearest number; nil if there is none near, as for `1e400`, or if a whole number would
  /// become another one, as `9007199254740993` would.
  init?(draftValue: DraftValue) {
    guard case .number(let literal) = draftValue else { return nil }
    switch literal {
    case "NaN": self = .nan
    case "Infinity": self = .infinity
    case "-Infinity": self = -.infinity
    default:
      guard JSONNumber.isNumber(literal), let number = Self(literal), number.isFinite,
        Self.isSame(number, literal)
      else { return nil }
      self = number
    }
  }

  private static func isSame(_ number: Self, _ literal: String) -> Bool {
    guard !literal.utf8.contains(where: { [0x2E, 0x45, 0x65].contains($0) }) else { return true }
    if let whole = Int64(literal) { return Self(exactly: whole) != nil }
    if let whole = UInt64(literal) { return Self(exactly: whole) != nil }
    // Others write 1e20 as 100000000000000000000.
    let digits = literal.utf8.reversed().drop { $0 == UInt8(ascii: "0") }
    return digits.count { $0 != UInt8(ascii: "-") } <= 15
  }
}

extension Double: DirectFloat {}
extension Float: DirectFloat {}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: DirectInteger {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: DirectInteger {}
