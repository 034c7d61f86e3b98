public import FormDrafts

extension DraftSchema {
  /// Reads a form definition.
  ///
  /// ```swift
  /// let bytes = [UInt8](try Data(contentsOf: url))
  /// let schema = try DraftSchema(definition: bytes)
  /// ```
  ///
  /// The form's id is `formID`, else what the definition calls itself (`id`, `$id`), else its
  /// title, else `fallbackFormID`. A definition that cannot be understood whole is refused:
  /// guessing at half of it would lose answers, or keep a secret. Every error has a hint.
  ///
  /// - Parameters:
  ///   - bytes: the definition, JSON in UTF-8.
  ///   - uiSchema: for a JSON Schema, the UI schema of react-jsonschema-form or JSON Forms beside
  ///     it: what it shows as a password is a secret.
  ///   - format: the format, if it is not to be told by what stands in the definition.
  ///   - formID: the form's id, if it is not to be the definition's own.
  ///   - fallbackFormID: the form's id for a definition that does not name itself.
  /// - Throws: ``/FormDrafts/DraftError/Code/invalidJSON`` and
  ///   ``/FormDrafts/DraftError/Code/tooLarge`` with line and column;
  ///   ``/FormDrafts/DraftError/Code/invalidSchema`` with the JSON pointer of the place.
  public init(
    definition bytes: [UInt8], uiSchema: [UInt8]? = nil, format: FormFormat? = nil,
    formID: String? = nil, fallbackFormID: String? = nil
  ) throws(DraftError) {
    let naming = FormNaming(given: formID, fallback: fallbackFormID)
    do throws(DraftError) {
      self = try Self.read(bytes, uiSchema: uiSchema, format: format, naming: naming)
    } catch {
      throw error.hinting()
    }
  }

  private static func read(
    _ bytes: [UInt8], uiSchema: [UInt8]?, format: FormFormat?, naming: FormNaming
  ) throws(DraftError) -> DraftSchema {
    let value = try DraftValue(plainJSON: bytes)
    guard let format = format ?? FormFormat.recognise(value) else {
      throw unrecognised(value)
    }
    if uiSchema != nil, format != .jsonSchema {
      throw .schema(
        "A UI schema was given, but the definition is no JSON Schema.",
        hint: "Leave the UI schema out, or name the format.")
    }
    let root = DefinitionNode(value)
    var schema: DraftSchema
    switch format {
    case .native:
      schema = try DraftSchema(nativeJSON: bytes)
      if let given = naming.given { schema.id = given }
    case .formhaus: schema = try FormhausReader(root).schema(naming: naming)
    case .jsonSchema:
      schema = try JSONSchemaReader(root).schema(naming: naming)
      if let uiSchema { try UISchema(json: uiSchema).apply(to: &schema) }
    case .surveyJS: schema = try SurveyJSReader(root).schema(naming: naming)
    }
    try schema.check()
    return schema
  }

  private static func unrecognised(_ value: DraftValue) -> DraftError {
    guard case .object(let object) = value else {
      return .schema(
        "The definition is \(value.kind), not an object.", hint: "Every format is an object.")
    }
    if case .object = object["schema"] {
      return .schema(
        "The definition holds a “schema” inside, as samples of forms do, and is none itself.",
        hint: "Cut schema and UI schema out and give each by itself.")
    }
    let formats = FormFormat.allCases.map(\.rawValue).joined(separator: ", ")
    return .schema(
      """
      The format of the definition is not recognised: it has no “formdrafts” (native), no list \
      “fields” or “steps” beside “submit” (Formhaus), no “properties” (JSON Schema), and no \
      “pages” or “elements” with type and name (SurveyJS).
      """,
      hint: "Name it with --format: \(formats).")
  }
}

extension DraftError {
  /// The same with a hint, if the layer below had none for the place.
  fileprivate func hinting() -> DraftError {
    guard hint == nil else { return self }
    let hint =
      switch code {
      case .invalidJSON: "Correct the JSON text there."
      case .tooLarge: "Make it smaller, or split the form."
      default: "Correct that in the definition."
      }
    return DraftError(code, message, hint: hint, paths: paths, file: file, cause: cause)
  }
}

/// What a form is called, if not by its definition.
struct FormNaming {
  /// Whatever the definition says.
  var given: String?
  /// If the definition says nothing.
  var fallback: String?
}

extension DefinitionNode {
  /// The form's id: given, or the first of these members that is a text, not empty.
  func formID(_ naming: FormNaming, else names: [String]) throws(DraftError) -> String {
    if let given = naming.given { return given }
    for name in names {
      if case .text(let text) = self[name]?.value, !text.isEmpty, text.utf8.first != 0x23 {
        return text
      }
    }
    if let fallback = naming.fallback { return fallback }
    throw failure(
      "nothing names the form: there is no \(names.map { "“\($0)”" }.joined(separator: ", ")).",
      hint: "Name it with --form.")
  }

  /// The form's version, if a member `version` says so in text or number.
  var formVersion: String? {
    switch self["version"]?.value {
    case .text(let text) where !text.isEmpty: text
    case .number(let literal): literal
    default: nil
    }
  }

  /// A text that only informs people; anything else there is passed over.
  func words(_ name: String) -> String? {
    guard case .text(let text) = self[name]?.value else { return nil }
    return text
  }
}
