/// A draft from a line, redacted and checked like any snapshot before it goes anywhere.
struct ImportedDraft: Sendable {
  let archive: DraftArchive
  let schema: StoredSchema
  let withheld: [FieldPath]
  /// The forms that orphans were saved under.
  let orphanSchemas: [StoredSchema]
  private let leaves: [SaveRequest.Leaf]

  /// Takes the secrets out of an archive and checks it against every limit.
  ///
  /// Orphans and the record's values hold answers like any other: they are walked with the
  /// snapshot, so that a secret in one of them is taken out of all.
  ///
  /// - Parameters:
  ///   - source: the draft as it stands in the line.
  ///   - known: the forms of earlier lines; most are the same.
  init(_ source: DraftArchive, _ known: inout ImportedForms) throws(DraftError) {
    let stored = try known.stored(source.schema)
    schema = stored
    try source.snapshot.values.checkDepth()
    var forms: [StoredSchema] = []
    for form in source.orphanSchemas { forms.append(try known.stored(form)) }
    let mappings = forms.map { stored.mapping(from: $0) }
    orphanSchemas = forms
    let orphans = source.orphans.map { ($0.path, $0.value, $0.schema) }
    let others = try (orphans + (source.base ?? []).map { ($0.path, $0.value, nil) })
      .map { path, value, form throws(DraftError) in
        let value = value ?? .null
        try value.validate(at: path)
        return Redaction.Other(
          path: path, value: value, index: form.map { forms[$0].index },
          mapping: form.map { mappings[$0] })
      }
    let redaction = Redaction(
      source.snapshot, index: schema.index, baseline: nil, title: source.title, others: others)
    var archive = source
    archive.snapshot = redaction.snapshot
    archive.title = redaction.title
    archive.orphans = zip(source.orphans, redaction.others).compactMap { orphan, value in
      guard let value else { return nil }
      var clean = orphan
      clean.value = orphan.value == nil ? nil : value
      return clean
    }
    let bases = redaction.others.dropFirst(source.orphans.count)
    archive.base = source.base.map { base in
      zip(base, bases).compactMap { base, value in
        guard let value else { return nil }
        return DraftArchive.Base(path: base.path, value: base.value == nil ? nil : value)
      }
    }
    let request = try SaveRequest(
      redaction, schema: schema, key: source.key, draft: nil, basedOn: nil,
      baseline: source.baseline)
    if let unsaved = request.unsaved.first {
      throw DraftError(.invalidValue, unsaved.reason, paths: [unsaved.path])
    }
    self.archive = archive
    withheld = redaction.withheld
    leaves = request.leaves
  }

  /// The rows of the draft; checksums are still to be set.
  ///
  /// - Parameters:
  ///   - draft: the draft's row.
  ///   - ids: the rows of ``orphanSchemas``.
  func rows(
    draft: Int64, orphanSchemas ids: [Int64]
  ) throws(DraftError) -> [FieldRow] {
    var bases: [FieldPath: DraftValue?] = [:]
    for base in archive.base ?? [] { bases[base.path] = base.value }
    var rows: [FieldRow] = []
    func append(_ path: FieldPath, _ kind: FieldRow.Kind, _ marks: Int64, _ value: [UInt8]?) {
      let base: DraftValue?? = kind == .live ? bases.removeValue(forKey: path) : nil
      rows.append(
        FieldRow(
          id: FieldRow.firstID(draft: draft) + Int64(rows.count), draft: draft, path: path,
          kind: kind, flags: base == nil ? 0 : FieldRow.hasBase, marks: marks,
          ordinal: Int64(rows.count + 1) * Ordinals.gap, value: value,
          base: (base ?? nil)?.canonicalJSON, revision: archive.revision))
    }
    for leaf in leaves { append(leaf.path, .live, leaf.marks, leaf.json) }
    for path in bases.keys.sorted() { append(path, .live, 0, nil) }
    var kinds: [FieldPath: FieldRow.Kind] = [:]
    for orphan in archive.orphans {
      let kind = kinds[orphan.path] ?? .orphan
      kinds[orphan.path] = kind.next
      append(orphan.path, kind, orphan.marks, orphan.value?.canonicalJSON)
      rows[rows.count - 1].schema = orphan.schema.map { ids[$0] } ?? 0
    }
    let keys = Set(rows.map { Place(path: $0.path, kind: $0.kind) })
    guard keys.count == rows.count else {
      throw DraftError(.invalidValue, "A path stands twice in the draft \(archive.id).")
    }
    return rows
  }

  private struct Place: Hashable {
    var path: FieldPath
    var kind: FieldRow.Kind
  }
}

/// The forms of many lines, each made once as long as few are in use.
struct ImportedForms: Sendable {
  private var schemas = SchemaCache()

  init() {}

  mutating func stored(_ schema: DraftSchema) throws(DraftError) -> StoredSchema {
    try schemas.stored(schema)
  }
}
