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
      keyPaths: KeyPathTable([(FieldPath([name]), path)])
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

/// What a list is made of.
private struct ListParts<Item>: Sendable {
  let name: String
  let idName: String
  let entries: [DraftMapping<Item>.Entry]

  func fields(_ identity: ItemIdentity<Item>) -> [DeclaredField] {
    let list = FieldPath([name])
    let items = list.appending(.each)
    let whole = DraftSchema.Field(
      list, .object, isMany: true, identity: FieldPath([idName]))
    let id = DraftSchema.Field(
      items.appending(idName), identity.shape.type, isMany: identity.shape.isMany, retention: .kept)
    return [DeclaredField(field: whole), DeclaredField(field: id)]
      + entries.flatMap { $0.fields.map { $0.inside(items) } }
  }

  func outline(_ identity: ItemIdentity<Item>) -> EntryOutline {
    var outline = EntryOutline(name: name, inner: entries.compactMap(\.outline), identity: idName)
    if entries.contains(where: { !$0.steps.isEmpty }) {
      outline.mistake = "The list “\(name.shown)” has steps inside; a step holds whole lists."
    } else if !identity.isScalar {
      outline.mistake =
        "The items of “\(name.shown)” are told apart by \(identity.idTypeName), which is neither"
        + " text nor a number."
    }
    return outline
  }
}

/// How items are told apart.
private struct ItemIdentity<Item>: Sendable {
  /// The item's identity as drafts have it.
  let read: @Sendable (Item) throws -> DraftValue
  /// A new item of a stored identity.
  let make: @Sendable (DraftValue) throws -> Item
  let shape: FieldShape
  let itemName = "\(Item.self)"
  let idTypeName: String

  init<ID: Codable>(_ path: KeyPath<Item, ID>, new: @escaping (ID) -> Item) {
    // See FieldCoding: what is not Sendable comes from a main-actor initialiser only.
    nonisolated(unsafe) let read = { (item: Item) in
      try ValueEncoder.encode(item[keyPath: path])
    }
    nonisolated(unsafe) let make = { (value: DraftValue) in
      new(try ValueDecoder.decode(ID.self, from: value))
    }
    self.read = { try read($0) }
    self.make = { try make($0) }
    shape = FieldShape(ID.self)
    idTypeName = "\(ID.self)"
  }

  /// Whether the identity is one value; a type that does not tell may be.
  var isScalar: Bool {
    guard !shape.isMany else { return false }
    switch shape.type {
    case .object, .map, .list, .bytes, .file: return false
    default: return true
    }
  }
}

/// The items of a list at its place.
private struct BoundItems<Item>: Sendable {
  let entries: BoundEntries<Item>
  let idName: String
  let identity: ItemIdentity<Item>

  func object(of item: Item) -> DraftObject {
    let id = (try? identity.read(item)) ?? .unencodable
    return DraftObject([.init(idName, id)] + entries.members(of: item))
  }

  /// The stored items; what an item does not bring stays as the form has it.
  func items(
    _ stored: [DraftValue], keeping own: [Item], at list: FieldPath,
    _ failures: inout [FieldPath: DraftError]
  ) -> [Item] {
    let known = Dictionary(
      own.compactMap { item in (try? identity.read(item)).map { ($0, item) } },
      uniquingKeysWith: { first, _ in first })
    var result: [Item] = []
    result.reserveCapacity(stored.count)
    for (position, value) in stored.enumerated() {
      let place = list.appending(String(position))
      guard case .object(let object) = value, let id = object[idName],
        var item = known[id] ?? (try? identity.make(id))
      else {
        failures[place] = .notDecodable(as: identity.itemName, at: place)
        continue
      }
      entries.write(object, into: &item, at: place, &failures)
      result.append(item)
    }
    return result
  }
}
