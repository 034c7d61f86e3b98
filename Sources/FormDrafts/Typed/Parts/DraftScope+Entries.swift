extension DraftScope {
  static func entry<Child>(
    _ name: String, _ property: ScopeProperty<Form, Child>, _ entries: [DraftMapping<Child>.Entry]
  ) -> DraftMapping<Form>.Entry {
    let typeName = "\(Child.self)"
    return .init(
      outline: EntryOutline(name: name, inner: entries.compactMap(\.outline)),
      fields: declared(name, property, entries.flatMap(\.fields)),
      steps: entries.flatMap(\.steps), isMainActorOnly: entries.contains { $0.isMainActorOnly },
      keyPaths: keyPaths(name, property, KeyPathTable(entries.flatMap(\.keyPaths.pairs))),
      marks: nil
    ) { place in
      let place = place.inside(name)
      let bound = BoundEntries(entries, at: place)
      let secrets = { @Sendable (form: Form) in
        property.read(form).map(bound.secrets(of:)) ?? []
      }
      guard !bound.entries.isEmpty else { return .secret(name, secrets) }
      return BoundEntry(name: name, secrets: secrets) { form in
        property.read(form).map { .object(DraftObject(bound.members(of: $0))) } ?? .null
      } write: { value, form, item, failures in
        let isFitting = property.write(value, into: &form) { object, child in
          bound.write(object, into: &child, at: item, &failures)
        }
        guard !isFitting else { return }
        let path = item.appending(contentsOf: place.inItem)
        failures[path] = .notDecodable(as: typeName, at: path)
      }
    }
  }

  /// The fields inside, and the scope itself where it may be nothing.
  private static func declared<Child>(
    _ name: String, _ property: ScopeProperty<Form, Child>, _ inner: [DeclaredField]
  ) -> [DeclaredField] {
    let scope = FieldPath([name])
    let fields = inner.map { $0.inside(scope) }
    guard property.isOptional else { return fields }
    return [DeclaredField(field: DraftSchema.Field(scope, .object))] + fields
  }

  /// A key path through an optional is another one than its parts joined: only the scope is found.
  private static func keyPaths<Child>(
    _ name: String, _ property: ScopeProperty<Form, Child>, _ inner: KeyPathTable<Child>
  ) -> KeyPathTable<Form> {
    property.isOptional
      ? KeyPathTable([(FieldPath([name]), property.keyPath)])
      : inner.inside(name, property.keyPath)
  }
}

extension DraftScope {
  static func entry<Child>(
    _ name: String, _ property: ScopeProperty<Form, Child>, _ mapping: DraftMapping<Child>
  ) -> DraftMapping<Form>.Entry {
    var entry =
      if let entries = mapping.entries {
        entry(name, property, entries)
      } else {
        closureEntry(name, property, mapping)
      }
    entry.isMainActorOnly = mapping.isMainActorOnly
    guard let marks = mapping.marks else { return entry }
    let scope = FieldPath([name])
    entry.marks = { form in
      let inner = (property.read(form).map(marks) ?? [:]).map {
        (scope.appending(contentsOf: $0), $1)
      }
      return Dictionary(inner, uniquingKeysWith: { $0.union($1) })
    }
    return entry
  }

  /// A form whose mapping is two closures.
  private static func closureEntry<Child>(
    _ name: String, _ property: ScopeProperty<Form, Child>, _ mapping: DraftMapping<Child>
  ) -> DraftMapping<Form>.Entry {
    let typeName = "\(Child.self)"
    return .init(
      outline: EntryOutline(name: name),
      fields: declared(name, property, mapping.schema.fields.map { DeclaredField(field: $0) }),
      steps: mapping.schema.steps,
      keyPaths: KeyPathTable([(FieldPath([name]), property.keyPath)])
    ) { place in
      let place = place.inside(name)
      return BoundEntry(name: name) { form in
        property.read(form).map { .object(mapping.capture($0).values) } ?? .null
      } write: { value, form, item, failures in
        let own = item.appending(contentsOf: place.inItem)
        let isFitting = property.write(value, into: &form) { object, child in
          for (path, error) in mapping.fill(DraftSnapshot(values: object), &child) {
            failures[own.appending(contentsOf: path)] = error
          }
        }
        if !isFitting { failures[own] = .notDecodable(as: typeName, at: own) }
      }
    }
  }
}
