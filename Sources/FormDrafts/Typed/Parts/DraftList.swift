/// A list of items inside a form, each found again by its identity.
///
/// ```swift
/// DraftList("phones", \.phones, id: \.id, new: { Phone(id: $0) }) {
///   DraftField("number", \.number)
/// }
/// ```
///
/// A restore gives the form the items of the draft, in the draft's order. An item that the form has
/// already, by its identity, keeps what the draft does not know, such as secrets; others are made
/// by `new`. A list without identities may be one ``DraftField``, and is then one answer.
public struct DraftList<Form>: DraftPart {
  private var entry: DraftMapping<Form>.Entry

  /// A list of items with parts.
  ///
  /// - Parameters:
  ///   - name: the lasting name, unique where the list stands.
  ///   - path: the property.
  ///   - id: the property of an item that tells it from the others for ever: text, a number, a
  ///     `UUID`. It need not be writable.
  ///   - idName: the name the identity is kept under; `id` unless said.
  ///   - new: makes an item that the form does not have.
  ///   - content: the parts of an item, without its identity.
  public init<Item, ID: Codable & SendableMetatype>(
    _ name: String, _ path: any WritableKeyPath<Form, [Item]> & Sendable,
    id: any KeyPath<Item, ID> & Sendable, idName: String = "id",
    new: @escaping @Sendable (ID) -> Item,
    @DraftMappingBuilder<Item> _ content: () -> [DraftMapping<Item>.Entry]
  ) {
    let parts = ListParts(name: name, idName: idName, entries: content())
    entry = Self.entry(
      parts, path as WritableKeyPath<Form, [Item]>,
      ItemIdentity(id as KeyPath<Item, ID>, new: new))
  }

  /// A list of items in a form that belongs to the main actor.
  ///
  /// - Parameters:
  ///   - name: the lasting name, unique where the list stands.
  ///   - path: the property.
  ///   - id: the property of an item that tells it from the others for ever.
  ///   - idName: the name the identity is kept under; `id` unless said.
  ///   - new: makes an item that the form does not have.
  ///   - content: the parts of an item, without its identity.
  @MainActor
  public init<Item, ID: Codable>(
    _ name: String, _ path: WritableKeyPath<Form, [Item]>, id: KeyPath<Item, ID>,
    idName: String = "id", new: @escaping (ID) -> Item,
    @DraftMappingBuilder<Item> _ content: () -> [DraftMapping<Item>.Entry]
  ) {
    let parts = ListParts(name: name, idName: idName, entries: content())
    entry = Self.entry(parts, path, ItemIdentity(id, new: new))
    entry.isMainActorOnly = true
  }

  /// A list of forms, each an item.
  ///
  /// Their fields and marks are taken, without the identity if that is one of them. Steps inside,
  /// and a mapping of closures, which has no fields to take, are an error at the first use.
  ///
  /// - Parameters:
  ///   - name: the lasting name, unique where the list stands.
  ///   - path: the property.
  ///   - id: the property of an item that tells it from the others for ever.
  ///   - idName: the name the identity is kept under; `id` unless said.
  ///   - new: makes an item that the form does not have.
  public init<Item: DraftForm, ID: Codable & SendableMetatype>(
    _ name: String, _ path: any WritableKeyPath<Form, [Item]> & Sendable,
    id: any KeyPath<Item, ID> & Sendable, idName: String = "id",
    new: @escaping @Sendable (ID) -> Item
  ) {
    let parts = ListParts(name: name, idName: idName, items: Item.draftMapping)
    entry = Self.entry(
      parts, path as WritableKeyPath<Form, [Item]>,
      ItemIdentity(id as KeyPath<Item, ID>, new: new))
  }

  /// A list of forms of the main actor, each an item.
  ///
  /// - Parameters:
  ///   - name: the lasting name, unique where the list stands.
  ///   - path: the property.
  ///   - id: the property of an item that tells it from the others for ever.
  ///   - idName: the name the identity is kept under; `id` unless said.
  ///   - new: makes an item that the form does not have.
  @MainActor
  public init<Item: DraftForm, ID: Codable>(
    _ name: String, _ path: WritableKeyPath<Form, [Item]>, id: KeyPath<Item, ID>,
    idName: String = "id", new: @escaping (ID) -> Item
  ) {
    let parts = ListParts(name: name, idName: idName, items: Item.draftMapping)
    entry = Self.entry(parts, path, ItemIdentity(id, new: new))
    entry.isMainActorOnly = true
  }

  /// The list as a mapping holds it.
  public var entries: [DraftMapping<Form>.Entry] { [entry] }

  /// The list as a secret: never stored.
  public func secret() -> Self { changed { $0.field.retention = .secret } }

  /// The list as none, although its name is that of a secret.
  public func notSecret() -> Self { changed { $0.field.retention = .kept } }

  /// The list with names it had in earlier versions of the form, where it stands.
  ///
  /// - Parameter names: beside the list's own name.
  public func formerly(_ names: FieldPath...) -> Self { changed { $0.field.formerly += names } }

  /// The list as one the form asks for; never decides whether an answer is kept.
  public func required() -> Self { changed { $0.field.isRequired = true } }

  private func changed(_ change: (inout DeclaredField) -> Void) -> Self {
    var copy = self
    change(&copy.entry.fields[0])
    return copy
  }
}

extension DraftList {
  private static func entry<Item>(
    _ parts: ListParts<Item>, _ path: WritableKeyPath<Form, [Item]>,
    _ identity: ItemIdentity<Item>
  ) -> DraftMapping<Form>.Entry {
    let name = parts.name
    // See FieldCoding: only a main-actor initialiser passes a key path that is not Sendable.
    nonisolated(unsafe) let path = path
    return .init(
      outline: parts.outline(identity), fields: parts.fields(identity),
      isMainActorOnly: parts.entries.contains { $0.isMainActorOnly },
      keyPaths: KeyPathTable([(FieldPath([name]), path)]),
      marks: parts.marks.map { marks in
        { @Sendable form in parts.marks(marks, of: form[keyPath: path]) }
      }
    ) { place in
      let place = place.inside(name)
      let items = BoundItems(
        entries: BoundEntries(parts.entries, at: place.inEachItem), idName: parts.idName,
        identity: identity)
      let secrets = { @Sendable (form: Form) in
        form[keyPath: path].enumerated().flatMap { position, item in
          items.entries.secrets(of: item).map {
            (place.inItem.appending(String(position)).appending(contentsOf: $0.path), $0.value)
          }
        }
      }
      guard place.index.retention(at: place.path) == .kept else { return .secret(name, secrets) }
      return BoundEntry(name: name, secrets: secrets) { form in
        .list(form[keyPath: path].map { .object(items.object(of: $0)) })
      } write: { value, form, item, failures in
        let own = item.appending(contentsOf: place.inItem)
        guard case .list(let stored) = value else {
          failures[own] = .notDecodable(as: "[\(items.identity.itemName)]", at: own)
          return
        }
        form[keyPath: path] = items.items(stored, keeping: form[keyPath: path], at: own, &failures)
      }
    }
  }
}
