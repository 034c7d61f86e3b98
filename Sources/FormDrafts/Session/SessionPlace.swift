/// Where a person is in a form: what a session knows beside the form's value.
struct SessionPlace: Sendable {
  @ExactOptional var step: String?
  private var exactSkipped: [Exact] = []
  var focus: FieldPath?
  var touched: Set<FieldPath> = []

  var skippedSteps: [String] {
    get { exactSkipped.map(\.wrappedValue) }
    set { exactSkipped = newValue.map { Exact($0) } }
  }

  init(step: String? = nil) { _step = ExactOptional(wrappedValue: step) }

  /// The place a snapshot was taken at.
  init(of snapshot: DraftSnapshot) {
    self.init(step: snapshot.step)
    skippedSteps = snapshot.skippedSteps
    focus = snapshot.focus
    touched = snapshot.touched
  }

  /// Adds it to what a mapping read; what the form itself knows comes first.
  ///
  /// - Parameter formHoldsSteps: the form knows step and skipped steps, also if it says none.
  func complete(_ snapshot: inout DraftSnapshot, formHoldsSteps: Bool) {
    if !formHoldsSteps {
      snapshot.step = snapshot.step ?? step
      if snapshot.skippedSteps.isEmpty { snapshot.skippedSteps = skippedSteps }
    }
    snapshot.focus = snapshot.focus ?? focus
    snapshot.touched.formUnion(touched)
  }
}
