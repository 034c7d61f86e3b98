/// The state of one form at one moment.
///
/// ```swift
/// var snapshot = DraftSnapshot(values: ["name": "Ana"], step: "contact")
/// snapshot.touched = ["name"]
/// ```
public struct DraftSnapshot: Sendable, Hashable {
  @ExactOptional private var exactStep: String?
  private var exactSkipped: [Exact]

  /// The answers, in the form's order. What is missing here has no answer; `null` is one.
  public var values: DraftObject
  /// The fields the person visited.
  public var touched: Set<FieldPath>
  /// The fields the person changed.
  public var dirty: Set<FieldPath>
  /// The id of the step the person is on.
  public var step: String? {
    get { exactStep }
    set { exactStep = newValue }
  }
  /// The ids of the steps the person passed over.
  public var skippedSteps: [String] {
    get { exactSkipped.map(\.wrappedValue) }
    set { exactSkipped = newValue.map { Exact($0) } }
  }
  /// The field that had the focus; a suggestion at restore.
  public var focus: FieldPath?

  /// A snapshot of a form.
  public init(
    values: DraftObject = [:], touched: Set<FieldPath> = [], dirty: Set<FieldPath> = [],
    step: String? = nil, skippedSteps: [String] = [], focus: FieldPath? = nil
  ) {
    self.values = values
    self.touched = touched
    self.dirty = dirty
    _exactStep = ExactOptional(wrappedValue: step)
    exactSkipped = skippedSteps.map { Exact($0) }
    self.focus = focus
  }
}

extension DraftSnapshot: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Sizes, never values.
  public var description: String {
    "snapshot (\(values.members.count) values, \(touched.count) touched, \(dirty.count) dirty)"
  }
  /// The same as ``description``.
  public var debugDescription: String { description }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
