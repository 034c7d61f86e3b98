/// The state of one form at one moment.
///
/// ```swift
/// var snapshot = DraftSnapshot(values: ["name": "Ana"], step: "contact")
/// snapshot.touched = ["name"]
/// ```
public struct DraftSnapshot: Sendable, Hashable {
  @ExactOptional private var exactStep: String?
  private var exactSkipped: [Exact]

  /// The answers, in the form's order.
  ///
  /// What is missing here has no answer; `null` is one. Secrets may be in it: a save takes them
  /// out before anything else sees them.
  public var values: DraftObject
  /// The fields the person visited; a field may be here without an answer.
  public var touched: Set<FieldPath>
  /// The fields the person changed; kept as given, never computed.
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
  ///
  /// - Parameters:
  ///   - values: the answers; none unless said.
  ///   - touched: the fields the person visited.
  ///   - dirty: the fields the person changed.
  ///   - step: the id of the step the person is on; nil for a form on one page.
  ///   - skippedSteps: the ids of the steps the person passed over.
  ///   - focus: the field that has the focus.
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
