/// A draft in the form in which it is exported.
public struct ExportedDraft: Sendable {
  /// The draft.
  public let id: DraftID
  /// One JSON object without line breaks; <doc:SavingAndRestoring> has its members.
  ///
  /// Unlike a value's description this holds the answers.
  public let line: String
  /// Answers that had to be left out because they are damaged.
  public let damaged: [FieldPath]
  /// Files the store keeps a copy of, whose bytes are not in the line.
  ///
  /// Where the line is imported they are ``RestoreReport/Outcome/fileMissing``;
  /// ``DraftStore/path(of:)`` says where the bytes lie here.
  public let files: [DraftFile]
}

extension DraftStore {
  /// A draft as one line of JSON, for ``importDrafts(_:dryRun:)``.
  ///
  /// It has answers, marks, orphans, baseline and the schema the draft was saved under. Secrets
  /// are not in it, because they are not in the store. Answers whose checksum does not hold are
  /// left out and named in ``ExportedDraft/damaged``.
  ///
  /// - Parameter id: the draft, whoever's it is.
  /// - Throws: ``DraftError/Code/notFound``, also if it ended; ``DraftError/Code/damaged`` if its
  ///   own row or its schema cannot be read; ``DraftError/Code/notOurs``,
  ///   ``DraftError/Code/newerStore``, ``DraftError/Code/unavailable``,
  ///   ``DraftError/Code/busy``, ``DraftError/Code/io``.
  public func export(_ id: DraftID) async throws(DraftError) -> ExportedDraft {
    try await export(id, in: allQueues())
  }

  /// The same where it is known whose draft it is: the others' databases stay closed.
  package func export(
    _ id: DraftID, of owner: DraftOwner
  ) async throws(DraftError) -> ExportedDraft {
    try await export(id, in: queue(of: owner, creating: false).map { [$0] } ?? [])
  }

  private func export(
    _ id: DraftID, in queues: [OwnerQueue]
  ) async throws(DraftError) -> ExportedDraft {
    var failure = OwnerFile.notFound(id)
    for queue in queues {
      do throws(DraftError) {
        let found = try await queue.run { file throws(DraftError) in
          try file.archive(id).map {
            ExportedDraft(
              id: id, line: String(decoding: $0.archive.line(.printable), as: UTF8.self),
              damaged: $0.damaged, files: $0.archive.managedFiles)
          }
        }
        if let found { return found }
      } catch {
        failure = error
      }
    }
    throw failure
  }

  /// Adds exported drafts: all of them, or none.
  ///
  /// Ids, revisions and times stay as they were; owners are taken from the lines. Secrets are
  /// taken out as in a save. A draft that is in the store already, just the same, is left alone,
  /// so that an import can be repeated. In lists an imported draft counts as saved last. If the
  /// process is killed half-way, the import is there as a whole or not at all; the next open
  /// finishes one that began.
  ///
  /// - Parameters:
  ///   - lines: JSON Lines in UTF-8, as ``export(_:)`` makes them; blank lines are passed over. A
  ///     line holds what a snapshot may hold and 16 MiB more.
  ///   - dryRun: only checks and counts.
  /// - Returns: what was added, what was there, and which secrets were left out.
  /// - Throws: ``DraftError/Code/invalidJSON``, ``DraftError/Code/invalidSchema``,
  ///   ``DraftError/Code/invalidValue`` or ``DraftError/Code/tooLarge`` naming the line;
  ///   ``DraftError/Code/conflict`` if another state of a draft is in the store,
  ///   ``DraftError/Code/gone`` if it ended here, ``DraftError/Code/busy`` also while another
  ///   import for several owners is under way; and as
  ///   ``save(_:schema:key:draft:basedOn:title:baseline:expiresAfter:parent:savePoint:)``. Nothing was imported then.
  @discardableResult
  public func importDrafts(
    _ lines: [UInt8], dryRun: Bool = false
  ) async throws(DraftError) -> ImportReceipt {
    try await importDrafts(lines, dryRun: dryRun, progress: { _ in })
  }

