extension DraftValue {
  /// Checks that a draft can hold the value: everything that ``DraftLimits`` limits, numbers that
  /// are numbers, names that stand once, files with a possible size and digest.
  ///
  /// - Parameter path: where the value stands; its names count for the depth.
  /// - Returns: the sizes that were counted.
  /// - Throws: ``DraftError/Code/tooLarge`` or ``DraftError/Code/invalidValue``, with the place.
  @discardableResult
  package func validate(at path: FieldPath) throws(DraftError) -> ValueCheck.Size {
    var check = ValueCheck(path: path)
    return try check.run(self)
  }
}

extension DraftObject {
  /// Checks that a draft can hold these as its values; see ``DraftValue/validate(at:)``.
  ///
  /// - Throws: ``DraftError/Code/tooLarge`` or ``DraftError/Code/invalidValue``, with the place.
  @discardableResult
  package func validate(at path: FieldPath = .root) throws(DraftError) -> ValueCheck.Size {
    try DraftValue.object(self).validate(at: path)
  }
}

/// Walks a value made in Swift before it is saved; stops at the depth limit and uses no call
/// stack, so that a hostile value fails like any other.
package struct ValueCheck {
  /// What was counted.
  package struct Size: Sendable, Hashable {
    /// The bytes of the canonical JSON.
    package var bytes = 0
    /// The values that are not objects with members.
    package var leaves = 0
    /// The values that a reader of the JSON meets.
    package var nodes = 0
  }

  private struct Frame {
    var items: [DraftValue] = []
    var members: [DraftObject.Member] = []
    let isObject: Bool
    var next = 0
    var index = NameIndex()
  }

  private let path: FieldPath
  private let outerDepth: Int
  private var size = Size()
  private var frames: [Frame] = []
  /// Where the leaf began that is being walked, and how many frames are around it.
  private var leaf: (bytes: Int, frames: Int)?

  init(path: FieldPath) {
    self.path = path
    outerDepth = path.pointer.utf8.count { $0 == UInt8(ascii: "/") }
  }

  mutating func run(_ value: DraftValue) throws(DraftError) -> Size {
    if path.pointer.utf8.count > DraftLimits.nameBytes {
      for name in path.names { try check(name: name) }
    }
    guard outerDepth <= DraftLimits.depth else { throw tooDeep() }
    try begin(value)
    while !frames.isEmpty {
      let last = frames.count - 1
      let next = frames[last].next
      guard next < max(frames[last].items.count, frames[last].members.count) else {
        frames.removeLast()
        if leaf?.frames == frames.count { leaf = nil }
        continue
      }
      if next > 0 { size.bytes += 1 }
      if frames[last].isObject {
        let member = frames[last].members[next]
        try check(member: member)
        frames[last].next += 1
        try begin(member.value)
      } else {
        frames[last].next += 1
        try begin(frames[last].items[next])
      }
    }
    return size
  }

  private mutating func begin(_ value: DraftValue) throws(DraftError) {
    var isBranch = false
    if case .object(let object) = value { isBranch = !object.isEmpty }
    let isLeaf = leaf == nil && !isBranch
    if isLeaf {
      leaf = (size.bytes, frames.count)
      size.leaves += 1
      guard size.leaves <= DraftLimits.snapshotLeaves else {
        throw tooLarge("There are more than \(DraftLimits.snapshotLeaves) values.")
      }
    }
    size.nodes += Self.nodes(of: value)
    switch value {
    case .null: size.bytes += 4
    case .bool(let value): size.bytes += value ? 4 : 5
    case .text(let text): size.bytes += JSONWriter.byteCount(of: text)
    case .number(let literal): try check(number: literal)
    case .bytes(let bytes):
      size.bytes += #"{"$draft":"bytes","base64":""}"#.utf8.count
      size.bytes += Base64.encodedCount(bytes.count)
    case .file(let file): try check(file: file)
    case .list(let items):
      size.bytes += 2
      try open(Frame(items: items, isObject: false))
    case .object(let object):
      size.bytes += object.hasTagName ? #"{"$draft":"object","members":{}}"#.utf8.count : 2
      try open(Frame(members: object.members, isObject: true))
    }
    try checkSize()
    if isLeaf, frames.count == leaf?.frames { leaf = nil }
  }

  private mutating func open(_ frame: Frame) throws(DraftError) {
    guard outerDepth + frames.count < DraftLimits.depth else { throw tooDeep() }
    frames.append(frame)
  }

  private mutating func check(member: DraftObject.Member) throws(DraftError) {
    let last = frames.count - 1
    let next = frames[last].next
    try check(name: member.name)
    if frames[last].index.insert(member.name, into: frames[last].members, count: next) != nil {
      throw DraftError(
        .invalidValue, "A member name stands twice in one object.",
        paths: [place(in: last).appending(member.name)])
    }
    size.bytes += JSONWriter.byteCount(of: member.name) + 1
  }

  private func check(name: String) throws(DraftError) {
    guard name.utf8.count > DraftLimits.nameBytes else { return }
    // The name itself would fill the message; its object is named instead.
    throw DraftError(
      .tooLarge, "A name is longer than \(DraftLimits.words(DraftLimits.nameBytes)).",
      paths: frames.isEmpty ? [] : [place(in: frames.count - 1)])
  }

  private mutating func check(number literal: String) throws(DraftError) {
    guard literal.utf8.count <= DraftLimits.numberCharacters else {
      throw tooLarge("A number is longer than \(DraftLimits.numberCharacters) characters.")
    }
    size.bytes += literal.utf8.count
    guard !JSONNumber.isNumber(literal) else { return }
    guard DraftValue.number(literal: literal) != .unencodable else {
      throw DraftError(
        .invalidValue, "The value of a field could not be encoded.",
        hint: "Its type's encode(to:) fails, or it nests too deep.",
        paths: [place(in: frames.count)])
    }
    guard JSONNumber.isOutsideJSON(literal) else {
      throw DraftError(
        .invalidValue, "A number is not written as JSON writes numbers.",
        hint: "Write digits as in 12, -0.5 or 1e9, or NaN, Infinity, -Infinity.",
        paths: [place(in: frames.count)])
    }
    size.bytes += #"{"$draft":"number","is":""}"#.utf8.count
  }

  private mutating func check(file: DraftFile) throws(DraftError) {
    guard file.byteCount >= 0, file.sha256.map(DraftFile.isDigest) ?? true,
      file.path.map(DraftFile.isInside) ?? true, file.copy.map(DraftFile.isCopy) ?? true
    else {
      throw DraftError(
        .invalidValue,
        "A file has a negative size, a digest that is not SHA-256, or a path that leads elsewhere.",
        hint: "Write the digest as 64 lower-case hexadecimal digits, and the path as relative.",
        paths: [place(in: frames.count)])
    }
    var writer = JSONWriter()
    writer.write(.file(file))
    size.bytes += writer.bytes.count
  }

  private func checkSize() throws(DraftError) {
    if let leaf, size.bytes - leaf.bytes > DraftLimits.valueBytes {
      throw DraftError(
        .tooLarge,
        "The value of \(place(in: leaf.frames).shown) is larger than "
          + "\(DraftLimits.words(DraftLimits.valueBytes)) as JSON.", paths: [place(in: leaf.frames)]
      )
    }
    guard size.nodes <= DraftLimits.snapshotNodes else {
      throw tooLarge("There are more than \(DraftLimits.snapshotNodes) values and list items.")
    }
    guard size.bytes > DraftLimits.snapshotBytes else { return }
    throw tooLarge(
      "The values are larger than \(DraftLimits.words(DraftLimits.snapshotBytes)) as JSON.")
  }

  /// Itself, and the members of the `$draft` object that it is in JSON.
  private static func nodes(of value: DraftValue) -> Int {
    switch value {
    case .null, .bool, .text, .list: 1
    case .number(let literal): JSONNumber.isOutsideJSON(literal) ? 3 : 1
    case .bytes: 3
    case .file(let file):
      5 + [file.contentType, file.sha256, file.path, file.copy].count { $0 != nil }
    case .object(let object): object.hasTagName ? 3 : 1
    }
  }

  private func tooDeep() -> DraftError {
    tooLarge("Lists and objects stand more than \(DraftLimits.depth) deep.")
  }

  private func tooLarge(_ message: String) -> DraftError {
    DraftError(.tooLarge, message, paths: [place(in: frames.count)])
  }

  /// The path of what is being walked inside the first so many containers.
  private func place(in depth: Int) -> FieldPath {
    var pointer = path.pointer
    for frame in frames.prefix(depth) where frame.next > 0 {
      pointer += "/"
      let at = frame.next - 1
      FieldPath.appendEscaped(frame.isObject ? frame.members[at].name : "\(at)", to: &pointer)
    }
    return FieldPath(uncheckedPointer: pointer)
  }
}
