extension DraftStore {
  /// The earlier states of a draft that can be gone back to.
  ///
  /// - Parameter id: the draft, whoever's it is.
  /// - Returns: its save points, the newest first; those that are damaged say so.
  /// - Throws: ``DraftError/Code/notFound`` if there is no such draft, or it ended;
  ///   ``DraftError/Code/damaged`` if its own row cannot be read; ``DraftError/Code/busy``,
  ///   ``DraftError/Code/notOurs``, ``DraftError/Code/newerStore``,
  ///   ``DraftError/Code/unavailable``, ``DraftError/Code/io``.
  public func history(of id: DraftID) async throws(DraftError) -> [SavePoint] {
    try await wherever(id) { file throws(DraftError) in try file.history(of: id) }
  }

  /// Keeps a draft as it is now, to be gone back to.
  ///
  /// Costs nothing but a line: what a save point keeps is what later saves change. If the state is
  /// kept already, nothing is added.
  ///
  /// - Parameters:
  ///   - id: the draft, whoever's it is.
  ///   - reason: why it is made; by hand unless said. Those go last when there are too many.
  /// - Returns: the save point.
  /// - Throws: ``DraftError/Code/notFound``, ``DraftError/Code/gone`` if the draft ended,
  ///   ``DraftError/Code/ownerPurged``, ``DraftError/Code/damaged``, ``DraftError/Code/busy``,
  ///   ``DraftError/Code/noSpace``, ``DraftError/Code/notOurs``, ``DraftError/Code/newerStore``,
  ///   ``DraftError/Code/unavailable``, ``DraftError/Code/storeMoved``, ``DraftError/Code/io``.
  @discardableResult
  public func savePoint(
    of id: DraftID, reason: SavePoint.Reason = .manual
  ) async throws(DraftError) -> SavePoint {
    try await wherever(id) { file throws(DraftError) in
      try file.makePoint(of: id, reason: reason)
    }
  }

  /// Makes an earlier state of a draft its current one.
  ///
  /// It becomes a new revision, so that numbers never repeat: answers, marks, step, title and
  /// answers without a place in the form are as they were then, and so is the form they were saved
  /// under. What the draft was before becomes a save point, so that this can be undone.
  ///
  /// - Parameters:
  ///   - id: the draft, whoever's it is.
  ///   - revision: the state, one of ``history(of:)``. The draft's own revision changes nothing.
  ///   - basedOn: the revision this was decided at; nil goes back from whatever is there.
  ///   - dryRun: only says what would be written.
  /// - Returns: the new revision, and how many rows were written or removed.
  /// - Throws: ``DraftError/Code/notFound`` if there is no such draft or no such save point;
  ///   ``DraftError/Code/damaged`` if the draft or the save point does not hold;
  ///   ``DraftError/Code/conflict`` with the store's revision if it is not `basedOn`;
  ///   ``DraftError/Code/gone`` if the draft ended, ``DraftError/Code/ownerPurged``,
  ///   ``DraftError/Code/busy``, ``DraftError/Code/noSpace``, ``DraftError/Code/notOurs``,
  ///   ``DraftError/Code/newerStore``, ``DraftError/Code/unavailable``,
  ///   ``DraftError/Code/storeMoved``, ``DraftError/Code/io``. Nothing is changed then.
  @discardableResult
  public func revert(
    _ id: DraftID, to revision: DraftRevision, basedOn: DraftRevision? = nil, dryRun: Bool = false
  ) async throws(DraftError) -> SaveReceipt {
    receipt(
      try await wherever(id) { file throws(DraftError) in
        try file.revert(id, to: revision, basedOn: basedOn, dryRun: dryRun)
      })
  }

  /// Does something with a draft, whoever's it is.
  ///
  /// The work answers nil where the owner does not have it; what goes wrong there counts if nobody
  /// has it.
  func wherever<R: Sendable>(
    _ id: DraftID, _ work: @escaping @Sendable (OwnerFile) throws(DraftError) -> R?
  ) async throws(DraftError) -> R {
    var failure: DraftError?
    for queue in try allQueues() {
      do throws(DraftError) {
        if let result = try await queue.run(work) { return result }
      } catch {
        if error.code == .storeMoved { forgetPlace() }
        failure = failure ?? error
      }
    }
    throw failure ?? OwnerFile.notFound(id)
  }
}
