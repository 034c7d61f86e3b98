/// Base64 of RFC 4648, section 4: the standard alphabet, with padding, nothing else.
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The value of each character, 0xFF for what is none.
  private static let values: [UInt8] = {
    var table = [UInt8](repeating: 0xFF, count: 256)
    for (value, character) in alphabet.enumerated() { table[Int(character)] = UInt8(value) }
    return table
  }()

  /// The characters that so many bytes take.
  static func encodedCount(_ count: Int) -> Int { (count + 2) / 3 * 4 }

  /// Appends the bytes in Base64.
  static func append(_ bytes: [UInt8], to output: inout [UInt8]) {
    output.reserveCapacity(output.count + encodedCount(bytes.count))
    var index = 0
    while index + 3 <= bytes.count {
      append(bytes[index], bytes[index + 1], bytes[index + 2], characters: 4, to: &output)
      index += 3
    }
    switch bytes.count - index {
    case 1: append(bytes[index], 0, 0, characters: 2, to: &output)
    case 2: append(bytes[index], bytes[index + 1], 0, characters: 3, to: &output)
    default: break
    }
  }

  private static func append(
    _ first: UInt8, _ second: UInt8, _ third: UInt8, characters: Int, to output: inout [UInt8]
  ) {
    let bits = UInt32(first) << 16 | UInt32(second) << 8 | UInt32(third)
    for position in 0..<4 {
      guard position < characters else {
        output.append(UInt8(ascii: "="))
        continue
      }
      output.append(alphabet[Int(bits >> UInt32(18 - position * 6) & 0x3F)])
    }
  }

  /// The bytes of a text in Base64, or nil if it is not exactly that: a wrong character, white
  /// space, missing padding, or bits set behind the last byte (RFC 4648, section 3.5).
  static func decode(_ text: String) -> [UInt8]? {
    var copy = text
    return copy.withUTF8(decode)
  }

  private static func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard text.count % 4 == 0 else { return nil }
    guard let last = text.last else { return [] }
    let isPadded = last == UInt8(ascii: "=")
    let padding = isPadded ? (text[text.count - 2] == UInt8(ascii: "=") ? 2 : 1) : 0
    let characters = text.count - padding
    var output: [UInt8] = []
    output.reserveCapacity(text.count / 4 * 3)
    var bits: UInt32 = 0
    var invalid: UInt8 = 0
    for index in 0..<characters {
      let value = values[Int(text[index])]
      invalid |= value & 0xC0
      bits = bits << 6 | UInt32(value & 0x3F)
      guard index % 4 == 3 else { continue }
      output.append(UInt8(truncatingIfNeeded: bits >> 16))
      output.append(UInt8(truncatingIfNeeded: bits >> 8))
      output.append(UInt8(truncatingIfNeeded: bits))
      bits = 0
    }
    guard invalid == 0 else { return nil }
    switch padding {
    case 1:
      guard bits & 0x3 == 0 else { return nil }
      output.append(UInt8(truncatingIfNeeded: bits >> 10))
      output.append(UInt8(truncatingIfNeeded: bits >> 2))
    case 2:
      guard bits & 0xF == 0 else { return nil }
      output.append(UInt8(truncatingIfNeeded: bits >> 4))
    default: break
    }
    return output
  }
}
