extension Resolver {
  /// Brings the items of a list into the form, member by member, where either form declares some.
  ///
  /// Lists in items wait on a stack of their own: how deep they stand costs none of the thread's.
  ///
  /// - Parameters:
  ///   - placed: the list, or what became of it, with its items as they are stored.
  ///   - stored: the answer as it is stored.
  ///   - mapping: where its form's places are in this one.
  func withItems(
    _ placed: Fit.Placed, _ stored: DraftValue, from source: FieldPath, to path: FieldPath,
    under schema: StoredSchema?, by mapping: SchemaMapping
  ) -> Fit.Placed {
    guard stored.isList || placed.value?.isList == true else { return placed }
    guard isOpen(source, path, schema), let list = OpenList(placed, stored, source, path) else {
      return withoutSecrets(placed, at: path)
    }
    var walk = ItemWalk(schema: schema, mapping: mapping, lists: [list])
    while true {
      while let leaf = walk.nextLeaf() { bring(leaf, &walk) }
      let closed = walk.close()
      guard let outer = closed.outer else { return closed.placed }
      walk.put(closed.placed, outer)
    }
  }

  private func isOpen(_ source: FieldPath, _ path: FieldPath, _ schema: StoredSchema?) -> Bool {
    reader.index.hasInside(path) || schema?.index.hasInside(source) == true
  }

  /// One member of an item; a list is opened instead.
  private func bring(_ leaf: ItemLeaf, _ walk: inout ItemWalk) {
    switch innerFit(leaf, walk.schema) {
    case .echo, .merged: break  // only orphans are
    case .withheld:
      walk.add(.init(leaf.source, .withheld, why: "It is a secret now."))
    case .orphan(let why): walk.lose(leaf, why)
    case .placed(let inner):
      if isOpen(leaf.source, leaf.path, walk.schema),
        let list = OpenList(inner, leaf.value, leaf.source, leaf.path, outer: leaf)
      {
        walk.lists.append(list)
      } else {
        walk.put(withoutSecrets(inner, at: leaf.path), leaf)
      }
    }
  }

  /// A list of which no form declares the inside: something in it may still be a secret now, by its
  /// name or by the app's own list.
  func withoutSecrets(_ placed: Fit.Placed, at path: FieldPath) -> Fit.Placed {
    guard case .list(let items)? = placed.value,
      !reader.index.overrides.isEmpty || items.contains(where: \.holdsOthers)
    else { return placed }
    var walk = RedactionWalk(index: reader.index)
    var clean = placed
    clean.value = walk.stored(.list(items), at: path)
    clean.inside += walk.withheld.map {
      RestoreReport.Entry($0, .withheld, why: "It is a secret now.")
    }
    return clean
  }

  /// A member that nobody says anything about stays in its item.
  private func innerFit(_ leaf: ItemLeaf, _ schema: StoredSchema?) -> Fit {
    if schema == nil, reader.index.slot(at: leaf.path).isUnknown,
      !reader.index.isNeverStored(leaf.path)
    {
      return .placed(Fit.Placed(value: leaf.value, outcome: .undeclared))
    }
    return ownFit(leaf.value, from: leaf.source, to: leaf.path, under: schema, isInList: true)
  }
}

/// A member of an item on its way from one form into another.
private struct ItemLeaf {
  var value: DraftValue
  var source: FieldPath
  var path: FieldPath
  /// From the item, where it stood and is to stand.
  var was: FieldPath
  var name: FieldPath
}

/// A list whose items are gone through.
private struct OpenList {
  var placed: Fit.Placed
  /// The member of an outer item that it is; nil for the outermost.
  let outer: ItemLeaf?
  /// What is still to come, the last first.
  private var rest: [DraftValue]
  private var done: [DraftValue] = []
  private let source: FieldPath
  private let path: FieldPath
  private let wasMany: Bool
  private let isMany: Bool
  private var item: OpenItem?

  /// Nil if nothing here is, or was, a list.
  init?(
    _ placed: Fit.Placed, _ stored: DraftValue, _ source: FieldPath, _ path: FieldPath,
    outer: ItemLeaf? = nil
  ) {
    wasMany = stored.isList
    switch placed.value {
    // One answer became many: the object was wrapped into a list.
    case .list(let items)?: (rest, isMany) = (items.reversed(), true)
    // Many became one: the only item was taken out.
    case let value? where wasMany: (rest, isMany) = ([value], false)
    default: return nil
    }
    self.placed = placed
    self.outer = outer
    (self.source, self.path) = (source, path)
  }
}

