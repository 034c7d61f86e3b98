public import FormDrafts

/// The formats of form definitions that can be read; more may come.
public enum FormFormat: String, Sendable, Hashable, CaseIterable {
  /// The native JSON form of `DraftSchema`: `{"formdrafts":1,…}`.
  case native
  /// A Formhaus definition: `id`, `submit`, and `fields` or `steps`.
  case formhaus
  /// JSON Schema, draft-04 to 2020-12, of an object; also the settings of a VS Code manifest.
  case jsonSchema = "json-schema"
  /// A SurveyJS definition: `pages` of `elements`, or `elements` alone.
  case surveyJS = "surveyjs"

  /// The format of a definition by what stands in it; nil if it looks like none of them.
  ///
  /// - Parameter value: the definition, read as plain JSON.
  public static func recognise(_ value: DraftValue) -> FormFormat? {
    guard case .object(let object) = value else { return nil }
    if object["formdrafts"] != nil { return .native }
    if isFormhaus(object) { return .formhaus }
    if isJSONSchema(object) || VSCodeManifest(value) != nil { return .jsonSchema }
    if isSurvey(object) { return .surveyJS }
    return nil
  }

  private static func isFormhaus(_ object: DraftObject) -> Bool {
    if case .text(let schema) = object["$schema"] {
      return schema.utf8.starts(with: "https://formhaus.dev/".utf8)
    }
    let lists = [object["fields"], object["steps"]].compactMap { $0 }
    guard lists.contains(where: { if case .list = $0 { true } else { false } }) else {
      return false
    }
    return object["submit"] != nil || lists.contains { itemsLookLikeFormhaus($0) }
  }

  private static func itemsLookLikeFormhaus(_ value: DraftValue) -> Bool {
    guard case .list(let items) = value, case .object(let first) = items.first else { return false }
    return first["key"] != nil || (first["id"] != nil && first["fields"] != nil)
  }

  private static func isJSONSchema(_ object: DraftObject) -> Bool {
    if case .text(let schema) = object["$schema"], schema.contains("json-schema.org") {
      return true
    }
    if case .object = object["properties"] { return true }
    if case .text(let type) = object["type"], type == "object" { return true }
    for name in ["allOf", "anyOf", "oneOf"] {
      if case .list = object[name] { return true }
    }
    if case .text = object["$ref"] { return true }
    return false
  }

  private static func isSurvey(_ object: DraftObject) -> Bool {
    guard case .list(let pages) = object["pages"] else { return holdsQuestions(object) }
    return pages.contains { page in
      if case .object(let page) = page { holdsQuestions(page) } else { false }
    }
  }

  /// Elements with a type and a name; those of JSON Forms have no name.
  private static func holdsQuestions(_ object: DraftObject) -> Bool {
    for name in ["elements", "questions"] {
      guard case .list(let items) = object[name] else { continue }
      return items.contains { item in
        guard case .object(let item) = item, case .text(let type) = item["type"] else {
          return false
        }
        if case .text = item["name"] { return true }
        return type == "panel" || type == "html"
      }
    }
    return false
  }
}
