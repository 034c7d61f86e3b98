/// A place in a form that goes with its item: as a path, but with the items of lists by identity.
///
/// An item that has none, or shares it with another, stays a position.
struct ItemPath: Hashable, Sendable {
  fileprivate enum Step: Hashable, Sendable {
    case name(Exact)
    case item(DraftValue)
  }

  fileprivate var steps: [Step] = []

  /// Whether it goes with an item of a list.
  var isInItem: Bool {
    steps.contains { if case .item = $0 { true } else { false } }
  }

  /// - Parameters:
  ///   - path: where it stands now.
  ///   - values: what the form has there.
  ///   - identities: what tells the items of its lists apart.
  init(_ path: FieldPath, in values: DraftObject, _ identities: ItemIdentities) {
    var (value, place): (DraftValue?, FieldPath) = (.object(values), .root)
    for name in path.names {
      if case .list(let items)? = value {
        let position = Int(name).flatMap { items.indices.contains($0) ? $0 : nil }
        let id = position.flatMap { Self.id(of: $0, in: items, identities[place]) }
        steps.append(id.map { .item($0) } ?? .name(Exact(name)))
        (value, place) = (position.map { items[$0] }, place.appending(.each))
      } else {
        steps.append(.name(Exact(name)))
        (value, place) = (value?.member([name]), place.appending(name))
      }
    }
  }

  private static func id(
    of position: Int, in items: [DraftValue], _ identity: [String]?
  ) -> DraftValue? {
    guard let identity, let id = items[position].member(identity), id.isScalar else { return nil }
    let isUnique = !items.indices.contains { $0 != position && items[$0].member(identity) == id }
    return isUnique ? id : nil
  }

  /// Finds where places stand in a form.
  struct Finder {
    private let values: DraftObject
    private let identities: ItemIdentities
    /// Where the items of a list stand, of the lists that were asked about.
    private var positions: [FieldPath: [DraftValue: Int]] = [:]

    init(_ values: DraftObject, _ identities: ItemIdentities) {
      self.values = values
      self.identities = identities
    }

    /// Nil if the item is not there.
    mutating func path(of mark: ItemPath) -> FieldPath? {
      guard mark.isInItem else { return FieldPath(mark.steps.map(\.name)) }
      var (value, place, path): (DraftValue?, FieldPath, FieldPath) =
        (.object(values), .root, .root)
      for step in mark.steps {
        switch (step, value) {
        case (.item(let id), .list(let items)?):
          guard let position = position(of: id, in: items, at: path, identities[place]) else {
            return nil
          }
          path = path.appending(String(position))
          (value, place) = (items[position], place.appending(.each))
        case (.item, _): return nil
        case (.name(let name), _):
          let isItem = if case .list? = value { true } else { false }
          value = value?.element(name.wrappedValue)
          path = path.appending(name.wrappedValue)
          place = isItem ? place.appending(.each) : place.appending(name.wrappedValue)
        }
      }
      return path
    }

    private mutating func position(
      of id: DraftValue, in items: [DraftValue], at list: FieldPath, _ identity: [String]?
    ) -> Int? {
      guard let identity else { return nil }
      if let known = positions[list] { return known[id] }
      let found = Dictionary(
        items.enumerated().compactMap { position, item in
          item.member(identity).map { ($0, position) }
        }, uniquingKeysWith: { first, _ in first })
      positions[list] = found
      return found[id]
    }
  }
}

extension ItemPath.Step {
  /// Only of a place that goes with no item.
  fileprivate var name: String { if case .name(let name) = self { name.wrappedValue } else { "" } }
}

extension DraftValue {
  /// A member by its name, an item by its position.
  fileprivate func element(_ name: String) -> DraftValue? {
    guard case .list(let items) = self else { return member([name]) }
    return Int(name).flatMap { items.indices.contains($0) ? items[$0] : nil }
  }
}
