/// Bytes looked at eight at a time.
enum ByteScan {
  static let ones: UInt64 = 0x0101_0101_0101_0101
  static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// The next eight bytes, the first one lowest.
  @inline(__always)
  static func word(_ base: UnsafePointer<UInt8>, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(base + offset).loadUnaligned(as: UInt64.self))
  }

  /// Has a high bit set at the first byte that a JSON string cannot hold as it is.
  ///
  /// Such bytes are quotes, backslashes and controls. Bits above the first one mean nothing.
  @inline(__always)
  static func specials(_ word: UInt64) -> UInt64 {
    let quote = word ^ (ones &* 0x22)
    let backslash = word ^ (ones &* 0x5C)
    let isQuote = (quote &- ones) & ~quote
    let isBackslash = (backslash &- ones) & ~backslash
    let isControl = (word &- ones &* 0x20) & ~word
    return (isQuote | isBackslash | isControl) & highBits
  }

  /// Where the first byte stands that a JSON string cannot hold as it is, or `end`.
  @inline(__always)
  static func firstSpecial(_ base: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int {
    var offset = start
    while offset + 8 <= end {
      let found = specials(word(base, offset))
      if found != 0 { return offset + found.trailingZeroBitCount / 8 }
      offset += 8
    }
    while offset < end {
      let byte = base[offset]
      if byte < 0x20 || byte == 0x22 || byte == 0x5C { return offset }
      offset += 1
    }
    return end
  }

  /// Where the first sequence stands that is not well-formed UTF-8 (RFC 3629: no overlong forms,
  /// no surrogates, nothing above U+10FFFF), or nil.
  static func firstInvalidUTF8(_ base: UnsafePointer<UInt8>, count: Int) -> Int? {
    var offset = 0
    while offset < count {
      if offset + 8 <= count, word(base, offset) & highBits == 0 {
        offset += 8
        continue
      }
      if base[offset] < 0x80 {
        offset += 1
        continue
      }
      guard let length = sequenceLength(base + offset, available: count - offset) else {
        return offset
      }
      offset += length
    }
    return nil
  }

  /// RFC 3629, section 4, the table of well-formed sequences.
  private static func sequenceLength(_ bytes: UnsafePointer<UInt8>, available: Int) -> Int? {
    let lead = bytes[0]
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    case 0xF1...0xF3: length = 4
    default: return nil
    }
    guard available >= length, second.contains(bytes[1]) else { return nil }
    for index in 2..<max(2, length) where bytes[index] & 0xC0 != 0x80 { return nil }
    return length
  }
}
