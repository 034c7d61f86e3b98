/// How a form in Swift becomes a snapshot, and a snapshot a form.
///
/// A mapping is a value: a ``schema``, a way to read a form and a way to fill one. Most are lists
/// of parts; see ``DraftForm`` for the shortest. What cannot be said in parts is said with two
/// closures, ``init(_:capture:populate:)``; a form without a Swift type is a ``DraftSnapshot``,
/// ``init(_:)``.
///
/// A mistake in the list (two fields of one name, an empty name) does not stop the program: it is
/// what ``check()`` throws, and with it the first save, restore or session that uses the mapping.
public struct DraftMapping<Form>: Sendable {
  /// What the form consists of.
  public internal(set) var schema: DraftSchema
  /// What becomes of drafts of earlier versions of the form, for each restore.
  public var upgrades: [DraftUpgrade] = []
  /// How long a draft lives after its last save; for ever unless said.
  public var expiresAfter: Duration?
  /// Whether a field needs the main actor: its key path or its coding belongs to it.
  ///
  /// Reading and filling a form is then a programmer's error anywhere else, and stops the program.
  public package(set) var isMainActorOnly = false
  /// Whether step and skipped steps are a part of the form: snapshots tell them, and populating a
  /// form sets them.
  ///
  /// A session then has none of its own. Not unless said, except for a form that is a snapshot.
  public var holdsSteps = false

  /// The parts, for a form that is a part of another; nil for a mapping of closures.
  let entries: [Entry]?
  let capture: @Sendable (Form) -> DraftSnapshot
  /// The secrets a form holds, for a save.
  let secrets: @Sendable (Form) -> [Redaction.Other]
  let fill: @Sendable (DraftSnapshot, inout Form) -> [FieldPath: DraftError]
  let keyPaths: KeyPathTable<Form>
  var marks: (@Sendable (Form) -> [FieldPath: DraftMarks])?
  /// Makes another of a form that is a class.
  var copy: (@MainActor (Form) -> Form)?
  let fault: DraftError?

  /// A mapping of two closures, for what no list of fields describes.
  ///
  /// - Parameters:
  ///   - schema: what the form consists of.
  ///   - capture: reads a form; secrets are better left out, and are taken out by each save.
  ///   - populate: fills a form with the values of a snapshot, and says which could not be used.
  public init(
    _ schema: DraftSchema, capture: @escaping @Sendable (Form) -> DraftSnapshot,
    populate: @escaping @Sendable (DraftSnapshot, inout Form) -> [FieldPath: DraftError]
  ) {
    self.schema = schema
    self.capture = capture
    secrets = { _ in [] }
    fill = populate
    entries = nil
    keyPaths = KeyPathTable([])
    fault = nil
  }

  /// A mapping for a form without a type of its own: its state is a snapshot.
  ///
  /// A snapshot is taken as it is, marks and step included, and takes the place of another whole.
  ///
  /// - Parameter schema: what the form consists of.
  public init(_ schema: DraftSchema) where Form == DraftSnapshot {
    self.init(schema) {
      $0
    } populate: { snapshot, form in
      form = snapshot
      return [:]
    }
    holdsSteps = true
  }

  /// The state of a form: its values, and what the closure of ``marking(_:)`` says of them.
  ///
  /// Secrets are not in it. A value that
  /// cannot be encoded takes the place of no other: a save reports it as
  /// ``SaveReceipt/unsaved`` and keeps what was stored.
  ///
  /// - Parameter form: the form; on the main actor if ``isMainActorOnly``.
  /// - Returns: a snapshot without focus, which is the session's, as is the step unless
  ///   ``holdsSteps``.
  public func snapshot(of form: Form) -> DraftSnapshot {
    if isMainActorOnly { MainActor.preconditionIsolated("This form belongs to the main actor.") }
    var snapshot = capture(form)
    for (path, marks) in marks?(form) ?? [:] {
      if marks.contains(.touched) { snapshot.touched.insert(path) }
      if marks.contains(.dirty) { snapshot.dirty.insert(path) }
    }
    return snapshot
  }

  /// What the form holds in fields that are secrets; handed to each save, which withholds what
  /// repeats one of them elsewhere, and drops it.
  func secretValues(of form: Form) -> [Redaction.Other] {
    if isMainActorOnly { MainActor.preconditionIsolated("This form belongs to the main actor.") }
    return secrets(form)
  }

  /// Fills a form with the values of a snapshot, field by field.
  ///
  /// A field without a value, a secret, and a field whose value cannot be decoded keep what the
  /// form has; `null` is a value, and makes an optional nil. Marks and steps are for the caller.
  ///
  /// - Parameters:
  ///   - form: the form; on the main actor if ``isMainActorOnly``.
  ///   - snapshot: what a restore gave.
  /// - Returns: for each field whose value could not be used, why; ``DraftError/Code/invalidValue``
  ///   with path and type.
  @discardableResult
  public func populate(
    _ form: inout Form, from snapshot: DraftSnapshot
  ) -> [FieldPath: DraftError] {
    if isMainActorOnly { MainActor.preconditionIsolated("This form belongs to the main actor.") }
    return fill(snapshot, &form)
  }

  /// The field that a key path leads to; nil for one that is not in the list, and for those inside
  /// list items.
  ///
  /// - Parameter keyPath: from the form, through scopes: `\.address.city`.
  public func path(of keyPath: PartialKeyPath<Form>) -> FieldPath? { keyPaths.path(of: keyPath) }

  /// The key path of a field; nil for one that is not in the list.
  ///
  /// - Parameter path: where the field stands, as ``path(of:)`` gives it.
  public func keyPath(of path: FieldPath) -> PartialKeyPath<Form>? { keyPaths.keyPath(of: path) }

  /// Refuses a mapping that could not keep a draft; called by everything that uses one.
  ///
  /// - Throws: ``DraftError/Code/invalidSchema``, naming the place: two fields of one name, an
  ///   empty name, a name that only tells a position (`field_0`), and what
  ///   ``DraftSchema/check()`` refuses.
  public func check() throws(DraftError) {
    if let fault { throw fault }
    if entries == nil { try schema.check() }
  }
}

/// What a person did with a field.
public struct DraftMarks: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: UInt8
  /// Marks by their bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// The person visited the field.
  public static let touched = Self(rawValue: 1)
  /// The person changed the field.
  public static let dirty = Self(rawValue: 2)
}
