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
      let found = try await list(queue, filter, verifying: verifying)
      // An owner's list as it is, where it is the first: no copy.
      if listings.isEmpty { listings = found } else { listings += found }
    }
    return listings
  }

  private func list(
    _ queue: OwnerQueue, _ filter: DraftFilter, verifying: Bool
  ) async throws(DraftError) -> [DraftListing] {
    do throws(DraftError) {
      return try await queue.run { file throws(DraftError) in
        let found = try file.listings(filter, verifying: verifying)
        return try file.lossOfHeads().map { found + [.unreadable($0)] } ?? found
      }
    } catch {
      guard error.code != .busy else { throw error }
      return [.unreadable(error)]
    }
  }

  /// Hands over the drafts of one owner after the other, so that nobody holds all of a store's.
  ///
  /// In an order that is the same in every store: nobody's first, then each account's by the bytes of
  /// its name, last those whose database does not say whose it is. Of an owner those come last that
  /// cannot be read. An owner whose database is in use for too long is one entry, too: the others
  /// are not kept waiting for a second try.
  ///
  /// - Throws: as ``list(_:verifying:)``, but for ``DraftError/Code/busy``; and what `body` throws.
  package func forEachOwner(
    _ filter: DraftFilter, verifying: Bool, _ body: ([DraftListing]) async throws -> Void
  ) async throws {
    let queues = try queues(filter)
    var owners: [ListedOwner] = []
    for queue in queues {
      // Of one alone it does not matter whose it is. A failure is told by the list itself.
      let owner = queues.count == 1 ? nil : try? await queue.run { $0.statedOwner() }
      owners.append(ListedOwner(queue: queue, owner: owner ?? nil))
    }
    for owner in owners.sorted(by: ListedOwner.isBefore) {
      let found: [DraftListing]
      do throws(DraftError) {
        found = try await list(owner.queue, filter, verifying: verifying)
      } catch {
        found = [.unreadable(error)]
      }
      try await body(found.filter { $0.summary != nil } + found.filter { $0.summary == nil })
    }
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

  func queues(
    _ filter: DraftFilter, includingSetAside: Bool = false
  ) throws(DraftError) -> [OwnerQueue] {
    guard let owner = filter.owner else {
      return try allQueues(includingSetAside: includingSetAside)
    }
    return try queue(of: owner, creating: false).map { [$0] } ?? []
  }
}

/// An owner's place in a list by owners.
private struct ListedOwner {
  let queue: OwnerQueue
  let owner: DraftOwner?

  private var rank: Int {
    switch owner {
    case .nobody?: 0
    case .account?: 1
    case nil: 2
    }
  }

  static func isBefore(_ one: Self, _ other: Self) -> Bool {
    if one.rank != other.rank { return one.rank < other.rank }
    return (one.owner?.name ?? "").utf8.lexicographicallyPrecedes((other.owner?.name ?? "").utf8)
  }
}

extension OwnerFile {
  /// Whose drafts they are, as the database says; nil if there is none, or it cannot be read.
  fileprivate func statedOwner() -> DraftOwner? {
    guard (try? read { _ in }) != nil else { return nil }
    return owner
  }

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
