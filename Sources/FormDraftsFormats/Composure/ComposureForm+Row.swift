import FormDrafts

extension ComposureForm {
  /// One field's row: value, error, touched, dirty.
  struct Row {
    let value: DraftValue
    let isTouched: Bool
    let isDirty: Bool

    /// Reads a row; the error is not looked at.
    init(_ entries: [String?], at path: FieldPath) throws(DraftError) {
      guard entries.count == 4 else {
        throw DraftError(
          .invalidValue,
          "The row of a field has \(entries.count) entries; it needs value, error, touched, dirty.",
          hint: "Hand over what saveFieldData() gave, as it is.", paths: [path])
      }
      value = entries[0].map(DraftValue.text) ?? .null
      isTouched = try Self.mark(entries[2], "touched", at: path)
      isDirty = try Self.mark(entries[3], "dirty", at: path)
    }

    /// The row of an answer; nil if it is neither text nor `null`.
    init?(_ value: DraftValue, isTouched: Bool, isDirty: Bool) {
      switch value {
      case .text, .null: self.value = value
      default: return nil
      }
      self.isTouched = isTouched
      self.isDirty = isDirty
    }

    /// The four entries; the error is nil.
    var entries: [String?] {
      let text: String? = if case .text(let text) = value { text } else { nil }
      return [text, nil, "\(isTouched)", "\(isDirty)"]
    }

    private static func mark(
      _ entry: String?, _ name: String, at path: FieldPath
    ) throws(DraftError) -> Bool {
      switch entry {
      case "true": return true
      case "false": return false
      default:
        throw DraftError(
          .invalidValue, "In the row of a field, “\(name)” is neither true nor false.",
          hint: "Hand over what saveFieldData() gave, as it is.", paths: [path])
      }
    }
  }
}
