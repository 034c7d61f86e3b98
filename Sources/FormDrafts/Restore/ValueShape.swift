/// The type of an answer, and whether it is a list of such values.
struct ValueShape: Sendable, Hashable {
  var type: DraftSchema.ValueType
  var isMany: Bool

  init(_ type: DraftSchema.ValueType, isMany: Bool = false) {
    if case .list(let element) = type, !isMany {
      self.type = element
      self.isMany = true
    } else {
      self.type = type
      self.isMany = isMany
    }
  }

  init(_ field: DraftSchema.Field) { self.init(field.type, isMany: field.isMany) }

  /// The shape of one item.
  var item: ValueShape { isMany ? ValueShape(type) : .any }

  static let any = ValueShape(.any)

  /// The shape of what stands so many names inside, in a field that does not declare its inside.
  func inside(_ depth: Int) -> ValueShape {
    var shape = self
    for _ in 0..<depth {
      if shape.isMany {
        shape = shape.item
      } else if case .map(let element) = shape.type {
        shape = ValueShape(element)
      } else {
        return .any
      }
    }
    return shape
  }

  /// Whether an object with members can stand in a field of this shape.
  var holdsMembers: Bool {
    guard !isMany else { return false }
    switch type {
    case .object, .map, .any: return true
    default: return false
    }
  }

  /// Whether a value is of the JSON kind of this shape; `null` is of every kind.
  func hasKind(of value: DraftValue) -> Bool {
    if case .null = value { return true }
    guard isMany == false else {
      guard case .list(let items) = value else { return false }
      return items.allSatisfy { item.hasKind(of: $0) }
    }
    switch (type, value) {
    case (.any, _), (.text, .text), (.date, .text), (.time, .text), (.dateTime, .text),
      (.boolean, .bool), (.file, .file), (.bytes, .bytes), (.object, .object), (.list, .list),
      (.choice, .text), (.choice, .bool), (.choice, .number):
      return true
    case (.decimal, .number): return true
    case (.integer, .number(let literal)): return literal.isIntegerLiteral
    case (.map(let element), .object(let object)):
      return object.members.allSatisfy { ValueShape(element).hasKind(of: $0.value) }
    default: return false
    }
  }
}

extension ValueShape: CustomStringConvertible {
  /// The shape in words: `text`, `list of integer`.
  var description: String { isMany ? "list of \(type)" : "\(type)" }
}

extension String {
  /// Whether number characters are those of a whole number: no fraction, no exponent.
  fileprivate var isIntegerLiteral: Bool {
    var digits = Substring(self).utf8
    if digits.first == UInt8(ascii: "-") { digits = digits.dropFirst() }
    return !digits.isEmpty && digits.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  }
}

extension DraftValue {
  /// Whether the value says nothing: `null`, `""`, `[]`, `{}`.
  var isNothing: Bool {
    switch self {
    case .null: true
    case .text(let text): text.isEmpty
    case .list(let items): items.isEmpty
    case .object(let object): object.isEmpty
    default: false
    }
  }
}
