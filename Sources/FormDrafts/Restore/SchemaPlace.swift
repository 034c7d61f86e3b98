/// Where a value stands, as a schema writes it.
struct SchemaPlace {
  let path: FieldPath
  /// Whether a schema knows it; else the path ends with the first name that none knows.
  let isDeclared: Bool

  /// The place in the reader's schema, else in the writer's.
  init(of path: FieldPath, writer: SchemaIndex, reader: SchemaIndex) {
    if reader.declared[path] != nil || writer.declared[path] != nil {
      self.path = path
      isDeclared = true
      return
    }
    let present = reader.place(of: path)
    self = present.isDeclared ? present : writer.place(of: path)
  }

  fileprivate init(_ pointer: String, isDeclared: Bool) {
    path = FieldPath(uncheckedPointer: pointer)
    self.isDeclared = isDeclared
  }
}

extension SchemaIndex {
  /// The place of a value; a name comes before ``FieldPath/Segment/each``.
  fileprivate func place(of path: FieldPath) -> SchemaPlace {
    var found = [(node: SchemaTrie.root, pointer: "")]
    var result: SchemaPlace?
    path.forEachToken { token in
      var next: [(node: SchemaTrie.Node, pointer: String)] = []
      for (node, pointer) in found {
        if let child = trie.child(node, token) {
          next.append((child, "\(pointer)/\(String(decoding: token, as: UTF8.self))"))
        }
        if let each = trie.each(node) { next.append((each, pointer + "/~*")) }
      }
      guard next.isEmpty else {
        found = next
        return true
      }
      // Inside a field that says nothing of its inside names are data.
      if let open = found.first(where: {
        places[$0.node].position >= 0 && !trie.hasChildren($0.node)
      }) {
        result = SchemaPlace(open.pointer, isDeclared: true)
      } else {
        let name = String(decoding: token, as: UTF8.self)
        result = SchemaPlace("\(found[0].pointer)/\(name)", isDeclared: false)
      }
      return false
    }
    if let result { return result }
    let exact = found.first { places[$0.node].position >= 0 } ?? found[0]
    return SchemaPlace(exact.pointer, isDeclared: true)
  }
}
