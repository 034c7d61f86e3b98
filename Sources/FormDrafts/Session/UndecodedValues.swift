/// Stored values that the form's type could not take: kept as long as nobody edits their fields.
struct UndecodedValues: Sendable {
  /// The places that were refused, as names from the form on; an item of a list by its position in
  /// `stored`.
  private var refused: [[String]] = []
  /// What the form was to be filled with.
  private var stored = DraftObject()
  /// What it had when it could not take that.
  private var placeholder = DraftObject()
  private var identities = ItemIdentities([:])

  init() {}

  /// - Parameters:
  ///   - paths: the fields and items whose values could not be decoded.
  ///   - stored: what the form was to be filled with.
  ///   - form: what it holds now.
  ///   - schema: the form, for the identity of items.
  init(
    _ paths: some Sequence<FieldPath>, stored: DraftSnapshot, form: DraftSnapshot,
    schema: DraftSchema
  ) {
    refused = paths.sorted().map(\.names)
    guard !refused.isEmpty else { return }
    self.stored = stored.values
    placeholder = form.values
    identities = ItemIdentities(of: schema)
  }

  /// Puts the stored values where the form still has what it had when it could not take them.
  func restore(in snapshot: inout DraftSnapshot) {
    guard !refused.isEmpty else { return }
    let restored = value(
      .object(snapshot.values), stored: .object(stored), then: .object(placeholder),
      refused.map { $0[...] }, at: .root)
    if case .object(let object)? = restored { snapshot.values = object }
  }

  /// A value as it is to be saved; nil for none.
  ///
  /// - Parameters:
  ///   - now: what the form has.
  ///   - stored: what is stored.
  ///   - then: what the form had when it could not take that.
  ///   - refused: the places inside that were refused; without a name, the value itself.
  ///   - place: where it stands, items by `~*`.
  private func value(
    _ now: DraftValue?, stored: DraftValue?, then: DraftValue?, _ refused: [ArraySlice<String>],
    at place: FieldPath
  ) -> DraftValue? {
    guard !refused.contains(where: \.isEmpty) else { return now == then ? stored : now }
    switch (now, stored) {
    case (.object(var object)?, .object(let stored)?):
      for (name, inside) in Self.byName(refused) {
        object[name] = value(
          object[name], stored: stored[name], then: then?.member([name]), inside,
          at: place.appending(name))
      }
      return .object(object)
    case (.list(let items)?, .list(let storedItems)?):
      // What a list says besides is stored, too, as long as nobody edits it.
      if now == then { return stored }
      return .list(list(items, storedItems, then?.items ?? [], refused, at: place))
    default: return now
    }
  }

  /// The items of a list; one that could not be made at all comes back where it stood.
  private func list(
    _ now: [DraftValue], _ stored: [DraftValue], _ then: [DraftValue],
    _ refused: [ArraySlice<String>], at place: FieldPath
  ) -> [DraftValue] {
    var items = now
    let identity = identities[place]
    for (name, inside) in Self.byName(refused) {
      guard let position = Int(name), stored.indices.contains(position) else { continue }
      let item = stored[position]
      let id = identity.flatMap { item.member($0) }
      let isSame = { (other: DraftValue) in id != nil && other.member(identity ?? []) == id }
      if let index = items.firstIndex(where: isSame) {
        items[index] =
          value(
            items[index], stored: item, then: then.first(where: isSame), inside,
            at: place.appending(.each)) ?? items[index]
      } else if inside.contains(where: \.isEmpty), !items.contains(item) {
        items.insert(item, at: min(position, items.count))
      }
    }
    return items
  }

  /// Places by their first name, in their order.
  private static func byName(
    _ places: [ArraySlice<String>]
  ) -> [(name: String, inside: [ArraySlice<String>])] {
    var result: [(name: String, inside: [ArraySlice<String>])] = []
    for place in places {
      guard let name = place.first else { continue }
      if result.last?.name.isSameBytes(as: name) != true { result.append((name, [])) }
      result[result.count - 1].inside.append(place.dropFirst())
    }
    // Items in the order of their positions, and not of the digits.
    return result.sorted { (Int($0.name) ?? 0) < (Int($1.name) ?? 0) }
  }
}

extension DraftValue {
  fileprivate var items: [DraftValue]? { if case .list(let items) = self { items } else { nil } }
}
