extension DraftStore {
  /// Compares a state that cannot be saved with the one somebody else saved meanwhile.
  ///
  /// For after a save was refused with ``DraftError/Code/conflict``. Writes nothing.
  ///
  /// - Parameters:
  ///   - mine: the state that was to be saved.
  ///   - schema: the form as it is now; what is stored is read under it.
  ///   - draft: the draft, whoever's it is.
  ///   - basedOn: the revision `mine` was made from.
  ///   - base: the state of that revision, if the caller still has it; else it is made from the
  ///     draft's save points, if they have it.
  /// - Returns: both states field by field, and what goes together of them.
  /// - Throws: ``DraftError/Code/notFound``, ``DraftError/Code/gone`` if the draft ended;
  ///   ``DraftError/Code/invalidSchema``, ``DraftError/Code/damaged``, ``DraftError/Code/busy``,
  ///   ``DraftError/Code/notOurs``, ``DraftError/Code/newerStore``,
  ///   ``DraftError/Code/unavailable``, ``DraftError/Code/io``.
  public func conflict(
    _ mine: DraftSnapshot, schema: DraftSchema, draft: DraftID, basedOn: DraftRevision,
    base: DraftSnapshot? = nil
  ) async throws(DraftError) -> DraftConflict {
    let reader = try stored(schema)
    let isBaseNeeded = base == nil
    let sides = try await wherever(draft) { file throws(DraftError) in
      try file.sides(of: draft, basedOn: isBaseNeeded ? basedOn : nil, reader: reader)
    }
    return DraftConflict(
      base: base ?? sides.base, mine: mine, theirs: sides.theirs, schema: schema, draft: draft,
      theirRevision: sides.revision)
  }
}

extension OwnerFile {
  /// What is stored, and what a revision was, both under a form.
  struct Sides: Sendable {
    var theirs: DraftSnapshot
    var revision: DraftRevision
    /// Nil if it was not asked for, or no save point has it.
    var base: DraftSnapshot?
  }

  /// Nil if there is no such draft.
  func sides(
    of id: DraftID, basedOn: DraftRevision?, reader: StoredSchema
  ) throws(DraftError) -> Sides? {
    try read { rows in
      guard let head = try headIfHere(id, rows) else { return nil }
      let content = try content(of: head, rows)
      let theirs = Self.snapshot(content, reader)
      var sides = Sides(theirs: theirs, revision: head.revisionNumber)
      guard let basedOn else { return sides }
      if basedOn == head.revisionNumber { sides.base = theirs }
      let log = PointLog(try rows.points(draft: head.id), of: head)
      let answer = log.state(Int64(basedOn.rawValue), before: head, try storedRows(head, rows))
      if case .state(let state) = answer {
        sides.base = Self.snapshot(try self.content(of: state, rows), reader)
      }
      return sides
    } ?? nil
  }

  private static func snapshot(_ content: Content, _ reader: StoredSchema) -> DraftSnapshot {
    Resolver.resolve(content.resolverInput(reader: reader), options: RestoreOptions()).snapshot
  }

  /// An earlier state as a draft that is read.
  private func content(of state: DraftState, _ rows: DraftRows) throws -> Content {
    var content = Content(
      head: state.head, writer: try storedSchema(state.head.schema, rows), rows: state.rows)
    content.writers = try writers(of: state.rows, rows)
    return content
  }
}
