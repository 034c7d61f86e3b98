public import FormDrafts

/// What Formhaus hands over for a form that is being filled in: answers, step, skipped steps.
///
/// ```swift
/// let schema = try DraftSchema(definition: definition)
/// let saved = FormhausSnapshot(form: schema.id, answers: ["name": "Ana"], step: "contact")
/// try await store.save(saved.draft, schema: schema, key: key)
///
/// if let draft = await store.restore(key, schema: schema).draft {
///   let back = FormhausSnapshot(draft)  // put the answers in first, then skipped steps, then step
/// }
/// ```
///
/// Answers of routes the person is not on are answers like any other, and are kept. The schema's
/// secrets are taken out by the save.
public struct FormhausSnapshot: Sendable, Hashable {
  @Exact private var exactForm: String
  private var state: DraftSnapshot

  /// The id of the definition.
  public var form: String { exactForm }
  /// The answers, by key.
  public var answers: DraftObject {
    get { state.values }
    set { state.values = newValue }
  }
  /// The id of the step the person is on; nil for a form without steps.
  public var step: String? {
    get { state.step }
    set { state.step = newValue }
  }
  /// The ids of the steps the person passed over.
  public var skippedSteps: [String] {
    get { state.skippedSteps }
    set { state.skippedSteps = newValue }
  }

  /// A snapshot of a form.
  ///
  /// - Parameters:
  ///   - form: the id of the definition.
  ///   - answers: the answers, by key.
  ///   - step: the id of the step the person is on.
  ///   - skippedSteps: the ids of the steps the person passed over.
  public init(
    form: String, answers: DraftObject, step: String? = nil, skippedSteps: [String] = []
  ) {
    _exactForm = Exact(form)
    state = DraftSnapshot(values: answers, step: step, skippedSteps: skippedSteps)
  }

  /// What a restore gave, as Formhaus takes it.
  public init(_ draft: StoredDraft) {
    self.init(
      form: draft.summary.key.form, answers: draft.snapshot.values, step: draft.snapshot.step,
      skippedSteps: draft.snapshot.skippedSteps)
  }

  /// The same as a save takes it.
  public var draft: DraftSnapshot { state }

  /// Whether Formhaus itself would take this snapshot up.
  ///
  /// Its rule has two cases: a snapshot of another definition, or one whose step is gone, starts
  /// fresh with the warning `snapshot-mismatch`. A restore does better (it keeps every answer that
  /// fits, and finds a step near by); this is for an app that wants the same as before.
  ///
  /// - Parameter schema: the definition as it is now.
  public func accepts(_ schema: DraftSchema) -> Bool {
    guard form.isSameBytes(as: schema.id) else { return false }
    guard let step else { return true }
    return schema.steps.contains { $0.id.isSameBytes(as: step) }
  }
}
