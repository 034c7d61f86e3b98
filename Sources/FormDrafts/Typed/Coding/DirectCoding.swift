/// A type whose value is one ``DraftValue`` without a detour through containers.
///
/// Where a type's own `Codable` would lose something, or write what no other client reads, this is
/// the coding that is used instead, also inside other `Codable` types.
protocol DirectCoding {
  /// The type of a field that holds such a value.
  static var draftType: DraftSchema.ValueType { get }
  /// The value as drafts have it.
  var draftValue: DraftValue { get }
  /// The same value again; nil if what is stored is none of this type.
  init?(draftValue: DraftValue)
}

extension String: DirectCoding {
  static var draftType: DraftSchema.ValueType { .text }
  var draftValue: DraftValue { .text(self) }
  init?(draftValue: DraftValue) {
    guard case .text(let text) = draftValue else { return nil }
    self = text
  }
}

extension Bool: DirectCoding {
  static var draftType: DraftSchema.ValueType { .boolean }
  var draftValue: DraftValue { .bool(self) }
  init?(draftValue: DraftValue) {
    guard case .bool(let value) = draftValue else { return nil }
    self = value
  }
}

extension DraftFile: DirectCoding {
  static var draftType: DraftSchema.ValueType { .file }
  var draftValue: DraftValue { .file(self) }
  init?(draftValue: DraftValue) {
    guard case .file(let file) = draftValue else { return nil }
    self = file
  }
}

extension DraftValue {
  /// What stands in a snapshot for a value that cannot be encoded.
  ///
  /// No number is written like this, so a save reports it as ``SaveReceipt/unsaved`` and keeps
  /// what was stored for the field before.
  package static let unencodable = DraftValue.number(literal: "unencodable")
}
