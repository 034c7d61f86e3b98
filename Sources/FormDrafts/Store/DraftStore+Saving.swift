#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension DraftStore {
  /// Saves a snapshot, in one transaction; secrets are taken out before anything else sees it.
  ///
  /// Only what changed is written; a snapshot without changes writes nothing and keeps its
  /// revision. Answers the schema does not know are stored too. Answers that are stored and that
  /// this schema does not know stay with the draft, and come back under a schema that does. An
  /// answer that cannot be stored costs that answer, not the save: see ``SaveReceipt/unsaved``.
  ///
  /// - Parameters:
  ///   - snapshot: the form's state, as a whole; step, skipped steps and focus are taken from it.
  ///   - schema: the form as it is now; becomes the draft's writer's schema.
  ///   - key: owner, form and record.
  ///   - draft: the draft to save; nil makes a new one, even if the key has one.
  ///   - basedOn: the revision this state was made from; nil saves over whatever is there. Without
  ///     `draft` it counts for nothing.
  ///   - title: a title for lists, at most ``DraftLimits/nameBytes``; nil leaves it as it is. One
  ///     that holds a secret is not stored, and the earlier one is removed.
  ///   - baseline: the record's version the draft started from; nil leaves it as it is.
  ///   - expiresAfter: how long the draft lives after this save, a millisecond or more; each save
  ///     renews it, also one that brings nothing new. Nil leaves the draft's time to live as it is:
  ///     none, unless an earlier save gave one. Zero takes it away. When it is over, the draft can
  ///     still be restored and saved until ``sweep()``, which ``open()`` does, or a purge removes
  ///     it.
  ///   - parent: the draft this one is split off from, when two writers' changes do not go
  ///     together; nil leaves it as it is. Only said, never looked up.
  ///   - savePoint: keeps the state before as a save point, for this reason; nil leaves that to the
  ///     time that went by. A save under a form of another fingerprint keeps it anyway, and one
  ///     that changes nothing keeps none.
  /// - Returns: what was really done.
  /// - Throws: ``DraftError/Code/conflict`` with the store's revision if it is not `basedOn`;
  ///   ``DraftError/Code/gone`` with ``DraftError/ending`` if the draft ended or is a submitted
  ///   copy, ``DraftError/Code/notFound`` if this owner never had it, ``DraftError/Code/keyMismatch`` if it is of another form or record,
  ///   ``DraftError/Code/ownerPurged``; ``DraftError/Code/tooLarge`` naming field and limit,
  ///   ``DraftError/Code/tooMany``,
  ///   ``DraftError/Code/invalidSchema``, ``DraftError/Code/invalidArgument`` for an empty form
  ///   id, ``DraftError/Code/invalidValue`` for a baseline's value that cannot be stored;
  ///   ``DraftError/Code/noSpace``, ``DraftError/Code/busy`` after 5 seconds,
  ///   ``DraftError/Code/damaged``, ``DraftError/Code/notOurs``, ``DraftError/Code/newerStore``,
  ///   ``DraftError/Code/unavailable``, ``DraftError/Code/storeMoved``,
  ///   ``DraftError/Code/cannotCreate``, ``DraftError/Code/io``,
  ///   ``DraftError/Code/usedAfterFork``. The stored revision is unchanged after each of them.
  @discardableResult
  public func save(
    _ snapshot: DraftSnapshot, schema: DraftSchema, key: DraftKey, draft: DraftID? = nil,
    basedOn: DraftRevision? = nil, title: String? = nil, baseline: DraftBaseline? = nil,
    expiresAfter: Duration? = nil, parent: DraftID? = nil, savePoint: SavePoint.Reason? = nil
  ) async throws(DraftError) -> SaveReceipt {
    try await save(
      snapshot, beside: [], schema: schema, key: key, draft: draft, basedOn: basedOn, title: title,
      baseline: baseline, expiresAfter: expiresAfter, parent: parent, savePoint: savePoint)
  }

  /// The same, with secrets that the form holds beside the snapshot.
  func save(
    _ snapshot: DraftSnapshot, beside secrets: [Redaction.Other], schema: DraftSchema,
    key: DraftKey, draft: DraftID?, basedOn: DraftRevision?, title: String?,
    baseline: DraftBaseline?, expiresAfter: Duration?, parent: DraftID? = nil,
    savePoint: SavePoint.Reason? = nil
  ) async throws(DraftError) -> SaveReceipt {
    var order = SaveOrder(
      schema: try stored(schema), key: key, draft: draft, basedOn: basedOn, title: title,
      baseline: baseline, secrets: secrets, parent: parent, savePoint: savePoint)
    order.expiresAfter = try expiresAfter.map { duration throws(DraftError) in
      try duration.milliseconds("The time to live", allowingZero: true)
    }
    let work = order
    // What cannot be saved makes no store. A draft that is there is looked at on its queue, where
    // it is known what differs.
    let request: SaveRequest? = draft == nil ? try order.request(snapshot) : nil
    let handed = HandedOverSnapshot(snapshot)
    let done = try await writing(to: draft, of: key.owner) { file throws(DraftError) in
      try file.save(work, handed, request)
    }
    return done.request.map { receipt(done.saved, $0) } ?? receipt(done.saved)
  }

  /// Does something that writes to a draft; a new one if none is named.
  func writing<R: Sendable>(
    to draft: DraftID?, of owner: DraftOwner,
    _ work: @escaping @Sendable (OwnerFile) throws(DraftError) -> R
  ) async throws(DraftError) -> R {
    let queue = try queue(to: draft, of: owner)
    do throws(DraftError) {
      return try await queue.run(work)
    } catch {
      if error.code == .storeMoved { forgetPlace() }
      throw error
    }
  }

  /// The queue to write to a draft on; one that is to be there is not looked for by making a store.
  func queue(to draft: DraftID?, of owner: DraftOwner) throws(DraftError) -> OwnerQueue {
    guard let queue = try queue(of: owner, creating: draft == nil) else {
      throw draft.map(OwnerFile.notFound) ?? DraftError(.internalError, "No store was made.")
    }
    return queue
  }

  /// What a save really did, as it is told.
  func receipt(_ saved: OwnerFile.Saved, _ request: SaveRequest) -> SaveReceipt {
    receipt(
      saved, withheld: request.withheld, isTitleWithheld: request.isTitleWithheld,
      unsaved: request.unsaved)
  }

  /// What a write really did, as it is told.
  func receipt(
    _ saved: OwnerFile.Saved, withheld: [FieldPath] = [], isTitleWithheld: Bool = false,
    unsaved: [SaveReceipt.Unsaved] = []
  ) -> SaveReceipt {
    SaveReceipt(
      draft: saved.head.uuid, revision: saved.head.revisionNumber,
      savedAt: Date(millisecondsSince1970: saved.head.saved),
      durability: environment.receiptDurability, written: saved.written,
      withheld: withheld, isTitleWithheld: isTitleWithheld, undeclared: saved.undeclared,
      unsaved: unsaved, droppedOrphans: saved.droppedOrphans)
  }

  /// Lets an owner who was purged write again: the account signed in anew and starts clean.
  ///
  /// Only a store that was in use before the purge needs it; a new process starts clean.
  ///
  /// - Parameter owner: the account.
  /// - Throws: ``DraftError/Code/notOurs``, ``DraftError/Code/unavailable``,
  ///   ``DraftError/Code/damaged``, ``DraftError/Code/io`` if the store as a whole cannot be read.
  public func signIn(owner: DraftOwner) async throws(DraftError) {
    if let queue = try queue(of: owner, creating: false) {
      try await queue.run { file throws(DraftError) in file.signIn() }
    } else {
      forgetEarly(owner)
    }
  }
}
