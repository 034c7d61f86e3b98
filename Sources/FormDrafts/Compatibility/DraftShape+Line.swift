#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension DraftShape {
  /// One JSON object without line breaks.
  ///
  /// Its members, in this order: `formdrafts-shape` (1), `draft`, `form`, `version`, `fingerprint`, `revision`,
  /// `status`, `createdAt`, `savedAt`, `expiresAt`, `step`, `skippedSteps`, `schema` (the native
  /// form), `answers`, and where there are some `orphanSchemas` and `damaged`. An answer has its
  /// `path`, its `kind` unless it stands inside a list, its `type`, its length (`characters` and
  /// `bytes` of a text, `bytes` of a file and of raw bytes, `digits`, `items` or `members`),
  /// `isOption`, `touched` and `dirty`, and an orphan its `outcome`, `why`, and as `schema` a place
  /// in `orphanSchemas`.
  public var line: String {
    var writer = JSONWriter(style: .printable)
    writer.write("{\"\(Self.mark)\":1")
    writer.member("draft", .text(id.rawValue))
    writer.member("form", .text(form))
    writer.member("version", schema.version.map(DraftValue.text) ?? .null)
    writer.member("fingerprint", .text(fingerprint.rawValue))
    writer.member("revision", DraftValue(revision.rawValue))
    writer.member("status", .text(status.rawValue))
    writer.member("createdAt", createdAt.shapeText)
    writer.member("savedAt", savedAt.shapeText)
    writer.member("expiresAt", expiresAt?.shapeText ?? .null)
    writer.member("step", step.map(DraftValue.text) ?? .null)
    writer.member("skippedSteps", .list(skippedSteps.map(DraftValue.text)))
    writer.write(",\"schema\":")
    writer.write(schema)
    writer.list("answers", answers) { $0.members }
    if !orphanSchemas.isEmpty {
      writer.write(",\"orphanSchemas\":[")
      for (place, schema) in orphanSchemas.enumerated() {
        if place > 0 { writer.write(",") }
        writer.write(schema)
      }
      writer.write("]")
    }
    if damaged > 0 { writer.member("damaged", DraftValue(damaged)) }
    writer.write("}")
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension DraftShape.Answer {
  fileprivate var members: [(String, DraftValue)] {
    var members: [(String, DraftValue)] = [("path", .text(path.pointer))]
    if let kind { members.append(("kind", .text(kind.rawValue))) }
    if let type { members.append(("type", .text(type.rawValue))) }
    if let characters { members.append(("characters", DraftValue(characters))) }
    if let size, let name = type?.sizeName { members.append((name, DraftValue(size))) }
    if let contentType { members.append(("contentType", .text(contentType))) }
    if let isOption { members.append(("isOption", .bool(isOption))) }
    if isTouched { members.append(("touched", true)) }
    if isDirty { members.append(("dirty", true)) }
    if let why { members += [("outcome", "orphaned"), ("why", .text(why))] }
    if let schema { members.append(("schema", DraftValue(schema))) }
    return members
  }
}

extension DraftShape.Answer.ValueType {
  /// What the length is called; nil for what has none.
  var sizeName: String? {
    switch self {
    case .text, .bytes, .file: "bytes"
    case .number: "digits"
    case .list: "items"
    case .object: "members"
    case .boolean, .null: nil
    }
  }
}

extension Date {
  fileprivate var shapeText: DraftValue {
    .text(Timestamp.text(milliseconds: millisecondsSince1970))
  }
}