/// An item whose members are gone through.
private struct OpenItem {
  /// Where it was, where the form has that place, and where it is to stand.
  let source: FieldPath
  let base: FieldPath
  let path: FieldPath
  /// What is still to come, the last first.
  var rest: [Leaf]
  var builder = ObjectBuilder()
}

extension OpenList {
  /// The next member of an item; nil if there is none left.
  mutating func nextLeaf(_ mapping: SchemaMapping) -> ItemLeaf? {
    while true {
      if let leaf = item?.rest.popLast(), let item {
        return Self.leaf(leaf, of: item, mapping)
      }
      closeItem()
      guard let value = rest.popLast() else { return nil }
      open(value, mapping)
    }
  }

  private mutating func closeItem() {
    guard var builder = item?.builder else { return }
    item = nil
    done.append(.object(builder.build()))
  }

  private mutating func open(_ value: DraftValue, _ mapping: SchemaMapping) {
    guard case .object(let object) = value, !object.isEmpty else { return done.append(value) }
    let source = wasMany ? self.source.appending("\(done.count)") : self.source
    let path = isMany ? self.path.appending("\(wasMany ? done.count : 0)") : self.path
    var base = source
    if case .moves(let target) = mapping.destination(of: source) { base = target }
    var leaves: [Leaf] = []
    object.forEachLeaf(inside: source) { leaves.append(Leaf($0, $1)) }
    item = OpenItem(source: source, base: base, path: path, rest: leaves.reversed())
  }

  /// A member goes elsewhere in the same item, or nowhere else.
  private static func leaf(
    _ leaf: Leaf, of item: OpenItem, _ mapping: SchemaMapping
  ) -> ItemLeaf {
    let was = leaf.path.suffix(after: item.source)
    var name = was
    if case .moves(let target) = mapping.destination(of: leaf.path), target.isInside(item.base) {
      name = target.suffix(after: item.base)
    }
    return ItemLeaf(
      value: leaf.value, source: leaf.path, path: item.path.appending(contentsOf: name), was: was,
      name: name)
  }

  /// False if something stands there.
  mutating func insert(_ value: DraftValue, at name: FieldPath) -> Bool {
    (try? item?.builder.insert(value, at: name)) == .inserted
  }

  /// The list with what its items are now.
  var closed: Fit.Placed {
    var placed = placed
    placed.value = isMany ? .list(done) : done.first
    return placed
  }
}

/// The lists that are open, the innermost last.
private struct ItemWalk {
  let schema: StoredSchema?
  let mapping: SchemaMapping
  var lists: [OpenList]

  mutating func nextLeaf() -> ItemLeaf? { lists[lists.count - 1].nextLeaf(mapping) }

  /// Takes the innermost list off.
  mutating func close() -> (placed: Fit.Placed, outer: ItemLeaf?) {
    let list = lists.removeLast()
    return (list.closed, list.outer)
  }

  mutating func add(_ entry: RestoreReport.Entry) {
    lists[lists.count - 1].placed.inside.append(entry)
  }

  mutating func lose(_ leaf: ItemLeaf, _ why: String) {
    lists[lists.count - 1].placed.leavesOriginal = true
    lists[lists.count - 1].placed.orphans.append(
      DraftOrphan(path: leaf.source, value: leaf.value))
    add(
      .init(
        leaf.source, .orphaned, why: why, was: schema?.index.slot(at: leaf.source).shape,
        needsDecision: !leaf.value.isNothing))
  }

  /// Puts a member into its item.
  mutating func put(_ inner: Fit.Placed, _ leaf: ItemLeaf) {
    guard let value = inner.value, lists[lists.count - 1].insert(value, at: leaf.name) else {
      return lose(leaf, "Another answer stands there.")
    }
    if inner.leavesOriginal { lists[lists.count - 1].placed.leavesOriginal = true }
    lists[lists.count - 1].placed.inside += inner.inside
    lists[lists.count - 1].placed.orphans += inner.orphans
    let isMoved = leaf.was != leaf.name
    let outcome = isMoved && inner.outcome == .kept ? .moved : inner.outcome
    guard outcome != .kept, outcome != .undeclared else { return }
    add(
      .init(
        leaf.path, outcome, from: isMoved ? leaf.source : nil, why: inner.why, was: inner.was,
        is: inner.is, items: inner.items))
  }
}

extension DraftValue {
  fileprivate var isList: Bool { if case .list = self { true } else { false } }

  /// Whether it is made of other values.
  fileprivate var holdsOthers: Bool {
    switch self {
    case .list, .object: true
    default: false
    }
  }
}
