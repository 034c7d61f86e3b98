extension DraftSession {
  /// The id of the step the person is on.
  ///
  /// Where ``DraftMapping/holdsSteps`` it is the form's own, also for writing, and costs reading the
  /// whole form.
  public var step: String? {
    get { mapping.holdsSteps ? mapping.snapshot(of: form).step : readPlace().step }
    set {
      if mapping.holdsSteps {
        changeForm { $0.step = newValue }
      } else {
        changePlace { $0.step = newValue }
      }
    }
  }

  /// The ids of the steps the person passed over; the form's own as ``step``.
  public var skippedSteps: [String] {
    get { mapping.holdsSteps ? mapping.snapshot(of: form).skippedSteps : readPlace().skippedSteps }
    set {
      if mapping.holdsSteps {
        changeForm { $0.skippedSteps = newValue }
      } else {
        changePlace { $0.skippedSteps = newValue }
      }
    }
  }

  /// The field that has the focus; saved with the draft, and a suggestion at restore.
  ///
  /// Inside the item of a list it goes with the item, and costs reading the whole form.
  public var focus: FieldPath? {
    get { readPlace().focus.flatMap { paths(of: CollectionOfOne($0)).first } }
    set {
      let focus = newValue.map { itemPath($0) }
      changePlace { $0.focus = focus }
    }
  }

  /// The fields the person visited.
  ///
  /// Those inside the items of a list go with the items; if there are any, the whole form is read.
  public var touched: Set<FieldPath> { Set(paths(of: readPlace().touched)) }

  /// Notes that the person visited a field.
  ///
  /// - Parameter path: where the field stands; one inside the item of a list goes with that item,
  ///   wherever it is moved, and costs reading the whole form.
  public func touch(_ path: FieldPath) {
    let mark = itemPath(path)
    guard !place.touched.contains(mark) else { return }
    changePlace { $0.touched.insert(mark) }
  }

  /// Notes that the person visited a field; one the mapping does not list is not noted.
  ///
  /// - Parameter keyPath: the field, as the mapping lists it.
  public func touch(_ keyPath: PartialKeyPath<Form>) {
    if let path = mapping.path(of: keyPath) { touch(path) }
  }

  /// The fields whose values differ from those the form began with; what the mapping says instead,
  /// if it marks fields.
  ///
  /// Reads the whole form.
  public var dirty: Set<FieldPath> {
    signals.read(\.form)
    signals.read(\.state)
    return capture().dirty
  }

  /// Reads the form only for a path that can lead into an item.
  private func itemPath(_ path: FieldPath) -> ItemPath {
    guard ItemPath.mayBeInItem(path) else { return .path(path) }
    var index = ItemIndex(capture().values, identities)
    return index.place(at: path)
  }

  /// Where places stand in the form as it is now, of those that are there; reads it only if one is
  /// in an item.
  private func paths(of places: some Collection<ItemPath>) -> [FieldPath] {
    let isInItem = places.contains(where: \.isInItem)
    if isInItem { signals.read(\.form) }
    var index =
      isInItem
      ? ItemIndex(capture().values, identities) : ItemIndex([:], ItemIdentities([:]))
    return places.compactMap { index.path(of: $0) }
  }

  private func readPlace() -> SessionPlace {
    signals.read(\.place)
    return place
  }

  /// Changes what the form itself holds beside its values.
  private func changeForm(_ change: (inout DraftSnapshot) -> Void) {
    var snapshot = mapping.snapshot(of: form)
    change(&snapshot)
    mapping.populate(&form, from: snapshot)
  }

  private func changePlace(_ change: (inout SessionPlace) -> Void) {
    signals.willChange(\.place)
    change(&place)
    signals.didChange(\.place)
    noteEdit()
  }

  /// Takes the form's value from somebody who holds it; nil says that it was submitted.
  ///
  /// For a form that reports its changes by a callback: `onSnapshotChange: session.update`. Nil ends
  /// the draft as submitted; before the restore question is answered it says nothing. What another
  /// window saved to the draft since stays, and what is edited afterwards begins another draft.
  ///
  /// - Parameter form: the form as it is now; nil after it was submitted.
  public func update(_ form: Form?) {
    if let form {
      self.form = form
    } else if isAnswered, state.ending == nil {
      // What is edited from here on was not submitted.
      let sent = capture()
      Task { await self.endAsSubmitted(sent) }
    }
  }

  /// An edit: marks the form as changed and moves the deadline.
  func noteEdit(at time: Duration? = nil) {
    schedule.edited(at: time ?? timer.now)
    guard mayWrite else { return }
    showEditing()
    armAutosave()
  }

  /// A failure stays in sight until a save succeeds, a save until it is done.
  private func showEditing() {
    switch status {
    case .idle, .saved: state = .editing
    default: break
    }
  }

  /// Whether anything is saved: the restore question is answered, and there is a draft for it.
  var mayWrite: Bool {
    guard isAnswered else { return false }
    switch status {
    case .idle, .editing, .saving, .saved, .failed, .inDoubt: return true
    case .conflict, .submitting: return fork != nil
    case .opening, .asking, .closed: return false
    }
  }
}
