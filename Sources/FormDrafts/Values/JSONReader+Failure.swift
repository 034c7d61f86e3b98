extension JSONReader {
  /// What is wrong at a place; says nothing of what stands there.
  enum Fault {
    case notUTF8, byteOrderMark, unexpectedEnd, trailingText, expectedValue, expectedName
    case expectedColon, expectedCommaOrBrace, expectedCommaOrBracket, trailingComma, duplicateName
    case rawControl, unknownEscape, loneSurrogate, leadingZero, malformedNumber
    case tag(TagFault)
    case tooManyNodes, tooDeep, nameTooLong, numberTooLong
  }

  /// The error for a place.
  ///
  /// Lines and columns count from 1; a line ends at LF, and a column is a Unicode scalar, not a
  /// byte.
  @inline(never)
  func failure(_ fault: Fault, at place: Int) -> DraftError {
    var line = 1
    var column = 1
    for offset in 0..<min(place, count) {
      if base[offset] == 0x0A {
        line += 1
        column = 1
      } else if base[offset] & 0xC0 != 0x80 {
        column += 1
      }
    }
    let path = path
    return DraftError(
      fault.code,
      "\(fault.words(options)) (\(options.isOneLine ? "" : "line \(line), ")column \(column)).",
      hint: fault.hint, paths: path.pointer.isEmpty ? [] : [path])
  }

  /// The path of the value being read.
  private var path: FieldPath {
    var pointer = options.path.pointer
    for frame in frames {
      if let name = frame.name {
        pointer += "/"
        FieldPath.appendEscaped(name, to: &pointer)
      } else if !frame.isObject {
        pointer += "/\(frame.count)"
      }
    }
    return FieldPath(uncheckedPointer: pointer)
  }
}

extension JSONReader.Fault {
  var code: DraftError.Code {
    switch self {
    case .tooManyNodes, .tooDeep, .nameTooLong, .numberTooLong: .tooLarge
    default: .invalidJSON
    }
  }

  func words(_ options: JSONReader.Options) -> String {
    switch self {
    case .notUTF8: "The JSON text is not UTF-8"
    case .byteOrderMark: "The JSON text begins with a byte-order mark"
    case .unexpectedEnd: "The JSON text stops too early"
    case .trailingText: "Something follows the JSON value"
    case .expectedValue: "This is not a JSON value"
    case .expectedName: "A member name in quotes is missing"
    case .expectedColon: "A colon after a member name is missing"
    case .expectedCommaOrBrace: "A comma or a closing brace is missing"
    case .expectedCommaOrBracket: "A comma or a closing bracket is missing"
    case .trailingComma: "A comma stands before a closing bracket"
    case .duplicateName: "A member name stands twice in one object"
    case .rawControl: "A control character stands unescaped in a string"
    case .unknownEscape: "This is not an escape of JSON"
    case .loneSurrogate: "Half of a surrogate pair stands alone"
    case .leadingZero: "A number begins with a zero that does not belong there"
    case .malformedNumber: "A digit is missing in a number"
    case .tag(let fault): fault.words
    case .tooManyNodes: "The JSON text has more than \(options.maximumNodes) values"
    case .tooDeep: "Lists and objects stand more than \(options.maximumDepth) deep"
    case .nameTooLong: "A member name is longer than \(DraftLimits.nameBytes) bytes"
    case .numberTooLong: "A number is longer than \(DraftLimits.numberCharacters) characters"
    }
  }

  var hint: String? {
    switch self {
    case .notUTF8, .byteOrderMark: "Save it as UTF-8 without a byte-order mark."
    case .trailingComma: "Remove the comma."
    case .loneSurrogate: "Write both halves, \\uD83D\\uDE00, or the character itself."
    case .tag: "An object with a member $draft of its own is written {\"$draft\":\"object\",…}."
    default: nil
    }
  }
}

extension DraftLimits {
  /// A number of bytes for people.
  package static func words(_ bytes: Int) -> String {
    if bytes >= 1 << 20, bytes % (1 << 20) == 0 { return "\(bytes >> 20) MiB" }
    if bytes >= 1 << 10, bytes % (1 << 10) == 0 { return "\(bytes >> 10) KiB" }
    return "\(bytes) bytes"
  }
}
