struct KeyedValueDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let members: MemberLookup
  let codingPath: [any CodingKey]
  let depth: Int

  init(object: DraftObject, codingPath: [any CodingKey], depth: Int) {
    members = MemberLookup(object)
    self.codingPath = codingPath
    self.depth = depth
  }

  var allKeys: [Key] { members.object.members.compactMap { Key(stringValue: $0.name) } }

  func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try value(key) == .null }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try ValueDecoder.decode(type, from: value(key), at: codingPath + [key], depth: depth)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try inner(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try inner(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try inner(SuperKey()) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try inner(key) }

  private func inner(_ key: some CodingKey) throws -> ValueDecoder {
    ValueDecoder(value: try value(key), codingPath: codingPath + [key], depth: depth)
  }

  private func value(_ key: some CodingKey) throws -> DraftValue {
    guard let value = members[key.stringValue] else {
      throw DecodingError.keyNotFound(
        key, .init(codingPath: codingPath, debugDescription: "The member is missing."))
    }
    return value
  }
}

struct ListValueDecoder: UnkeyedDecodingContainer {
  let items: [DraftValue]
  let codingPath: [any CodingKey]
  let depth: Int
  private(set) var currentIndex = 0

  init(items: [DraftValue], codingPath: [any CodingKey], depth: Int) {
    self.items = items
    self.codingPath = codingPath
    self.depth = depth
  }

  var count: Int? { items.count }
  var isAtEnd: Bool { currentIndex >= items.count }
  private var place: [any CodingKey] { codingPath + [ItemKey(currentIndex)] }

  mutating func decodeNil() throws -> Bool {
    guard try value(Any?.self) == .null else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let result = try ValueDecoder.decode(type, from: value(type), at: place, depth: depth)
    currentIndex += 1
    return result
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try next().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { try next() }

  private mutating func next() throws -> ValueDecoder {
    let decoder = ValueDecoder(
      value: try value((any Decoder).self), codingPath: place, depth: depth)
    currentIndex += 1
    return decoder
  }

  private func value(_ type: Any.Type) throws -> DraftValue {
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        type, .init(codingPath: place, debugDescription: "The list ends here."))
    }
    return items[currentIndex]
  }
}

struct SingleValueDecoder: SingleValueDecodingContainer {
  let value: DraftValue
  let codingPath: [any CodingKey]
  let depth: Int

  func decodeNil() -> Bool { value == .null }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try ValueDecoder.decode(type, from: value, at: codingPath, depth: depth)
  }
}
