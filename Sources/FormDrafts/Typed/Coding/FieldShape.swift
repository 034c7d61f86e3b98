/// What a field's Swift type says of its answers.
struct FieldShape {
  var type: DraftSchema.ValueType
  var isMany = false
  var options: [DraftValue]?

  /// More choices than this are no choice that a person makes.
  private static let mostOptions = 1000

  /// The shape of a type; anything that it does not tell is ``DraftSchema/ValueType/any``.
  init(_ type: Any.Type) {
    if let direct = type as? any DirectCoding.Type {
      self.init(type: direct.draftType)
    } else if type == [UInt8].self {
      self.init(type: .bytes)
    } else if let optional = type as? any OptionalShape.Type {
      self.init(optional.wrapped)
    } else if let list = type as? any ListShape.Type {
      let item = FieldShape(list.item)
      self.init(type: item.asType, isMany: true, options: item.options)
    } else if let map = type as? any MapShape.Type {
      self.init(type: map.hasNames ? .map(FieldShape(map.value).asType) : .any)
    } else if let choices = type as? any CaseIterable.Type {
      self = Self.choice(choices)
    } else if let raw = type as? any RawRepresentable.Type {
      self.init(Self.rawValue(raw))
    } else {
      self.init(type: .any)
    }
  }

  /// The shape that an app names; `.list(of)` is many of its element.
  init(declared type: DraftSchema.ValueType) {
    if case .list(let item) = type {
      self.init(type: item, isMany: true)
    } else {
      self.init(type: type)
    }
  }

  private init(type: DraftSchema.ValueType, isMany: Bool = false, options: [DraftValue]? = nil) {
    self.type = type
    self.isMany = isMany
    self.options = options
  }

  private var asType: DraftSchema.ValueType { isMany ? .list(type) : type }

  private static func rawValue<Value: RawRepresentable>(_: Value.Type) -> Any.Type {
    Value.RawValue.self
  }

  private static func choice<Value: CaseIterable>(_: Value.Type) -> FieldShape {
    var options: [DraftValue] = []
    for value in Value.allCases {
      guard let encodable = value as? any Encodable,
        let option = try? ValueEncoder.encode(encodable), options.count < mostOptions
      else { return FieldShape(type: .any) }
      switch option {
      case .text, .number, .bool: options.append(option)
      default: return FieldShape(type: .any)
      }
    }
    return FieldShape(type: .choice, options: options)
  }
}

protocol OptionalShape { static var wrapped: Any.Type { get } }
protocol ListShape { static var item: Any.Type { get } }
protocol MapShape {
  static var value: Any.Type { get }
  /// Whether keys are encoded as names of members.
  static var hasNames: Bool { get }
}

extension Optional: OptionalShape { static var wrapped: Any.Type { Wrapped.self } }
extension Array: ListShape { static var item: Any.Type { Element.self } }
extension Set: ListShape { static var item: Any.Type { Element.self } }
extension Dictionary: MapShape {
  static var value: Any.Type { Value.self }
  static var hasNames: Bool {
    Key.self == String.self || Key.self == Int.self || Key.self is any CodingKeyRepresentable.Type
  }
}
