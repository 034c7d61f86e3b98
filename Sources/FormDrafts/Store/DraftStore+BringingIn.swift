extension DraftStore {
  /// Brings a draft that an app kept elsewhere into the store, and then lets it clear that place.
  ///
  /// For the first start with this library: an app's own snapshot or map, wherever it was kept. It
  /// becomes a draft of its key, and only after that is durable the old place is cleared. Calling it
  /// again after a crash in between saves nothing twice: if the same answers, marks and steps, less
  /// the secrets, already stand in a draft of the key (or in a kept copy of a submitted one), only
  /// the place is cleared. A draft that was edited or ended meanwhile is not recognised, so call
  /// this before the form is opened.
  ///
  /// ```swift
  /// try await store.bringIn(old, schema: signup, key: key) {
  ///   try FileManager.default.removeItem(at: url)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - snapshot: what the app has; secrets in it are withheld, and go with the old place.
  ///   - schema: the form as it is now.
  ///   - key: owner, form and record.
  ///   - title: a title for lists; none unless said.
  ///   - expiresAfter: how long the draft lives, as for a save; for ever unless said.
  ///   - clearing: removes it from where the app kept it.
  /// - Returns: the receipt of the save; nil if the same already stood there.
  /// - Throws: what a save throws, and then nothing is cleared; ``DraftError/Code/invalidValue`` with
  ///   the fields if some answers could not be stored: the others are, and nothing is cleared, as
  ///   the old place has the only copy; what `clearing` throws: the draft stays.
  @discardableResult
  public func bringIn(
    _ snapshot: DraftSnapshot, schema: DraftSchema, key: DraftKey, title: String? = nil,
    expiresAfter: Duration? = nil, clearing: () async throws -> Void
  ) async throws -> SaveReceipt? {
    try await bringIn(
      snapshot, beside: [], schema: schema, key: key, title: title, expiresAfter: expiresAfter,
      clearing: clearing)
  }

  /// The same, with secrets that the form holds beside the snapshot.
  private func bringIn(
    _ snapshot: DraftSnapshot, beside secrets: [Redaction.Other], schema: DraftSchema,
    key: DraftKey, title: String?, expiresAfter: Duration?, clearing: () async throws -> Void
  ) async throws -> SaveReceipt? {
    let request = try SaveRequest(
      snapshot, schema: stored(schema), key: key, draft: nil, basedOn: nil, title: title,
      baseline: nil, secrets: secrets)
    var receipt: SaveReceipt?
    if try await !stands(request, key.owner) {
      receipt = try await save(
        snapshot, beside: secrets, schema: schema, key: key, draft: nil, basedOn: nil,
        title: title, baseline: nil, expiresAfter: expiresAfter)
    }
    // What is cleared elsewhere must be here after power loss, too.
    let durability = try await makeDurable(key.owner)
    receipt?.durability = durability
    guard request.unsaved.isEmpty else { throw Self.notAllBroughtIn(request) }
    try await clearing()
    return receipt
  }

  private func stands(
    _ request: SaveRequest, _ owner: DraftOwner
  ) async throws(DraftError) -> Bool {
    guard let queue = try queue(of: owner, creating: false) else { return false }
    return try await queue.run { file throws(DraftError) in try file.holds(request) }
  }

  private static func notAllBroughtIn(_ request: SaveRequest) -> DraftError {
    DraftError(
      .invalidValue,
      "Some answers cannot be stored; the others are, and the old place was not cleared.",
      hint: "Repair these fields or leave them out, and bring it in again.",
      paths: request.unsaved.map(\.path))
  }
}

extension DraftStore {
  /// Brings a form that an app kept elsewhere into the store, by its mapping.
  ///
  /// As ``bringIn(_:schema:key:title:expiresAfter:clearing:)``; the draft lives as long as
  /// ``DraftMapping/expiresAfter`` says.
  ///
  /// - Parameters:
  ///   - form: what the app has.
  ///   - mapping: how it is read.
  ///   - owner: whose draft it is.
  ///   - record: what it edits; something new unless said.
  ///   - title: a title for lists; none unless said.
  ///   - clearing: removes it from where the app kept it.
  /// - Returns: the receipt of the save; nil if the same already stood there.
  /// - Throws: ``DraftError/Code/invalidSchema`` for a mistake in the mapping, and what the call
  ///   for a snapshot throws.
  @discardableResult
  public func bringIn<Form>(
    _ form: Form, _ mapping: DraftMapping<Form>, owner: DraftOwner, record: DraftRecord = .new,
    title: String? = nil, clearing: () async throws -> Void
  ) async throws -> SaveReceipt? {
    try mapping.check()
    return try await bringIn(
      mapping.snapshot(of: form), beside: mapping.secretValues(of: form), schema: mapping.schema,
      key: DraftKey(mapping.schema.id, owner: owner, record: record), title: title,
      expiresAfter: mapping.expiresAfter, clearing: clearing)
  }

  /// Brings a form that lists its own fields, and that an app kept elsewhere, into the store.
  ///
  /// As ``bringIn(_:schema:key:title:expiresAfter:clearing:)``.
  ///
  /// - Parameters:
  ///   - form: what the app has.
  ///   - owner: whose draft it is.
  ///   - record: what it edits; something new unless said.
  ///   - title: a title for lists; none unless said.
  ///   - clearing: removes it from where the app kept it.
  /// - Returns: the receipt of the save; nil if the same already stood there.
  /// - Throws: ``DraftError/Code/invalidSchema`` for a mistake in the mapping, and what the call
  ///   for a snapshot throws.
  @discardableResult
  public func bringIn<Form: DraftForm>(
    _ form: Form, owner: DraftOwner, record: DraftRecord = .new, title: String? = nil,
    clearing: () async throws -> Void
  ) async throws -> SaveReceipt? {
    try await bringIn(
      form, Form.draftMapping, owner: owner, record: record, title: title, clearing: clearing)
  }
}

extension OwnerFile {
  /// Whether a draft of the same key has exactly what a save would store.
  ///
  /// One that cannot be read has not: its text is then stored once more.
  func holds(_ request: SaveRequest) throws(DraftError) -> Bool {
    let found = try find(.key(form: request.form, record: request.record), verifying: false)
    for id in found.lazy.filter({ $0.error == nil }).compactMap(\.id) {
      do throws(DraftError) {
        if try content(of: id)?.isSame(as: request) == true { return true }
      } catch {
        guard error.code == .damaged else { throw error }
      }
    }
    return false
  }
}

extension OwnerFile.Content {
  fileprivate func isSame(as request: SaveRequest) -> Bool {
    let live = rows.filter { $0.kind == .live }
    guard !isIncomplete, damaged.isEmpty, live.count == request.leaves.count,
      head.skipped == request.skipped,
      ExactOptional(wrappedValue: head.step) == ExactOptional(wrappedValue: request.step)
    else { return false }
    var stored: [FieldPath: FieldRow] = [:]
    for row in live { stored[row.path] = row }
    return request.leaves.allSatisfy { leaf in
      guard let row = stored[leaf.path] else { return false }
      return row.value == leaf.json && row.marks == leaf.marks
    }
  }
}
