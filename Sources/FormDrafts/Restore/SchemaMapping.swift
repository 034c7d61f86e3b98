/// Where the answers of one schema stand in another.
///
/// Pure. A place keeps its name unless a form says otherwise (``SchemaClaims``): a field may declare
/// former names (``DraftSchema/Field/formerly``), and what stood there, with all that stands inside,
/// moves.
final class SchemaMapping: Sendable {
  /// Where an answer goes.
  enum Destination: Equatable {
    case stays
    case moves(FieldPath)
    /// More than one field claims it; theirs.
    case ambiguous([FieldPath])
  }

  /// Whether the schemas take each other's drafts as they are.
  let isIdentity: Bool
  /// Whether anything moves at all.
  var hasMoves: Bool { !moves.targets.isEmpty }

  /// The fields that the reader has, or asks for, and the writer had not, or did not ask for; in the
  /// reader's order.
  let news: [News]

  private let moves: SchemaMoves

  /// A field that is new, or newly required.
  struct News {
    let field: SlotField
    /// Whether the writer had it too.
    let wasThere: Bool
  }

  fileprivate init(writer: StoredSchema, reader: StoredSchema) {
    isIdentity = writer.fingerprint == reader.fingerprint
    news = isIdentity ? [] : Self.news(writer.index, reader.index)
    var moves = SchemaMoves()
    if !isIdentity {
      let claims = SchemaClaims(from: writer.index, to: reader.index)
      for (source, targets) in claims.targets { moves.claim(source, for: targets, writer.index) }
    }
    self.moves = moves
  }

  private static func news(_ writer: SchemaIndex, _ reader: SchemaIndex) -> [News] {
    reader.trees.slots.compactMap { slot in
      let path = slot.field.path
      guard !reader.isNeverStored(path) else { return nil }
      let earlier = writer.field(declaredAt: path)
      let isAskedFor = slot.field.isRequired && slot.field.defaultValue == nil
      guard earlier == nil || (isAskedFor && earlier?.field.isRequired == false) else { return nil }
      return News(field: slot, wasThere: earlier != nil)
    }
  }

  /// The places in the writer's schema that may have become one of the reader's, itself included.
  func origins(of path: FieldPath) -> [FieldPath] {
    guard hasMoves else { return [path] }
    return [path]
      + path.outward.flatMap { place in
        (moves.sources[place] ?? []).map { $0.appending(contentsOf: path.suffix(after: place)) }
      }
  }

  /// Where the answer at a path goes; the longest former path decides.
  func destination(of path: FieldPath) -> Destination {
    guard hasMoves else { return .stays }
    var node: SchemaTrie.Node? = SchemaTrie.root
    var bound: [String] = []
    var found: (targets: [FieldPath], bound: [String], rest: [String])?
    path.forEachToken { token in
      if found != nil { found?.rest.append(String(decoding: token, as: UTF8.self)) }
      if let here = node {
        if let child = moves.trie.child(here, token) {
          node = child
        } else {
          node = moves.named.contains(here) || token.isItemNumber ? moves.trie.each(here) : nil
          if node != nil { bound.append(String(decoding: token, as: UTF8.self)) }
        }
        if let here = node, let claims = moves.targets[here] { found = (claims, bound, []) }
      }
      return node != nil || found != nil
    }
    guard let found, let target = found.targets.first else { return .stays }
    guard found.targets.count == 1 else {
      return .ambiguous(found.targets.map { $0.filling(found.bound, then: found.rest) })
    }
    return .moves(target.filling(found.bound, then: found.rest))
  }
}

/// The ways into a schema that were asked for last.
///
/// A form meets the same few earlier ones draft after draft, and a way costs a look at every field of
/// both.
struct SchemaMappings {
  private static let capacity = 32
  private var known: [[UInt8]: SchemaMapping] = [:]

  /// The way from one schema to another, which is always the same one.
  mutating func way(from writer: StoredSchema, to reader: StoredSchema) -> SchemaMapping {
    if let mapping = known[writer.digest] { return mapping }
    if known.count == Self.capacity { known = [:] }
    let mapping = SchemaMapping(writer: writer, reader: reader)
    known[writer.digest] = mapping
    return mapping
  }
}

/// Which place becomes which.
private struct SchemaMoves {
  var trie = SchemaTrie()
  /// By the place of a former path: the paths that claim it.
  var targets: [SchemaTrie.Node: [FieldPath]] = [:]
  /// By a claimed path: the former paths that it alone claims.
  var sources: [FieldPath: [FieldPath]] = [:]
  /// Places of the tree whose items have names.
  var named: Set<SchemaTrie.Node> = []

  mutating func claim(
    _ source: FieldPath, for targets: [FieldPath], _ writer: SchemaIndex
  ) {
    var names = (source.hasEach ? writer.itemNames(of: source) ?? [] : [])[...]
    var outer = SchemaTrie.root
    let place = trie.insert(source) { node, token in
      if token.isEach, names.popFirst() == true { named.insert(outer) }
      outer = node
    }
    self.targets[place] = targets
    if targets.count == 1 { sources[targets[0], default: []].append(source) }
  }
}

extension SchemaMapping.Destination {
  /// Where else it stands, or may stand.
  var others: [FieldPath] {
    switch self {
    case .stays: []
    case .moves(let path): [path]
    case .ambiguous(let claims): claims
    }
  }
}

extension FieldPath {
  /// The place of one item: each `~*` replaced by the next of these segments, and more behind.
  fileprivate func filling(_ items: [String], then rest: [String]) -> FieldPath {
    var items = items[...]
    var pointer = ""
    forEachToken { token in
      pointer.append("/")
      pointer.append(
        token.isEach ? items.popFirst() ?? "~*" : String(decoding: token, as: UTF8.self))
      return true
    }
    for token in rest {
      pointer.append("/")
      pointer.append(token)
    }
    return FieldPath(uncheckedPointer: pointer)
  }
}
