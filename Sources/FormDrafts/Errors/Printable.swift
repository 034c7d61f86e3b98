extension String {
  /// The text with everything that could steer a terminal or hide from a reader written as
  /// `\u{…}`: C0 and C1 controls, DEL, bidirectional controls, zero-width characters, line and
  /// paragraph separators, and scalars Unicode has not assigned.
  package var printable: String {
    if isPlainASCII { return self }
    guard unicodeScalars.contains(where: \.isUnsafeToPrint) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      if scalar.isUnsafeToPrint {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension String {
  /// Whether it holds nothing but the characters of ASCII that print, and spaces.
  package var isPlainASCII: Bool { utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }
}

extension Unicode.Scalar {
  /// Whether printing the scalar could steer a terminal, reorder text or be invisible.
  package var isUnsafeToPrint: Bool {
    if value >= 0x20, value < 0x7F { return false }
    switch value {
    case 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: return true
    case 0xFFF9...0xFFFB: return true  // interlinear annotation
    case 0xFE00...0xFE0F: return false  // variation selectors choose the look of what is before
    default: break
    }
    if properties.isDefaultIgnorableCodePoint { return true }
    switch properties.generalCategory {
    case .control, .unassigned, .surrogate, .privateUse, .lineSeparator, .paragraphSeparator:
      return true
    default: return false
    }
  }
}
