/// A digest of what a stored answer depends on: `f1:` and 64 hex digits.
///
/// Two schemas with one fingerprint take each other's drafts as they are. See
/// ``DraftSchema/fingerprint`` for what it covers.
public struct Fingerprint: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// `f1:` and the lower-case hex of SHA-256.
  public let rawValue: String

  /// A fingerprint as it was written; nil if the text is none of this version.
  public init?(rawValue: String) {
    let bytes = rawValue.utf8
    guard bytes.count == 67, bytes.starts(with: Self.prefix.utf8) else { return nil }
    guard bytes.dropFirst(3).allSatisfy(Hexadecimal.isLowerDigit) else { return nil }
    self.rawValue = rawValue
  }

  init(of canonical: [UInt8]) { rawValue = Self.prefix + SHA256.hex(of: canonical) }

  /// The same as ``rawValue``.
  public var description: String { rawValue }

  private static let prefix = "f1:"
}

extension DraftSchema {
  /// A digest of what a stored answer depends on.
  ///
  /// It covers the fields (path, type, one or many, the values of closed choices, whether answers
  /// are stored) and the steps (ids, their order, skippable). Form id, version, titles and labels,
  /// required, defaults, former names, the order of fields and of choices, the identity of list
  /// items and the app's own list of secrets do not change it.
  ///
  /// Computed anew at each call, in the time of a sort; keep it where it is needed often.
  public var fingerprint: Fingerprint { Fingerprint(of: canonicalForm) }

  /// The bytes that ``fingerprint`` is the SHA-256 of: JSON without white space, in UTF-8.
  ///
  /// ```json
  /// {"fields":[{"many":false,"options":["a","b"],"path":"/plan","retention":"kept","type":"choice"},
  /// {"many":false,"path":"/pw","retention":"secret","type":"text"}],
  /// "steps":[{"id":"one","skippable":false}]}
  /// ```
  ///
  /// (in one line). Exactly:
  /// - `fields` by the bytes of their paths, `steps` in the form's order, members in the order
  ///   shown. Both lists always stand there.
  /// - `path` is the pointer; `type` the words of ``ValueType``, and a list that is written as a
  ///   type (`list of text`) is `many` of its element.
  /// - `retention` is `kept`, `secret` or `transient`: what field, content kind and the rules for
  ///   names make of it (``Field/effectiveRetention``), inside a secret field `secret`; the app's
  ///   own list is left out.
  /// - `options` stands there only for closed choices of a field that is not secret: the values,
  ///   each once, in the order of their JSON's bytes; members of an object in the order of their
  ///   names' bytes. Numbers keep their characters.
  /// - Strings are escaped as RFC 8259 demands and no further: `\"`, `\\`, `\b`, `\f`, `\n`, `\r`,
  ///   `\t`, `\u00xx` for the other C0 controls in lower case.
  package var canonicalForm: [UInt8] {
    var bare = self
    bare.overrides = SecretOverrides()
    let index = SchemaIndex(bare)
    var writer = JSONWriter()
    writer.write("{\"fields\":[")
    for (position, field) in fields.sorted(by: { $0.path < $1.path }).enumerated() {
      if position > 0 { writer.write(",") }
      writer.write(canonical: field, retention: index.retention(at: field.path))
    }
    writer.write("],\"steps\":[")
    for (position, step) in steps.enumerated() {
      writer.write(position > 0 ? ",{\"id\":" : "{\"id\":")
      writer.write(text: step.id)
      writer.write(",\"skippable\":\(step.isSkippable)}")
    }
    writer.write("]}")
    return writer.bytes
  }
}

extension DraftSchema.Field {
  /// The type of one value and whether the answer is a list; `.list` is never outermost.
  package var cardinality: (type: DraftSchema.ValueType, isMany: Bool) {
    if !isMany, case .list(let element) = type { return (element, true) }
    return (type, isMany)
  }
}

extension JSONWriter {
  fileprivate mutating func write(
    canonical field: DraftSchema.Field, retention: DraftSchema.Retention
  ) {
    let (type, isMany) = field.cardinality
    write("{\"many\":\(isMany)")
    if let options = field.options, options.isClosed, retention != .secret {
      write(",\"options\":[")
      for (position, text) in Self.canonical(options).enumerated() {
        if position > 0 { write(",") }
        bytes.append(contentsOf: text)
      }
      write("]")
    }
    write(",\"path\":")
    write(text: field.path.pointer)
    write(",\"retention\":\"\(retention.rawValue)\",\"type\":\"\(type)\"}")
  }

  private static func canonical(_ options: DraftSchema.Options) -> [[UInt8]] {
    let texts = options.items.map { option in
      var bytes: [UInt8] = []
      sorted(option.value).appendJSON(to: &bytes)
      return bytes
    }
    var result: [[UInt8]] = []
    for text in texts.sorted(by: { $0.lexicographicallyPrecedes($1) }) where text != result.last {
      result.append(text)
    }
    return result
  }

  private static func sorted(_ value: DraftValue) -> DraftValue {
    switch value {
    case .list(let items): .list(items.map(sorted))
    case .object(let object):
      .object(
        DraftObject(
          object.members.map { DraftObject.Member($0.name, sorted($0.value)) }
            .sorted { Exact($0.name) < Exact($1.name) }))
    default: value
    }
  }
}
