import FormDraftsSQLite

extension OwnerFile {
  /// A draft as it is exported, with the paths that had to be left out because they are damaged.
  func archive(
    _ id: DraftID, isByIndex: Bool = false
  ) throws(DraftError) -> (archive: DraftArchive, damaged: [FieldPath])? {
    try content(of: id, isByIndex: isByIndex).map { content throws(DraftError) in
      try archive(content)
    }
  }

  func archive(
    _ content: Content
  ) throws(DraftError) -> (archive: DraftArchive, damaged: [FieldPath]) {
    let head = content.head
    let rows = try ArchivedRows(content)
    var archive = DraftArchive(
      id: head.uuid,
      key: head.key(of: owner ?? .nobody),
      revision: head.revision, created: head.created, saved: head.saved, title: head.title,
      baseline: head.baseline, schema: content.writer.schema, snapshot: rows.snapshot)
    archive.status = head.status
    archive.attempt = head.attempt
    archive.expires = head.expires
    archive.orphans = rows.orphans
    archive.orphanSchemas = rows.forms.map(\.schema)
    if head.hasBase { archive.base = rows.base }
    archive.parent = head.parent
    return (archive, rows.damaged)
  }
}

/// The rows of a draft as they are exported.
private struct ArchivedRows {
  private(set) var snapshot: DraftSnapshot
  private(set) var orphans: [DraftArchive.Orphan] = []
  private(set) var base: [DraftArchive.Base] = []
  private(set) var damaged: [FieldPath]
  /// The forms that orphans were saved under.
  let forms: [StoredSchema]
  private var builder = ObjectBuilder()

  init(_ content: OwnerFile.Content) throws(DraftError) {
    let head = content.head
    snapshot = DraftSnapshot(
      step: head.step, skippedSteps: head.skippedSteps, focus: head.focus)
    damaged = content.damaged
    let rows = content.writers.keys.sorted()
    forms = rows.compactMap { content.writers[$0] }
    let places = Dictionary(zip(rows, rows.indices), uniquingKeysWith: { first, _ in first })
    for row in content.rows { try add(row, schema: places[row.schema]) }
    snapshot.values = builder.build()
  }

  private mutating func add(_ row: FieldRow, schema: Int?) throws(DraftError) {
    let read = row.value.map { try? DraftValue(json: $0) }
    if case .some(.none) = read { damaged.append(row.path) }
    let value = read ?? nil
    if row.knowsBase {
      base.append(.init(path: row.path, value: row.base.flatMap { try? DraftValue(json: $0) }))
    }
    guard !row.kind.isOrphan else {
      return orphans.append(
        .init(path: row.path, value: value, marks: row.marks, schema: schema))
    }
    if row.marks & FieldRow.touched != 0 { snapshot.touched.insert(row.path) }
    if row.marks & FieldRow.dirty != 0 { snapshot.dirty.insert(row.path) }
    if let value, try builder.insert(value, at: row.path) != .inserted { damaged.append(row.path) }
  }
}

extension OwnerFile {
  /// What an import would do with a draft.
  enum ImportVerdict: Sendable { case add, unchanged }

  /// Whether a draft can be imported; throws if another state of it is here or it ended.
  func judge(_ archive: DraftArchive) throws(DraftError) -> ImportVerdict {
    if let present = try self.archive(archive.id, isByIndex: true) {
      guard present.archive.line() == archive.line() else {
        throw DraftError(
          .conflict, "The draft \(archive.id) is in the store already, in another state.",
          hint: "Discard the one in the store first, or leave the line out; nothing was imported.",
          currentRevision: DraftRevision(Int(present.archive.revision)))
      }
      return .unchanged
    }
    let ending = try read { rows -> DraftEnding? in
      if case .intact? = try rows.heads(.id(archive.id)).first { return .discarded }  // hidden
      return try rows.ending(of: archive.id)?.shown
    }
    if let ending = ending ?? nil {
      throw DraftError(
        .gone, "The draft \(archive.id) has ended in this store (\(ending.rawValue)).",
        hint: "Import it into another store, or save its values as a new draft; "
          + "nothing was imported.", ending: ending)
    }
    return .add
  }

  /// Adds drafts in one transaction; those that are there are left alone.
  func add(_ archives: [ImportedDraft]) throws(DraftError) {
    _ = try write(creating: true) { rows in
      for item in archives {
        guard try rows.heads(.id(item.archive.id)).isEmpty else { continue }
        try insert(item, rows)
      }
    }
  }

  /// Takes back what an import that failed elsewhere had added here.
  func removeImported(_ ids: [DraftID]) throws(DraftError) {
    _ = try write(creating: false) { rows in
      for id in ids {
        guard case .intact(let head)? = try rows.heads(.id(id)).first else { continue }
        _ = try rows.removeFields(draft: head.id)
        try rows.removePoints(draft: head.id)
        try rows.removeDraft(head.id)
      }
      try rows.removeUnusedSchemas()
    }
    needsCompaction = true
  }

  private func insert(_ item: ImportedDraft, _ rows: DraftRows) throws {
    let archive = item.archive
    var head = DraftHead(
      uuid: archive.id, form: archive.key.form, record: archive.key.record.id)
    head.schema = try rows.schemaID(item.schema)
    head.id = try rows.insert(head)
    head.version = archive.schema.version
    head.revision = archive.revision
    head.seq = try rows.lastSeq() + 1
    head.title = archive.title
    head.step = archive.snapshot.step
    head.skippedSteps = archive.snapshot.skippedSteps
    head.focus = archive.snapshot.focus
    head.baseline = archive.baseline
    head.parent = archive.parent
    head.hasBase = archive.base != nil
    head.created = archive.created
    head.saved = archive.saved
    head.status = archive.status
    head.attempt = archive.attempt
    head.expires = archive.expires
    if let expires = archive.expires {
      try rows.setLifetime(Lifetime(length: max(expires - archive.saved, 1)), draft: head.id)
      try noteLifetime(rows)
    }
    var live: [FieldRow] = []
    let orphanSchemas = try item.orphanSchemas.map(rows.schemaID)
    for var row in try item.rows(draft: head.id, orphanSchemas: orphanSchemas) {
      row.sum = row.checksum
      try rows.insert(row)
      head.rowsSum &+= row.sum
      head.rows += 1
      guard row.kind == .live, let value = row.value else { continue }
      head.bytes += Int64(value.count)
      live.append(row)
    }
    head.nextRow = head.rows
    head.answered = Int64(item.schema.answered(live.answers))
    try rows.update(head)
  }
}
