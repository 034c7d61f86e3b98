extension DraftSchema {
  /// The type of a value, apart from the widget that asks for it.
  public indirect enum ValueType: Sendable, Hashable {
    /// Text of any kind.
    case text
    /// A whole number.
    case integer
    /// A number.
    case decimal
    /// `true` or `false`.
    case boolean
    /// A calendar date, as text.
    case date
    /// A time of day, as text.
    case time
    /// A date with a time, as text.
    case dateTime
    /// One of several values.
    case choice
    /// A picked file, as a ``DraftFile``: what the form knows of it, never its bytes.
    case file
    /// Raw bytes.
    case bytes
    /// An object with members of its own.
    case object
    /// A list inside a list; a plain list is ``Field/isMany``.
    case list(ValueType)
    /// An object whose member names are data.
    case map(ValueType)
    /// Anything.
    case any
  }

  /// Whether answers of a field are stored.
  public enum Retention: String, Sendable, Hashable, CaseIterable {
    /// Kept, unless the content kind or the rules for names make it a secret.
    case automatic
    /// Kept, whatever its name is.
    case kept
    /// Never stored; asked for again.
    case secret
    /// Never stored and not asked for again: nonces, session ids.
    case transient
  }

  /// What a text is, where that makes it a secret.
  public enum ContentKind: String, Sendable, Hashable, CaseIterable {
    /// A password.
    case password
    /// A code that is good once.
    case oneTimeCode
    /// The number of a payment card.
    case cardNumber
    /// The security code of a payment card.
    case securityCode
  }

  /// The choices of a field.
  public struct Options: Sendable, Hashable {
    /// One choice.
    public struct Option: Sendable, Hashable {
      @ExactOptional private var exactLabel: String?
      /// The value that is stored.
      public var value: DraftValue
      /// The words for people.
      public var label: String? { exactLabel }

      /// A choice.
      public init(_ value: DraftValue, label: String? = nil) {
        self.value = value
        _exactLabel = ExactOptional(wrappedValue: label)
      }
    }

    /// The choices, in order.
    public var items: [Option]
    /// Whether no other value is possible.
    ///
    /// Only closed choices are compared at restore, and only with each other: that a choice is
    /// gone is a mismatch, whether or not it was the answer.
    public var isClosed: Bool

    /// Choices; closed unless said.
    public init(_ items: [Option], isClosed: Bool = true) {
      self.items = items
      self.isClosed = isClosed
    }
  }

  /// The app's own list: paths that are secret, or not, whatever fields and name rules say.
  ///
  /// A path holds for all that stands inside. Where both lists speak, the secret wins.
  public struct SecretOverrides: Sendable, Hashable {
    /// Paths that are secrets.
    public var secret: [FieldPath]
    /// Paths that are not, although a rule would say so.
    public var notSecret: [FieldPath]

    /// An app's own list.
    public init(secret: [FieldPath] = [], notSecret: [FieldPath] = []) {
      self.secret = secret
      self.notSecret = notSecret
    }
  }
}

extension DraftSchema.ValueType: CustomStringConvertible {
  /// The type in words: `text`, `list of text`, `map of any`.
  public var description: String {
    switch self {
    case .text: "text"
    case .integer: "integer"
    case .decimal: "decimal"
    case .boolean: "boolean"
    case .date: "date"
    case .time: "time"
    case .dateTime: "dateTime"
    case .choice: "choice"
    case .file: "file"
    case .bytes: "bytes"
    case .object: "object"
    case .any: "any"
    case .list(let element): "list of \(element)"
    case .map(let element): "map of \(element)"
    }
  }

  /// Reads the words of ``description``; nil for anything else, or more than 16 words deep.
  public init?(_ words: String) {
    self.init(words[...], depth: 16)
  }

  private init?(_ words: Substring, depth: Int) {
    guard depth > 0 else { return nil }
    for (prefix, isList) in [("list of ", true), ("map of ", false)]
    where words.hasPrefix(prefix) {
      guard let element = Self(words.dropFirst(prefix.count), depth: depth - 1) else {
        return nil
      }
      self = isList ? .list(element) : .map(element)
      return
    }
    let simple: [Self] = [
      .text, .integer, .decimal, .boolean, .date, .time, .dateTime, .choice, .file, .bytes,
      .object, .any,
    ]
    guard let match = simple.first(where: { $0.description == words }) else { return nil }
    self = match
  }
}
