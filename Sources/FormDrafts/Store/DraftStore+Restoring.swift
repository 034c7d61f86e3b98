import FormDraftsSQLite

extension DraftStore {
  /// Restores the last saved draft of a key, or a certain one.
  ///
  /// Writes nothing and deletes nothing. Never throws, so that a failure cannot be taken for “no
  /// draft”: it is ``Restoration/unreadable(_:_:)``. If the last saved draft cannot be read, that
  /// is the answer, even if an earlier one could be: ``list(_:verifying:)`` has them all. A copy of
  /// what was submitted is handed out only by its id.
  ///
  /// - Parameters:
  ///   - key: owner, form and record.
  ///   - schema: the form as it is now; nil takes the schema the draft was saved under.
  ///   - draft: a certain draft of the key; nil takes the last saved.
  ///   - options: policy, floor, newer forms, upgrades, the record as it is now.
  /// - Returns: the draft and how it fits. <doc:WhenTheFormChanges> tells what each answer means.
  public func restore(
    _ key: DraftKey, schema: DraftSchema?, draft: DraftID? = nil, options: RestoreOptions = .init()
  ) async -> Restoration {
    do throws(DraftError) {
      guard let queue = try queue(of: key.owner, creating: false) else { return .none }
      let reader = try schema.map { schema throws(DraftError) in try stored(schema) }
      return try await queue.run { file throws(DraftError) in
        file.restore(key, draft: draft, reader: reader, options)
      }
    } catch {
      return .unreadable(draft, error)
    }
  }

  /// Restores a draft by its id, whoever's it is.
  ///
  /// As ``restore(_:schema:draft:options:)``; every owner's database is looked into.
  ///
  /// - Parameters:
  ///   - id: the draft.
  ///   - schema: the form as it is now; nil takes the schema the draft was saved under.
  ///   - options: policy, floor, newer forms, upgrades, the record as it is now.
  /// - Returns: the draft and how it fits.
  public func restore(
    _ id: DraftID, schema: DraftSchema? = nil, options: RestoreOptions = .init()
  ) async -> Restoration {
    do throws(DraftError) {
      let reader = try schema.map { schema throws(DraftError) in try stored(schema) }
      var failure: DraftError?
      for queue in try allQueues() {
        do throws(DraftError) {
          let answer = try await queue.run { file throws(DraftError) in
            try file.restore(id, reader: reader, options)
          }
          if let answer { return answer }
        } catch {
          failure = error
        }
      }
      if let failure { return .unreadable(id, failure) }
      return .none
    } catch {
      return .unreadable(id, error)
    }
  }
}

extension OwnerFile {
  func restore(
    _ key: DraftKey, draft: DraftID?, reader: StoredSchema?, _ options: RestoreOptions
  ) -> Restoration {
    do throws(DraftError) {
      let look = try read { rows in
        var look = Look()
        look.found = try find(.key(form: key.form, record: key.record.id), rows) { $0 }
        // What was submitted and is kept as a copy is not what the person is to go on with.
        look.chosen =
          draft == nil
          ? look.found.first { $0.head?.status != .submitted }
          : look.found.first { $0.id == draft }
        try look.takeWhole(under: reader, options, rows)
        return look
      }
      return try restore(look, reader: reader, options) ?? .none
    } catch {
      return .unreadable(draft, error)
    }
  }

  /// Nil if this owner has no such draft.
  func restore(
    _ id: DraftID, reader: StoredSchema?, _ options: RestoreOptions
  ) throws(DraftError) -> Restoration? {
    let look = try read { rows in
      var look = Look()
      look.chosen = try find(.id(id), rows) { $0 }.first
      if let head = look.chosen?.head {
        look.found = try find(.key(form: head.form, record: head.record), rows) { $0 }
      }
      try look.takeWhole(under: reader, options, rows)
      return look
    }
    return try restore(look, reader: reader, options)
  }

