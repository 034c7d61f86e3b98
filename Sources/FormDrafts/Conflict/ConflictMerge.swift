/// Values of two sides brought together; what is in conflict is named by its number.
indirect enum MergedValue: Sendable {
  case value(DraftValue)
  case conflict(Int)
  case object(MergedObject)
  case list([MergedValue])

  /// The value once every conflict is decided; nil for none.
  func resolved(_ fields: [DraftConflict.Field], _ sides: [DraftConflict.Side]) -> DraftValue? {
    switch self {
    case .value(let value): value
    case .conflict(let number):
      sides[number] == .mine ? fields[number].mine : fields[number].theirs
    case .object(let object): object.resolved(fields, sides).map(DraftValue.object)
    case .list(let items): .list(items.compactMap { $0.resolved(fields, sides) })
    }
  }
}

/// Members of two sides brought together.
struct MergedObject: Sendable {
  var members: [(name: Exact, value: MergedValue)] = []
  /// Whether a side has the object even without members.
  var isKept = false

  /// The object once every conflict is decided; nil if nothing is left of it.
  func resolved(_ fields: [DraftConflict.Field], _ sides: [DraftConflict.Side]) -> DraftObject? {
    let left = members.compactMap { name, value in
      value.resolved(fields, sides).map { DraftObject.Member(name.wrappedValue, $0) }
    }
    return left.isEmpty && !isKept ? nil : DraftObject(left)
  }
}

/// A three-way merge of values.
///
/// Goes inwards only where both sides have an object, or both a list whose items can be told apart,
/// so never deeper than values may be (``DraftLimits/depth``).
struct ConflictMerge {
  let identities: ItemIdentities
  let isBaseKnown: Bool
  private(set) var fields: [DraftConflict.Field] = []
  /// Lists that were merged item by item.
  private(set) var lists: [MergedList] = []

  init(identities: ItemIdentities, isBaseKnown: Bool) {
    self.identities = identities
    self.isBaseKnown = isBaseKnown
  }

  /// Merges the members of two objects.
  mutating func objects(
    _ base: DraftObject?, _ mine: DraftObject?, _ theirs: DraftObject?, at path: FieldPath,
    place: FieldPath
  ) -> MergedObject {
    let (before, left, right) = (Members(base), Members(mine), Members(theirs))
    let names = MergedOrder.of(isBaseKnown ? before.names : nil, left.names, right.names)
    var object = MergedObject(isKept: mine?.isEmpty == true || theirs?.isEmpty == true)
    for name in names {
      let value = values(
        before.values[name], left.values[name], right.values[name],
        at: path.appending(name.wrappedValue), place: place.appending(name.wrappedValue))
      if let value { object.members.append((name, value)) }
    }
    return object
  }

  private struct Members {
    var names: [Exact] = []
    var values: [Exact: DraftValue] = [:]

    init(_ object: DraftObject?) {
      for member in object?.members ?? [] where values[Exact(member.name)] == nil {
        names.append(Exact(member.name))
        values[Exact(member.name)] = member.value
      }
    }
  }

  /// Merges what stands at one place; nil for nothing.
  private mutating func values(
    _ base: DraftValue?, _ mine: DraftValue?, _ theirs: DraftValue?, at path: FieldPath,
    place: FieldPath
  ) -> MergedValue? {
    if mine == theirs { return mine.map(MergedValue.value) }
    let areObjects = mine.isObjectOrNothing && theirs.isObjectOrNothing && base.isObjectOrNothing
    // Also where only one side changed something: marks have to find the items of lists.
    if areObjects, mine.object?.isEmpty == false, theirs.object?.isEmpty == false {
      return .object(objects(base.object, mine.object, theirs.object, at: path, place: place))
    }
    if let list = items(base, mine, theirs, at: path, place: place) { return list }
    if isBaseKnown, base == mine { return theirs.map(MergedValue.value) }
    if isBaseKnown, base == theirs { return mine.map(MergedValue.value) }
    if areObjects {
      return .object(objects(base.object, mine.object, theirs.object, at: path, place: place))
    }
    return conflict(base, mine, theirs, at: path)
  }

