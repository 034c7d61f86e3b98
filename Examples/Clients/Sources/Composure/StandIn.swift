// What stands in for Composure: a form that gives its state as a map and takes it back. Its fields
// are by name; a row has value, error, touched and dirty, as texts.

/// A form of Composure, as Kotlin code hands it to Swift.
final class ComposureFormHost {
  private(set) var rows: [String: [String?]]

  init(fields: [String]) {
    rows = Dictionary(
      uniqueKeysWithValues: fields.map { ($0, ["", "Required", "false", "false"]) })
  }

  /// What a person types.
  func type(_ text: String, into name: String) {
    rows[name] = [text, text.count < 3 ? "Too short" : nil, "true", "true"]
  }

  func saveFieldData() -> [String: [String?]] { rows }

  /// Takes the rows as they are: the form counts as valid until it is validated.
  func restoreFieldData(_ data: [String: [String?]]) { rows = data }

  /// Validates every field, as a form that was restored has to.
  func validate() {
    for (name, row) in rows {
      let text = row[0] ?? ""
      rows[name] = [text, text.count < 3 ? "Too short" : nil, row[2], row[3]]
    }
  }

  var isValid: Bool { rows.values.allSatisfy { $0[1] == nil } }
}
