/// What is wrong with an object that has a member `$draft`.
enum TagFault: Error {
  case unknownKind, missingMember, unknownMember, wrongMember, lateKind

  var words: String {
    switch self {
    case .unknownKind: "The kind of a $draft object is not known"
    case .missingMember: "A member of a $draft object is missing"
    case .unknownMember: "A $draft object has a member too many"
    case .wrongMember: "A member of a $draft object does not hold what it should"
    case .lateKind: "\"$draft\":\"object\" does not come first in its object"
    }
  }
}

/// How values that JSON does not have are written: objects with a member `$draft`.
enum DraftTag {
  static let name = "$draft"
  static let object = "object"
  static let members = "members"

  /// The value that an object with a member `$draft` stands for.
  static func value(of object: DraftObject) throws(TagFault) -> DraftValue {
    guard case .text(let kind)? = object[name] else { throw .unknownKind }
    if kind.isSameBytes(as: "bytes") { return try bytes(object) }
    if kind.isSameBytes(as: "number") { return try number(object) }
    if kind.isSameBytes(as: "file") { return .file(try file(object)) }
    if kind.isSameBytes(as: self.object) { return try escaped(object) }
    throw .unknownKind
  }

  private static func bytes(_ object: DraftObject) throws(TagFault) -> DraftValue {
    try demand(object, only: ["base64"])
    guard let bytes = Base64.decode(try text(object, "base64")) else { throw .wrongMember }
    return .bytes(bytes)
  }

  private static func number(_ object: DraftObject) throws(TagFault) -> DraftValue {
    try demand(object, only: ["is"])
    let literal = try text(object, "is")
    guard JSONNumber.isOutsideJSON(literal) else { throw .wrongMember }
    return .number(literal: literal)
  }

  private static func file(_ object: DraftObject) throws(TagFault) -> DraftFile {
    try demand(object, only: ["id", "name", "size", "type", "sha256", "path", "copy"])
    // The size as Swift writes an Int: other spellings would not come back as they were.
    guard case .number(let literal)? = object["size"], let size = Int(literal), size >= 0,
      literal.isSameBytes(as: "\(size)")
    else { throw object["size"] == nil ? .missingMember : .wrongMember }
    let digest = try object["sha256"].map { _ throws(TagFault) in try text(object, "sha256") }
    if let digest, !DraftFile.isDigest(digest) { throw .wrongMember }
    let path = try object["path"].map { _ throws(TagFault) in try text(object, "path") }
    let copy = try object["copy"].map { _ throws(TagFault) in try text(object, "copy") }
    guard path.map(DraftFile.isInside) ?? true, copy.map(DraftFile.isCopy) ?? true else {
      throw .wrongMember
    }
    return DraftFile(
      id: try text(object, "id"), name: try text(object, "name"), byteCount: size,
      contentType: try object["type"].map { _ throws(TagFault) in try text(object, "type") },
      sha256: digest, path: path, copy: copy)
  }

  /// The members come after the kind: while they are read, the kind decides whether a `$draft`
  /// among them is the user's.
  private static func escaped(_ object: DraftObject) throws(TagFault) -> DraftValue {
    try demand(object, only: [members])
    guard let inner = object[members] else { throw .missingMember }
    guard case .object = inner else { throw .wrongMember }
    guard object.members[0].name.isSameBytes(as: name) else { throw .lateKind }
    return inner
  }

  private static func demand(
    _ object: DraftObject, only names: [String]
  ) throws(TagFault) {
    for member in object.members where !member.name.isSameBytes(as: name) {
      guard names.contains(where: { $0.isSameBytes(as: member.name) }) else {
        throw .unknownMember
      }
    }
  }

  private static func text(_ object: DraftObject, _ name: String) throws(TagFault) -> String {
    guard let value = object[name] else { throw .missingMember }
    guard case .text(let text) = value else { throw .wrongMember }
    return text
  }
}

extension DraftFile {
  /// Whether a text is the name of a copy in the store: 32 lower-case hexadecimal digits.
  static func isCopy(_ text: String) -> Bool {
    text.utf8.count == 32 && text.utf8.allSatisfy(Hexadecimal.isLowerDigit)
  }

  /// Whether a path stays in the directory it starts from.
  static func isInside(_ path: String) -> Bool {
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return !path.isEmpty && path.utf8.count <= DraftLimits.nameBytes && !path.utf8.contains(0)
      && parts.allSatisfy {
        !$0.isEmpty && !$0.elementsEqual("..".utf8) && !$0.elementsEqual(".".utf8)
      }
  }

  /// Whether a text is SHA-256 in lower-case hex.
  static func isDigest(_ text: String) -> Bool {
    text.utf8.count == 64
      && text.utf8.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }
  }
}
