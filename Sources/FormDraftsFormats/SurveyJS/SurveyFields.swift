import FormDrafts

/// The fields of a survey; questions that share a name share one answer.
struct SurveyFields {
  private(set) var fields: [DraftSchema.Field] = []
  private var positions: [FieldPath: Int] = [:]
  /// The values of choices, for fields that several questions ask for.
  private var values: [Int: Set<DraftValue>] = [:]

  /// Adds a field, or what it says to the one of its path.
  ///
  /// The first speaks for label, default and step. Where types differ the answer may be anything;
  /// the choices are those of all; what one of them hides is a secret.
  ///
  /// - Throws: ``DraftError/Code/invalidSchema`` for more fields than a schema may have.
  mutating func add(_ field: DraftSchema.Field, from node: DefinitionNode) throws(DraftError) {
    if let position = positions[field.path] {
      merge(field, into: position)
      return
    }
    guard fields.count < DraftSchema.fieldLimit else {
      throw node.failure(
        "here the form has more than \(DraftSchema.fieldLimit) fields.",
        hint: "Leave the rows out: they are then read as any rows.")
    }
    positions[field.path] = fields.count
    fields.append(field)
  }

  private mutating func merge(_ other: DraftSchema.Field, into position: Int) {
    mergeOptions(of: other, into: position)
    let first = fields[position]
    fields[position].isRequired = first.isRequired && other.isRequired
    fields[position].contentKind = first.contentKind ?? other.contentKind
    if other.retention == .secret { fields[position].retention = .secret }
    guard first.type != other.type || first.isMany != other.isMany else { return }
    (fields[position].type, fields[position].isMany) = (.any, false)
    fields[position].identity = nil
    fields[position].options?.isClosed = false
  }

  private mutating func mergeOptions(of other: DraftSchema.Field, into position: Int) {
    guard let theirs = other.options else {
      fields[position].options?.isClosed = false
      return
    }
    guard var joined = fields[position].options else {
      fields[position].options = .init(theirs.items, isClosed: false)
      return
    }
    // Out of their places while they grow: a second owner would make every addition a copy.
    fields[position].options = nil
    var seen = values.removeValue(forKey: position) ?? Set(joined.items.map(\.value))
    for option in theirs.items where seen.insert(option.value).inserted {
      joined.items.append(option)
    }
    joined.isClosed = joined.isClosed && theirs.isClosed
    values[position] = seen
    fields[position].options = joined
  }
}
