extension JSONReader {
  /// A text that is one string without escapes or one number, as most rows of a draft are.
  ///
  /// Anything else, what is wrong included, is nil and left to the reader.
  static func plainScalar(_ base: UnsafePointer<UInt8>, count: Int) -> DraftValue? {
    let bytes = UnsafeBufferPointer(start: base, count: count)
    switch base[0] {
    case UInt8(ascii: "\""):
      let end = ByteScan.firstSpecial(base, from: 1, to: count)
      guard end == count - 1, base[end] == UInt8(ascii: "\""),
        ByteScan.firstInvalidUTF8(base, count: count) == nil
      else { return nil }
      return .text(String(decoding: bytes[1..<end], as: UTF8.self))
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      let (end, fault) = JSONNumber.scan(base, from: 0, to: count)
      guard fault == nil, end == count, count <= DraftLimits.numberCharacters else { return nil }
      return .number(literal: String(decoding: bytes, as: UTF8.self))
    default: return nil
    }
  }

  /// Reads a string; `offset` is at its opening quote.
  @inline(__always)
  mutating func string() throws(DraftError) -> String {
    let start = offset + 1
    let end = ByteScan.firstSpecial(base, from: start, to: count)
    guard end < count, base[end] == UInt8(ascii: "\"") else {
      return try stringWithEscapes(from: start, plainTo: end)
    }
    offset = end + 1
    return String(
      decoding: UnsafeBufferPointer(start: base + start, count: end - start), as: UTF8.self)
  }

  @inline(never)
  private mutating func stringWithEscapes(
    from start: Int, plainTo firstSpecial: Int
  ) throws(DraftError) -> String {
    var bytes: [UInt8] = []
    var plain = start
    offset = firstSpecial
    while true {
      guard offset < count else { throw failure(.unexpectedEnd, at: count) }
      bytes.append(contentsOf: UnsafeBufferPointer(start: base + plain, count: offset - plain))
      switch base[offset] {
      case UInt8(ascii: "\""):
        offset += 1
        return String(decoding: bytes, as: UTF8.self)
      case UInt8(ascii: "\\"): try escape(into: &bytes)
      default: throw failure(.rawControl, at: offset)
      }
      plain = offset
      offset = ByteScan.firstSpecial(base, from: plain, to: count)
    }
  }

  private mutating func escape(into bytes: inout [UInt8]) throws(DraftError) {
    guard offset + 1 < count else { throw failure(.unexpectedEnd, at: count) }
    let byte: UInt8
    switch base[offset + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte = base[offset + 1]
    case UInt8(ascii: "b"): byte = 0x08
    case UInt8(ascii: "f"): byte = 0x0C
    case UInt8(ascii: "n"): byte = 0x0A
    case UInt8(ascii: "r"): byte = 0x0D
    case UInt8(ascii: "t"): byte = 0x09
    case UInt8(ascii: "u"):
      try unicodeEscape(into: &bytes)
      return
    default: throw failure(.unknownEscape, at: offset)
    }
    bytes.append(byte)
    offset += 2
  }

  /// `\uXXXX`, or two of them for a scalar above U+FFFF (RFC 8259, section 7).
  private mutating func unicodeEscape(into bytes: inout [UInt8]) throws(DraftError) {
    let start = offset
    var value = try codeUnit(at: start)
    offset = start + 6
    if value & 0xF800 == 0xD800 {
      guard value < 0xDC00, offset + 1 < count, base[offset] == UInt8(ascii: "\\"),
        base[offset + 1] == UInt8(ascii: "u")
      else { throw failure(.loneSurrogate, at: start) }
      let low = try codeUnit(at: offset)
      guard low & 0xFC00 == 0xDC00 else { throw failure(.loneSurrogate, at: start) }
      value = 0x10000 + (value & 0x3FF) << 10 + (low & 0x3FF)
      offset += 6
    }
    guard let scalar = Unicode.Scalar(value) else { throw failure(.loneSurrogate, at: start) }
    bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }

  private func codeUnit(at escape: Int) throws(DraftError) -> UInt32 {
    var value: UInt32 = 0
    for index in escape + 2..<escape + 6 {
      guard index < count else { throw failure(.unexpectedEnd, at: count) }
      let digit = base[index]
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(digit & 0xF)
      case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
        value = value << 4 | UInt32(digit & 0xF + 9)
      default: throw failure(.unknownEscape, at: escape)
      }
    }
    return value
  }

  /// Reads a number; `offset` is at its first character.
  @inline(__always)
  mutating func number() throws(DraftError) -> String {
    let start = offset
    let (end, fault) = JSONNumber.scan(base, from: start, to: count)
    if let fault {
      guard end < count else { throw failure(.unexpectedEnd, at: end) }
      throw failure(fault == .leadingZero ? .leadingZero : .malformedNumber, at: end)
    }
    guard end - start <= DraftLimits.numberCharacters else {
      throw failure(.numberTooLong, at: start)
    }
    offset = end
    return String(
      decoding: UnsafeBufferPointer(start: base + start, count: end - start), as: UTF8.self)
  }

  /// Reads `true`, `false` or `null`.
  mutating func literal() throws(DraftError) -> DraftValue {
    let value: DraftValue
    switch base[offset] {
    case UInt8(ascii: "t") where matches("true"): value = .bool(true)
    case UInt8(ascii: "f") where matches("false"): value = .bool(false)
    case UInt8(ascii: "n") where matches("null"): value = .null
    default: throw failure(.expectedValue, at: offset)
    }
    switch value {
    case .bool(false): offset += 5
    default: offset += 4
    }
    return value
  }

  private func matches(_ word: StaticString) -> Bool {
    guard offset + word.utf8CodeUnitCount <= count else { return false }
    for index in 0..<word.utf8CodeUnitCount where base[offset + index] != word.utf8Start[index] {
      return false
    }
    return true
  }
}
