import FormDrafts

/// The form as it is being filled in, and the draft that keeps it.
struct Sheet {
  let store: DraftStore
  let schema: DraftSchema
  let key: DraftKey
  private(set) var snapshot = DraftSnapshot()
  private(set) var draft: DraftID?
  private var reentry: Set<FieldPath> = []
  private var revision: DraftRevision?

  init(store: DraftStore, schema: DraftSchema, owner: DraftOwner) {
    self.store = store
    self.schema = schema
    key = DraftKey(schema.id, owner: owner)
  }

  /// Goes on with a draft: values first, then marks, then steps, as they stand in its snapshot.
  ///
  /// - Parameter questions: the form's, in order. A secret that stands before the question the
  ///   person was at had been typed; the others are still to come.
  mutating func resume(_ stored: StoredDraft, questions: [Question]) {
    snapshot = stored.snapshot
    let passed = questions.prefix { $0.path != stored.snapshot.focus }.map(\.path)
    reentry = Set(stored.report.reentry).intersection(passed)
    draft = stored.summary.id
    revision = stored.summary.revision
  }

  func value(of question: Question) -> DraftValue? { snapshot.values.value(at: question.path) }

  /// Whether a question needs no asking: it was answered, or passed over with Enter.
  func isDone(_ question: Question) -> Bool {
    snapshot.touched.contains(question.path) && !needsAgain(question)
  }

  /// Whether the person answered, and the answer is not here: a secret after a restore, or a
  /// text that was not stored because it equals a secret.
  func needsAgain(_ question: Question) -> Bool {
    value(of: question) == nil
      && (snapshot.dirty.contains(question.path) || reentry.contains(question.path))
  }

  func isSkipped(_ page: Page) -> Bool {
    page.step.map { snapshot.skippedSteps.contains($0.id) } ?? false
  }

  mutating func answer(_ question: Question, _ value: DraftValue?) {
    snapshot.values.set(value, at: question.path)
    snapshot.touched.insert(question.path)
    reentry.remove(question.path)
    if value == question.defaultValue {
      snapshot.dirty.remove(question.path)
    } else {
      snapshot.dirty.insert(question.path)
    }
  }

  mutating func setSkipped(_ page: Page, _ isSkipped: Bool) {
    guard let id = page.step?.id else { return }
    snapshot.skippedSteps.removeAll { $0 == id }
    if isSkipped { snapshot.skippedSteps.append(id) }
  }

  /// Where the person is: the next open question.
  mutating func move(to place: (page: Page, question: Question)?) {
    if let place {
      snapshot.step = place.page.step?.id
      snapshot.focus = place.question.path
    } else {
      snapshot.focus = nil
    }
  }

  /// Saves everything as it is, secrets included: leaving those out is the library's work, and
  /// the receipt says what it left out.
  ///
  /// If another run saved the same draft meanwhile, this one goes on as a draft of its own, so
  /// that neither loses anything.
  mutating func save() async throws(DraftError) -> SaveReceipt {
    let receipt: SaveReceipt
    do throws(DraftError) {
      receipt = try await store.save(
        snapshot, schema: schema, key: key, draft: draft, basedOn: revision)
    } catch {
      guard error.code == .conflict else { throw error }
      receipt = try await store.save(snapshot, schema: schema, key: key)
    }
    draft = receipt.draft
    revision = receipt.revision
    return receipt
  }

  /// Ends the draft, after the form was sent or when the person starts again.
  mutating func discard() async throws(DraftError) {
    if let draft { try await store.discard(draft) }
    (snapshot, reentry) = (DraftSnapshot(), [])
    (draft, revision) = (nil, nil)
  }
}

extension DraftObject {
  func value(at path: FieldPath) -> DraftValue? { self[names: path.names[...]] }

  mutating func set(_ value: DraftValue?, at path: FieldPath) {
    self[names: path.names[...]] = value
  }

  /// A member of a member of …; objects that are not there are made when a value is set.
  private subscript(names names: ArraySlice<String>) -> DraftValue? {
    get {
      guard let name = names.first else { return nil }
      if names.count == 1 { return self[name] }
      guard case .object(let inner) = self[name] else { return nil }
      return inner[names: names.dropFirst()]
    }
    set {
      guard let name = names.first else { return }
      guard names.count > 1 else {
        self[name] = newValue
        return
      }
      var inner = DraftObject()
      if case .object(let known) = self[name] { inner = known }
      inner[names: names.dropFirst()] = newValue
      self[name] = inner.isEmpty ? nil : .object(inner)
    }
  }
}