  /// The same; `progress` is told how many drafts were compared with the store.
  package func importDrafts(
    _ lines: [UInt8], dryRun: Bool, progress: (Int) -> Void
  ) async throws(DraftError) -> ImportReceipt {
    let drafts = try Self.read(lines)
    var receipt = ImportReceipt()
    var additions: [DraftOwner: [ImportedDraft]] = [:]
    for (index, draft) in drafts.enumerated() {
      progress(index)
      if !draft.withheld.isEmpty { receipt.withheld[draft.archive.id] = draft.withheld }
      switch try await judge(draft.archive) {
      case .add:
        receipt.added.append(draft.archive.id)
        additions[draft.archive.key.owner, default: []].append(draft)
      case .unchanged: receipt.unchanged.append(draft.archive.id)
      }
    }
    guard !dryRun, !additions.isEmpty else { return receipt }
    guard let place = try place(creating: true) else { return receipt }
    // One owner's database is one transaction; more need a journal to be one step.
    let journal =
      additions.count == 1
      ? nil : try ImportJournal.begin(place, additions.values.flatMap { $0 })
    try await add(additions)
    try journal?.end()
    return receipt
  }

  private func judge(
    _ archive: DraftArchive
  ) async throws(DraftError) -> OwnerFile.ImportVerdict {
    let owner = try place(creating: false)?.tag(of: archive.key.owner)
    for queue in try allQueues() {
      let (tag, verdict) = try await queue.run { file throws(DraftError) in
        (file.tag, try file.judge(archive))
      }
      if verdict == .unchanged, tag == owner { return .unchanged }
    }
    return .add
  }

  private func add(_ additions: [DraftOwner: [ImportedDraft]]) async throws(DraftError) {
    var begun: [(queue: OwnerQueue, ids: [DraftID])] = []
    do throws(DraftError) {
      for (owner, drafts) in additions {
        guard let queue = try queue(of: owner, creating: true) else { continue }
        // Before it is done: a COMMIT that failed may have been one.
        begun.append((queue, drafts.map(\.archive.id)))
        try await queue.run { file throws(DraftError) in try file.add(drafts) }
      }
    } catch {
      if await takeBack(begun), let place = try? place(creating: false) {
        ImportJournal.discard(place)
      } else {
        forgetPlace()  // the journal stays, and the next call finishes the import
      }
      throw error
    }
  }

  /// Whether all of it could be taken back.
  private func takeBack(_ begun: [(queue: OwnerQueue, ids: [DraftID])]) async -> Bool {
    do throws(DraftError) {
      for (queue, ids) in begun {
        try await queue.run { file throws(DraftError) in try file.removeImported(ids) }
      }
      return true
    } catch {
      return false
    }
  }

  private static func read(_ lines: [UInt8]) throws(DraftError) -> [ImportedDraft] {
    var drafts: [ImportedDraft] = []
    var known: [DraftID: DraftArchive] = [:]
    var forms = ImportedForms()
    var number = 0
    for line in lines.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      if text.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
      do throws(DraftError) {
        let draft = try ImportedDraft(DraftArchive(line: Array(text)), &forms)
        if let other = known[draft.archive.id] {
          guard other.line() == draft.archive.line() else {
            throw DraftError(
              .invalidJSON, "The draft \(draft.archive.id) stands twice, in different states.")
          }
          continue
        }
        known[draft.archive.id] = draft.archive
        drafts.append(draft)
      } catch {
        throw error.inLine(number)
      }
    }
    return drafts
  }
}

extension DraftError {
  fileprivate func inLine(_ number: Int) -> DraftError {
    // What is wrong is the text, and not an argument of the caller's.
    DraftError(
      code == .invalidPath || code == .invalidArgument ? .invalidJSON : code,
      "Line \(number): \(message)",
      hint: hint ?? "Mend the line and import again; nothing was imported.", paths: paths,
      file: file, currentRevision: currentRevision, cause: cause)
  }
}
