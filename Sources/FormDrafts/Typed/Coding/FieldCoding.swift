/// How one field of a form is read and written.
struct FieldCoding<Form>: Sendable {
  /// The field's value as drafts have it.
  let read: @Sendable (Form) throws -> DraftValue
  /// Gives the field what is stored; the form is as it was if that fails.
  let write: @Sendable (DraftValue, inout Form) throws -> Void

  /// Two closures that may hold what is not `Sendable`: a key path of the main actor's, or a type
  /// whose `Codable` belongs to it.
  ///
  /// They are used from one isolation only: nothing but a main-actor initialiser passes such
  /// closures, and the mapping it makes part of is ``DraftMapping/isMainActorOnly``, which each
  /// use of it checks first. All others hold `Sendable` key paths and types only.
  init(
    _ read: @escaping (Form) throws -> DraftValue,
    _ write: @escaping (DraftValue, inout Form) throws -> Void
  ) {
    nonisolated(unsafe) let read = read
    nonisolated(unsafe) let write = write
    self.read = { try read($0) }
    self.write = { try write($0, &$1) }
  }

  init<Value: Codable>(_ path: WritableKeyPath<Form, Value>) {
    self.init { form in
      try ValueEncoder.encode(form[keyPath: path])
    } _: { value, form in
      form[keyPath: path] = try ValueDecoder.decode(Value.self, from: value) {
        try ValueEncoder.encode(form[keyPath: path])
      }
    }
  }
}

extension ValueDecoder {
  /// A value of a type; a member that is missing, and that the type needs, is taken from another
  /// value of the type.
  ///
  /// A member is missing where the type had none when the draft was saved, and where it is a
  /// secret, which no save keeps.
  static func decode<Value: Decodable>(
    _ type: Value.Type, from stored: DraftValue, completedBy own: () throws -> DraftValue
  ) throws -> Value {
    var value = stored
    var known: DraftValue?
    var tries = DraftLimits.depth
    while true {
      do {
        return try decode(type, from: value)
      } catch DecodingError.keyNotFound(let key, let context) where tries > 0 {
        let error = DecodingError.keyNotFound(key, context)
        let whole = try known ?? own()
        known = whole
        tries -= 1
        let names = (context.codingPath + [key]).map(\.stringValue)
        guard let completed = value.adding(names[...], from: whole) else { throw error }
        value = completed
      }
    }
  }
}

extension DraftValue {
  /// The value with a member that another one has and this one lacks; nil if it cannot be added.
  fileprivate func adding(_ names: ArraySlice<String>, from other: DraftValue) -> DraftValue? {
    guard let name = names.first, case .object(var object) = self,
      case .object(let others) = other, let given = others[name]
    else { return nil }
    if names.count == 1 {
      guard object[name] == nil else { return nil }
      object[name] = given
    } else {
      guard let inner = object[name]?.adding(names.dropFirst(), from: given) else { return nil }
      object[name] = inner
    }
    return .object(object)
  }
}
