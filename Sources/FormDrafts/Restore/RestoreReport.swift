/// What fits the form as it is now, field by field; words for people hold no answer.
public struct RestoreReport: Sendable {
  /// What became of a field.
  public enum Outcome: String, Sendable, Hashable, CaseIterable {
    /// Same name, same type.
    case kept
    /// Stands elsewhere now, by ``DraftSchema/Field/formerly`` or an upgrade; ``Entry/from`` says
    /// where it stood.
    case moved
    /// Has another type now, without loss.
    case converted
    /// Neither schema declares it; kept as it is.
    case undeclared
    /// Kept, and none of the closed choices the form has now; ``Entry/items`` says which of a list.
    case invalidOption
    /// New in the form; it takes its default.
    case added
    /// The form asks for an answer it did not ask for before, and there is none.
    case newlyRequired
    /// A secret: never stored, or stored before it became one and not handed out.
    case withheld
    /// Stored, and without a place in the form: gone, of another type, or claimed twice.
    ///
    /// Kept with the draft, and back when the field is back.
    case orphaned
    /// The copy of a picked file is gone or changed.
    case fileMissing
    /// Its checksum does not hold; the value is not handed out.
    case damaged
  }

  /// What became of one field.
  public struct Entry: Sendable, Hashable {
    /// Where the field stands.
    public let path: FieldPath
    /// What became of it.
    public let outcome: Outcome
    /// Where it stood before, if somewhere else.
    public let from: FieldPath?
    /// Why, for people; never a value.
    public let why: String?
    /// The type the answer was saved under, in words; nil if nobody declared one.
    public var was: String? { before?.description }
    /// The type the form has for it now, in words; nil if it has none.
    public var `is`: String? { present?.description }
    /// Whether the app, or a person, has to decide something.
    public let needsDecision: Bool
    /// For a list with choices that are gone: which items.
    public let items: [Int]
    let before: ValueShape?
    let present: ValueShape?

    init(
      _ path: FieldPath, _ outcome: Outcome, from: FieldPath? = nil, why: String? = nil,
      was before: ValueShape? = nil, is present: ValueShape? = nil, needsDecision: Bool = false,
      items: [Int] = []
    ) {
      self.path = path
      self.outcome = outcome
      self.from = from
      self.why = why
      self.before = before
      self.present = present
      self.needsDecision = needsDecision
      self.items = items
    }
  }

  /// One thing that needs a decision, in words.
  public struct Mismatch: Sendable, Hashable {
    /// What it is about.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// The draft is of another form.
      case wrongForm
      /// The draft is of a newer form.
      case newerForm
      /// Too little of the draft fits.
      case belowFloor
      /// An upgrade failed; the draft is as it was.
      case upgradeFailed
      /// The record changed since the draft was begun.
      case baselineChanged
      /// The step the person was on is gone.
      case stepGone
      /// An answer has no place.
      case orphaned
      /// The copy of a file is gone or changed.
      case fileMissing
      /// Something stored cannot be read.
      case damaged

      /// Whether even ``RestorePolicy/salvage`` leaves it to the app.
      var isAboutWhole: Bool {
        switch self {
        case .wrongForm, .newerForm, .belowFloor, .upgradeFailed: true
        default: false
        }
      }
    }

    /// What it is about.
    public let kind: Kind
    /// The field, if it is about one.
    public let path: FieldPath?
    /// What does not fit, for people; never a value.
    public let description: String
  }

  /// Where the person is, if not where they were.
  public struct StepChange: Sendable, Hashable {
    /// The step the draft was saved on.
    public let was: String
    /// The step to go on with; nil if the form has no steps.
    public let `is`: String?
    /// Why, for people.
    public let why: String
  }

  /// What is to be answered on one step.
  public struct StepEntry: Sendable, Hashable {
    /// The step's id.
    public let id: String
    /// Fields the form asks for that have no answer.
    public internal(set) var missing: [FieldPath] = []
    /// Those of them the form did not ask for before.
    public internal(set) var newlyRequired: [FieldPath] = []
    /// Secrets and files to be entered again.
    public internal(set) var reentry: [FieldPath] = []
  }

  private var answers: ReportedAnswers

  /// A report that says nothing.
  package init() { self.init(Content()) }

  init(_ content: Content) { answers = ReportedAnswers(content) }

  /// The report of a draft that fits wholly.
  init(whole snapshot: DraftSnapshot, of schema: StoredSchema) {
    answers = ReportedAnswers(whole: snapshot, of: schema)
  }

  /// One entry for each stored value, then for each secret, then for each field that is new or
  /// newly required.
  ///
  /// A value is what stands in one row: anything that is not an object with members. What differs
  /// inside a list has an entry of its own, with the place of the item in its path.
  public var fields: [Entry] { account.fields }
  /// What needs a decision; empty exactly if the draft fits.
  public var mismatches: [Mismatch] { answers.content.mismatches }
  /// What to ask for again: the form's secrets, which are never stored, then files whose copy is gone
  /// or changed.
  public var reentry: [FieldPath] { answers.content.reentry }
  /// The steps, in the form's order, on which something is to be answered.
  public var steps: [StepEntry] { account.steps }
  /// Where the person is, if not where they were; nil if nothing changed.
  public var step: StepChange? { answers.content.step }
  /// Skipped steps the form does not have any more, or does not let anybody skip.
  public var droppedSteps: [String] { answers.content.droppedSteps }
  /// How the record differs from the one the draft was begun on; nil if nobody asked or it is the
  /// same.
  public var record: RecordChange? { answers.content.record }

  var account: Account { answers.account }
  /// All of it, to be changed.
  var content: Content {
    var content = answers.content
    content.account = answers.account
    return content
  }
  /// Whether it says of each field only when somebody asks.
  var isLate: Bool { answers.isLate }

  /// Where stored answers stand that have no place in the form.
  public var orphans: [FieldPath] { fields.filter { $0.outcome == .orphaned }.map(\.path) }

  /// What became of a field; nil if nothing is stored for it and nothing is new.
  public subscript(path: FieldPath) -> Entry? { fields.first { $0.path == path } }
}

extension RestoreReport: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Counts, never values.
  public var description: String {
    "report (\(fields.count) fields, \(mismatches.count) need a decision)"
  }
  /// The same as ``description``.
  public var debugDescription: String { description }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
