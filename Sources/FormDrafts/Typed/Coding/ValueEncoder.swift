/// Makes a ``DraftValue`` of anything `Encodable`, without JSON in between.
///
/// Members stand in the order in which they are encoded. What Swift keeps in no order comes in one
/// all the same, so that the same value is the same twice: dictionaries by the bytes of their
/// names, sets by the bytes of their items.
struct ValueEncoder: Encoder {
  let node: EncodedNode
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The value of anything `Encodable`.
  ///
  /// - Throws: what the type throws, and `EncodingError` for a value that nests too deep.
  static func encode(_ value: some Encodable) throws -> DraftValue {
    try encode(value, at: [], depth: 0)
  }

  static func encode(
    _ value: some Encodable, at path: [any CodingKey], depth: Int
  ) throws -> DraftValue {
    if let direct = value as? any DirectCoding { return direct.draftValue }
    if type(of: value) == [UInt8].self, let bytes = value as? [UInt8] { return .bytes(bytes) }
    guard depth < DraftLimits.depth else {
      throw EncodingError.invalidValue(
        (), .init(codingPath: path, debugDescription: "The value nests too deep."))
    }
    let node = EncodedNode(depth: depth + 1)
    try value.encode(to: ValueEncoder(node: node, codingPath: path))
    let encoded = try node.finish()
    if let unordered = value as? any UnorderedCoding {
      return Swift.type(of: unordered).ordered(encoded)
    }
    return value is any CaseIterable ? encoded.caseName.map { .text($0) } ?? encoded : encoded
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.becomeObject()
    return KeyedEncodingContainer(KeyedValueEncoder(node: node, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.becomeList()
    return ListValueEncoder(node: node, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleValueEncoder(node: node, codingPath: codingPath)
  }
}

extension DraftValue {
  /// The name of a case as Swift encodes one without associated values: `{"name": {}}`.
  fileprivate var caseName: String? {
    guard case .object(let object) = self, object.members.count == 1,
      case .object(let inner) = object.members[0].value, inner.isEmpty
    else { return nil }
    return object.members[0].name
  }
}

/// A collection that Swift keeps in no lasting order.
protocol UnorderedCoding {
  /// The encoded collection in an order of its own.
  static func ordered(_ value: DraftValue) -> DraftValue
}

extension Set: UnorderedCoding {
  static func ordered(_ value: DraftValue) -> DraftValue {
    guard case .list(let items) = value else { return value }
    return .list(items.sorted(by: DraftValue.precedes))
  }
}

extension Dictionary: UnorderedCoding {
  /// An object, or, with keys that are no names, a list of keys and values in turn.
  static func ordered(_ value: DraftValue) -> DraftValue {
    switch value {
    case .object(let object):
      return .object(
        DraftObject(
          object.members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }))
    case .list(let items) where items.count.isMultiple(of: 2):
      let pairs = stride(from: 0, to: items.count, by: 2).map { items[$0...($0 + 1)] }
      return .list(
        pairs.sorted { DraftValue.precedes($0[$0.startIndex], $1[$1.startIndex]) }.flatMap { $0 })
    default: return value
    }
  }
}

extension DraftValue {
  fileprivate static func precedes(_ left: DraftValue, _ right: DraftValue) -> Bool {
    left.canonicalJSON.lexicographicallyPrecedes(right.canonicalJSON)
  }
}
