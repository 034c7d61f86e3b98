/// Builds an object from its leaves, in linear time; members stand in the order in which their
/// first leaf came.
///
/// ```swift
/// var builder = ObjectBuilder()
/// for leaf in leaves { try builder.insert(leaf.value, at: leaf.path) }
/// let values = builder.build()
/// ```
package struct ObjectBuilder {
  /// What became of a leaf.
  package enum Insertion: Sendable, Hashable {
    /// It has its place.
    case inserted
    /// Something else stands at this path, which is the leaf's or one further out; nothing was
    /// changed.
    case clash(FieldPath)
  }

  private struct Branch {
    var members: [DraftObject.Member] = []
    /// For each member the branch that it is, or -1; empty while there is none.
    var children: [Int] = []
    var index = NameIndex()
    /// The branch this one is a member of, and where.
    var parent = 0
    var position = 0

    func child(at position: Int) -> Int? {
      guard position < children.count, children[position] >= 0 else { return nil }
      return children[position]
    }
  }

  private var branches = [Branch()]
  /// The branch that took the last leaf, and its pointer: the next leaf is mostly its neighbour.
  private var lastBranch = 0
  private var lastPointer: [UInt8] = []

  package init() {}

  /// Makes room for so many members on the outermost level.
  package mutating func reserveCapacity(_ count: Int) {
    branches[0].members.reserveCapacity(count)
  }

  /// Puts a leaf in its place.
  ///
  /// - Throws: ``DraftError/Code/invalidPath`` for the whole form and for paths with
  ///   ``FieldPath/Segment/each``; ``DraftError/Code/tooLarge`` for a path too deep.
  @discardableResult
  package mutating func insert(
    _ value: DraftValue, at path: FieldPath
  ) throws(DraftError) -> Insertion {
    var pointer = path.pointer
    switch pointer.withUTF8({ place(value, at: $0) }) {
    case .inserted: return .inserted
    case .clash(let end):
      let taken = String(decoding: path.pointer.utf8.prefix(end), as: UTF8.self)
      return .clash(FieldPath(uncheckedPointer: taken))
    case .noName:
      throw DraftError(.invalidPath, "A value needs the name of its field.")
    case .manyFields:
      throw DraftError(
        .invalidPath, "A path with ~* stands for many fields, not for one.", paths: [path])
    case .tooDeep:
      throw DraftError(
        .tooLarge, "A path is more than \(DraftLimits.depth) names deep.", paths: [path])
    }
  }

  /// Puts a leaf in its place, by the bytes of its pointer, which are UTF-8.
  ///
  /// - Parameters:
  ///   - name: the last name of the pointer, where it is known.
  ///   - isNew: whether the caller knows that no leaf before has the pointer.
  /// - Returns: false if nothing can stand there, or something else does.
  mutating func insert(
    _ value: DraftValue, at pointer: UnsafeBufferPointer<UInt8>, name: String?, isNew: Bool
  ) -> Bool {
    if isNew, let name, lastBranch == 0, branches.count == 1, branches[0].index.isEmpty,
      pointer.count == name.utf8.count + 1
    {
      branches[0].members.append(DraftObject.Member(name, value))
      return true
    }
    if case .inserted = place(value, at: pointer, name: name) { return true }
    return false
  }

  /// Takes what was built; the builder is empty afterwards.
  package mutating func build() -> DraftObject {
    var taken: [Branch] = [Branch()]
    swap(&taken, &branches)
    lastBranch = 0
    lastPointer = []
    // A branch is made after the one it stands in, so that going back meets the inner one first.
    for id in taken.indices.dropFirst().reversed() {
      let (parent, position) = (taken[id].parent, taken[id].position)
      taken[parent].members[position].value = .object(DraftObject(taken[id].members))
    }
    return DraftObject(taken[0].members)
  }

  private enum Placing {
    case inserted
    /// Something stands where the pointer up to this byte leads.
    case clash(Int)
    case noName, manyFields, tooDeep
  }

  private mutating func place(
    _ value: DraftValue, at pointer: UnsafeBufferPointer<UInt8>, name known: String? = nil
  ) -> Placing {
    guard let slash = pointer.lastIndex(of: UInt8(ascii: "/")) else { return .noName }
    let outer = UnsafeBufferPointer(rebasing: pointer[..<slash])
    let token = UnsafeBufferPointer(rebasing: pointer[(slash + 1)...])
    guard let name = known ?? Self.name(of: token) else { return .manyFields }
    if !outer.elementsEqual(lastPointer) {
      if let refusal = descend(outer) { return refusal }
    }
    guard position(of: name, in: lastBranch) == nil else { return .clash(pointer.count) }
    branches[lastBranch].members.append(DraftObject.Member(name, value))
    return .inserted
  }

  /// The position of a name; if it has none yet, the caller appends it.
  private mutating func position(of name: String, in branch: Int) -> Int? {
    // The members are read while the index changes: two parts of one struct.
    func insert(_ branch: inout Branch) -> Int? {
      branch.index.insert(name, into: branch.members, count: branch.members.count)
    }
    return insert(&branches[branch])
  }

  /// Goes to the branch of a pointer and makes what is missing, or says why not.
  private mutating func descend(_ pointer: UnsafeBufferPointer<UInt8>) -> Placing? {
    var names: [(name: String, end: Int)] = []
    var start = 1
    while start <= pointer.count {
      let rest = pointer[start...]
      let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? pointer.count
      guard let name = Self.name(of: UnsafeBufferPointer(rebasing: rest[..<end])) else {
        return .manyFields
      }
      names.append((name, end))
      guard names.count < DraftLimits.depth else { return .tooDeep }
      start = end + 1
    }
    var branch = 0
    for (name, end) in names {
      if let position = position(of: name, in: branch) {
        guard let child = branches[branch].child(at: position) else { return .clash(end) }
        branch = child
      } else {
        branch = makeBranch(name, in: branch)
      }
    }
    lastBranch = branch
    lastPointer = Array(pointer)
    return nil
  }

  private mutating func makeBranch(_ name: String, in parent: Int) -> Int {
    let id = branches.count
    let position = branches[parent].members.count
    branches.append(Branch(parent: parent, position: position))
    branches[parent].members.append(DraftObject.Member(name, .null))
    let missing = position - branches[parent].children.count
    branches[parent].children.append(contentsOf: repeatElement(-1, count: missing))
    branches[parent].children.append(id)
    return id
  }

  /// The name that a token of a pointer stands for; nil for `~*`.
  private static func name(of token: UnsafeBufferPointer<UInt8>) -> String? {
    guard token.contains(UInt8(ascii: "~")) else { return String(decoding: token, as: UTF8.self) }
    guard !token.elementsEqual("~*".utf8) else { return nil }
    var name: [UInt8] = []
    var index = 0
    while index < token.count {
      if token[index] == UInt8(ascii: "~"), index + 1 < token.count {
        name.append(token[index + 1] == UInt8(ascii: "1") ? UInt8(ascii: "/") : UInt8(ascii: "~"))
        index += 2
      } else {
        name.append(token[index])
        index += 1
      }
    }
    return String(decoding: name, as: UTF8.self)
  }
}
