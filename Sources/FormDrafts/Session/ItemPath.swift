/// A place in a form that goes with its item: a path, but with the items of lists by identity.
///
/// An item that has none, or shares it with another, stays a position.
enum ItemPath: Hashable, Sendable {
  /// A place in no such item.
  case path(FieldPath)
  case inItem([Step])

  enum Step: Hashable, Sendable {
    case name(Exact)
    case item(DraftValue)
  }

  var isInItem: Bool { if case .inItem = self { true } else { false } }

  /// Whether a path can lead into an item: only one with a position in it does.
  static func mayBeInItem(_ path: FieldPath) -> Bool { path.names.contains { Int($0) != nil } }
}

/// Where the items of a form's lists stand: from paths to places that go with the items, and back.
struct ItemIndex {
  /// The items of a list by their identity.
  private struct List {
    /// The first of those that say they are the same.
    var positions: [DraftValue: Int] = [:]
    var repeated: Set<DraftValue> = []

    init(_ items: [DraftValue], _ identity: [String]) {
      for (position, item) in items.enumerated() {
        guard let id = item.member(identity), id.isScalar else { continue }
        if positions[id] == nil { positions[id] = position } else { repeated.insert(id) }
      }
    }
  }

  private let values: DraftObject
  private let identities: ItemIdentities
  /// The lists that were asked about.
  private var lists: [FieldPath: List] = [:]

  /// - Parameters:
  ///   - values: what the form has.
  ///   - identities: what tells the items of its lists apart.
  init(_ values: DraftObject, _ identities: ItemIdentities) {
    self.values = values
    self.identities = identities
  }

  /// The place at a path, with each item by its identity.
  mutating func place(at path: FieldPath) -> ItemPath {
    guard ItemPath.mayBeInItem(path) else { return .path(path) }
    var cursor = Cursor(values)
    var isInItem = false
    let steps = path.names.map { name -> ItemPath.Step in
      let id = id(of: name, at: cursor)
      cursor.go(to: name)
      isInItem = isInItem || id != nil
      return id.map { .item($0) } ?? .name(Exact(name))
    }
    return isInItem ? .inItem(steps) : .path(path)
  }

  /// The path of a place; nil if its item is not there.
  mutating func path(of place: ItemPath) -> FieldPath? {
    let steps: [ItemPath.Step]
    switch place {
    case .path(let path): return path
    case .inItem(let inside): steps = inside
    }
    var cursor = Cursor(values)
    for step in steps {
      switch step {
      case .name(let name): cursor.go(to: name.wrappedValue)
      case .item(let id):
        guard let position = list(at: cursor)?.positions[id] else { return nil }
        cursor.go(to: String(position))
      }
    }
    return cursor.path
  }

  /// What tells an item of the list apart; nil if nothing does.
  private mutating func id(of name: String, at cursor: Cursor) -> DraftValue? {
    guard let list = list(at: cursor), let identity = identities[cursor.schemaPath],
      let id = cursor.element(name)?.member(identity), id.isScalar, !list.repeated.contains(id)
    else { return nil }
    return id
  }

  private mutating func list(at cursor: Cursor) -> List? {
    guard case .list(let items)? = cursor.value, let identity = identities[cursor.schemaPath]
    else { return nil }
    if let known = lists[cursor.path] { return known }
    let list = List(items, identity)
    lists[cursor.path] = list
    return list
  }
}

/// A walk from the form inwards.
private struct Cursor {
  private(set) var value: DraftValue?
  private(set) var path = FieldPath.root
  /// The same as schemas write it, items by `~*`.
  private(set) var schemaPath = FieldPath.root

  init(_ values: DraftObject) { value = .object(values) }

  private var isInList: Bool { if case .list? = value { true } else { false } }

  /// A member by its name, an item by its position.
  func element(_ name: String) -> DraftValue? {
    guard case .list(let items)? = value else { return value?.member([name]) }
    return Int(name).flatMap { items.indices.contains($0) ? items[$0] : nil }
  }

  mutating func go(to name: String) {
    schemaPath = isInList ? schemaPath.appending(.each) : schemaPath.appending(name)
    value = element(name)
    path = path.appending(name)
  }
}
