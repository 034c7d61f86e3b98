extension DraftSchema {
  /// The native JSON form, without white space.
  ///
  /// - Parameter storing: leaves out what could tell a secret: the choices and defaults of fields
  ///   that are secret (also by the app's own list, or inside a secret), and defaults that hold
  ///   a member which is. The ``fingerprint`` is the same when read back, except where the app's
  ///   own list makes a secret of a field with closed choices: those stay out of the store, and
  ///   the store keeps the fingerprint beside the text.
  /// - Returns: JSON in UTF-8; equal schemas give equal bytes.
  package func nativeJSON(storing: Bool = false) -> [UInt8] {
    let index = SchemaIndex(self)
    var object = DraftObject()
    object["formdrafts"] = DraftValue(NativeSchema.version)
    object["form"] = .text(id)
    object["version"] = version.map(DraftValue.text)
    object["title"] = title.map(DraftValue.text)
    object["fields"] = .list(
      fields.map { .object(NativeSchema.object(storing ? $0.withoutSecrets(index) : $0)) })
    object["steps"] = Self.unlessEmpty(steps.map { .object(NativeSchema.object($0)) })
    object["secret"] = Self.unlessEmpty(overrides.secret.map { .text($0.pointer) })
    object["notSecret"] = Self.unlessEmpty(overrides.notSecret.map { .text($0.pointer) })
    var bytes: [UInt8] = []
    DraftValue.object(object).appendJSON(to: &bytes)
    return bytes
  }

  fileprivate static func unlessEmpty(_ items: [DraftValue]) -> DraftValue? {
    items.isEmpty ? nil : .list(items)
  }
}

extension NativeSchema {
  fileprivate static func object(_ field: DraftSchema.Field) -> DraftObject {
    let (type, isMany) = field.cardinality
    var object: DraftObject = ["path": .text(field.path.pointer), "type": .text("\(type)")]
    if isMany { object["many"] = true }
    if field.isRequired { object["required"] = true }
    if field.retention != .automatic { object["retention"] = .text(field.retention.rawValue) }
    object["contentKind"] = field.contentKind.map { .text($0.rawValue) }
    if let options = field.options {
      object["options"] = .list(options.items.map(value))
      if !options.isClosed { object["closed"] = false }
    }
    object["formerly"] = DraftSchema.unlessEmpty(field.formerly.map { .text($0.pointer) })
    object["identity"] = field.identity.map { .text($0.pointer) }
    object["default"] = field.defaultValue
    object["label"] = field.label.map(DraftValue.text)
    object["step"] = field.step.map(DraftValue.text)
    return object
  }

  fileprivate static func object(_ step: DraftSchema.Step) -> DraftObject {
    var object: DraftObject = ["id": .text(step.id)]
    object["title"] = step.title.map(DraftValue.text)
    if step.isSkippable { object["skippable"] = true }
    object["formerly"] = DraftSchema.unlessEmpty(step.formerly.map(DraftValue.text))
    return object
  }

  /// A choice as its plain value where that cannot be mistaken for a choice with a label.
  private static func value(_ option: DraftSchema.Options.Option) -> DraftValue {
    if case .object = option.value {} else if option.label == nil { return option.value }
    var object: DraftObject = ["value": option.value]
    object["label"] = option.label.map(DraftValue.text)
    return .object(object)
  }
}

extension DraftSchema.Field {
  fileprivate func withoutSecrets(_ index: SchemaIndex) -> Self {
    var copy = self
    if index.retention(at: path) == .secret { copy.options = nil }
    if let value = defaultValue, index.holdsSecret(value, at: path) { copy.defaultValue = nil }
    return copy
  }
}

extension SchemaIndex {
  /// Whether some of a value would be withheld at this path.
  package func holdsSecret(_ value: DraftValue, at path: FieldPath) -> Bool {
    if retention(at: path) != .kept { return true }
    switch value {
    case .list(let items):
      for (index, item) in items.enumerated()
      where holdsSecret(item, at: path.appending(String(index))) {
        return true
      }
      return false
    case .object(let object):
      return object.members.contains { holdsSecret($0.value, at: path.appending($0.name)) }
    default: return false
    }
  }
}
