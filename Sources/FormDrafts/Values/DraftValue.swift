/// A form's answer: JSON and a little more, kept exactly.
///
/// Numbers keep their characters (`0.10`, `1e400`, `-0`, `9007199254740993`), text keeps its
/// Unicode scalars (NUL included), objects keep the order of their members. `null`, `""`, `[]`
/// and `{}` are different values, and a missing one is none of them. Equality compares bytes and
/// number characters: `1.0` is not `1`.
///
/// `description` and mirrors show kind and size only, so that a value never reaches a log by
/// accident.
///
/// ```swift
/// let answer: DraftValue = ["name": "Ana", "age": 41, "tags": ["a", "b"]]
/// ```
public enum DraftValue: Sendable {
  /// JSON `null`: an answer given as nothing.
  case null
  /// `true` or `false`; never a number.
  case bool(Bool)
  /// A number by its JSON characters, or `NaN`, `Infinity`, `-Infinity`.
  case number(literal: String)
  /// Text, scalar by scalar.
  case text(String)
  /// Raw bytes; in JSON `{"$draft":"bytes","base64":…}`.
  case bytes([UInt8])
  /// An ordered list.
  case list([DraftValue])
  /// An object whose members keep their order.
  case object(DraftObject)
  /// A picked file, by name, size and digest; in JSON `{"$draft":"file",…}`.
  indirect case file(DraftFile)
}

/// The members of an object, in order, compared by bytes.
///
/// ```swift
/// var values: DraftObject = ["name": "Ana"]
/// values["email"] = "ana@example.org"
/// ```
public struct DraftObject: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  /// One member of an object.
  public struct Member: Sendable, Hashable {
    @Exact private var exactName: String
    /// The member's name; compared by UTF-8 bytes.
    public var name: String {
      get { exactName }
      set { exactName = newValue }
    }
    /// The member's value.
    public var value: DraftValue

    /// A member of a name and a value.
    public init(_ name: String, _ value: DraftValue) {
      self._exactName = Exact(name)
      self.value = value
    }
  }

  /// The members in order.
  ///
  /// Names are unique in anything that is read; a save refuses an object in which one stands
  /// twice.
  public var members: [Member]

  /// An object of members in this order.
  public init(_ members: [Member] = []) { self.members = members }

  /// An object of members in the literal's order.
  public init(dictionaryLiteral elements: (String, DraftValue)...) {
    members = elements.map { Member($0.0, $0.1) }
  }

  /// The value of a member, found by UTF-8 bytes.
  ///
  /// Setting appends a new name at the end; setting nil removes. The time is linear in the number
  /// of members.
  public subscript(name: String) -> DraftValue? {
    get { members.first { $0.name.isSameBytes(as: name) }?.value }
    set {
      let index = members.firstIndex { $0.name.isSameBytes(as: name) }
      switch (index, newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(Member(name, value))
      case (nil, nil): break
      }
    }
  }

  /// Whether there are no members.
  public var isEmpty: Bool { members.isEmpty }
}

/// What a form holds for a picked file: its name, size and digest, never its bytes.
public struct DraftFile: Sendable, Hashable {
  @Exact private var exactID: String
  @Exact private var exactName: String
  @ExactOptional private var exactType: String?
  @ExactOptional private var exactDigest: String?
  @ExactOptional private var exactCopy: String?
  @ExactOptional private var exactPath: String?

  /// The form's own handle of the file.
  public var id: String { exactID }
  /// The name it was picked under; for display, never used as a path.
  public var name: String { exactName }
  /// The media type, if the form knows it.
  ///
  /// Kept as it was given, control characters and all: check it before it goes into a header.
  public var contentType: String? { exactType }
  /// The size in bytes.
  public var byteCount: Int
  /// Lower-case hex of SHA-256 over the bytes, if the form knows it.
  public var sha256: String? { exactDigest }
  /// Under which name the store keeps a copy of the bytes; nil if it keeps none.
  ///
  /// ``DraftStore/importFile(atPath:into:name:contentType:)`` makes the copy;
  /// ``DraftStore/path(of:)`` finds it.
  public var copy: String? { exactCopy }
  /// Where the form keeps its own copy, from a directory that a restore is told; nil if the store is
  /// not to look for it.
  ///
  /// Never absolute, and never out of that directory: see ``RestoreOptions/fileDirectory``.
  public var path: String? { exactPath }

