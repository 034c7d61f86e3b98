/// A snapshot without its secrets: what may be handed to the store, and what was kept back.
///
/// Pure: the same snapshot and schema always give the same answer. It runs before any other part
/// of a save sees a value.
package struct Redaction: Sendable {
  /// The snapshot that may be stored.
  package var snapshot: DraftSnapshot
  /// The baseline's values that may be stored.
  package var baseline: DraftObject?
  /// The title, unless it holds a secret.
  package var title: String?
  /// Where a secret stood, in document order.
  package var withheld: [FieldPath] = []
  /// Whether the title was kept back.
  package var isTitleWithheld = false

  /// Takes the secrets out.
  ///
  /// Withheld are fields the schema or the app's own list calls secret, members whose names say
  /// so (at any depth, in list items too, declared or not), and every text or number elsewhere
  /// that equals a withheld one of six characters or more. An item of a list becomes `null`, so
  /// that the others keep their places; a member goes.
  package init(
    _ snapshot: DraftSnapshot, schema: DraftSchema, baseline: DraftObject? = nil,
    title: String? = nil
  ) {
    var walk = RedactionWalk(rules: RetentionTree(schema))
    var clean = snapshot
    clean.values = walk.members(of: snapshot.values, at: .root, [walk.rules.root])
    var cleanBaseline = baseline.map { walk.members(of: $0, at: .root, [walk.rules.root]) }
    if !walk.secrets.isEmpty {
      clean.values = walk.withoutSecretTexts(clean.values, at: .root)
      cleanBaseline = cleanBaseline.map { walk.withoutSecretTexts($0, at: .root) }
      if let title, walk.secrets.contains(where: { title.containsBytes(of: $0.wrappedValue) }) {
        isTitleWithheld = true
      }
    }
    let transient = walk.transient
    clean.touched = clean.touched.filter { path in !transient.contains { path.isInside($0) } }
    clean.dirty = clean.dirty.filter { path in !transient.contains { path.isInside($0) } }
    self.snapshot = clean
    self.baseline = cleanBaseline
    self.title = isTitleWithheld ? nil : title
    var seen: Set<FieldPath> = []
    withheld = walk.withheld.filter { seen.insert($0).inserted }
  }
}

/// What a schema says of the retention of each place, as a tree of names.
struct RetentionTree: Sendable {
  final class Node: Sendable {
    let children: [Exact: Node]
    let each: Node?
    let retention: DraftSchema.Retention?

    init(children: [Exact: Node], each: Node?, retention: DraftSchema.Retention?) {
      self.children = children
      self.each = each
      self.retention = retention
    }
  }

  let root: Node

  init(_ schema: DraftSchema) {
    var builder = Builder()
    for field in schema.fields { builder.insert(field.path.segments[...], field.effectiveRetention) }
    for path in schema.overrides.notSecret { builder.insert(path.segments[...], .kept) }
    for path in schema.overrides.secret { builder.insert(path.segments[...], .secret) }
    root = builder.node()
  }

  private struct Builder {
    var children: [Exact: Builder] = [:]
    var each: [Builder] = []
    var retention: DraftSchema.Retention?

    mutating func insert(
      _ path: ArraySlice<FieldPath.Segment>, _ retention: DraftSchema.Retention
    ) {
      guard let first = path.first else {
        self.retention = retention
        return
      }
      switch first {
      case .name(let name):
        children[Exact(name), default: Builder()].insert(path.dropFirst(), retention)
      case .each:
        if each.isEmpty { each.append(Builder()) }
        each[0].insert(path.dropFirst(), retention)
      }
    }

    func node() -> Node {
      Node(
        children: children.mapValues { $0.node() }, each: each.first?.node(),
        retention: retention)
    }
  }
}

/// One walk over a snapshot's values. Values were checked before: no deeper than the limit.
struct RedactionWalk {
  let rules: RetentionTree
  var secrets: Set<Exact> = []
  var withheld: [FieldPath] = []
  var transient: [FieldPath] = []

  init(rules: RetentionTree) { self.rules = rules }

