public import FormDrafts

extension DraftMapping {
  /// The mapping of a Formhaus form with steps: an app's own snapshot type is the form.
  ///
  /// ```swift
  /// let mapping = try DraftMapping<ClaimState>.formhaus(
  ///   definition, answers: \.answers, step: \.step, skippedSteps: \.skipped)
  /// let draft = DraftSession(ClaimState(), mapping, in: store, owner: "ana")
  /// ```
  ///
  /// Answers of every route are taken as they are, on the person's way or not; the schema's secrets
  /// are taken out by each save, and stay in the form when a draft is brought back. An answer that
  /// the type cannot take costs that answer alone. Values are set first, then skipped steps, then the
  /// step. The two are the form's own: see ``/FormDrafts/DraftMapping/holdsSteps``.
  ///
  /// - Parameters:
  ///   - definition: the form's definition, JSON in UTF-8.
  ///   - answers: the answers by key: any type that encodes to an object.
  ///   - step: the id of the step the person is on.
  ///   - skippedSteps: the ids of the steps the person passed over.
  /// - Throws: what ``FormDrafts/DraftSchema/init(definition:uiSchema:format:formID:fallbackFormID:)``
  ///   throws.
  public static func formhaus<Answers: Codable & SendableMetatype>(
    _ definition: [UInt8], answers: any WritableKeyPath<Form, Answers> & Sendable,
    step: any WritableKeyPath<Form, String?> & Sendable,
    skippedSteps: any WritableKeyPath<Form, [String]> & Sendable
  ) throws(DraftError) -> Self {
    try FormhausState(definition, answers, step, skippedSteps).mapping
  }

  /// The mapping of a Formhaus form with steps whose snapshot belongs to the main actor.
  ///
  /// The compiler takes this one where the other does not fit.
  ///
  /// - Parameters:
  ///   - definition: the form's definition, JSON in UTF-8.
  ///   - answers: the answers by key: any type that encodes to an object.
  ///   - step: the id of the step the person is on.
  ///   - skippedSteps: the ids of the steps the person passed over.
  /// - Throws: what ``FormDrafts/DraftSchema/init(definition:uiSchema:format:formID:fallbackFormID:)``
  ///   throws.
  @MainActor
  public static func formhaus<Answers: Codable>(
    _ definition: [UInt8], answers: WritableKeyPath<Form, Answers>,
    step: WritableKeyPath<Form, String?>, skippedSteps: WritableKeyPath<Form, [String]>
  ) throws(DraftError) -> Self {
    var mapping = try FormhausState(definition, answers, step, skippedSteps).mapping
    mapping.isMainActorOnly = true
    return mapping
  }

  /// The mapping of a Formhaus form on one page.
  ///
  /// - Parameters:
  ///   - definition: the form's definition, JSON in UTF-8.
  ///   - answers: the answers by key: any type that encodes to an object.
  /// - Throws: what ``FormDrafts/DraftSchema/init(definition:uiSchema:format:formID:fallbackFormID:)``
  ///   throws.
  public static func formhaus<Answers: Codable & SendableMetatype>(
    _ definition: [UInt8], answers: any WritableKeyPath<Form, Answers> & Sendable
  ) throws(DraftError) -> Self {
    try FormhausState(definition, answers, nil, nil).mapping
  }

  /// The mapping of a Formhaus form on one page whose snapshot belongs to the main actor.
  ///
  /// - Parameters:
  ///   - definition: the form's definition, JSON in UTF-8.
  ///   - answers: the answers by key: any type that encodes to an object.
  /// - Throws: what ``FormDrafts/DraftSchema/init(definition:uiSchema:format:formID:fallbackFormID:)``
  ///   throws.
  @MainActor
  public static func formhaus<Answers: Codable>(
    _ definition: [UInt8], answers: WritableKeyPath<Form, Answers>
  ) throws(DraftError) -> Self {
    var mapping = try FormhausState(definition, answers, nil, nil).mapping
    mapping.isMainActorOnly = true
    return mapping
  }
}