  private mutating func conflict(
    _ base: DraftValue?, _ mine: DraftValue?, _ theirs: DraftValue?, at path: FieldPath
  ) -> MergedValue {
    fields.append(
      .init(path: path, base: isBaseKnown ? .some(base) : nil, mine: mine, theirs: theirs))
    return .conflict(fields.count - 1)
  }
}

extension ConflictMerge {
  /// Merges two lists item by item; nil if their items cannot be told apart.
  private mutating func items(
    _ base: DraftValue?, _ mine: DraftValue?, _ theirs: DraftValue?, at path: FieldPath,
    place: FieldPath
  ) -> MergedValue? {
    guard isBaseKnown, let names = identities[place], case .list(let left)? = mine,
      case .list(let right)? = theirs, let before = base == nil ? [] : base.items,
      let baseIDs = ItemIdentities.ids(of: before, names),
      let myIDs = ItemIdentities.ids(of: left, names),
      let theirIDs = ItemIdentities.ids(of: right, names)
    else { return nil }
    let (known, my, their) = (
      Self.index(baseIDs, before), Self.index(myIDs, left), Self.index(theirIDs, right)
    )
    var items: [MergedValue] = []
    for id in MergedOrder.of(baseIDs, myIDs, theirIDs) {
      let item = item(
        known[id], my[id], their[id], at: path.appending("\(items.count)"),
        place: place.appending(.each))
      if let item { items.append(item) }
    }
    lists.append(
      MergedList(path: path, identity: names, base: baseIDs, mine: myIDs, theirs: theirIDs))
    return .list(items)
  }

  /// Merges one item; it is there as a whole, or not at all.
  private mutating func item(
    _ base: DraftValue?, _ mine: DraftValue?, _ theirs: DraftValue?, at path: FieldPath,
    place: FieldPath
  ) -> MergedValue? {
    if mine == nil || theirs == nil {
      if base == mine { return theirs.map(MergedValue.value) }
      if base == theirs { return mine.map(MergedValue.value) }
      return conflict(base, mine, theirs, at: path)
    }
    return values(base, mine, theirs, at: path, place: place)
  }

  private static func index(
    _ ids: [DraftValue], _ items: [DraftValue]
  ) -> [DraftValue: DraftValue] {
    Dictionary(zip(ids, items), uniquingKeysWith: { first, _ in first })
  }
}

/// A list that was merged item by item, and the identities of its items on each side.
struct MergedList: Sendable {
  var path: FieldPath
  var identity: [String]
  var base: [DraftValue]
  var mine: [DraftValue]
  var theirs: [DraftValue]
}

/// The order of things of two sides.
enum MergedOrder {
  /// All of them, each once: in the order of the side that changed it, mine if both did.
  ///
  /// What only the other side has stands behind what it followed there.
  static func of<Key: Hashable>(_ base: [Key]?, _ mine: [Key], _ theirs: [Key]) -> [Key] {
    guard mine != theirs else { return mine }
    let (left, right) = (Set(mine), Set(theirs))
    let before = base ?? []
    let known = Set(before).intersection(left).intersection(right)
    let isMineUnchanged =
      base != nil && mine.filter(known.contains) == before.filter(known.contains)
    return isMineUnchanged ? weave(mine, into: theirs, right) : weave(theirs, into: mine, left)
  }

  private static func weave<Key: Hashable>(
    _ others: [Key], into keys: [Key], _ present: Set<Key>
  ) -> [Key] {
    var followers: [Key?: [Key]] = [:]
    var last: Key?
    for key in others {
      if present.contains(key) { last = key } else { followers[last, default: []].append(key) }
    }
    var result = followers[nil] ?? []
    for key in keys {
      result.append(key)
      result += followers[key] ?? []
    }
    return result
  }
}

extension Optional<DraftValue> {
  fileprivate var isObjectOrNothing: Bool {
    switch self {
    case .object?, nil: true
    default: false
    }
  }

  fileprivate var object: DraftObject? {
    if case .object(let object)? = self { object } else { nil }
  }
  fileprivate var items: [DraftValue]? { if case .list(let items)? = self { items } else { nil } }
}
