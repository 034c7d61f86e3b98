/// Bytes of a text as the searches here look at them; only ASCII matters.
struct ByteText {
  let bytes: UnsafeBufferPointer<UInt8>

  var count: Int { bytes.count }

  /// The byte at a place; 0 beyond the ends.
  subscript(place: Int) -> UInt8 {
    place >= 0 && place < bytes.count ? bytes[place] : 0
  }

  func isDigit(_ place: Int) -> Bool { Self.isDigit(self[place]) }

  func isAlphanumeric(_ place: Int) -> Bool { Self.isAlphanumeric(self[place]) }

  /// Whether a text stands at a place.
  func has(_ text: StaticString, at place: Int) -> Bool {
    guard place >= 0, place + text.utf8CodeUnitCount <= bytes.count else { return false }
    return text.withUTF8Buffer { text in
      for offset in 0..<text.count where bytes[place + offset] != text[offset] { return false }
      return true
    }
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  static func isAlphanumeric(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) }

  /// Whether a byte can stand in base64url (RFC 4648, section 5).
  static func isBase64URL(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }
}
