/// What differs between two schemas of a form, and what that does to stored answers.
///
/// Pure: two schemas in, a list out, in an order that depends on nothing else: the form; its
/// fields in the new order; fields that are gone in the old order; secrets that only an app's own
/// list names; steps in the new order; steps that are gone. A field may have several changes.
/// Labels, titles, defaults, the order of fields and of choices are no changes.
///
/// Answers are followed as a restore follows them: by path, and where a field says
/// ``DraftSchema/Field/formerly`` from its former path, with all that stands inside. A former path
/// counts if the old schema has that place and as many `~*` in it as the field, and if the old
/// schema has neither the field's own path nor something inside it, or another field takes what
/// stands there. The longest former path wins; if two fields claim one old place, or two old places
/// would be one, neither answer has a place. The same holds backwards, when the old schema is the
/// later one, where the new one says nothing of the place.
///
/// ```swift
/// let diff = SchemaDiff(from: released, to: next)
/// for change in diff.changes where change.needsDecision { print(change.description) }
/// ```
///
/// The time is linear in the size of the schemas, sorting the steps excepted; ``suggestions`` have
/// a bound of their own.
public struct SchemaDiff: Sendable, Hashable {
  /// What differs.
  public let changes: [Change]
  /// Fields that were perhaps renamed, the surest first; never applied.
  ///
  /// A field that is gone and a new one of the same type and choices, whose labels or names are
  /// alike. Each field stands in one pair at most, and a pair inside another pair is left out.
  /// At most the first 200 fields that are gone are compared with the first 200 that are new, and
  /// of a name no more than the first 64 bytes.
  public let suggestions: [Suggestion]

  /// Whether nothing differs that this type looks at.
  ///
  /// Schemas that differ may still have one ``DraftSchema/fingerprint``, and then they take each
  /// other's drafts as they are.
  public var isEmpty: Bool { changes.isEmpty }

  /// Compares two schemas of a form.
  ///
  /// - Parameters:
  ///   - old: the schema drafts were saved under.
  ///   - new: the schema they are to fit.
  public init(from old: DraftSchema, to new: DraftSchema) {
    var fields = FieldDiff(from: SchemaSide(old), to: SchemaSide(new))
    fields.compare()
    changes = Self.formChanges(old, new) + fields.changes + StepDiff(from: old, to: new).changes
    suggestions = RenameSearch(gone: fields.gone, new: fields.added).suggestions
  }

  private static func formChanges(_ old: DraftSchema, _ new: DraftSchema) -> [Change] {
    var changes: [Change] = []
    if !old.id.isSameBytes(as: new.id) {
      changes.append(
        Change(
          .formChanged, was: old.id, is: new.id,
          "The form's id is another: a draft of the old one is a draft of another form."))
    }
    if ExactOptional(wrappedValue: old.version) != ExactOptional(wrappedValue: new.version) {
      changes.append(
        Change(
          .versionChanged, was: old.version, is: new.version,
          "The version is another; it informs people and decides nothing."))
    }
    return changes
  }
}

extension SchemaDiff {
  /// One thing that differs.
  public struct Change: Sendable, Hashable {
    @ExactOptional private var exactStep: String?
    @ExactOptional private var exactWas: String?
    @ExactOptional private var exactIs: String?
    @Exact private var exactDescription: String

    /// What kind of change it is.
    public let kind: Kind
    /// The field it is about, where it stands now, or stood if it is gone.
    public let path: FieldPath?
    /// Where the field stood, if somewhere else.
    public let from: FieldPath?
    /// What becomes of stored answers by this change alone; a type and one or many count as one.
    public let effect: Effect
    /// The step it is about; its id now, or the old one if it is gone.
    public var step: String? { exactStep }
    /// What it was, in words or as the form writes it; never something of a secret field.
    public var was: String? { exactWas }
    /// What it is now, in the same words.
    public var `is`: String? { exactIs }
    /// What changed and what that does, in sentences for people that are safe to print.
    public var description: String { exactDescription }

    /// Whether a draft may need a decision for it: in the worst case a restore is a mismatch.
    ///
    /// True if answers are orphaned or only some are converted, if a step is gone, and for another
    /// form.
    public var needsDecision: Bool {
      switch kind {
      case .formChanged, .stepRemoved: true
      default: effect == .orphaned || effect.which != nil
      }
    }

    init(
      _ kind: Kind, path: FieldPath? = nil, step: String? = nil, from: FieldPath? = nil,
      was: String? = nil, is now: String? = nil, effect: Effect = .none, _ description: String
    ) {
      self.kind = kind
      self.path = path
      self.from = from
      self.effect = effect
      _exactStep = ExactOptional(wrappedValue: step)
      _exactWas = ExactOptional(wrappedValue: was)
      _exactIs = ExactOptional(wrappedValue: now)
      let sentence = effect.sentence
      let words = description.hasSuffix(" ") ? String(description.dropLast()) : description
      _exactDescription = Exact(sentence.isEmpty ? words : "\(words) \(sentence)")
    }
  }

  /// A field that was perhaps renamed; nothing is done about it.
  public struct Suggestion: Sendable, Hashable {
    /// The field that is gone.
    public let from: FieldPath
    /// The new field that may be the same.
    public let to: FieldPath
    /// Why they may be one field, in a few words: `same label`.
    public let reason: String
  }
}

extension SchemaDiff.Change: CustomStringConvertible {}
