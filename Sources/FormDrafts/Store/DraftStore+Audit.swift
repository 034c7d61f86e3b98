extension DraftStore {
  /// Looks for what should not be in a store, or not in this place.
  ///
  /// - Secrets that are stored: in answers, orphans, what the record had, save points and titles;
  ///   by the schema each was saved under and, for drafts of its form, by the one that is given.
  ///   Where no schema says anything, the rules for names decide (``SecretRules``).
  /// - Values that look like numbers of payment cards, IBANs, US social security numbers, private
  ///   keys, JSON web tokens or access tokens, at any depth, also in titles, names of files and
  ///   names of members. A field with ``DraftSchema/Retention/kept``, or on the app's own list of
  ///   what is no secret, has a mark: somebody knows of it, and it is passed over.
  /// - Files that others can read or write, and what the store's place means.
  /// - Drafts that are there too long, bytes that may not be gone, and what repairs put aside.
  /// - What could not be examined, so that no damage passes for a clean store.
  ///
  /// The bytes of picked files are not looked into. Only reads: nothing is made, removed, or brought
  /// to a later version, whatever this store may write; but as at every open, permissions of its
  /// files are tightened, and a purge that was interrupted is finished. One draft is read at a time.
  ///
  /// - Parameters:
  ///   - filter: which drafts. One that narrows leaves the place of the store out, and one that
  ///     names an owner the files of the others.
  ///   - schema: a form that says what is a secret now; those the drafts were saved under unless
  ///     given.
  /// - Returns: what was found; nothing if there is no store.
  /// - Throws: ``DraftError/Code/invalidSchema``; ``DraftError/Code/busy``,
  ///   ``DraftError/Code/io``, ``DraftError/Code/unavailable``, which may pass; and for the store as
  ///   a whole ``DraftError/Code/notOurs``, ``DraftError/Code/damaged``.
  public func audit(
    _ filter: DraftFilter = .all, schema: DraftSchema? = nil
  ) async throws(DraftError) -> AuditReport {
    try await audit(filter, schema: schema, progress: { _ in })
  }

  /// The same; `progress` is told how many drafts were examined.
  package func audit(
    _ filter: DraftFilter, schema: DraftSchema?, progress: (Int) -> Void
  ) async throws(DraftError) -> AuditReport {
    let form = try schema.map { schema throws(DraftError) in try stored(schema) }
    guard access == .readWrite else { return try await examine(filter, form, progress) }
    // A connection that may write would remove what is due, and migrate.
    let reader = DraftStore(
      path: path, environment: environment, access: .readOnly, isTemporary: false)
    do throws(DraftError) {
      let report = try await reader.examine(filter, form, progress)
      await reader.close()
      return report
    } catch {
      await reader.close()
      throw error
    }
  }

  private func examine(
    _ filter: DraftFilter, _ form: StoredSchema?, _ progress: (Int) -> Void
  ) async throws(DraftError) -> AuditReport {
    var report = AuditReport()
    let real = try DraftError.translating { () throws(SystemError) in try System.realPath(path) }
    let modes = real.map { StoreModes(of: $0) }
    guard let place = try place(creating: false) else { return report }
    if filter.isAll {
      let locations = StoreLocation.all(of: place.path, .present)
      report.findings += locations.map {
        AuditFinding(.location, .medium, $0.sentence, file: place.path)
      }
    }
    if let modes { report.findings += modes.findings(place, of: filter.owner) }
    var groups: [(owner: DraftOwner?, findings: [AuditFinding])] = []
    for queue in try queues(filter) {
      let (owner, findings, drafts) = try await examine(queue, filter, form) { count in
        progress(report.drafts + count)
      }
      groups.append((owner, findings))
      report.drafts += drafts
    }
    report.findings += try setAside(place, of: filter.owner)
    groups.sort { $0.owner.isBefore($1.owner) }
    report.findings += groups.flatMap(\.findings)
    return report
  }

  /// Nobody can look into what is damaged, and no scrub or narrow purge reaches it.
  private func setAside(
    _ place: StorePlace, of owner: DraftOwner?
  ) throws(DraftError) -> [AuditFinding] {
    try StoreRemains(of: place).setAside(owner.map(place.tag(of:)), in: place).map {
      AuditFinding(
        .setAside, .medium, "What a repair put aside holds all that the owner had then.",
        owner: owner, file: $0)
    }
  }

  /// One owner's drafts, one at a time.
  private func examine(
    _ queue: OwnerQueue, _ filter: DraftFilter, _ form: StoredSchema?, _ progress: (Int) -> Void
  ) async throws(DraftError) -> (DraftOwner?, [AuditFinding], drafts: Int) {
    var findings: [AuditFinding] = []
    var count = 0
    var owner: DraftOwner?
    do throws(DraftError) {
      let start = try await queue.run { file throws(DraftError) in try file.beginAudit(filter) }
      owner = start.owner
      findings += start.findings
      for id in start.drafts {
        do throws(DraftError) {
          let found = try await queue.run { file throws(DraftError) in
            try file.examine(id, form: form)
          }
          // It may have ended meanwhile.
          guard let found else { continue }
          findings += found
        } catch {
          guard error.code == .damaged else { throw error }
          findings.append(
            AuditFinding(.unreadable, .medium, error.message, owner: owner, draft: id))
        }
        count += 1
        progress(count)
      }
    } catch {
      guard [.damaged, .notOurs, .newerStore].contains(error.code) else { throw error }
      findings.append(
        AuditFinding(.unreadable, .medium, error.message, owner: owner, file: error.file))
    }
    return (owner, findings, count)
  }
}

extension DraftFilter {
  /// Whether nothing narrows.
  fileprivate var isAll: Bool { owner == nil && isWholeOwner }
}

extension StoreModes {
  /// What was found, but for the files of other owners than one that is named.
  fileprivate func findings(_ place: StorePlace, of owner: DraftOwner?) -> [AuditFinding] {
    func isMeant(_ path: String) -> Bool {
      guard let owner, path.utf8.starts(with: (place.owners + "/").utf8) else { return true }
      return path.utf8.starts(with: place.directory(place.tag(of: owner)).utf8)
    }
    return loose.filter { isMeant($0.path) }.map {
      AuditFinding(.looseMode, .high, $0.sentence, file: $0.path)
    }
      + unreadable.filter(isMeant).map {
        AuditFinding(.unreadable, .medium, "The directory cannot be looked into.", file: $0)
      }
  }
}
