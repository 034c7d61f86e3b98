/// Where a field stands in a form: member names from the outside in.
///
/// Written as a JSON pointer (RFC 6901): `/address/city`, a name with a slash as `/a~1b`, a name
/// with a tilde as `/a~0b`. Names are opaque: `a.b`, `x[0]`, `123` and the empty name are names
/// like any other. Two paths are equal when their UTF-8 bytes are equal, so `é` written as one
/// scalar and as two are different names.
///
/// A schema speaks of every item of a list (or every value of a map) with the segment
/// ``Segment/each``, written `~*`: `/contacts/~*/phone`. RFC 6901 leaves that spelling free, so
/// it never collides with a name.
///
/// ```swift
/// let city: FieldPath = "/address/city"
/// let dotted: FieldPath = "a.b"            // one name: no leading slash, no splitting
/// let same = FieldPath(["address", "city"])
/// ```
public struct FieldPath: Sendable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
  /// One step of a path.
  public enum Segment: Sendable {
    /// A member of an object, or the index of a list item written in decimal.
    case name(String)
    /// Every item of a list or every value of a map; only in schemas.
    case each
  }

  /// The path as a JSON pointer; empty for the whole form.
  public let pointer: String

  package init(uncheckedPointer pointer: String) { self.pointer = pointer }

  /// The whole form.
  public static let root = FieldPath(uncheckedPointer: "")

  /// A path of names, from the outside in.
  public init(_ names: [String]) {
    var pointer = ""
    for name in names { Self.append(.name(name), to: &pointer) }
    self.pointer = pointer
  }

  /// A path of segments, from the outside in.
  public init(segments: [Segment]) {
    var pointer = ""
    for segment in segments { Self.append(segment, to: &pointer) }
    self.pointer = pointer
  }

  /// Reads a JSON pointer.
  ///
  /// - Throws: ``DraftError/Code/invalidPath`` if it does not start with `/` (and is not empty)
  ///   or holds a `~` that is not `~0`, `~1` or the whole segment `~*`.
  public init(pointer: String) throws(DraftError) {
    guard Self.isPointer(pointer) else {
      throw DraftError(
        .invalidPath, "“\(pointer.printable)” is not a field path.",
        hint: "Write /outer/inner; inside a name write ~1 for “/” and ~0 for “~”.")
    }
    self.pointer = pointer
  }

  /// Reads what a person types: a pointer if it starts with `/`, else one literal name.
  ///
  /// - Throws: ``DraftError/Code/invalidPath`` for a malformed pointer.
  public init(argument: String) throws(DraftError) {
    if argument.utf8.first == UInt8(ascii: "/") {
      try self.init(pointer: argument)
    } else {
      self.init([argument])
    }
  }

  /// A pointer if the literal starts with `/`, else one name.
  ///
  /// A malformed pointer is a programmer error.
  public init(stringLiteral literal: String) {
    guard literal.utf8.first == UInt8(ascii: "/") else {
      self.init([literal])
      return
    }
    precondition(Self.isPointer(literal), "a field path literal is a JSON pointer or one name")
    self.init(uncheckedPointer: literal)
  }

  /// A path of names.
  public init(arrayLiteral names: String...) { self.init(names) }

  /// The segments, from the outside in.
  public var segments: [Segment] {
    var result: [Segment] = []
    forEachToken { token in
      result.append(token == "~*" ? .each : .name(Self.unescape(token)))
    }
    return result
  }

  /// The member names, from the outside in; `~*` stands for ``Segment/each``.
  public var names: [String] {
    segments.map { segment in
      switch segment {
      case .name(let name): name
      case .each: "~*"
      }
    }
  }

  /// The innermost name, or nil for the whole form and for ``Segment/each``.
  public var lastName: String? {
    guard let slash = pointer.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    let token = pointer[pointer.utf8.index(after: slash)...]
    return token == "~*" ? nil : Self.unescape(token)
  }

  /// The path one step further out, or nil for the whole form.
  public var parent: FieldPath? {
    guard let slash = pointer.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return FieldPath(uncheckedPointer: String(pointer[..<slash]))
  }

  /// The path of a member of what stands here.
  public func appending(_ name: String) -> FieldPath { appending(.name(name)) }

  /// The path of a member, or of every item, of what stands here.
  public func appending(_ segment: Segment) -> FieldPath {
    var copy = pointer
    Self.append(segment, to: &copy)
    return FieldPath(uncheckedPointer: copy)
  }

  /// Whether this path is `other` or stands somewhere inside it.
  public func isInside(_ other: FieldPath) -> Bool {
    let mine = pointer.utf8
    let theirs = other.pointer.utf8
    guard mine.count >= theirs.count, mine.starts(with: theirs) else { return false }
    return mine.count == theirs.count
      || mine[mine.index(mine.startIndex, offsetBy: theirs.count)] == UInt8(ascii: "/")
  }
}

extension FieldPath: Hashable, Comparable, CustomStringConvertible {
  /// Whether both have the same UTF-8 bytes.
  public static func == (left: FieldPath, right: FieldPath) -> Bool {
    left.pointer.isSameBytes(as: right.pointer)
  }

  /// Order by UTF-8 bytes.
  public static func < (left: FieldPath, right: FieldPath) -> Bool {
    left.pointer.utf8.lexicographicallyPrecedes(right.pointer.utf8)
  }

  /// Hashes the UTF-8 bytes.
  public func hash(into hasher: inout Hasher) { pointer.hashBytes(into: &hasher) }

  /// The pointer, with control and direction characters escaped; `(form)` for the whole form.
  public var description: String { pointer.isEmpty ? "(form)" : pointer.printable }
}

extension FieldPath {
  private static func append(_ segment: Segment, to pointer: inout String) {
    pointer.append("/")
    switch segment {
    case .each: pointer.append("~*")
    case .name(let name): appendEscaped(name, to: &pointer)
    }
  }

  package static func appendEscaped(_ name: String, to pointer: inout String) {
    guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
      pointer.append(name)
      return
    }
    for scalar in name.unicodeScalars {
      switch scalar {
      case "~": pointer.append("~0")
      case "/": pointer.append("~1")
      default: pointer.unicodeScalars.append(scalar)
      }
    }
  }

  private static func unescape(_ token: Substring) -> String {
    guard token.utf8.contains(UInt8(ascii: "~")) else { return String(token) }
    var result = ""
    var iterator = token.unicodeScalars.makeIterator()
    while let scalar = iterator.next() {
      guard scalar == "~" else {
        result.unicodeScalars.append(scalar)
        continue
      }
      result.append(iterator.next() == "1" ? "/" : "~")
    }
    return result
  }

  private func forEachToken(_ body: (Substring) -> Void) {
    let bytes = pointer.utf8
    guard var start = bytes.indices.first.map(bytes.index(after:)) else { return }
    while true {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.endIndex
      body(pointer[start..<end])
      guard end < bytes.endIndex else { return }
      start = bytes.index(after: end)
    }
  }

  private static func isPointer(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = bytes.first else { return true }
    guard first == UInt8(ascii: "/") else { return false }
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "~") {
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      switch next {
      case UInt8(ascii: "0"), UInt8(ascii: "1"): continue
      case UInt8(ascii: "*"):
        let after = index + 2 < bytes.count ? bytes[index + 2] : UInt8(ascii: "/")
        guard bytes[index - 1] == UInt8(ascii: "/"), after == UInt8(ascii: "/") else {
          return false
        }
      default: return false
      }
    }
    return true
  }
}
