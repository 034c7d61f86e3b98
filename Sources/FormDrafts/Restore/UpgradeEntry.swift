/// An answer while a step acts on it; its path begins where its ``UpgradeScope`` begins.
struct UpgradeEntry: Sendable {
  /// What is known of a place apart from its value.
  struct Marks: OptionSet, Sendable {
    let rawValue: UInt8

    static let touched = Marks(rawValue: 1)
    static let dirty = Marks(rawValue: 2)
    /// It has the focus: goes where marks go, but to one place only.
    static let focus = Marks(rawValue: 4)
  }

  var path: FieldPath
  var value: DraftValue?
  var marks: Marks = []
  /// The stored paths it came from; none inside a list.
  var origins: [FieldPath] = []
  var isChanged = false
  /// Its place among the entries around an item, while the items of a map are taken apart.
  var slot = 0
}

extension UpgradeEntry {
  init(_ answer: UpgradeState.Answer) {
    self.init(
      path: answer.path, value: answer.value, origins: answer.origins,
      isChanged: answer.isChanged)
    if answer.isTouched { marks.insert(.touched) }
    if answer.isDirty { marks.insert(.dirty) }
  }

  /// Whether nothing is left of it.
  var isBlank: Bool { value == nil && marks.isEmpty && origins.isEmpty }

  /// Whether nothing can stand inside: a value that is no object.
  var isClosed: Bool {
    switch value {
    case nil, .object: false
    default: true
    }
  }
}

extension UpgradeState.Answer {
  init(_ entry: UpgradeEntry) {
    self.init(
      path: entry.path, value: entry.value, isTouched: entry.marks.contains(.touched),
      isDirty: entry.marks.contains(.dirty),
      origins: entry.origins.isEmpty ? nil : entry.origins, isChanged: entry.isChanged)
  }
}

extension [FieldPath] {
  /// The origins of one of several answers that came of these together.
  ///
  /// Not all of them for each: that would be a product.
  func share(_ index: Int, of count: Int) -> [FieldPath] {
    guard count > 1, !isEmpty else { return self }
    let first = Swift.min(index, self.count - 1)
    return index == count - 1 ? [FieldPath](self[first...]) : [self[first]]
  }
}

/// A path of a step, cut at each `~*`.
struct StepPlace {
  /// The whole path, from the form.
  let path: FieldPath
  /// Where the lists and maps are whose items it goes through, each from the item before.
  let heads: [FieldPath]
  /// The rest, from the innermost item.
  let inner: FieldPath

  init(_ path: FieldPath) {
    self.path = path
    guard path.hasEach else {
      heads = []
      inner = path
      return
    }
    var heads: [FieldPath] = []
    var segments: [FieldPath.Segment] = []
    for segment in path.segments {
      if case .each = segment {
        heads.append(FieldPath(segments: segments))
        segments = []
      } else {
        segments.append(segment)
      }
    }
    self.heads = heads
    inner = FieldPath(segments: segments)
  }
}

extension FieldPath {
  /// The path of a token, escapes and all.
  func appending(token: String) -> FieldPath {
    FieldPath(uncheckedPointer: pointer + "/" + token)
  }

  /// The first segment as it stands in the pointer, and what follows; nil for the whole form.
  var firstToken: (token: String, rest: FieldPath)? {
    guard !pointer.isEmpty else { return nil }
    let bytes = pointer.utf8.dropFirst()
    let end = bytes.firstIndex(of: UInt8(ascii: "/")) ?? bytes.endIndex
    return (
      String(pointer[bytes.startIndex..<end]), FieldPath(uncheckedPointer: String(pointer[end...]))
    )
  }

  /// The position of a list item that the path begins with, below a count, and what follows.
  func firstItem(below count: Int) -> (position: Int, rest: FieldPath)? {
    guard let (token, rest) = firstToken, let position = Int(token), position < count,
      token.isSameBytes(as: "\(position)")
    else { return nil }
    return (position, rest)
  }
}
