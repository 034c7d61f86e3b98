import FormDrafts
import FormDraftsFormats
import Foundation
import Testing

/// Reads real form definitions, if there are some.
///
/// Set `FORMDRAFTS_FORMS` to a directory; every `*.json` below it is looked at. Read are whole
/// definitions (Formhaus: with `id` and `submit`; JSON Schema by its looks), what stands under
/// `definition` in test cases, and what stands under `schema` in samples, with `uiSchema` or
/// `uischema` beside it. Everything else (answers, parts of definitions, other formats) is passed
/// over. Without the variable the test is skipped.
@Suite struct RealFormsTests {
  private static let directory = ProcessInfo.processInfo.environment["FORMDRAFTS_FORMS"]

  private struct Definition {
    let file: String
    let value: DraftValue
    var uiSchema: DraftValue?
    var isSample = false
  }

  private static func definitions(in directory: String) throws -> [Definition] {
    let names =
      FileManager.default.enumerator(atPath: directory)?.compactMap { $0 as? String } ?? []
    var result: [Definition] = []
    for name in names.sorted() where name.hasSuffix(".json") {
      let data = try Data(contentsOf: URL(fileURLWithPath: directory + "/" + name))
      guard case .object(let object) = try DraftValue(json: data) else { continue }
      if let inner = object["definition"] {
        result.append(Definition(file: name, value: inner))
      } else if let inner = object["schema"], FormFormat.recognise(inner) == .jsonSchema {
        let uiSchema = object["uiSchema"] ?? object["uischema"]
        result.append(Definition(file: name, value: inner, uiSchema: uiSchema, isSample: true))
      } else if let format = FormFormat.recognise(.object(object)) {
        let isWhole = format != .formhaus || (object["id"] != nil && object["submit"] != nil)
        if isWhole { result.append(Definition(file: name, value: .object(object))) }
      }
    }
    return result
  }

  @Test(.enabled(if: directory != nil, "FORMDRAFTS_FORMS names no directory of definitions"))
  func `Every whole definition is read, and its native form reads back equal`() throws {
    let directory = try #require(Self.directory)
    var counts: [FormFormat: Int] = [:]
    for definition in try Self.definitions(in: directory) {
      do {
        let schema = try DraftSchema(
          definition: Array(definition.value.json.utf8),
          uiSchema: definition.uiSchema.map { Array($0.json.utf8) },
          formID: definition.isSample ? definition.file : nil, fallbackFormID: definition.file)
        #expect(try DraftSchema(nativeJSON: schema.nativeJSON()) == schema, "\(definition.file)")
        let stored = try DraftSchema(nativeJSON: schema.nativeJSON(storing: true))
        #expect(stored.fingerprint == schema.fingerprint, "\(definition.file)")
        #expect(!schema.fields.isEmpty, "\(definition.file)")
        if let format = FormFormat.recognise(definition.value) {
          counts[format, default: 0] += 1
        }
      } catch {
        Issue.record("\(definition.file): \(error)")
      }
    }
    print("read:", counts.sorted { $0.key.rawValue < $1.key.rawValue })
    #expect(!counts.isEmpty)
  }
}
