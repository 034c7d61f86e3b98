extension JSONReader {
  mutating func document() throws(DraftError) -> DraftValue {
    if let invalid = ByteScan.firstInvalidUTF8(base, count: count) {
      throw failure(.notUTF8, at: invalid)
    }
    if count >= 3, base[0] == 0xEF, base[1] == 0xBB, base[2] == 0xBF {
      throw failure(.byteOrderMark, at: 0)
    }
    while true {
      skipSpace()
      guard var value = try begin() else { continue }
      while true {
        guard !frames.isEmpty else { return try finish(value) }
        attach(value)
        guard let closed = try next() else { break }
        value = closed
      }
    }
  }

  /// Reads a scalar or an empty container, or opens a container and returns nil: then a value is
  /// next.
  @inline(__always)
  private mutating func begin() throws(DraftError) -> DraftValue? {
    nodes += 1
    guard nodes <= options.maximumNodes else { throw failure(.tooManyNodes, at: offset) }
    guard offset < count else { throw failure(.unexpectedEnd, at: offset) }
    switch base[offset] {
    case UInt8(ascii: "\""): return .text(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return .number(literal: try number())
    case UInt8(ascii: "["):
      try open(isObject: false)
      guard isNext(UInt8(ascii: "]")) else { return nil }
      return try close()
    case UInt8(ascii: "{"):
      try open(isObject: true)
      if isNext(UInt8(ascii: "}")) { return try close() }
      try name()
      return nil
    default: return try literal()
    }
  }

  /// After a complete item: closes the container, or moves to the place of the next value and
  /// returns nil.
  private mutating func next() throws(DraftError) -> DraftValue? {
    skipSpace()
    guard offset < count else { throw failure(.unexpectedEnd, at: offset) }
    let isObject = frames[frames.count - 1].isObject
    let end = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
    switch base[offset] {
    case UInt8(ascii: ","):
      let comma = offset
      offset += 1
      guard !isNext(end) else { throw failure(.trailingComma, at: comma) }
      if isObject { try name() }
      return nil
    case end: return try close()
    default:
      throw failure(isObject ? .expectedCommaOrBrace : .expectedCommaOrBracket, at: offset)
    }
  }

  private mutating func finish(_ value: DraftValue) throws(DraftError) -> DraftValue {
    skipSpace()
    guard offset == count else { throw failure(.trailingText, at: offset) }
    return value
  }

  private mutating func open(isObject: Bool) throws(DraftError) {
    var depth = 1
    var isEscaped = false
    if let parent = frames.last {
      isEscaped =
        isObject && parent.isEscape && parent.name?.isSameBytes(as: DraftTag.members) == true
      depth = isEscaped ? parent.depth : parent.depth + 1
    }
    if depth > options.maximumDepth {
      // Bytes, files and odd numbers are objects in JSON only; they may stand at the limit.
      guard isObject, !isEscaped, depth == options.maximumDepth + 1, beginsWithTag() else {
        throw failure(.tooDeep, at: offset)
      }
    }
    frames.append(
      Frame(
        isObject: isObject, depth: depth, offset: offset,
        start: isObject ? members.count : items.count, isEscaped: isEscaped))
    offset += 1
  }

  /// Reads `"name":`.
  private mutating func name() throws(DraftError) {
    skipSpace()
    guard offset < count else { throw failure(.unexpectedEnd, at: offset) }
    guard base[offset] == UInt8(ascii: "\"") else { throw failure(.expectedName, at: offset) }
    let start = offset
    let name = try string()
    guard name.utf8.count <= DraftLimits.nameBytes else { throw failure(.nameTooLong, at: start) }
    let last = frames.count - 1
    let (first, taken) = (frames[last].start, frames[last].count)
    if frames[last].index.insert(name, into: members, from: first, count: taken) != nil {
      frames[last].name = name
      throw failure(.duplicateName, at: start)
    }
    if options.readsTags, !frames[last].isEscaped, name.isSameBytes(as: DraftTag.name) {
      frames[last].isTagged = true
    }
    skipSpace()
    guard offset < count else { throw failure(.unexpectedEnd, at: offset) }
    guard base[offset] == UInt8(ascii: ":") else { throw failure(.expectedColon, at: offset) }
    offset += 1
    frames[last].name = name
  }

  private mutating func attach(_ value: DraftValue) {
    let last = frames.count - 1
    if let name = frames[last].name {
      if frames[last].count == 0, frames[last].isTagged, case .text(let kind) = value {
        frames[last].isEscape = kind.isSameBytes(as: DraftTag.object)
      }
      members.append(DraftObject.Member(name, value))
      frames[last].name = nil
    } else {
      items.append(value)
    }
    frames[last].count += 1
  }

  private mutating func close() throws(DraftError) -> DraftValue {
    offset += 1
    let frame = frames.removeLast()
    guard frame.isObject else { return .list(Self.take(&items, from: frame)) }
    let object = DraftObject(Self.take(&members, from: frame))
    guard frame.isTagged else { return .object(object) }
    do throws(TagFault) {
      return try DraftTag.value(of: object)
    } catch {
      throw failure(.tag(error), at: frame.offset)
    }
  }

  /// Takes the items of a container, into an array of their size.
  private static func take<Item>(_ items: inout [Item], from frame: Frame) -> [Item] {
    if frame.depth == 1, !frame.isEscaped {
      // The outermost container has the array to itself.
      let taken = items
      items = []
      return taken
    }
    let taken = Array(items[frame.start...])
    items.removeLast(taken.count)
    return taken
  }

  @inline(__always)
  mutating func skipSpace() {
    while offset < count {
      switch base[offset] {
      case 0x20, 0x0A, 0x0D, 0x09: offset += 1
      default: return
      }
    }
  }

  private mutating func isNext(_ byte: UInt8) -> Bool {
    skipSpace()
    return offset < count && base[offset] == byte
  }

  private func beginsWithTag() -> Bool {
    guard options.readsTags else { return false }
    var ahead = self
    ahead.offset += 1
    ahead.skipSpace()
    let tag = "\"$draft\""
    guard ahead.offset + tag.utf8.count <= count else { return false }
    return tag.utf8.elementsEqual(
      UnsafeBufferPointer(start: base + ahead.offset, count: tag.utf8.count))
  }
}
