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

extension FieldRow {
  /// Whether it holds an answer.
  ///
  /// A form that marks its fields says by it which zero, and which no, somebody entered; one that
  /// marks none may mean every one of them.
  ///
  /// - Parameter isMarked: whether the form has marks at all.
  fileprivate func isAnswer(isMarked: Bool) -> Bool {
    guard kind == .live, let value, value.isAnswer else { return false }
    return !isMarked || marks != 0 || !value.isZero
  }
}

extension Collection<FieldRow> {
  /// Where these rows hold an answer.
  var answers: [FieldPath] {
    let isMarked = isMarked
    return filter { $0.isAnswer(isMarked: isMarked) }.map(\.path)
  }

  /// Whether one of these rows holds an answer before and after a change of it; nil if that may be a
  /// matter of the others as well.
  func answered(_ before: FieldRow, _ after: FieldRow) -> (before: Bool, after: Bool)? {
    let isSettled = before.marks != 0 && after.marks != 0
    let isPlain =
      before.marks == after.marks && before.value?.isZero != true && after.value?.isZero != true
    let isMarked = isSettled || (!isPlain && self.isMarked)
    guard before.marks == after.marks || (isMarked && after.marks != 0) else { return nil }
    return (before.isAnswer(isMarked: isMarked), after.isAnswer(isMarked: isMarked))
  }

  private var isMarked: Bool { contains { $0.kind == .live && $0.marks != 0 } }
}
