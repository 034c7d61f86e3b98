/// What a schema says about the path of a value.
///
/// A schema speaks of every item of a list (`/contacts/~*/phone`), a value stands in one
/// (`/contacts/0/phone`). The index leads from the second to the first; each question costs what
/// the path weighs, however large the form is. Where a place is declared both by name and as
/// ``FieldPath/Segment/each``, the name comes first.
package struct SchemaIndex: Sendable {
  let trie: SchemaTrie
  /// The position of the field declared at a place, or -1.
  private let positions: [Int]
  private let fields: [DraftSchema.Field]
  let overrides: SchemaMarks
  /// What holds for each declared path outside lists and maps: the paths most values have.
  private(set) var declared: [FieldPath: DraftSchema.Retention] = [:]

  /// An index of a schema, built in time linear in its size.
  package init(_ schema: DraftSchema) {
    var trie = SchemaTrie()
    var positions = [-1]
    for (position, field) in schema.fields.enumerated() {
      let node = trie.insert(field.path)
      positions.append(contentsOf: repeatElement(-1, count: trie.count - positions.count))
      positions[node] = position
    }
    self.trie = trie
    self.positions = positions
    fields = schema.fields
    overrides = SchemaMarks(schema.overrides)
    var declared: [FieldPath: DraftSchema.Retention] = [:]
    declared.reserveCapacity(schema.fields.count)
    for field in schema.fields where !field.path.hasEach {
      declared[field.path] = walkedRetention(at: field.path)
    }
    self.declared = declared
  }

  /// The field declared for a value at this path, if there is one of its own.
  ///
  /// Inside a list or a map of plain values there is none: `/tags/0` belongs to `/tags`.
  package func field(at path: FieldPath) -> DraftSchema.Field? {
    var places = [SchemaTrie.root]
    for token in path.tokens {
      places = places.flatMap { next($0, token) }
      guard !places.isEmpty else { return nil }
    }
    return places.lazy.compactMap { self.field(of: $0) }.first
  }

  /// Whether the schema knows of this place.
  ///
  /// It does if a field is declared there or further in, or if the place lies inside a field whose
  /// inside the schema leaves open: text, a list or a map of plain values, an object without
  /// declared members, anything. A member that an object does not declare is not covered.
  package func covers(_ path: FieldPath) -> Bool {
    if declared[path] != nil { return true }
    var places = [SchemaTrie.root]
    for token in path.tokens {
      if places.contains(where: isOpaque) { return true }
      places = places.flatMap { next($0, token) }
      guard !places.isEmpty else { return false }
    }
    return true
  }

  /// The field declared at a place of the tree.
  func field(of node: SchemaTrie.Node) -> DraftSchema.Field? {
    let position = positions[node]
    return position < 0 ? nil : fields[position]
  }

  private func isOpaque(_ node: SchemaTrie.Node) -> Bool {
    positions[node] >= 0 && !trie.hasChildren(node)
  }

  private func next(_ node: SchemaTrie.Node, _ token: Substring) -> [SchemaTrie.Node] {
    [trie.child(node, token), trie.each(node)].compactMap { $0 }
  }
}

/// The app's own list of secrets as a tree.
struct SchemaMarks: Sendable {
  enum Mark: Sendable { case none, secret, notSecret }

  let trie: SchemaTrie
  private let marks: [Mark]

  init(_ overrides: DraftSchema.SecretOverrides) {
    var trie = SchemaTrie()
    var marks = [Mark.none]
    // Secrets last: where a path is in both lists, it is withheld.
    for (paths, mark) in [(overrides.notSecret, Mark.notSecret), (overrides.secret, .secret)] {
      for path in paths {
        let node = trie.insert(path)
        marks.append(contentsOf: repeatElement(.none, count: trie.count - marks.count))
        marks[node] = mark
      }
    }
    self.trie = trie
    self.marks = marks
  }

  var isEmpty: Bool { trie.count == 1 }

  func mark(of node: SchemaTrie.Node) -> Mark { marks[node] }
}
