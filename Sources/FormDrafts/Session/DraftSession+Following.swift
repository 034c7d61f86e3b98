public import Observation

extension DraftSession {
  /// A session for a form that an observable object holds in one property.
  ///
  /// Changes are noticed by observation, whoever makes them. The object is held until
  /// ``DraftSession/close()``.
  ///
  /// - Parameters:
  ///   - holder: the object.
  ///   - keyPath: the property with the form's value.
  ///   - mapping: how the form is read and filled.
  ///   - store: where drafts are kept.
  ///   - owner: whose draft it is; without a default, so that sign-out finds it.
  ///   - record: what is edited; a new thing unless said.
  ///   - draft: a certain draft; nil for the last saved one that no session of this store holds.
  ///   - baseline: the record's version and values the form begins with.
  ///   - options: see ``DraftSessionOptions``.
  public convenience init<Holder: AnyObject & Observable>(
    following holder: Holder, _ keyPath: ReferenceWritableKeyPath<Holder, Form>,
    _ mapping: DraftMapping<Form>, in store: DraftStore, owner: DraftOwner,
    record: DraftRecord = .new, draft: DraftID? = nil, baseline: DraftBaseline? = nil,
    options: DraftSessionOptions = .init()
  ) {
    self.init(
      form: holder[keyPath: keyPath], source: .property(holder, keyPath), mapping: mapping,
      store: store, key: DraftKey(mapping.schema.id, owner: owner, record: record), draft: draft,
      baseline: baseline, options: options)
  }

  /// A session for a form that lists its own fields and that an observable object holds.
  ///
  /// - Parameters:
  ///   - holder: the object; held until ``DraftSession/close()``.
  ///   - keyPath: the property with the form's value.
  ///   - store: where drafts are kept.
  ///   - owner: whose draft it is; without a default, so that sign-out finds it.
  ///   - record: what is edited; a new thing unless said.
  ///   - draft: a certain draft; nil for the last saved one that no session of this store holds.
  ///   - baseline: the record's version and values the form begins with.
  ///   - options: see ``DraftSessionOptions``.
  public convenience init<Holder: AnyObject & Observable>(
    following holder: Holder, _ keyPath: ReferenceWritableKeyPath<Holder, Form>,
    in store: DraftStore, owner: DraftOwner, record: DraftRecord = .new, draft: DraftID? = nil,
    baseline: DraftBaseline? = nil, options: DraftSessionOptions = .init()
  ) where Form: DraftForm {
    self.init(
      following: holder, keyPath, Form.draftMapping, in: store, owner: owner, record: record,
      draft: draft, baseline: baseline, options: options)
  }

  /// A session for an observable object that is the form.
  ///
  /// A change is noticed once a save: while somebody types it is saved every
  /// ``DraftSessionOptions/debounce``, not when they pause.
  ///
  /// - Parameters:
  ///   - form: the object; held until ``DraftSession/close()``.
  ///   - mapping: how the form is read and filled.
  ///   - store: where drafts are kept.
  ///   - owner: whose draft it is; without a default, so that sign-out finds it.
  ///   - record: what is edited; a new thing unless said.
  ///   - draft: a certain draft; nil for the last saved one that no session of this store holds.
  ///   - baseline: the record's version and values the form begins with.
  ///   - options: see ``DraftSessionOptions``.
  public convenience init(
    following form: Form, _ mapping: DraftMapping<Form>, in store: DraftStore,
    owner: DraftOwner, record: DraftRecord = .new, draft: DraftID? = nil,
    baseline: DraftBaseline? = nil, options: DraftSessionOptions = .init()
  ) where Form: AnyObject & Observable {
    self.init(
      form: form, source: .object(form), mapping: mapping, store: store,
      key: DraftKey(mapping.schema.id, owner: owner, record: record), draft: draft,
      baseline: baseline, options: options)
  }

  /// A session for an observable object that is the form and lists its own fields.
  ///
  /// - Parameters:
  ///   - form: the object; held until ``DraftSession/close()``.
  ///   - store: where drafts are kept.
  ///   - owner: whose draft it is; without a default, so that sign-out finds it.
  ///   - record: what is edited; a new thing unless said.
  ///   - draft: a certain draft; nil for the last saved one that no session of this store holds.
  ///   - baseline: the record's version and values the form begins with.
  ///   - options: see ``DraftSessionOptions``.
  public convenience init(
    following form: Form, in store: DraftStore, owner: DraftOwner, record: DraftRecord = .new,
    draft: DraftID? = nil, baseline: DraftBaseline? = nil, options: DraftSessionOptions = .init()
  ) where Form: DraftForm & AnyObject & Observable {
    self.init(
      following: form, Form.draftMapping, in: store, owner: owner, record: record, draft: draft,
      baseline: baseline, options: options)
  }
}

extension DraftSession {
  /// Asks to be told of the next change of a followed form.
  ///
  /// The time of a change is taken when it happens, and not when its notice arrives.
  func observe() {
    guard let source, !isObserving, status.ending == nil else { return }
    isObserving = true
    withObservationTracking {
      switch source.watch {
      case .property: _ = source.read()
      case .object: _ = mapping.snapshot(of: source.read())
      }
    } onChange: { [weak self, timer] in
      guard let self else { return }
      let now = timer.now
      // The task holds the session: who lets go of it right after an edit loses nothing.
      Task { @MainActor in self.noticed(at: now) }
    }
  }

  private func noticed(at time: Duration) {
    isObserving = false
    signals.willChange(\.form)
    signals.didChange(\.form)
    if !isSaved(changedAt: time) { noteEdit(at: time) }
    if source?.watch == .property { observe() }
  }

  /// Whether a save took a change, or is about to, before its notice arrived: a flush right after it.
  private func isSaved(changedAt time: Duration) -> Bool {
    guard let lastCapture, lastCapture >= time else { return false }
    let capture = captureForSave()
    return capture.isStoredLike(inFlight)
      || line.draft != nil && capture.isStoredLike(acknowledged)
  }
}
