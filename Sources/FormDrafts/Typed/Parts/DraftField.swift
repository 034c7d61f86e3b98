/// A field of a form: a lasting name, and the property that holds the answer.
///
/// The name is what a stored draft is found again by; the property may be renamed at will. Any
/// `Codable` value can be an answer. <doc:TypedForms> tells how each type is kept.
///
/// ```swift
/// DraftField("email", \.email).formerly("mail")
/// ```
public struct DraftField<Form>: DraftPart {
  private var declared: DeclaredField
  private let keyPath: PartialKeyPath<Form>
  private let coding: FieldCoding<Form>
  private let valueType: Any.Type
  private var isMainActorOnly = false

  /// A field of any `Codable` type.
  ///
  /// - Parameters:
  ///   - name: the lasting name, unique where the field stands.
  ///   - path: the property; through a property wrapper it is that of the wrapped value.
  public init<Value: Codable & SendableMetatype>(
    _ name: String, _ path: any WritableKeyPath<Form, Value> & Sendable
  ) {
    self.init(name, path, FieldShape(Value.self), FieldCoding(path as WritableKeyPath<Form, Value>))
  }

  /// A field that belongs to the main actor: its form, or the coding of its type, does.
  ///
  /// The compiler takes this one where the other does not fit.
  ///
  /// - Parameters:
  ///   - name: the lasting name, unique where the field stands.
  ///   - path: the property.
  @MainActor
  public init<Value: Codable>(_ name: String, _ path: WritableKeyPath<Form, Value>) {
    self.init(name, path, FieldShape(Value.self), FieldCoding(path))
    isMainActorOnly = true
  }

  /// A field with a coding of its own.
  ///
  /// - Parameters:
  ///   - name: the lasting name, unique where the field stands.
  ///   - path: the property.
  ///   - type: the type of what is stored; `.list(of)` for a list.
  ///   - encode: makes what is stored; an error costs the save this answer and no other.
  ///   - decode: reads what is stored; an error leaves the form's own value.
  public init<Value>(
    _ name: String, _ path: any WritableKeyPath<Form, Value> & Sendable,
    type: DraftSchema.ValueType, encode: @escaping @Sendable (Value) throws -> DraftValue,
    decode: @escaping @Sendable (DraftValue) throws -> Value
  ) {
    let path = path as WritableKeyPath<Form, Value>
    let coding = FieldCoding<Form> {
      try encode($0[keyPath: path])
    } _: {
      $1[keyPath: path] = try decode($0)
    }
    self.init(name, path, FieldShape(declared: type), coding)
  }

  /// A field with a coding of its own, of a form that belongs to the main actor.
  ///
  /// - Parameters:
  ///   - name: the lasting name, unique where the field stands.
  ///   - path: the property.
  ///   - type: the type of what is stored; `.list(of)` for a list.
  ///   - encode: makes what is stored; an error costs the save this answer and no other.
  ///   - decode: reads what is stored; an error leaves the form's own value.
  @MainActor
  public init<Value>(
    _ name: String, _ path: WritableKeyPath<Form, Value>, type: DraftSchema.ValueType,
    encode: @escaping (Value) throws -> DraftValue, decode: @escaping (DraftValue) throws -> Value
  ) {
    let coding = FieldCoding<Form> {
      try encode($0[keyPath: path])
    } _: {
      $1[keyPath: path] = try decode($0)
    }
    self.init(name, path, FieldShape(declared: type), coding)
    isMainActorOnly = true
  }

  private init<Value>(
    _ name: String, _ path: WritableKeyPath<Form, Value>, _ shape: FieldShape,
    _ coding: FieldCoding<Form>
  ) {
    declared = DeclaredField(
      field: DraftSchema.Field(
        FieldPath([name]), shape.type, isMany: shape.isMany,
        options: shape.options.map { .init($0.map { .init($0) }) }))
    keyPath = path
    self.coding = coding
    valueType = Value.self
  }

  /// The field as a mapping holds it.
  public var entries: [DraftMapping<Form>.Entry] {
    let (name, coding) = (declared.field.path.lastName ?? "", coding)
    let typeName = "\(valueType)"
    return [
      .init(
        outline: EntryOutline(name: name), fields: [declared], isMainActorOnly: isMainActorOnly,
        keyPaths: KeyPathTable([(declared.field.path, keyPath)])
      ) { place in
        let place = place.inside(name)
        switch place.index.retention(at: place.path) {
        case .kept: break
        case .secret:
          return .secret(name) { form in
            (try? coding.read(form)).map { [(place.inItem, $0)] } ?? []
          }
        case .transient, .automatic: return nil
        }
        return BoundEntry(name: name) { form in
          (try? coding.read(form)) ?? .unencodable
        } write: { value, form, item, failures in
          do {
            try coding.write(value, &form)
          } catch {
            let path = item.appending(contentsOf: place.inItem)
            failures[path] = .notDecodable(as: typeName, at: path)
          }
        }
      }
    ]
  }
}

extension DraftField {
  /// The field as a secret: never stored, and asked for again.
  public func secret() -> Self { changed { $0.field.retention = .secret } }

  /// The field as none, although its name is that of a secret.
  public func notSecret() -> Self { changed { $0.field.retention = .kept } }

  /// The field with names it had in earlier versions of the form, where it stands.
  ///
  /// - Parameter names: `"mail"` beside the field's own name: in the same scope, or in the same
  ///   item of a list.
  public func formerly(_ names: FieldPath...) -> Self {
    changed { $0.field.formerly += names }
  }

  /// The field with paths it had in earlier versions of the form, elsewhere.
  ///
  /// - Parameter paths: from the form, whatever the field stands in: `"/address/town"`.
  public func formerly(inForm paths: FieldPath...) -> Self {
    changed { $0.formerlyInForm += paths }
  }

  /// The field as one the form asks for; never decides whether an answer is kept.
  public func required() -> Self { changed { $0.field.isRequired = true } }

  /// The field with its choices.
  ///
  /// An enumeration that is `CaseIterable` brings its own.
  ///
  /// - Parameter values: the choices as they are stored; there are no others.
  public func options(_ values: DraftValue...) -> Self {
    changed {
      $0.field.options = .init(values.map { .init($0) })
      if $0.field.type == .text { $0.field.type = .choice }
    }
  }

  /// The field with a type that its property does not tell.
  ///
  /// - Parameter type: the type of what is stored; `.list(of)` for a list.
  public func type(_ type: DraftSchema.ValueType) -> Self {
    changed {
      let shape = FieldShape(declared: type)
      $0.field.type = shape.type
      $0.field.isMany = shape.isMany
    }
  }

  private func changed(_ change: (inout DeclaredField) -> Void) -> Self {
    var copy = self
    change(&copy.declared)
    return copy
  }
}
