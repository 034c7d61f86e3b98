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
    /// Paths the field had in earlier versions of the form: what stood there moves here.
    ///
    /// Only for drafts of a form that did not have this field, or in which another field takes what
    /// stands here; <doc:WhenTheFormChanges> has the rules.
    public var formerly: [FieldPath]
    /// For a list of objects: where an item keeps its identity, relative to the item.
    ///
    /// Used while it is there, scalar and unique in the list: marks and members of items follow
    /// it.
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
    /// Ids the step had in earlier versions of the form.
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
}
