extension DraftStore {
  /// What a draft consists of, without anything a person entered.
  ///
  /// Nothing is written. Answers whose checksum does not hold are counted in
  /// ``DraftShape/damaged``; save points have no part in it.
  ///
  /// - Parameter id: the draft, whoever's it is.
  /// - Throws: as ``export(_:)``.
  public func shape(of id: DraftID) async throws(DraftError) -> DraftShape {
    try await shape(of: id, in: allQueues())
  }

  /// The same where it is known whose draft it is: the others' databases stay closed.
  package func shape(
    of id: DraftID, owner: DraftOwner
  ) async throws(DraftError) -> DraftShape {
    try await shape(of: id, in: queue(of: owner, creating: false).map { [$0] } ?? [])
  }

  private func shape(
    of id: DraftID, in queues: [OwnerQueue]
  ) async throws(DraftError) -> DraftShape {
    var failure = OwnerFile.notFound(id)
    for queue in queues {
      do throws(DraftError) {
        let found = try await queue.run { file throws(DraftError) in try file.shape(of: id) }
        if let found { return found }
      } catch {
        failure = error
      }
    }
    throw failure
  }
}

extension OwnerFile {
  /// The shape of a draft; nil if there is no such draft.
  fileprivate func shape(of id: DraftID) throws(DraftError) -> DraftShape? {
    guard let content = try content(of: id) else { return nil }
    let (archive, damaged) = try archive(content)
    let lost = content.isIncomplete && damaged.isEmpty ? 1 : damaged.count
    return ShapeMaker.shape(of: archive, fingerprint: content.writer.fingerprint, damaged: lost)
  }
}
