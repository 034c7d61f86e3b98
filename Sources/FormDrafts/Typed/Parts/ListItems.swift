/// How items are told apart.
struct ItemIdentity<Item>: Sendable {
  /// The item's identity as drafts have it.
  let read: @Sendable (Item) throws -> DraftValue
  /// A new item of a stored identity.
  let make: @Sendable (DraftValue) throws -> Item
  let shape: FieldShape
  let itemName = "\(Item.self)"
  let idTypeName: String
  // As in KeyPathTable: only compared.
  nonisolated(unsafe) let keyPath: PartialKeyPath<Item>

  init<ID: Codable>(_ path: KeyPath<Item, ID>, new: @escaping (ID) -> Item) {
    keyPath = path
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
struct BoundItems<Item>: Sendable {
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
