/// JSON web tokens (RFC 7519, in the compact form of RFC 7515) in a text: three parts in base64url
/// with dots between them, of which the first is a JSON object with a member `alg`.
enum JSONWebToken {
  /// Longer headers are none.
  private static let longestHeader = 16_384

  /// Whether one stands somewhere; the time is linear in the length of the text.
  static func occurs(in text: ByteText) -> Bool {
    var place = 0
    while place < text.count {
      guard ByteText.isBase64URL(text[place]) else {
        place += 1
        continue
      }
      let start = place
      while ByteText.isBase64URL(text[place]) { place += 1 }
      // “{” is always an “e” in base64.
      guard text[start] == UInt8(ascii: "e"), text[place] == UInt8(ascii: "."),
        place - start <= longestHeader, hasTwoParts(text, place), isHeader(text, start..<place)
      else { continue }
      return true
    }
    return false
  }

  /// Whether a payload follows, and a dot behind it; an unsigned token has nothing behind that.
  private static func hasTwoParts(_ text: ByteText, _ dot: Int) -> Bool {
    var place = dot + 1
    while ByteText.isBase64URL(text[place]) { place += 1 }
    return place > dot + 1 && text[place] == UInt8(ascii: ".")
  }

  private static func isHeader(_ text: ByteText, _ range: Range<Int>) -> Bool {
    guard let bytes = decode(text, range), let header = try? DraftObject(plainJSON: bytes),
      case .text? = header["alg"]
    else { return false }
    return true
  }

  private static func decode(_ text: ByteText, _ range: Range<Int>) -> [UInt8]? {
    guard range.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for place in range {
      bits = bits << 6 | UInt32(value(of: text[place]))
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      bits &= 0xFFFF
    }
    return bytes
  }

  private static func value(of byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - 0x41
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - 0x61 + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - 0x30 + 52
    case UInt8(ascii: "-"): 62
    default: 63
    }
  }
}
