extension DraftStore {
  /// Marks a draft as being submitted, and gives the id of the attempt.
  ///
  /// The mark has reached the medium when this returns, on Apple platforms too, so that a crash at
  /// any moment until ``endSubmit(_:attempt:accepted:keepingCopyFor:)`` is followed by
  /// ``Restoration/inDoubt(_:_:)`` with the same id. A draft that is in doubt keeps its attempt, and
  /// this answers with it: the server can tell that it had the request before.
  ///
  /// While it is being submitted the draft can be saved as before and stays marked. What is saved
  /// then ends with the draft when the attempt is accepted: an app that lets people type on keeps
  /// that and saves it as a new draft.
  ///
  /// - Parameters:
  ///   - id: the draft, whoever's it is.
  ///   - basedOn: the revision that is submitted; nil for whatever is there.
  /// - Returns: the id to give to the server as its idempotency key.
  /// - Throws: ``DraftError/Code/conflict`` if the draft is at another revision;
  ///   ``DraftError/Code/gone`` with ``DraftError/ending`` if it ended or is a submitted copy,
  ///   ``DraftError/Code/ownerPurged``, ``DraftError/Code/notFound``;
  ///   ``DraftError/Code/noSpace``, ``DraftError/Code/busy``, ``DraftError/Code/damaged``,
  ///   ``DraftError/Code/notOurs``, ``DraftError/Code/newerStore``,
  ///   ``DraftError/Code/unavailable``, ``DraftError/Code/storeMoved``,
  ///   ``DraftError/Code/io``. Then send nothing.
  public func beginSubmit(
    _ id: DraftID, basedOn: DraftRevision? = nil
  ) async throws(DraftError) -> AttemptID {
    try await beginSubmit(id, basedOn: basedOn, repeating: nil)
  }

  /// The same, under the id of an earlier attempt that sent the same and failed, if there is one.
  func beginSubmit(
    _ id: DraftID, basedOn: DraftRevision?, repeating earlier: AttemptID?
  ) async throws(DraftError) -> AttemptID {
    try await withFile(of: id) { file throws(DraftError) in
      try file.beginSubmit(id, basedOn: basedOn, repeating: earlier)
    }
  }

  /// Says how an attempt to submit ended.
  ///
  /// Accepted, the draft is removed and its id stays behind the fence: a late save gets
  /// ``DraftError/Code/gone`` with ``DraftEnding/submitted``. With `keepingCopyFor` it stays as a
  /// read-only copy instead, which ``list(_:verifying:)`` shows and
  /// ``restore(_:schema:options:)`` hands out by its id, until it expires. Not accepted, the draft is
  /// open again, as it is. Report an end only when it is known: a timeout is none.
  ///
  /// The same end reported again changes nothing and is no error.
  ///
  /// - Parameters:
  ///   - id: the draft, whoever's it is.
  ///   - attempt: the id that ``beginSubmit(_:basedOn:)`` gave.
  ///   - accepted: whether the server took it.
  ///   - keepingCopyFor: how long a copy is kept, a millisecond or more; nil keeps none. It
  ///     expires as any draft with a time to live: see
  ///     ``save(_:schema:key:draft:basedOn:title:baseline:expiresAfter:parent:savePoint:)``.
  /// - Throws: ``DraftError/Code/attemptMismatch`` if the draft is not being submitted by this
  ///   attempt; ``DraftError/Code/gone`` if it ended otherwise than by it,
  ///   ``DraftError/Code/ownerPurged``, ``DraftError/Code/notFound``,
  ///   ``DraftError/Code/invalidArgument``; and as ``beginSubmit(_:basedOn:)``. Then nothing has
  ///   changed.
  public func endSubmit(
    _ id: DraftID, attempt: AttemptID, accepted: Bool, keepingCopyFor: Duration? = nil
  ) async throws(DraftError) {
    let keep = try keepingCopyFor.map { duration throws(DraftError) in
      try duration.milliseconds("The time to keep a copy")
    }
    try await withFile(of: id) { file throws(DraftError) in
      try file.endSubmit(id, attempt: attempt, accepted: accepted, keep: keep)
    }
  }

  /// Does something with a draft in its owner's file, whoever's it is.
  ///
  /// The files in use are looked into first. An owner who was purged is an answer only if nobody
  /// else has the draft.
  func withFile<R: Sendable>(
    of id: DraftID, _ work: @escaping @Sendable (OwnerFile) throws(DraftError) -> R
  ) async throws(DraftError) -> R {
    var failure = OwnerFile.notFound(id)
    let used = openQueues
    let others = try allQueues().filter { queue in !used.contains { $0 === queue } }
    for queue in used + others {
      do throws(DraftError) {
        return try await queue.run { file throws(DraftError) in
          try file.refuseUnlessKnown(id)
          return try work(file)
        }
      } catch {
        if error.code == .storeMoved { forgetPlace() }
        if error.code != .notFound { failure = error }
      }
    }
    throw failure
  }
}