  private func restore(
    _ look: Look?, reader: StoredSchema?, _ options: RestoreOptions
  ) throws(DraftError) -> Restoration? {
    guard let look, let chosen = look.chosen else {
      try refuseIfHeadsAreDamaged()
      return nil
    }
    if let error = chosen.error { return .unreadable(chosen.id, error) }
    do throws(DraftError) {
      return try resolve(look, reader: reader, options).map { restoration($0, look, options) }
    } catch {
      return .unreadable(chosen.id, error)
    }
  }

  /// A draft whose row is damaged may be the one that is looked for: its key cannot be believed.
  ///
  /// So may one whose row a damaged page does not show any more.
  private func refuseIfHeadsAreDamaged() throws(DraftError) {
    if let error = try find(.all, verifying: false).lazy.compactMap(\.error).first { throw error }
    if let loss = try lossOfHeads() { throw loss }
  }

  /// What to say if drafts are hidden: a damaged page can hide rows, which no checksum speaks of.
  func lossOfHeads() throws(DraftError) -> DraftError? {
    if try read({ rows in try rows.areHeadsComplete() }) ?? true { return nil }
    return DraftError(
      .damaged, "The database “\(directory.database.printable)” has lost drafts.",
      hint: "Nothing was changed. Repair the store, or bring it back from a backup.",
      file: directory.database)
  }

  /// Nil if there is no such draft any more.
  private func resolve(
    _ look: Look, reader: StoredSchema?, _ options: RestoreOptions
  ) throws(DraftError) -> Resolved? {
    guard let head = look.chosen?.head else { return nil }
    if let snapshot = look.whole, let reader {
      let report = RestoreReport(whole: snapshot, of: reader)
      return Resolved(
        head: head, writer: reader, result: Resolution(snapshot: snapshot, report: report))
    }
    guard let content = try content(of: head.uuid) else { return nil }
    var input = content.resolverInput(reader: reader)
    input.brokenFiles = brokenFiles(in: input.answers, options)
    return Resolved(
      head: content.head, writer: content.writer,
      result: Resolver.resolve(input, options: options))
  }

  private func restoration(
    _ resolved: Resolved, _ look: Look, _ options: RestoreOptions
  ) -> Restoration {
    let (head, writer, result) = (resolved.head, resolved.writer, resolved.result)
    let facts = summary(head, fingerprint: writer.fingerprint, total: writer.total)
    let others = look.found.compactMap { found -> DraftSummary? in
      guard found.id != head.uuid, let head = found.head, head.status != .submitted
      else { return nil }
      return summary(head, fingerprint: found.fingerprint, total: found.total)
    }
    let draft = StoredDraft(
      summary: facts, snapshot: result.snapshot, report: result.report, orphans: result.orphans,
      writerSchema: writer.schema, others: others)
    if head.status == .submitting, let attempt = head.attempt {
      return .inDoubt(AttemptID(attempt), draft)
    }
    if result.isRestored(under: options.policy) { return .restored(draft) }
    return .mismatch(
      DraftMismatch(
        summary: facts, salvage: result.salvage(under: options.policy), report: result.report,
        orphans: result.orphans, writerSchema: writer.schema, others: others))
  }
}

/// The drafts of a key, and the one to restore.
private struct Look {
  var found: [OwnerFile.Found] = []
  var chosen: OwnerFile.Found?
  /// The snapshot of the chosen one, if nothing is to be said of it.
  var whole: DraftSnapshot?

  /// Reads the chosen one if it is of the very form.
  ///
  /// What is damaged is read again, and told.
  ///
  /// - Throws: what SQLite could not do, as for lack of memory: the transaction may have ended with it.
  mutating func takeWhole(
    under reader: StoredSchema?, _ options: RestoreOptions, _ rows: DraftRows
  ) throws {
    guard let reader, let head = chosen?.head else { return }
    do {
      whole = try WholeDraft.snapshot(of: head, under: reader, options, rows)
    } catch let error as SQLiteError where !error.isCorrupt {
      throw error
    } catch {
      whole = nil
    }
  }
}

/// A draft as it is to be handed out.
private struct Resolved {
  var head: DraftHead
  var writer: StoredSchema
  var result: Resolution
}
