/// Where a person is in a form: what a session knows beside the form's value.
struct SessionPlace: Sendable {
  @ExactOptional var step: String?
  private var exactSkipped: [Exact] = []
  /// Focus and visits go with the items of lists, wherever those move.
  var focus: ItemPath?
  var touched: Set<ItemPath> = []

  var skippedSteps: [String] {
    get { exactSkipped.map(\.wrappedValue) }
    set { exactSkipped = newValue.map { Exact($0) } }
  }

  init(step: String? = nil) { _step = ExactOptional(wrappedValue: step) }

  /// The place a snapshot was taken at.
  init(of snapshot: DraftSnapshot, _ identities: ItemIdentities) {
    self.init(step: snapshot.step)
    skippedSteps = snapshot.skippedSteps
    var index = ItemIndex(snapshot.values, identities)
    focus = snapshot.focus.map { index.place(at: $0) }
    touched = Set(snapshot.touched.map { index.place(at: $0) })
  }

  /// Adds it to what a mapping read; what the form itself knows comes first.
  ///
  /// - Parameters:
  ///   - formHoldsSteps: the form knows step and skipped steps, also if it says none.
  ///   - identities: what tells the items of its lists apart; made only if something is in one.
  func complete(
    _ snapshot: inout DraftSnapshot, formHoldsSteps: Bool, _ identities: () -> ItemIdentities
  ) {
    if !formHoldsSteps {
      snapshot.step = snapshot.step ?? step
      if snapshot.skippedSteps.isEmpty { snapshot.skippedSteps = skippedSteps }
    }
    let isInItem = focus?.isInItem == true || touched.contains(where: \.isInItem)
    var index = ItemIndex(snapshot.values, isInItem ? identities() : ItemIdentities([:]))
    snapshot.focus = snapshot.focus ?? focus.flatMap { index.path(of: $0) }
    for place in touched {
      if let path = index.path(of: place) { snapshot.touched.insert(path) }
    }
  }
}
