/// A struct inside a form, with fields of its own: an object of this name in the draft.
///
/// ```swift
/// DraftScope("address", \.address) {
///   DraftField("street", \.street)
///   DraftField("city", \.city)
/// }
/// ```
///
/// Each field inside stands for itself: a secret is left out, and one that cannot be read costs
/// no other. A `Codable` struct may also be one ``DraftField``, and is then one answer.
public struct DraftScope<Form>: DraftPart {
  private let name: String
  private var entry: DraftMapping<Form>.Entry

  /// A scope of parts.
  ///
  /// - Parameters:
  ///   - name: the lasting name, unique where the scope stands.
  ///   - path: the property.
  ///   - content: the parts of the property's type.
  public init<Child>(
    _ name: String, _ path: any WritableKeyPath<Form, Child> & Sendable,
    @DraftMappingBuilder<Child> _ content: () -> [DraftMapping<Child>.Entry]
  ) {
    self.name = name
    entry = Self.entry(name, .property(path), content())
  }

  /// A scope of parts in a form that belongs to the main actor.
  ///
  /// - Parameters:
  ///   - name: the lasting name, unique where the scope stands.
  ///   - path: the property.
  ///   - content: the parts of the property's type.
  @MainActor
  public init<Child>(
    _ name: String, _ path: WritableKeyPath<Form, Child>,
    @DraftMappingBuilder<Child> _ content: () -> [DraftMapping<Child>.Entry]
  ) {
    self.name = name
    entry = Self.entry(name, .property(path), content())
    entry.isMainActorOnly = true
  }

  /// A form inside another one.
  ///
  /// Its fields, steps and marks are taken; its version, upgrades and time to live are not.
  ///
  /// - Parameters:
  ///   - name: the lasting name, unique where the scope stands.
  ///   - path: the property.
  public init<Child: DraftForm>(
    _ name: String, _ path: any WritableKeyPath<Form, Child> & Sendable
  ) {
    self.name = name
    entry = Self.entry(name, .property(path), Child.draftMapping)
  }

  /// A form inside another one that belongs to the main actor.
  ///
  /// - Parameters:
  ///   - name: the lasting name, unique where the scope stands.
  ///   - path: the property.
  @MainActor
  public init<Child: DraftForm>(_ name: String, _ path: WritableKeyPath<Form, Child>) {
    self.name = name
    entry = Self.entry(name, .property(path), Child.draftMapping)
    entry.isMainActorOnly = true
  }

  /// A struct that the form may not have: `null` in the draft.
  ///
  /// ```swift
  /// DraftScope("partner", \.partner, new: { Person() }) { DraftField("name", \.name) }
  /// ```
  ///
  /// A field inside is not found by its key path, ``DraftMapping/path(of:)``; the scope is.
  ///
  /// - Parameters:
  ///   - name: the lasting name, unique where the scope stands.
  ///   - path: the property.
  ///   - new: makes the struct when the draft has one and the form has not.
  ///   - content: the parts of the struct.
  public init<Child>(
    _ name: String, _ path: any WritableKeyPath<Form, Child?> & Sendable,
    new: @escaping @Sendable () -> Child,
    @DraftMappingBuilder<Child> _ content: () -> [DraftMapping<Child>.Entry]
  ) {
    self.name = name
    entry = Self.entry(name, .optional(path, new: new), content())
  }

  /// A struct that a form of the main actor may not have.
  ///
  /// - Parameters:
  ///   - name: the lasting name, unique where the scope stands.
  ///   - path: the property.
  ///   - new: makes the struct when the draft has one and the form has not.
  ///   - content: the parts of the struct.
  @MainActor
  public init<Child>(
    _ name: String, _ path: WritableKeyPath<Form, Child?>, new: @escaping () -> Child,
    @DraftMappingBuilder<Child> _ content: () -> [DraftMapping<Child>.Entry]
  ) {
    self.name = name
    entry = Self.entry(name, .optional(path, new: new), content())
    entry.isMainActorOnly = true
  }

  /// A form that another one may not have inside.
  ///
  /// - Parameters:
  ///   - name: the lasting name, unique where the scope stands.
  ///   - path: the property.
  ///   - new: makes the inner form when the draft has one and the form has not.
  public init<Child: DraftForm>(
    _ name: String, _ path: any WritableKeyPath<Form, Child?> & Sendable,
    new: @escaping @Sendable () -> Child
  ) {
    self.name = name
    entry = Self.entry(name, .optional(path, new: new), Child.draftMapping)
  }

  /// A form that another one of the main actor may not have inside.
  ///
  /// - Parameters:
  ///   - name: the lasting name, unique where the scope stands.
  ///   - path: the property.
  ///   - new: makes the inner form when the draft has one and the form has not.
  @MainActor
  public init<Child: DraftForm>(
    _ name: String, _ path: WritableKeyPath<Form, Child?>, new: @escaping () -> Child
  ) {
    self.name = name
    entry = Self.entry(name, .optional(path, new: new), Child.draftMapping)
    entry.isMainActorOnly = true
  }

  /// The scope as a mapping holds it.
  public var entries: [DraftMapping<Form>.Entry] { [entry] }

  /// The scope with names it had in earlier versions of the form, where it stands.
  ///
  /// - Parameter names: beside the scope's own name; what stood inside moves here.
  public func formerly(_ names: FieldPath...) -> Self {
    let scope = FieldPath([name])
    var copy = self
    copy.entry.fields = entry.fields.map { declared in
      var declared = declared
      let places = [declared.field.path] + declared.field.formerly
      for former in names {
        declared.field.formerly += places.filter { $0.isInside(scope) }
          .map { former.appending(contentsOf: $0.suffix(after: scope)) }
      }
      return declared
    }
    return copy
  }
}
