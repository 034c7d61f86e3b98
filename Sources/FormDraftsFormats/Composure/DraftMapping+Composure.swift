public import FormDrafts

extension DraftMapping where Form == [String: [String?]] {
  /// The mapping of a form of Composure: what `saveFieldData()` gives is the form.
  ///
  /// ```swift
  /// let login = try DraftMapping<[String: [String?]]>.composure(
  ///   "login", fields: ["name", "password", "confirm"], secret: ["confirm"])
  /// let session = DraftSession(fieldData, login, in: store, owner: "ana")
  /// ```
  ///
  /// As ``ComposureForm``, with two differences that a session needs. A row that has not four
  /// entries, or other marks than `"true"` and `"false"`, costs its own field and no other: a save
  /// reports it as unsaved and keeps what was stored. And rows are put into the form that is there:
  /// rows of secrets, and rows the draft does not have, stay as they are.
  ///
  /// - Parameters:
  ///   - id: the form's id.
  ///   - version: the version the app gives the form.
  ///   - fields: the names, in the form's order.
  ///   - secret: names whose rows are never stored, beside those that are secrets by their words.
  ///   - allowsPositionalNames: takes names such as `field_0`; needs `version`. Not unless said.
  /// - Throws: ``/FormDrafts/DraftError/Code/invalidSchema`` for a positional name that is not
  ///   allowed, for one without a version, and for what a schema refuses.
  public static func composure(
    _ id: String, version: String? = nil, fields: some Sequence<String>,
    secret: some Sequence<String> = [], allowsPositionalNames: Bool = false
  ) throws(DraftError) -> Self {
    .composure(
      try ComposureForm(
        id, version: version, fields: fields, secret: secret,
        allowsPositionalNames: allowsPositionalNames))
  }

  /// The mapping of a form of Composure that is described already.
  ///
  /// - Parameter form: the form's fields; see `composure(_:version:fields:secret:allowsPositionalNames:)`.
  public static func composure(_ form: ComposureForm) -> Self {
    Self(form.schema) { fieldData in
      form.tolerantSnapshot(of: fieldData)
    } populate: { snapshot, fieldData in
      for (name, row) in form.fieldData(of: snapshot) { fieldData[name] = row }
      return form.unfit(in: snapshot)
    }
  }
}

extension ComposureForm {
  /// As `snapshot(of:)`, but a row that cannot be read takes the place of no other.
  fileprivate func tolerantSnapshot(of fieldData: [String: [String?]]) -> DraftSnapshot {
    var snapshot = DraftSnapshot()
    for name in order(of: fieldData.keys) {
      guard let entries = fieldData[name] else { continue }
      let path = (try? Self.path(of: name, suffix: suffix)) ?? FieldPath([name])
      do throws(DraftError) {
        let row = try Row(entries, at: try Self.path(of: name, suffix: suffix))
        snapshot.values.members.append(.init(path.lastName ?? name, row.value))
        if row.isTouched { snapshot.touched.insert(path) }
        if row.isDirty { snapshot.dirty.insert(path) }
      } catch {
        guard !isSecret(path) else { continue }  // not stored in any case
        snapshot.values.members.append(.init(path.lastName ?? name, .unencodable))
      }
    }
    return snapshot
  }
}
