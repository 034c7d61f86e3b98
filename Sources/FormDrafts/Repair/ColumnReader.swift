/// Reads columns back from the bytes their checksum is made over; see ``ColumnChecksum``.
struct ColumnReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// Whether nothing is left.
  var isAtEnd: Bool { rest.isEmpty }

  mutating func number() -> Int64? {
    guard rest.count >= 8 else { return nil }
    let word = rest.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    rest = rest.dropFirst(8)
    return Int64(bitPattern: word)
  }

  mutating func numbers(_ count: Int) -> [Int64]? {
    var numbers: [Int64] = []
    for _ in 0..<count {
      guard let number = number() else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  /// The bytes of a column that may be NULL; the outer nil is a text that does not fit.
  mutating func optionalBytes() -> [UInt8]?? {
    guard let count = number() else { return nil }
    if count == -1 { return .some(nil) }
    guard count >= 0, count <= Int64(rest.count) else { return nil }
    let bytes = Array(rest.prefix(Int(count)))
    rest = rest.dropFirst(Int(count))
    return bytes
  }

  mutating func text() -> String? {
    guard case .some(.some(let bytes)) = optionalBytes() else { return nil }
    return Self.text(bytes)
  }

  /// A text that may be NULL; the outer nil is one that is not well-formed.
  mutating func optionalText() -> String?? {
    guard case .some(let bytes) = optionalBytes() else { return nil }
    guard let bytes else { return .some(nil) }
    return Self.text(bytes).map { .some($0) } ?? nil
  }

  private static func text(_ bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.utf8.elementsEqual(bytes) ? text : nil
  }
}

extension FieldRow {
  /// A row from the bytes its checksum is made over.
  init?(columns bytes: [UInt8]) {
    var reader = ColumnReader(bytes)
    guard let numbers = reader.numbers(8), let kind = Kind(rawValue: numbers[2]),
      let path = reader.text(), case .some(let value) = reader.optionalBytes(),
      case .some(let base) = reader.optionalBytes(), reader.isAtEnd
    else { return nil }
    self.init(
      id: numbers[0], draft: numbers[1], path: FieldPath(uncheckedPointer: path), kind: kind,
      form: numbers[3], flags: numbers[4], marks: numbers[5], ordinal: numbers[6], value: value,
      base: base, revision: numbers[7])
    sum = checksum
  }
}

extension DraftHead {
  /// A row from the bytes its checksum is made over.
  init?(columns bytes: [UInt8]) {
    var reader = ColumnReader(bytes)
    guard let numbers = reader.numbers(15), let id = reader.text().flatMap({ DraftID($0) }),
      let form = reader.text(), let record = reader.text()
    else { return nil }
    self.init(uuid: id, form: form, record: numbers[1] == 0 ? nil : record)
    guard case .some(let version) = reader.optionalText(),
      case .some(let attempt) = reader.optionalText(),
      case .some(let parent) = reader.optionalText(),
      case .some(let title) = reader.optionalText(), case .some(let step) = reader.optionalText(),
      case .some(let focus) = reader.optionalText(),
      case .some(let baseline) = reader.optionalText(),
      case .some(.some(let skipped)) = reader.optionalBytes(), reader.isAtEnd
    else { return nil }
    self.version = version
    self.attempt = attempt
    self.parent = parent.flatMap { DraftID($0) }
    self.title = title
    self.step = step
    self.focus = focus.map(FieldPath.init(uncheckedPointer:))
    self.baseline = baseline
    self.skipped = skipped
    take(numbers)
  }

  private mutating func take(_ numbers: [Int64]) {
    id = numbers[0]
    schema = numbers[2]
    revision = numbers[3]
    seq = numbers[4]
    status = Status(rawValue: numbers[5])
    hasBase = numbers[6] != 0
    created = numbers[7]
    saved = numbers[8]
    expires = numbers[9] == .min ? nil : numbers[9]
    answered = numbers[10]
    bytes = numbers[11]
    rows = numbers[12]
    nextRow = numbers[13]
    rowsSum = numbers[14]
  }
}
