extension DraftStore {
  /// The drafts, by owner and within an owner the last saved first.
  ///
  /// Each is read by itself, so that a damaged one hides nobody else. One whose own row is damaged
  /// is listed whatever the filter says of form, record and age, because nobody knows. An owner
  /// whose database cannot be opened becomes one entry, and so do, after the owner's other drafts,
  /// those that a damaged page hides. The order is that of the saves, not of the clock.
  ///
  /// - Parameters:
  ///   - filter: which drafts; all unless said.
  ///   - verifying: also reads every answer and compares its checksum; not unless said.
  /// - Returns: one entry a draft; none if there is no store.
  /// - Throws: ``DraftError/Code/notOurs``, ``DraftError/Code/unavailable``,
  ///   ``DraftError/Code/damaged``, ``DraftError/Code/io`` for the store as a whole;
  ///   ``DraftError/Code/busy``.
  public func list(
    _ filter: DraftFilter = .all, verifying: Bool = false
  ) async throws(DraftError) -> [DraftListing] {
    var listings: [DraftListing] = []
    for queue in try queues(filter) {
      do throws(DraftError) {
        let found = try await queue.run { file throws(DraftError) in
          let found = try file.listings(filter, verifying: verifying)
          return try file.lossOfHeads().map { found + [.unreadable($0)] } ?? found
        }
        // An owner's list as it is, where it is the first: no copy.
        if listings.isEmpty { listings = found } else { listings += found }
      } catch {
        guard error.code != .busy else { throw error }
        listings.append(.unreadable(error))
      }
    }
    return listings
  }

  /// What is known of a draft; nil if there is no such draft, or it ended.
  ///
  /// - Parameter id: the draft, whoever's it is.
  /// - Throws: ``DraftError/Code/damaged`` if its row cannot be read; as ``list(_:verifying:)``;
  ///   and, if it was not found, what keeps an owner's database from being read.
  public func summary(of id: DraftID) async throws(DraftError) -> DraftSummary? {
    var failure: DraftError?
    for queue in try allQueues() {
      do throws(DraftError) {
        let found = try await queue.run { file throws(DraftError) in
          try file.listings(.all, selection: .id(id), verifying: false).first
        }
        switch found {
        case .draft(let summary): return summary
        case .damaged(_, _, let error), .unreadable(let error): throw error
        case nil: break
        }
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return nil
  }

  /// The drafts whose ids begin with a text, for people who type only the first characters.
  ///
  /// - Parameters:
  ///   - includingDiscarded: also those whose discard can be undone.
  package func ids(
    beginningWith prefix: String, includingDiscarded: Bool = false
  ) async throws(DraftError) -> [DraftID] {
    let lower = prefix.lowercased()
    guard lower.utf8.allSatisfy({ Hexadecimal.isLowerDigit($0) || $0 == UInt8(ascii: "-") })
    else { return [] }
    var ids: [DraftID] = []
    var failure: DraftError?
    for queue in try allQueues() {
      do throws(DraftError) {
        ids += try await queue.run { file throws(DraftError) in
          try file.find(.prefix(lower), verifying: false, includingDiscarded: includingDiscarded)
            .compactMap(\.id)
        }
      } catch {
        failure = failure ?? error
      }
    }
    if ids.isEmpty, let failure { throw failure }
    return ids
  }

  func queues(_ filter: DraftFilter) throws(DraftError) -> [OwnerQueue] {
    guard let owner = filter.owner else { return try allQueues() }
    return try queue(of: owner, creating: false).map { [$0] } ?? []
  }
}

extension OwnerFile {
  func listings(
    _ filter: DraftFilter, selection: DraftRows.Selection = .all, verifying: Bool
  ) throws(DraftError) -> [DraftListing] {
    let time = now
    return try find(selection, verifying: verifying) { found in
      let summary = found.head.map {
        self.summary($0, fingerprint: found.fingerprint, total: found.total)
      }
      if let head = found.head, !filter.includes(head, now: time) { return nil }
      if let error = found.error { return .damaged(found.id, summary, error) }
      return summary.map(DraftListing.draft)
    }
  }
}
