struct KeyedValueEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: EncodedNode
  let codingPath: [any CodingKey]

  mutating func encodeNil(forKey key: Key) { node.put(.null, forName: key.stringValue) }

  mutating func encode(_ value: some Encodable, forKey key: Key) throws {
    let encoded = try ValueEncoder.encode(value, at: codingPath + [key], depth: node.depth)
    node.put(encoded, forName: key.stringValue)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    inner(key).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    inner(key).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { inner(SuperKey()) }
  mutating func superEncoder(forKey key: Key) -> any Encoder { inner(key) }

  private func inner(_ key: some CodingKey) -> ValueEncoder {
    ValueEncoder(node: node.node(forName: key.stringValue), codingPath: codingPath + [key])
  }
}

struct ListValueEncoder: UnkeyedEncodingContainer {
  let node: EncodedNode
  let codingPath: [any CodingKey]
  var count: Int { node.count }

  mutating func encodeNil() { node.append(.null) }

  mutating func encode(_ value: some Encodable) throws {
    let path = codingPath + [ItemKey(count)]
    node.append(try ValueEncoder.encode(value, at: path, depth: node.depth))
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    inner().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    inner().unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { inner() }

  private func inner() -> ValueEncoder {
    let path = codingPath + [ItemKey(count)]
    return ValueEncoder(node: node.appendNode(), codingPath: path)
  }
}

struct SingleValueEncoder: SingleValueEncodingContainer {
  let node: EncodedNode
  let codingPath: [any CodingKey]

  mutating func encodeNil() { node.put(.null) }

  mutating func encode(_ value: some Encodable) throws {
    node.put(try ValueEncoder.encode(value, at: codingPath, depth: node.depth))
  }
}
