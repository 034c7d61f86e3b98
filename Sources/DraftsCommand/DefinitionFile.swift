import FormDrafts
import FormDraftsFormats

/// A form definition from a file, read but not yet understood: what its form is called may depend
/// on the draft it is for.
struct DefinitionFile {
  let path: String
  let bytes: [UInt8]
  let uiSchema: [UInt8]?
  let format: FormFormat?

  /// Understands the definition.
  ///
  /// - Parameters:
  ///   - formID: the form's id, whatever the definition says.
  ///   - fallback: the form's id if the definition does not name itself.
  func schema(formID: String? = nil, fallback: String? = nil) throws(DraftError) -> DraftSchema {
    try Self.naming(path) { () throws(DraftError) in
      try DraftSchema(
        definition: bytes, uiSchema: uiSchema, format: format, formID: formID,
        fallbackFormID: fallback)
    }
  }

  /// Names the file in whatever goes wrong with what stands in it.
  static func naming<R>(
    _ path: String, _ work: () throws(DraftError) -> R
  ) throws(DraftError) -> R {
    do throws(DraftError) {
      return try work()
    } catch {
      let name = path == "-" ? "standard input" : "“\(path.echoed)”"
      throw DraftError(
        error.code, "In \(name): \(error.message)", hint: error.hint, paths: error.paths,
        file: error.file ?? (path == "-" ? nil : path), cause: error.cause)
    }
  }
}
