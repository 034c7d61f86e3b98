/// Finds what is to be kept of stored values: compares them with what a form made of them.
struct KeptValueSearch {
  private let index: SchemaIndex
  private let identities: ItemIdentities

  init(_ schema: DraftSchema) {
    index = SchemaIndex(schema)
    identities = ItemIdentities(of: schema)
  }

  /// What is kept of the members of an object; nil for nothing.
  ///
  /// - Parameters:
  ///   - stored: what is stored.
  ///   - then: what the form made of it.
  ///   - refused: the places inside that it could not take.
  ///   - place: where it stands, items by `~*`.
  func members(
    of stored: DraftObject, then: DraftObject, _ refused: RefusedPlaces, at place: FieldPath
  ) -> KeptValue? {
    var result = KeptValue()
    addMembers(of: stored, then, refused, at: place, to: &result)
    return result.isEmpty ? nil : result
  }

  private func value(
    _ stored: DraftValue?, _ then: DraftValue?, _ refused: RefusedPlaces, at place: FieldPath
  ) -> KeptValue? {
    guard stored != then else { return nil }
    var result = KeptValue()
    if refused.isHere || isReadWithLoss(stored, then, at: place) {
      let holdsSecret = then.map { self.holdsSecret($0, at: place) } ?? false
      result.whole = .init(stored: stored, then: then, holdsSecret: holdsSecret)
    }
    guard !refused.isHere, !refused.isEmpty || index.hasInside(place) else {
      return result.isEmpty ? nil : result
    }
    switch stored {
    case .object(let object)?:
      addMembers(of: object, then?.object ?? [:], refused, at: place, to: &result)
    case .list(let items)?:
      addItems(of: items, then?.items ?? [], refused, at: place, to: &result)
    default: break
    }
    return result.isEmpty ? nil : result
  }

  /// Whether a field's value is one that its type says in another way; of an object with fields of
  /// its own, each field is asked for itself.
  private func isReadWithLoss(
    _ stored: DraftValue?, _ then: DraftValue?, at place: FieldPath
  ) -> Bool {
    guard let stored, let then, let slot = index.storedSlot(at: place) else { return false }
    let areObjects = stored.object != nil && then.object != nil
    if areObjects, index.hasInside(place) { return false }
    // A save tells of what cannot be encoded, and keeps what is stored by itself.
    guard !then.holdsUnencodable else { return false }
    switch slot {
    case .field: return true
    case .interior: return stored.items != nil && then.items != nil
    case .inside, .unknown: return false
    }
  }

  private func holdsSecret(_ value: DraftValue, at place: FieldPath) -> Bool {
    switch value {
    case .object(let object):
      object.members.contains { member in
        let inside = place.appending(member.name)
        return index.isNeverStored(inside) || holdsSecret(member.value, at: inside)
      }
    case .list(let items): items.contains { holdsSecret($0, at: place.appending(.each)) }
    default: false
    }
  }

  private func addMembers(
    of stored: DraftObject, _ then: DraftObject, _ refused: RefusedPlaces, at place: FieldPath,
    to result: inout KeptValue
  ) {
    let (before, own) = (MemberLookup(stored), MemberLookup(then))
    for name in stored.members.map(\.name) + refused.names.filter({ before[$0] == nil }) {
      let inside = place.appending(name)
      guard let kept = value(before[name], own[name], refused.inside(name), at: inside) else {
        continue
      }
      result.members[Exact(name)] = kept
      if own[name] == nil { result.absent.append(Exact(name)) }
    }
  }

  private func addItems(
    of stored: [DraftValue], _ then: [DraftValue], _ refused: RefusedPlaces, at place: FieldPath,
    to result: inout KeptValue
  ) {
    let each = place.appending(.each)
    let inside = stored.indices.map { refused.inside(String($0)) }
    result.identity = identities[place]
    let pairs = result.identity.map { partners(of: stored, in: then, inside, $0) } ?? [:]
    for (position, item) in stored.enumerated() {
      let refused = inside[position]
      let partner = pairs[position].map { then[$0] }
      guard let kept = partner.map({ value(item, $0, refused, at: each) }) else {
        guard refused.isHere else { continue }
        let id = result.identity.flatMap { item.member($0) }
        result.items.append(.init(position: position, stored: item, id: id, inside: nil))
        continue
      }
      guard let kept else { continue }
      let id = result.identity.flatMap { partner?.member($0) }
      result.items.append(.init(position: position, stored: item, id: id, inside: kept))
    }
  }

  /// Where the form has the items that are stored: by identity; in their order where the form says
  /// the identity in another way.
  private func partners(
    of stored: [DraftValue], in then: [DraftValue], _ refused: [RefusedPlaces],
    _ identity: [String]
  ) -> [Int: Int] {
    var left: [DraftValue: Int] = [:]
    for (position, item) in then.enumerated() {
      if let id = item.member(identity), left[id] == nil { left[id] = position }
    }
    var partners: [Int: Int] = [:]
    for (position, item) in stored.enumerated() {
      guard let id = item.member(identity) else { continue }
      partners[position] = left.removeValue(forKey: id)
    }
    let taken = Set(partners.values)
    let others = then.indices.filter { !taken.contains($0) }
    let alone = stored.indices.filter { partners[$0] == nil && !refused[$0].isHere }
    guard alone.count == others.count else { return partners }
    return partners.merging(zip(alone, others)) { known, _ in known }
  }
}

/// The places inside a value that a form could not take.
struct RefusedPlaces {
  /// Whether it is the value itself.
  private(set) var isHere = false
  /// The names of the members and items that have such places, each once.
  private(set) var names: [String] = []
  private var places: [Exact: [ArraySlice<String>]] = [:]

  var isEmpty: Bool { !isHere && names.isEmpty }

  /// - Parameter places: names from the value on; without a name, the value itself.
  init(_ places: [ArraySlice<String>]) {
    for place in places {
      guard let name = place.first else {
        isHere = true
        continue
      }
      if self.places[Exact(name)] == nil { names.append(name) }
      self.places[Exact(name), default: []].append(place.dropFirst())
    }
  }

  func inside(_ name: String) -> RefusedPlaces {
    RefusedPlaces(names.isEmpty ? [] : places[Exact(name)] ?? [])
  }
}

extension DraftValue {
  fileprivate var object: DraftObject? {
    if case .object(let object) = self { object } else { nil }
  }

  fileprivate var items: [DraftValue]? { if case .list(let items) = self { items } else { nil } }

  fileprivate var holdsUnencodable: Bool {
    switch self {
    case .object(let object): object.members.contains { $0.value.holdsUnencodable }
    case .list(let items): items.contains(where: \.holdsUnencodable)
    default: self == .unencodable
    }
  }
}
