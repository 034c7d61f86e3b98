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
