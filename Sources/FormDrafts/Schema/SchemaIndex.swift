/// What a schema says about the path of a value.
///
/// A schema speaks of every item of a list (`/contacts/~*/phone`), a value stands in one
/// (`/contacts/0/phone`). The index leads from the second to the first; each question costs what
/// the path weighs, however large the form is. Where a place is declared both by name and as
/// ``FieldPath/Segment/each``, the name comes first.
package struct SchemaIndex: Sendable {
  /// The paths of the schema, and of the app's own list, as trees: behind one reference, because
  /// each question about each answer holds an index.
  final class Trees: Sendable {
    let trie: SchemaTrie
    /// What is known of each place of the tree.
    let places: [Place]
    let fields: [DraftSchema.Field]
    /// The same, each behind a reference.
    let slots: [SlotField]
    let overrides: SchemaMarks

    fileprivate init(_ schema: DraftSchema, _ trie: SchemaTrie, _ places: [Place]) {
      self.trie = trie
      self.places = places
      fields = schema.fields
      slots = schema.fields.map(SlotField.init)
      overrides = SchemaMarks(schema.overrides)
    }
  }

  let trees: Trees
  /// What holds for each declared path outside lists and maps: the paths most values have.
  private(set) var declared: [FieldPath: Declared] = [:]

  var trie: SchemaTrie { trees.trie }
  var places: [Place] { trees.places }
  var fields: [DraftSchema.Field] { trees.fields }
  var overrides: SchemaMarks { trees.overrides }

  struct Declared {
    var retention: DraftSchema.Retention
    var field: Int
  }

  struct Place {
    /// The position of the field declared here, or -1.
    var position = -1
    var isMany = false
    /// What the field says of its answers in so many words.
    var word: DraftSchema.Retention?
    /// Whether the name alone makes a secret; nil where any name leads here.
    var isSecretName: Bool?
  }

  /// An index of a schema, built in time linear in its size.
  package init(_ schema: DraftSchema) {
    var trie = SchemaTrie()
    var places = [Place()]
    for (position, field) in schema.fields.enumerated() {
      let node = trie.insert(field.path) { node, token in
        guard node == places.count else { return }
        places.append(
          Place(isSecretName: token.isEach ? nil : SecretRules.isSecretName(token)))
      }
      places[node].position = position
      places[node].isMany = field.cardinality.isMany
      let word = field.contentKind == nil ? field.retention : field.effectiveRetention
      places[node].word = word == .automatic ? nil : word
    }
    trees = Trees(schema, trie, places)
    var declared: [FieldPath: Declared] = [:]
    declared.reserveCapacity(schema.fields.count)
    for (position, field) in schema.fields.enumerated() where !field.path.hasEach {
      declared[field.path] = Declared(
        retention: walkedRetention(at: field.path), field: position)
    }
    self.declared = declared
  }

  /// The field declared for a value at this path, if there is one of its own.
  ///
  /// Inside a list or a map of plain values there is none: `/tags/0` belongs to `/tags`.
  package func field(at path: FieldPath) -> DraftSchema.Field? {
    let (nodes, _) = walk(path)
    return nodes.first { places[$0].position >= 0 }.map { fields[places[$0].position] }
  }

  /// Whether the schema knows of this place.
  ///
  /// It does if a field is declared there or further in, or if the place lies inside a field whose
  /// inside the schema leaves open: text, a list or a map of plain values, an object without
  /// declared members, anything. A member that an object does not declare is not covered.
  package func covers(_ path: FieldPath) -> Bool {
    if declared[path] != nil { return true }
    let (nodes, isInsideOpenField) = walk(path)
    return isInsideOpenField || !nodes.isEmpty
  }

  /// The places a path leads to, a name before each item; and whether it leads into a field that
  /// says nothing of its inside.
  private func walk(_ path: FieldPath) -> (nodes: [SchemaTrie.Node], isInsideOpenField: Bool) {
    var nodes = [SchemaTrie.root]
    var next: [SchemaTrie.Node] = []
    var isOpen = false
    path.forEachToken { token in
      next.removeAll(keepingCapacity: true)
      for node in nodes {
        if places[node].position >= 0, !trie.hasChildren(node) { isOpen = true }
        if let child = trie.child(node, token) { next.append(child) }
        if let each = trie.each(node) { next.append(each) }
      }
      swap(&nodes, &next)
      return !nodes.isEmpty && !isOpen
    }
    return (nodes, isOpen)
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
