import FormDrafts
import FormDraftsFormats
import Testing

/// Reads a definition; the form's id is `f` unless the definition has to name itself.
func read(
  _ definition: String, uiSchema: String? = nil, format: FormFormat? = nil, formID: String? = "f"
) throws(DraftError) -> DraftSchema {
  try DraftSchema(
    definition: Array(definition.utf8), uiSchema: uiSchema.map { Array($0.utf8) }, format: format,
    formID: formID)
}

/// The fields in short: `/tags: many text`, `!` for a secret, `*` for required.
func lines(_ schema: DraftSchema) -> [String] {
  schema.fields.map { field in
    let marks =
      (field.isRequired ? "*" : "")
      + (field.effectiveRetention == .secret ? "!" : "")
    return "\(field.path): \(field.isMany ? "many " : "")\(field.type)\(marks)"
  }
}

/// The choices of a field in short: `a b=B …`, three dots if others are possible.
func choices(_ schema: DraftSchema, _ path: FieldPath) -> String? {
  guard let options = schema.fields.first(where: { $0.path == path })?.options else { return nil }
  let items = options.items.map { item in
    item.value.json + (item.label.map { "=" + $0 } ?? "")
  }
  return (items + (options.isClosed ? [] : ["…"])).joined(separator: " ")
}

/// The error of reading a definition.
func failure(
  _ definition: String, uiSchema: String? = nil, format: FormFormat? = nil, formID: String? = "f"
) -> DraftError? {
  do {
    _ = try read(definition, uiSchema: uiSchema, format: format, formID: formID)
    return nil
  } catch {
    return error
  }
}
