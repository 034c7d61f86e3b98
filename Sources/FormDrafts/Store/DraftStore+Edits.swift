extension DraftStore {
  /// Saves some answers of a draft and leaves all others as they are stored, in one transaction.
  ///
  /// The same as restoring the draft, making the edits and saving it whole, without the whole form:
  /// only the answers that are given are looked at, as long as this store saw the draft's last save
  /// and each has an answer already. Secrets are taken out as in any save; a text that repeats one is
  /// recognised among the edits of one call, as no other answer is at hand.
  ///
  /// - Parameters:
  ///   - edits: the answers; without any, nothing is written.
  ///   - schema: the form the draft was last saved under.
  ///   - key: owner, form and record.
  ///   - draft: the draft.
  ///   - basedOn: the revision the edits were made from; nil saves over whatever is there.
  ///   - savePoint: keeps the state before as a save point, for this reason; nil leaves that to the
  ///     time that went by.
  /// - Returns: what was really done.
  /// - Throws: what ``save(_:schema:key:draft:basedOn:title:baseline:expiresAfter:parent:savePoint:)``
  ///   throws; ``DraftError/Code/invalidArgument`` if the draft was last saved under another form,
  ///   or a path leads through an answer that is no object; ``DraftError/Code/damaged`` if an answer
  ///   of the draft is damaged and more than rows that are there would have to be written. The stored
  ///   revision is unchanged after each of them.
  @discardableResult
  public func save(
    _ edits: DraftEdits, schema: DraftSchema, key: DraftKey, draft: DraftID,
    basedOn: DraftRevision? = nil, savePoint: SavePoint.Reason? = nil
  ) async throws(DraftError) -> SaveReceipt {
    let order = SaveOrder(
      schema: try stored(schema), key: key, draft: draft, basedOn: basedOn, savePoint: savePoint)
    guard let queue = try queue(of: key.owner, creating: false) else {
      throw OwnerFile.notFound(draft)
    }
    do throws(DraftError) {
      let done = try await queue.run { file throws(DraftError) in
        try file.save(edits, order, of: draft)
      }
      return done.request.map { receipt(done.saved, $0) } ?? receipt(done.saved)
    } catch {
      if error.code == .storeMoved { forgetPlace() }
      throw error
    }
  }
}
