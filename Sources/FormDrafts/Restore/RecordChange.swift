/// How a record changed since a draft of it was begun: base, draft and record, field by field.
///
/// ```swift
/// if let change = draft.report.record, !change.hasConflicts {
///   form.populate(change.merged(into: draft.snapshot))
/// }
/// ```
public struct RecordChange: Sendable, Hashable {
  /// Who changed a field.
  public enum Side: String, Sendable, Hashable, CaseIterable {
    /// Only the draft.
    case draft
    /// Only the record.
    case record
    /// Both, to the same value.
    case both
    /// Both, differently; or nobody knows what the draft was begun with.
    case conflict
  }

  /// A field that is not what it was.
  public struct Field: Sendable, Hashable {
    /// Where the field stands.
    public let path: FieldPath
    /// Who changed it.
    public let side: Side
    /// What the record had when the draft was begun; nil for nothing, or not known.
    public let base: DraftValue?
    /// What the draft has; nil for nothing.
    public let draft: DraftValue?
    /// What the record has now; nil for nothing.
    public let record: DraftValue?
  }

  /// The version the draft was begun on.
  public let was: String
  /// The version the record has now.
  public let `is`: String
  /// The fields that one or the other changed, by their paths; empty if the record's values are
  /// not known.
  public let fields: [Field]

  /// Whether a field was changed differently by both.
  public var hasConflicts: Bool { fields.contains { $0.side == .conflict } }

  /// A draft with what only the record changed; the draft's own answers stay, conflicts too.
  ///
  /// Save it with the record's version as its baseline.
  public func merged(into snapshot: DraftSnapshot) -> DraftSnapshot {
    var taken: [FieldPath: DraftValue?] = [:]
    for field in fields where field.side == .record {
      taken.updateValue(field.record, forKey: field.path)
    }
    guard !taken.isEmpty else { return snapshot }
    var builder = ObjectBuilder()
    snapshot.values.forEachLeaf { path, value in
      if let change = taken.removeValue(forKey: path) {
        if let change { _ = try? builder.insert(change, at: path) }
      } else {
        _ = try? builder.insert(value, at: path)
      }
    }
    for (path, value) in taken.sorted(by: { $0.key < $1.key }) {
      if let value { _ = try? builder.insert(value, at: path) }
    }
    var merged = snapshot
    merged.values = builder.build()
    return merged
  }
}

extension RecordChange: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Counts, never values.
  public var description: String { "record change (\(fields.count) fields)" }
  /// The same as ``description``.
  public var debugDescription: String { description }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

extension RecordChange.Field: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The path and who changed it, never a value.
  public var description: String { "\(path): \(side.rawValue)" }
  /// The same as ``description``.
  public var debugDescription: String { description }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
