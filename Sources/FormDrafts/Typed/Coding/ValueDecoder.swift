/// Makes anything `Decodable` of a ``DraftValue``.
struct ValueDecoder: Decoder {
  let value: DraftValue
  let codingPath: [any CodingKey]
  let depth: Int
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// A value of a type.
  ///
  /// - Throws: what the type throws, and `DecodingError` without the stored value in it.
  static func decode<Value: Decodable>(
    _ type: Value.Type, from value: DraftValue
  ) throws -> Value {
    try decode(type, from: value, at: [], depth: 0)
  }

  static func decode<Value: Decodable>(
    _ type: Value.Type, from value: DraftValue, at path: [any CodingKey], depth: Int
  ) throws -> Value {
    if let direct = type as? any DirectCoding.Type {
      guard let result = direct.init(draftValue: value) as? Value else {
        throw mismatch(type, at: path)
      }
      return result
    }
    if type == [UInt8].self {
      guard case .bytes(let bytes) = value, let result = bytes as? Value else {
        throw mismatch(type, at: path)
      }
      return result
    }
    guard depth < DraftLimits.depth else { throw mismatch(type, at: path) }
    guard case .text(let name) = value, type is any CaseIterable.Type else {
      return try Value(from: ValueDecoder(value: value, codingPath: path, depth: depth + 1))
    }
    return try decodeCase(type, named: name, at: path, depth: depth)
  }

  /// A case that is kept by its name was either written so by its type, or as `{"name": {}}`.
  private static func decodeCase<Value: Decodable>(
    _ type: Value.Type, named name: String, at path: [any CodingKey], depth: Int
  ) throws -> Value {
    do {
      return try Value(from: ValueDecoder(value: .text(name), codingPath: path, depth: depth + 1))
    } catch {
      let whole = DraftValue.object(DraftObject([.init(name, [:])]))
      return try Value(from: ValueDecoder(value: whole, codingPath: path, depth: depth + 1))
    }
  }

  static func mismatch(_ type: Any.Type, at path: [any CodingKey]) -> DecodingError {
    .typeMismatch(type, .init(codingPath: path, debugDescription: "Something else is stored."))
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let object) = value else {
      throw Self.mismatch([String: Any].self, at: codingPath)
    }
    return KeyedDecodingContainer(
      KeyedValueDecoder(object: object, codingPath: codingPath, depth: depth))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .list(let items) = value else {
      throw Self.mismatch([Any].self, at: codingPath)
    }
    return ListValueDecoder(items: items, codingPath: codingPath, depth: depth)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    SingleValueDecoder(value: value, codingPath: codingPath, depth: depth)
  }
}
