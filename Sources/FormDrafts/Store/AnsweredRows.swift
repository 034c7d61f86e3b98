extension [UInt8] {
  /// Whether a stored JSON value is an answer: not `null`, `""`, `[]` or `{}`.
  var isAnswer: Bool {
    switch count {
    case 2: self != Array("\"\"".utf8) && self != Array("[]".utf8) && self != Array("{}".utf8)
    case 4: self != Array("null".utf8)
    default: true
    }
  }

  /// Whether a stored JSON value is `false` or a number that is zero: what a field of a type without
  /// a nothing begins with.
  var isZero: Bool {
    if first == UInt8(ascii: "f") { return true }
    let mantissa = prefix { $0 | 0x20 != UInt8(ascii: "e") }
    return !isEmpty
      && mantissa.allSatisfy {
        $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
      }
  }
}

extension Collection<FieldRow> {
  /// Where these rows hold an answer.
  ///
  /// A form that marks its fields says by it which zero, and which no, somebody entered; one that
  /// marks none may mean every one of them.
  var answers: [FieldPath] {
    let isMarked = contains { $0.kind == .live && $0.marks != 0 }
    return filter { row in
      guard row.kind == .live, let value = row.value, value.isAnswer else { return false }
      return !isMarked || row.marks != 0 || !value.isZero
    }.map(\.path)
  }
}
