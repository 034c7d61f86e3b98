import FormDrafts
import FormDraftsFormats

#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Darwin)
  @_exported import Darwin
#endif

/// What is fuzzed.
enum Target: String, CaseIterable {
  case json, native, formhaus, surveyjs, composure, upgrade, importing, database
  case jsonSchema = "json-schema"
  case uiSchema = "ui-schema"
  case shape

  /// Set once, before the first input.
  nonisolated(unsafe) static var current = Target.json

  func feed(_ bytes: [UInt8]) {
    switch self {
    case .json: readJSON(bytes)
    case .native: readDefinition(bytes, .native)
    case .formhaus: readDefinition(bytes, .formhaus)
    case .surveyjs: readDefinition(bytes, .surveyJS)
    case .jsonSchema: readDefinition(bytes, .jsonSchema)
    case .uiSchema: readUISchema(bytes)
    case .composure: readComposure(bytes)
    case .upgrade: readUpgrades(bytes)
    case .shape: _ = try? DraftShape(line: bytes)
    case .importing: ImportTarget.feed(bytes)
    case .database: DatabaseTarget.feed(bytes)
    }
  }

  /// What can be read is written and read again as the same.
  private func readJSON(_ bytes: [UInt8]) {
    guard let value = try? DraftValue(json: bytes) else { return }
    let again = try? DraftValue(json: value.json)
    precondition(again == value, "a value is not what was written")
  }

  /// A definition means the same each time it is read, and nothing lies between it and itself.
  private func readDefinition(_ bytes: [UInt8], _ format: FormFormat) {
    guard let schema = try? DraftSchema(definition: bytes, format: format, formID: "f"),
      let again = try? DraftSchema(definition: bytes, format: format, formID: "f")
    else { return }
    precondition(again.fingerprint == schema.fingerprint, "the fingerprint is not always the same")
    precondition(SchemaDiff(from: schema, to: again).isEmpty, "a schema differs from itself")
  }

  /// The first line is a JSON Schema, the rest its UI schema.
  private func readUISchema(_ bytes: [UInt8]) {
    let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
    _ = try? DraftSchema(
      definition: Array(bytes[..<end]), uiSchema: Array(bytes[end...]), format: .jsonSchema,
      formID: "f")
  }

  /// Lines are names; what follows a NUL is the entries of the row.
  private func readComposure(_ bytes: [UInt8]) {
    var data: [String: [String?]] = [:]
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: 0, omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
      }
      data[words[0]] = words.dropFirst().map { $0 == "-" ? nil : $0 }
    }
    for allowsPositional in [false, true] {
      guard
        let form = try? ComposureForm(
          "f", version: "1", fields: data.keys.sorted(), allowsPositionalNames: allowsPositional),
        let snapshot = try? form.snapshot(of: data)
      else { continue }
      for (name, row) in form.fieldData(of: snapshot) {
        precondition(row.count == 4 && row[1] == nil, "a row is not four entries")
        precondition(row[0] == data[name]?[0], "a value is not what was given")
      }
    }
  }

  private func readUpgrades(_ bytes: [UInt8]) {
    guard let upgrades = try? DraftUpgrade.upgrades(json: bytes) else { return }
    for upgrade in upgrades { _ = upgrade.steps.map(\.description) }
  }
}
