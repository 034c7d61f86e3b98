public import FormDrafts

/// A form of Composure: what it calls field data, to a snapshot and back.
///
/// Field data has a row of four texts for each field, by name: the value, the error, and `"true"`
/// or `"false"` for touched and for dirty.
///
/// ```swift
/// let login = try ComposureForm("login", fields: ["name", "code"], secret: ["code"])
/// let snapshot = try login.snapshot(of: ["name": ["Ana", nil, "true", "true"]])
/// let data = login.fieldData(of: snapshot)  // ["name": ["Ana", nil, "true", "true"]]
/// ```
///
/// - Errors are never stored: they come back nil, and the form validates anew. That matters, as
///   Composure takes a form it restored for valid.
/// - The row of a secret is never stored and never handed back. A snapshot has its value, so that a
///   save can withhold the field that repeats it, too.
/// - Names that only tell a position (`field_0`) are refused, because another field may stand there
///   tomorrow. With `allowsPositionalNames` they are kept apart by the form's version: answers of
///   another version stay with the draft and have no place.
public struct ComposureForm: Sendable {
  /// What the form consists of.
  public let schema: DraftSchema
  /// `@` and the version, which positional names are stored with; nil where they are refused.
  let suffix: String?
  private let retentions: [FieldPath: DraftSchema.Retention]

  /// Describes a form by the names of its fields.
  ///
  /// - Parameters:
  ///   - id: the form's id.
  ///   - version: the version the app gives the form.
  ///   - fields: the names, in the form's order.
  ///   - secret: names whose rows are never stored, beside those that are secrets by their words.
  ///   - allowsPositionalNames: takes names such as `field_0`; needs `version`. Not unless said.
  /// - Throws: ``/FormDrafts/DraftError/Code/invalidSchema`` for a positional name that is not
  ///   allowed, for one without a version, and for what a schema refuses.
  public init(
    _ id: String, version: String? = nil, fields: some Sequence<String>,
    secret: some Sequence<String> = [], allowsPositionalNames: Bool = false
  ) throws(DraftError) {
    guard !allowsPositionalNames || version != nil else {
      throw DraftError(
        .invalidSchema, "Names that tell a position need a version of the form.",
        hint: "Give a version that changes whenever a field changes its place.")
    }
    suffix = allowsPositionalNames ? version.map { "@\($0)" } : nil
    let secrets = Set(secret.map { Array($0.utf8) })
    var described: [DraftSchema.Field] = []
    for name in fields {
      described.append(
        .init(
          try Self.path(of: name, suffix: suffix), .text,
          retention: secrets.contains(Array(name.utf8)) ? .secret : .automatic))
    }
    schema = DraftSchema(id, version: version, fields: described)
    try schema.check()
    retentions = Dictionary(
      described.map { ($0.path, $0.effectiveRetention) }, uniquingKeysWith: { first, _ in first })
  }

  /// Whether the row of a field is left out: it is a secret, by its mark or by its name.
  func isSecret(_ path: FieldPath) -> Bool {
    guard let retention = retentions[path] else {
      return path.lastName.map(SecretRules.isSecretName) ?? false
    }
    return retention != .kept
  }
}

extension ComposureForm {
  /// What `saveFieldData()` gave, as a snapshot, secrets included: a save takes them out.
  ///
  /// Fields stand in the order of the schema, those it does not know after them, by name.
  ///
  /// - Parameter fieldData: for each field's name its row of four.
  /// - Throws: ``/FormDrafts/DraftError/Code/invalidValue`` naming the field whose row has not four
  ///   entries, or other marks than `"true"` and `"false"`;
  ///   ``/FormDrafts/DraftError/Code/invalidSchema`` for a positional name that is not allowed.
  public func snapshot(of fieldData: [String: [String?]]) throws(DraftError) -> DraftSnapshot {
    var snapshot = DraftSnapshot()
    for name in order(of: fieldData.keys) {
      guard let entries = fieldData[name] else { continue }
      let path = try Self.path(of: name, suffix: suffix)
      let row = try Row(entries, at: path)
      snapshot.values.members.append(.init(path.lastName ?? name, row.value))
      if row.isTouched { snapshot.touched.insert(path) }
      if row.isDirty { snapshot.dirty.insert(path) }
    }
    return snapshot
  }

  /// The rows of a snapshot, for `restoreFieldData()`; errors are nil.
  ///
  /// Only answers that are text or `null` have a row. Anything else was saved by another kind of
  /// form, and stays with the draft: see ``unfit(in:)``.
  ///
  /// - Parameter snapshot: what a restore gave.
  /// - Returns: for each field's name its row of four.
  public func fieldData(of snapshot: DraftSnapshot) -> [String: [String?]] {
    var data: [String: [String?]] = [:]
    for member in snapshot.values.members {
      let path = FieldPath([member.name])
      guard let name = name(at: member.name), !isSecret(path),
        let row = Row(
          member.value, isTouched: snapshot.touched.contains(path),
          isDirty: snapshot.dirty.contains(path))
      else { continue }
      data[name] = row.entries
    }
    return data
  }

  /// Answers of a snapshot that have no row: they are no text.
  ///
  /// - Parameter snapshot: what a restore gave.
  /// - Returns: for each of them an error without its value.
  public func unfit(in snapshot: DraftSnapshot) -> [FieldPath: DraftError] {
    var failures: [FieldPath: DraftError] = [:]
    for member in snapshot.values.members
    where Row(member.value, isTouched: false, isDirty: false) == nil {
      let path = FieldPath([member.name])
      failures[path] = DraftError(
        .invalidValue, "A field of Composure holds text, and the answer is no text.",
        hint: "Convert it with an upgrade.", paths: [path])
    }
    return failures
  }

  func order(of names: some Sequence<String>) -> [String] {
    var ranks: [FieldPath: Int] = [:]
    for (rank, field) in schema.fields.enumerated() { ranks[field.path] = rank }
    let ranked = names.map { name in
      (name, ranks[FieldPath([Self.stored(name, suffix: suffix)])] ?? Int.max)
    }
    return ranked.sorted { left, right in
      left.1 == right.1
        ? left.0.utf8.lexicographicallyPrecedes(right.0.utf8) : left.1 < right.1
    }.map(\.0)
  }
}

extension ComposureForm {
  private static func stored(_ name: String, suffix: String?) -> String {
    name.isPositional ? name + (suffix ?? "") : name
  }

  static func path(of name: String, suffix: String?) throws(DraftError) -> FieldPath {
    guard suffix != nil || !name.isPositional else {
      throw DraftError(
        .invalidSchema, "The field “\(name.shown)” has a name that only tells its position.",
        hint: "Name the field in the form, or allow positional names and give a version.",
        paths: [FieldPath([name])])
    }
    return FieldPath([stored(name, suffix: suffix)])
  }

  /// The form's name of a stored one; nil for a position in another version.
  private func name(at stored: String) -> String? {
    guard let at = stored.utf8.firstIndex(of: UInt8(ascii: "@")) else { return stored }
    let name = String(stored[..<at])
    guard name.isPositional else { return stored }
    return suffix?.utf8.elementsEqual(stored[at...].utf8) == true ? name : nil
  }
}