  mutating func members(
    of object: DraftObject, at path: FieldPath, _ nodes: [RetentionTree.Node]
  ) -> DraftObject {
    var kept: [DraftObject.Member] = []
    kept.reserveCapacity(object.members.count)
    for member in object.members {
      let below = nodes.compactMap { $0.children[Exact(member.name)] } + nodes.compactMap(\.each)
      let place = path.appending(member.name)
      switch retention(below, name: member.name) {
      case .secret: withhold(member.value, at: place)
      case .transient: transient.append(place)
      case .kept, .automatic:
        kept.append(.init(member.name, value(member.value, at: place, below)))
      }
    }
    return DraftObject(kept)
  }

  private mutating func value(
    _ value: DraftValue, at path: FieldPath, _ nodes: [RetentionTree.Node]
  ) -> DraftValue {
    switch value {
    case .object(let object): return .object(members(of: object, at: path, nodes))
    case .list(let items):
      return .list(items.enumerated().map { item($1, at: path.appending(String($0)), $0, nodes) })
    default: return value
    }
  }

  private mutating func item(
    _ item: DraftValue, at path: FieldPath, _ index: Int, _ nodes: [RetentionTree.Node]
  ) -> DraftValue {
    let below = nodes.compactMap { $0.children[Exact(String(index))] } + nodes.compactMap(\.each)
    switch retention(below, name: nil) {
    case .secret:
      withhold(item, at: path)
      return .null
    case .transient:
      transient.append(path)
      return .null
    case .kept, .automatic: return value(item, at: path, below)
    }
  }

  private func retention(
    _ nodes: [RetentionTree.Node], name: String?
  ) -> DraftSchema.Retention {
    for node in nodes {
      if let retention = node.retention, retention != .automatic { return retention }
    }
    return name.map(SecretRules.isSecretName) == true ? .secret : .kept
  }

  private mutating func withhold(_ value: DraftValue, at path: FieldPath) {
    withheld.append(path)
    collect(value)
  }

  private mutating func collect(_ value: DraftValue) {
    switch value {
    case .text(let text), .number(let text):
      if text.count >= 6 { secrets.insert(Exact(text)) }
    case .list(let items): for item in items { collect(item) }
    case .object(let object): for member in object.members { collect(member.value) }
    case .file(let file):
      if file.name.count >= 6 { secrets.insert(Exact(file.name)) }
    case .null, .bool, .bytes: break
    }
  }
}

extension RedactionWalk {
  /// Takes out every text or number that equals a secret found before.
  mutating func withoutSecretTexts(_ object: DraftObject, at path: FieldPath) -> DraftObject {
    var kept: [DraftObject.Member] = []
    kept.reserveCapacity(object.members.count)
    for member in object.members {
      let place = path.appending(member.name)
      if isSecret(member.value) {
        withheld.append(place)
      } else {
        kept.append(.init(member.name, withoutSecretTexts(member.value, at: place)))
      }
    }
    return DraftObject(kept)
  }

  private mutating func withoutSecretTexts(
    _ value: DraftValue, at path: FieldPath
  ) -> DraftValue {
    switch value {
    case .object(let object): return .object(withoutSecretTexts(object, at: path))
    case .list(let items):
      return .list(
        items.enumerated().map { index, item in
          let place = path.appending(String(index))
          guard isSecret(item) else { return withoutSecretTexts(item, at: place) }
          withheld.append(place)
          return .null
        })
    default: return value
    }
  }

  private func isSecret(_ value: DraftValue) -> Bool {
    switch value {
    case .text(let text), .number(let text): secrets.contains(Exact(text))
    case .file(let file): secrets.contains(Exact(file.name))
    case .null, .bool, .bytes, .list, .object: false
    }
  }
}

extension String {
  /// Whether the UTF-8 bytes of another text stand somewhere in this one.
  func containsBytes(of other: String) -> Bool {
    let mine = Array(utf8)
    let theirs = Array(other.utf8)
    guard !theirs.isEmpty, mine.count >= theirs.count else { return theirs.isEmpty }
    return (0...(mine.count - theirs.count)).contains { start in
      mine[start] == theirs[0] && mine[start..<(start + theirs.count)].elementsEqual(theirs)
    }
  }
}
