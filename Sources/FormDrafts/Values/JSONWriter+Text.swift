extension JSONWriter {
  /// Appends a string in quotes.
  package mutating func write(text: String) {
    bytes.append(UInt8(ascii: "\""))
    var copy = text
    copy.withUTF8 { utf8 in
      guard let base = utf8.baseAddress else { return }
      if style == .printable, !Self.isPrintableASCII(utf8) {
        for scalar in text.unicodeScalars { write(printable: scalar) }
      } else {
        append(base, count: utf8.count)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func append(_ base: UnsafePointer<UInt8>, count: Int) {
    var start = 0
    while true {
      let end = ByteScan.firstSpecial(base, from: start, to: count)
      bytes.append(contentsOf: UnsafeBufferPointer(start: base + start, count: end - start))
      guard end < count else { return }
      escape(base[end])
      start = end + 1
    }
  }

  private mutating func escape(_ byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x22, 0x5C: bytes.append(byte)
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    default: hex(UInt16(byte))
    }
  }

  private mutating func write(printable scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x00..<0x20, 0x22, 0x5C: escape(UInt8(truncatingIfNeeded: scalar.value))
    default:
      if scalar.isUnsafeToPrint {
        for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
          bytes.append(UInt8(ascii: "\\"))
          hex(unit)
        }
      } else {
        bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }

  /// Appends `uXXXX` in lower case.
  private mutating func hex(_ unit: UInt16) {
    bytes.append(UInt8(ascii: "u"))
    for shift in [12, 8, 4, 0] {
      let digit = UInt8(truncatingIfNeeded: unit >> UInt16(shift)) & 0xF
      bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }

  private static func isPrintableASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.allSatisfy { $0 < 0x7F }
  }

  /// The bytes that a string takes in quotes in canonical JSON.
  static func byteCount(of text: String) -> Int {
    var copy = text
    return copy.withUTF8 { utf8 in
      guard let base = utf8.baseAddress else { return 2 }
      var count = utf8.count + 2
      var offset = ByteScan.firstSpecial(base, from: 0, to: utf8.count)
      while offset < utf8.count {
        switch base[offset] {
        case 0x22, 0x5C, 0x08, 0x0C, 0x0A, 0x0D, 0x09: count += 1
        default: count += 5
        }
        offset = ByteScan.firstSpecial(base, from: offset + 1, to: utf8.count)
      }
      return count
    }
  }
}
