/// What stands in one row of a draft: a value that is not an object with members, and its path.
package struct Leaf: Sendable, Hashable {
  package var path: FieldPath
  package var value: DraftValue

  package init(_ path: FieldPath, _ value: DraftValue) {
    self.path = path
    self.value = value
  }
}

extension DraftObject {
  /// Calls `body` with each leaf in the order of the document.
  ///
  /// Objects are split into their members by the shape of the value; lists, empty objects, files
  /// and scalars are leaves. An empty object as a whole has no leaf. ``ObjectBuilder`` undoes it.
  package func forEachLeaf<Failure: Error>(
    inside path: FieldPath = .root,
    _ body: (FieldPath, DraftValue) throws(Failure) -> Void
  ) throws(Failure) {
    var pointer = Array(path.pointer.utf8)
    // One entry an object that is being walked: its members, the next one, its pointer's length.
    var branches = [(members: members, next: 0, length: pointer.count)]
    while let last = branches.indices.last {
      let next = branches[last].next
      guard next < branches[last].members.count else {
        branches.removeLast()
        continue
      }
      branches[last].next += 1
      let member = branches[last].members[next]
      pointer.removeLast(pointer.count - branches[last].length)
      pointer.append(UInt8(ascii: "/"))
      FieldPath.appendEscaped(member.name, to: &pointer)
      if case .object(let object) = member.value, !object.isEmpty {
        branches.append((object.members, 0, pointer.count))
      } else {
        let text = String(decoding: pointer, as: UTF8.self)
        try body(FieldPath(uncheckedPointer: text), member.value)
      }
    }
  }

  /// All leaves in the order of the document.
  package var leaves: [Leaf] {
    var leaves: [Leaf] = []
    leaves.reserveCapacity(members.count)
    forEachLeaf { path, value in leaves.append(Leaf(path, value)) }
    return leaves
  }
}

extension DraftValue {
  /// Calls `body` with each leaf of a value that stands at `path`; the value itself if it is one.
  package func forEachLeaf<Failure: Error>(
    at path: FieldPath, _ body: (FieldPath, DraftValue) throws(Failure) -> Void
  ) throws(Failure) {
    if case .object(let object) = self, !object.isEmpty {
      try object.forEachLeaf(inside: path, body)
    } else {
      try body(path, self)
    }
  }
}

extension FieldPath {
  /// Appends a name as a token of a JSON pointer (RFC 6901, section 3).
  static func appendEscaped(_ name: String, to pointer: inout [UInt8]) {
    var copy = name
    copy.withUTF8 { bytes in
      guard bytes.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
        pointer.append(contentsOf: bytes)
        return
      }
      for byte in bytes {
        switch byte {
        case UInt8(ascii: "~"): pointer.append(contentsOf: [byte, UInt8(ascii: "0")])
        case UInt8(ascii: "/"):
          pointer.append(contentsOf: [UInt8(ascii: "~"), UInt8(ascii: "1")])
        default: pointer.append(byte)
        }
      }
    }
  }
}

extension DraftObject {
  /// An object of leaves; one whose place is taken is left out.
  init(leaves: some Sequence<Leaf>) {
    var builder = ObjectBuilder()
    for leaf in leaves { _ = try? builder.insert(leaf.value, at: leaf.path) }
    self = builder.build()
  }
}
