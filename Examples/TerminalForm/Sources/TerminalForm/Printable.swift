extension String {
  /// The text with what could steer a terminal, or hide from a reader, escaped.
  ///
  /// Answers and definitions come from anywhere. Escapes are written `\u{…}`, line feeds too.
  var printable: String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
        .unassigned:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Whether it holds what keys like arrows and Escape send, and no line of text has.
  ///
  /// Tabs are text.
  var holdsControls: Bool {
    unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\t" }
  }
}