  /// A file by what the form knows of it.
  ///
  /// - Parameters:
  ///   - id: the form's own handle of the file.
  ///   - name: the name it was picked under, for display.
  ///   - byteCount: the size in bytes.
  ///   - contentType: the media type; not known unless said.
  ///   - sha256: SHA-256 over the bytes, in lower-case hex; not known unless said.
  ///   - path: where the form keeps its copy, relative; a save does not take an absolute path or one
  ///     with `..`. Not looked for unless said.
  public init(
    id: String, name: String, byteCount: Int, contentType: String? = nil, sha256: String? = nil,
    path: String? = nil
  ) {
    self.init(
      id: id, name: name, byteCount: byteCount, contentType: contentType, sha256: sha256,
      path: path, copy: nil)
  }

  init(
    id: String, name: String, byteCount: Int, contentType: String?, sha256: String?,
    path: String?, copy: String?
  ) {
    _exactID = Exact(id)
    _exactName = Exact(name)
    _exactType = ExactOptional(wrappedValue: contentType)
    _exactDigest = ExactOptional(wrappedValue: sha256)
    _exactPath = ExactOptional(wrappedValue: path)
    _exactCopy = ExactOptional(wrappedValue: copy)
    self.byteCount = byteCount
  }
}

extension DraftValue: Hashable {
  /// Whether kind and bytes are the same.
  public static func == (left: DraftValue, right: DraftValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let mine), .bool(let theirs)): mine == theirs
    case (.number(let mine), .number(let theirs)), (.text(let mine), .text(let theirs)):
      mine.isSameBytes(as: theirs)
    case (.bytes(let mine), .bytes(let theirs)): mine == theirs
    case (.list(let mine), .list(let theirs)): mine == theirs
    case (.object(let mine), .object(let theirs)): mine == theirs
    case (.file(let mine), .file(let theirs)): mine == theirs
    default: false
    }
  }

  /// Hashes kind and bytes.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .number(let literal):
      hasher.combine(2)
      literal.hashBytes(into: &hasher)
    case .text(let text):
      hasher.combine(3)
      text.hashBytes(into: &hasher)
    case .bytes(let bytes): hasher.combine(bytes)
    case .list(let items): hasher.combine(items)
    case .object(let object): hasher.combine(object)
    case .file(let file): hasher.combine(file)
    }
  }
}

extension DraftValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// A number, written in decimal.
  public init(integerLiteral value: Int) { self = .number(literal: String(value)) }
  /// A number by the shortest characters that give the same `Double`.
  ///
  /// To keep other characters use ``number(literal:)``.
  public init(floatLiteral value: Double) { self = DraftValue(value) }
  /// A boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A list.
  public init(arrayLiteral items: DraftValue...) { self = .list(items) }
  /// An object with its members in the literal's order.
  public init(dictionaryLiteral elements: (String, DraftValue)...) {
    self = .object(DraftObject(elements.map { DraftObject.Member($0.0, $0.1) }))
  }

  /// A number; not-a-number and the infinities keep what they are.
  public init(_ value: Double) {
    if value.isNaN {
      self = .number(literal: "NaN")
    } else if value.isInfinite {
      self = .number(literal: value < 0 ? "-Infinity" : "Infinity")
    } else {
      self = .number(literal: "\(value)")
    }
  }

  /// A whole number.
  public init(_ value: some BinaryInteger) { self = .number(literal: "\(value)") }
}

extension DraftValue: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Kind and size, never the value: `text (12 bytes)`.
  public var description: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .number(let literal): "number (\(literal.utf8.count) characters)"
    case .text(let text): "text (\(text.utf8.count) bytes)"
    case .bytes(let bytes): "bytes (\(bytes.count))"
    case .list(let items): "list (\(items.count) items)"
    case .object(let object): "object (\(object.members.count) members)"
    case .file(let file): "file (\(file.byteCount) bytes)"
    }
  }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// A mirror without children, so that `dump` and debuggers show no value.
  public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .enum) }
}

extension DraftObject: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The number of members, never names or values.
  public var description: String { "object (\(members.count) members)" }
  /// The same as ``description``.
  public var debugDescription: String { description }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

extension DraftObject.Member: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// Kind and size of the value.
  public var description: String { value.description }
  /// The same as ``description``.
  public var debugDescription: String { description }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

extension DraftFile: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The size, never the name.
  public var description: String { "file (\(byteCount) bytes)" }
  /// The same as ``description``.
  public var debugDescription: String { description }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
