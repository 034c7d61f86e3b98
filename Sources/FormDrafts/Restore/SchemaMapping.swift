/// Where the answers of one schema stand in another.
///
/// Pure. A place keeps its name unless a form says otherwise: a field of the reader that the writer
/// had not may declare former names (``DraftSchema/Field/formerly``), and what stood there, with
/// all that stands inside, moves. A form that was rolled back knows nothing of that; so the
/// writer's former names are read backwards where the reader has the old name and not the new one.
struct SchemaMapping: Sendable {
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
  var hasMoves: Bool { !targets.isEmpty }

  private var trie = SchemaTrie()
  /// By the place of a former path: the paths that claim it.
  private var targets: [SchemaTrie.Node: [FieldPath]] = [:]

  init(writer: StoredSchema, reader: StoredSchema) {
    isIdentity = writer.fingerprint == reader.fingerprint
    guard !isIdentity else { return }
    for field in reader.schema.fields where !field.formerly.isEmpty {
      guard !writer.index.declares(field.path) else { continue }
      for former in field.formerly { claim(former, for: field.path) }
    }
    for field in writer.schema.fields where !field.formerly.isEmpty {
      guard !reader.index.declares(field.path),
        let former = field.formerly.first(where: { reader.index.declares($0) })
      else { continue }
      claim(field.path, for: former)
    }
  }

  private mutating func claim(_ source: FieldPath, for target: FieldPath) {
    guard source != target, source.eachCount == target.eachCount else { return }
    let place = trie.insert(source)
    // A rename and the way back may both be declared: one claim.
    guard targets[place]?.contains(target) != true else { return }
    targets[place, default: []].append(target)
  }

  /// Where the answer at a path goes; the longest former path decides.
  func destination(of path: FieldPath) -> Destination {
    guard hasMoves else { return .stays }
    var node: SchemaTrie.Node? = SchemaTrie.root
    var bound: [String] = []
    var found: (targets: [FieldPath], bound: [String], rest: [String])?
    path.forEachToken { token in
      let text = String(decoding: token, as: UTF8.self)
      found?.rest.append(text)
      if let here = node {
        if let child = trie.child(here, token) {
          node = child
        } else {
          node = trie.each(here)
          if node != nil { bound.append(text) }
        }
        if let here = node, let claims = targets[here] { found = (claims, bound, []) }
      }
      return node != nil || found != nil
    }
    guard let found, let target = found.targets.first else { return .stays }
    guard found.targets.count == 1 else { return .ambiguous(found.targets) }
    return .moves(target.filling(found.bound, then: found.rest))
  }
}

extension SchemaIndex {
  /// Whether a field is declared for exactly this path of a schema, or further in.
  func declares(_ pattern: FieldPath) -> Bool {
    if declared[pattern] != nil { return true }
    var node: SchemaTrie.Node? = SchemaTrie.root
    pattern.forEachToken { token in
      node = node.flatMap { token.isEach ? trie.each($0) : trie.child($0, token) }
      return node != nil
    }
    return node != nil
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
