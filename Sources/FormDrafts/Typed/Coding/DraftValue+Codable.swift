extension DraftValue {
  /// The value of anything `Encodable`, as a field of that type is stored.
  ///
  /// - Throws: what the type throws, and `EncodingError` for a value that nests too deep.
  package init(encoding value: some Encodable) throws {
    self = try ValueEncoder.encode(value)
  }

  /// A value of a type, from what is stored for it.
  ///
  /// - Throws: what the type throws, and `DecodingError` without the stored value in it.
  package func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try ValueDecoder.decode(type, from: self)
  }
}
