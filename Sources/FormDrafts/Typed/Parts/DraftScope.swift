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
    entry = Self.entry(name, path as WritableKeyPath<Form, Child>, content())
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
    entry = Self.entry(name, path, content())
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
    entry = Self.entry(name, path as WritableKeyPath<Form, Child>, Child.draftMapping)
  }

  /// A form inside another one that belongs to the main actor.
  ///
  /// - Parameters:
  ///   - name: the lasting name, unique where the scope stands.
  ///   - path: the property.
  @MainActor
  public init<Child: DraftForm>(_ name: String, _ path: WritableKeyPath<Form, Child>) {
    self.name = name
    entry = Self.entry(name, path, Child.draftMapping)
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

extension DraftScope {
  private static func entry<Child>(
    _ name: String, _ path: WritableKeyPath<Form, Child>, _ entries: [DraftMapping<Child>.Entry]
  ) -> DraftMapping<Form>.Entry {
    let scope = FieldPath([name])
    let typeName = "\(Child.self)"
    // See FieldCoding: only a main-actor initialiser passes a key path that is not Sendable.
    nonisolated(unsafe) let path = path
    return .init(
      outline: EntryOutline(name: name, inner: entries.compactMap(\.outline)),
      fields: entries.flatMap { $0.fields.map { $0.inside(scope) } },
      steps: entries.flatMap(\.steps), isMainActorOnly: entries.contains { $0.isMainActorOnly },
      keyPaths: KeyPathTable(entries.flatMap(\.keyPaths.pairs)).inside(name, path),
      marks: nil
    ) { place in
      let place = place.inside(name)
      let bound = BoundEntries(entries, at: place)
      let secrets = { @Sendable (form: Form) in
        bound.secrets(of: form[keyPath: path]).map { ($0.path, $0.value) }
      }
      guard !bound.entries.isEmpty else { return .secret(name, secrets) }
      return BoundEntry(name: name, secrets: secrets) { form in
        .object(DraftObject(bound.members(of: form[keyPath: path])))
      } write: { value, form, item, failures in
        guard case .object(let object) = value else {
          let path = item.appending(contentsOf: place.inItem)
          failures[path] = .notDecodable(as: typeName, at: path)
          return
        }
        bound.write(object, into: &form[keyPath: path], at: item, &failures)
      }
    }
  }
}

extension DraftScope {
  private static func entry<Child>(
    _ name: String, _ path: WritableKeyPath<Form, Child>, _ mapping: DraftMapping<Child>
  ) -> DraftMapping<Form>.Entry {
    var entry =
      if let entries = mapping.entries {
        entry(name, path, entries)
      } else {
        closureEntry(name, path, mapping)
      }
    entry.isMainActorOnly = mapping.isMainActorOnly
    guard let marks = mapping.marks else { return entry }
    let scope = FieldPath([name])
    nonisolated(unsafe) let path = path
    entry.marks = { form in
      let inner = marks(form[keyPath: path]).map { (scope.appending(contentsOf: $0), $1) }
      return Dictionary(inner, uniquingKeysWith: { $0.union($1) })
    }
    return entry
  }

  /// A form whose mapping is two closures.
  private static func closureEntry<Child>(
    _ name: String, _ path: WritableKeyPath<Form, Child>, _ mapping: DraftMapping<Child>
  ) -> DraftMapping<Form>.Entry {
    let scope = FieldPath([name])
    let typeName = "\(Child.self)"
    nonisolated(unsafe) let path = path
    return .init(
      outline: EntryOutline(name: name),
      fields: mapping.schema.fields.map { DeclaredField(field: $0).inside(scope) },
      steps: mapping.schema.steps, keyPaths: KeyPathTable([(scope, path)])
    ) { place in
      let place = place.inside(name)
      return BoundEntry(name: name) { form in
        .object(mapping.capture(form[keyPath: path]).values)
      } write: { value, form, item, failures in
        let own = item.appending(contentsOf: place.inItem)
        guard case .object(let object) = value else {
          failures[own] = .notDecodable(as: typeName, at: own)
          return
        }
        for (path, error) in mapping.fill(DraftSnapshot(values: object), &form[keyPath: path]) {
          failures[own.appending(contentsOf: path)] = error
        }
      }
    }
  }
}
