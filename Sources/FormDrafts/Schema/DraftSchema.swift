/// What a form consists of: its fields, their types and its steps.
///
/// The schema a draft was saved under is its *writer's schema*; the form as it is now is the
/// *reader's schema* (terms of Avro's schema resolution). Whether a draft still fits is decided by
/// the ``fingerprint``; the version informs people. `FormDraftsFormats` makes schemas of form
/// definitions; `docs/SCHEMA.md` has the native JSON form.
///
/// ```swift
/// let schema = DraftSchema(
///   "signup",
///   fields: [
///     .init("name", .text),
///     .init("age", .integer),
///     .init("password", .text),  // a secret by its name
///   ])
/// ```
public struct DraftSchema: Sendable, Hashable {
  @Exact private var exactID: String
  @ExactOptional private var exactVersion: String?
  @ExactOptional private var exactTitle: String?

  /// The form's id.
  public var id: String {
    get { exactID }
    set { exactID = newValue }
  }
  /// The form's version, if it has one; compared with nothing, shown to people.
  public var version: String? {
    get { exactVersion }
    set { exactVersion = newValue }
  }
  /// The form's title for people.
  public var title: String? {
    get { exactTitle }
    set { exactTitle = newValue }
  }
  /// The fields, in the form's order.
  public var fields: [Field]
  /// The steps, in the form's order; empty for a form on one page.
  public var steps: [Step]
  /// Paths that are secret, or not, whatever fields and name rules say.
  public var overrides: SecretOverrides

  /// A schema of fields and steps.
  ///
  /// - Parameters:
  ///   - id: the form's id.
  ///   - version: the form's version, if it has one.
  ///   - title: the form's title for people.
  ///   - fields: the fields in the form's order; a path stands once.
  ///   - steps: the steps in the form's order.
  ///   - overrides: paths that are secret, or not, whatever the rules say.
  public init(
    _ id: String, version: String? = nil, title: String? = nil, fields: [Field],
    steps: [Step] = [], overrides: SecretOverrides = .init()
  ) {
    _exactID = Exact(id)
    _exactVersion = ExactOptional(wrappedValue: version)
    _exactTitle = ExactOptional(wrappedValue: title)
    self.fields = fields
    self.steps = steps
    self.overrides = overrides
  }
}

extension DraftSchema {
  /// One field of a form.
  public struct Field: Sendable, Hashable {
    @ExactOptional private var exactLabel: String?
    @ExactOptional private var exactStep: String?

    /// Where the field stands.
    public var path: FieldPath
    /// The type of one value; ``isMany`` says whether the answer is a list of them.
    public var type: ValueType
    /// Whether the answer is a list of values of ``type``.
    public var isMany: Bool
    /// Whether the form asks for an answer; never decides whether one is kept.
    public var isRequired: Bool
    /// Whether answers are stored, as it was declared; see ``effectiveRetention``.
    public var retention: Retention
    /// What the text is, where that makes it a secret.
    public var contentKind: ContentKind?
    /// The choices, if the field has some.
    public var options: Options?
    /// Paths the field had in earlier versions of the form; kept, not used by this release.
    public var formerly: [FieldPath]
    /// For a list of objects: where an item keeps its identity, relative to the item; kept, not
    /// used by this release.
    public var identity: FieldPath?
    /// The value an unanswered field has; for the app, a restore fills nothing in.
    public var defaultValue: DraftValue?
    /// The label for people.
    public var label: String? {
      get { exactLabel }
      set { exactLabel = newValue }
    }
    /// The id of the step the field stands on.
    public var step: String? {
      get { exactStep }
      set { exactStep = newValue }
    }

    /// A field.
    ///
    /// - Parameters:
    ///   - path: where the field stands; a string without a leading `/` is one name.
    ///   - type: the type of one value. `.list(of)` is read as `isMany` of its element.
    ///   - isMany: whether the answer is a list of such values.
    ///   - isRequired: whether the form asks for an answer.
    ///   - retention: whether answers are stored; by the rules for names unless said.
    ///   - contentKind: what the text is, where that makes it a secret.
    ///   - options: the choices.
    ///   - formerly: paths the field had in earlier versions.
    ///   - identity: where an item of a list keeps its identity.
    ///   - defaultValue: the value an unanswered field has.
    ///   - label: the label for people.
    ///   - step: the id of the step the field stands on.
    public init(
      _ path: FieldPath, _ type: ValueType, isMany: Bool = false, isRequired: Bool = false,
      retention: Retention = .automatic, contentKind: ContentKind? = nil,
      options: Options? = nil, formerly: [FieldPath] = [], identity: FieldPath? = nil,
      defaultValue: DraftValue? = nil, label: String? = nil, step: String? = nil
    ) {
      self.path = path
      if case .list(let element) = type, !isMany {
        self.type = element
        self.isMany = true
      } else {
        self.type = type
        self.isMany = isMany
      }
      self.isRequired = isRequired
      self.retention = retention
      self.contentKind = contentKind
      self.options = options
      self.formerly = formerly
      self.identity = identity
      self.defaultValue = defaultValue
      _exactLabel = ExactOptional(wrappedValue: label)
      _exactStep = ExactOptional(wrappedValue: step)
    }
  }

  /// One step (page) of a form.
  public struct Step: Sendable, Hashable {
    @Exact private var exactID: String
    @ExactOptional private var exactTitle: String?
    private var exactFormerly: [Exact]

    /// The step's id.
    public var id: String { exactID }
    /// The step's title for people.
    public var title: String? { exactTitle }
    /// Whether a person may pass it over.
    public var isSkippable: Bool
    /// Ids the step had in earlier versions of the form; kept, not used by this release.
    public var formerly: [String] { exactFormerly.map(\.wrappedValue) }

    /// A step.
    ///
    /// - Parameters:
    ///   - id: the step's id.
    ///   - title: the title for people.
    ///   - isSkippable: whether a person may pass it over; not unless said.
    ///   - formerly: ids it had in earlier versions.
    public init(
      _ id: String, title: String? = nil, isSkippable: Bool = false, formerly: [String] = []
    ) {
      _exactID = Exact(id)
      _exactTitle = ExactOptional(wrappedValue: title)
      self.isSkippable = isSkippable
      exactFormerly = formerly.map { Exact($0) }
    }
  }

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
