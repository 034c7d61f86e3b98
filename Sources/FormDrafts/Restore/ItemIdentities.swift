/// Where items of lists keep their identity.
struct ItemIdentities: Sendable {
  /// By the path of the list as schemas write it; the value begins at the item.
  private var paths: [FieldPath: FieldPath]

  init(_ paths: [FieldPath: FieldPath]) { self.paths = paths }

  /// The names that lead from an item to its identity.
  subscript(list: FieldPath) -> [String]? {
    guard !paths.isEmpty else { return nil }
    if let path = paths[list] { return path.names }
    // A step may name one value of a map that the schema speaks of with ~*.
    return paths.keys.filter { $0.covers(list) }.min().flatMap { paths[$0]?.names }
  }

  /// Lists and identities go where a step moves them.
  mutating func move(_ path: FieldPath, to target: FieldPath) {
    guard path != target else { return }
    for (list, identity) in paths {
      let items = list.appending(.each)
      let inItem = items.appending(contentsOf: identity)
      if list.isInside(path) {
        let moved = target.appending(contentsOf: list.suffix(after: path))
        paths[list] = nil
        paths[moved] = paths[moved] ?? identity
      } else if inItem.isInside(path) {
        let moved = target.appending(contentsOf: inItem.suffix(after: path))
        guard moved.isInside(items) else { continue }
        paths[list] = moved.suffix(after: items)
      }
    }
  }
}

extension ItemIdentities {
  /// For each item of a list its position in another; nil where it is not found again.
  ///
  /// By identity, if every item of both lists has one of its own; else only an item that stands
  /// unchanged in its place is found.
  func positions(of old: [DraftValue], in new: [DraftValue], at list: FieldPath) -> [Int?] {
    if let names = self[list], let before = Self.ids(of: old, names),
      let now = Self.ids(of: new, names)
    {
      let position = Dictionary(zip(now, now.indices), uniquingKeysWith: { first, _ in first })
      return before.map { position[$0] }
    }
    return old.indices.map { $0 < new.count && old[$0] == new[$0] ? $0 : nil }
  }

  /// The identity of each item; nil if one has none, or two have the same.
  static func ids(of items: [DraftValue], _ names: [String]) -> [DraftValue]? {
    var ids: [DraftValue] = []
    var seen: Set<DraftValue> = []
    for item in items {
      guard let id = item.member(names), id.isScalar, seen.insert(id).inserted else { return nil }
      ids.append(id)
    }
    return ids
  }
}

extension DraftValue {
  /// What names lead to, from the outside in.
  func member(_ names: [String]) -> DraftValue? {
    var value = self
    for name in names {
      guard case .object(let object) = value, let member = object[name] else { return nil }
      value = member
    }
    return value
  }

  /// Whether it can tell one item from another: text, number or boolean.
  var isScalar: Bool {
    switch self {
    case .text, .number, .bool: true
    default: false
    }
  }
}

extension FieldPath {
  /// Whether the path as schemas write it speaks of another.
  fileprivate func covers(_ path: FieldPath) -> Bool {
    guard hasEach else { return false }
    let slash = UInt8(ascii: "/")
    let mine = pointer.utf8.split(separator: slash, omittingEmptySubsequences: false)
    let theirs = path.pointer.utf8.split(separator: slash, omittingEmptySubsequences: false)
    guard mine.count == theirs.count else { return false }
    return zip(mine, theirs).allSatisfy { $0.elementsEqual("~*".utf8) || $0.elementsEqual($1) }
  }
}
