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
  /// this schema does not know stay with the draft, and come back under a schema that does.
  ///
  /// - Parameters:
  ///   - snapshot: the form's state.
  ///   - schema: the form as it is now.
  ///   - key: owner, form and record.
  ///   - draft: the draft to save; nil makes a new one.
  ///   - basedOn: the revision this state was made from; nil saves over whatever is there.
  ///   - title: a title for lists; nil leaves it as it is.
  ///   - baseline: the record's version the draft started from; nil leaves it as it is.
  /// - Returns: what was really done.
  /// - Throws: ``DraftError/Code/conflict``, ``DraftError/Code/gone``,
  ///   ``DraftError/Code/ownerPurged``, ``DraftError/Code/notFound``,
  ///   ``DraftError/Code/keyMismatch``, ``DraftError/Code/tooLarge``,
  ///   ``DraftError/Code/invalidSchema``, ``DraftError/Code/noSpace``,
  ///   ``DraftError/Code/busy``, ``DraftError/Code/damaged``, ``DraftError/Code/notOurs``,
  ///   ``DraftError/Code/newerStore``, ``DraftError/Code/unavailable``,
  ///   ``DraftError/Code/storeMoved``, ``DraftError/Code/cannotCreate``,
  ///   ``DraftError/Code/io``. The stored revision is unchanged after each of them.
  @discardableResult
  public func save(
    _ snapshot: DraftSnapshot, schema: DraftSchema, key: DraftKey, draft: DraftID? = nil,
    basedOn: DraftRevision? = nil, title: String? = nil, baseline: DraftBaseline? = nil
  ) async throws(DraftError) -> SaveReceipt {
    let request = try SaveRequest(
      snapshot, schema: stored(schema), key: key, draft: draft, basedOn: basedOn,
      title: title, baseline: baseline)
    // A draft that is to be there is not looked for by making a store.
    guard let queue = try queue(of: key.owner, creating: draft == nil) else {
      throw draft.map(OwnerFile.notFound)
        ?? DraftError(.internalError, "No store was made.")
    }
    let saved: OwnerFile.Saved
    do throws(DraftError) {
      saved = try await queue.run { file throws(DraftError) in try file.save(request) }
    } catch {
      if error.code == .storeMoved { forgetPlace() }
      throw error
    }
    return SaveReceipt(
      draft: saved.head.uuid, revision: saved.head.revisionNumber,
      savedAt: Date(millisecondsSince1970: saved.head.saved),
      durability: environment.receiptDurability, written: saved.written,
      withheld: request.withheld, isTitleWithheld: request.isTitleWithheld,
      undeclared: saved.undeclared, unsaved: request.unsaved)
  }

  /// Lets an owner who was purged write again: the account signed in anew and starts clean.
  public func signIn(owner: DraftOwner) async throws(DraftError) {
    try await queue(of: owner, creating: false)?.run { file throws(DraftError) in file.signIn() }
  }
}
