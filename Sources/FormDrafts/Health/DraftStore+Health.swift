extension DraftStore {
  /// Looks whether everything that was written is there and holds.
  ///
  /// Compared are, in every owner's database: its structure as SQLite knows it, indexes and foreign
  /// keys, the checksum of every row, of every save point and of every copied file; what was
  /// acknowledged with what is there (``RollBack``); times with the clock. Looked for are copies of
  /// files nobody speaks of, drafts that should be gone, logs that are too long, permissions that
  /// are too wide, and what was interrupted and not finished.
  ///
  /// Nothing is changed: no purge is finished, no permission tightened, no database brought to a
  /// later version, whatever this store may do. (SQLite may make the `-shm` file beside a log that
  /// a killed process left; it holds page numbers.) One draft is read at a time. An owner's saves
  /// wait while the structure of that owner's database is gone through.
  ///
  /// ```swift
  /// let health = try await store.health()
  /// for finding in health.findings { print(finding.code.rawValue, finding.sentence) }
  /// ```
  ///
  /// - Parameter owner: whose drafts; everybody's unless given.
  /// - Returns: what was found; nothing if there is no store.
  /// - Throws: ``DraftError/Code/notOurs`` if the path is no store,
  ///   ``DraftError/Code/unavailable``, ``DraftError/Code/io``; ``DraftError/Code/cancelled`` if the
  ///   task is cancelled, between two owners. What is wrong with one owner is a finding and hides no
  ///   other.
  public func health(_ owner: DraftOwner? = nil) async throws(DraftError) -> StoreHealth {
    try await health(owner, progress: { _ in })
  }

  /// The same; `progress` is told how many drafts were looked at.
  package func health(
    _ owner: DraftOwner?, progress: (Int) -> Void
  ) async throws(DraftError) -> StoreHealth {
    let inspector = DraftStore.inspecting(path: path, environment: environment)
    do throws(DraftError) {
      let health = try await inspector.inspect(owner, progress)
      await inspector.close()
      return health
    } catch {
      await inspector.close()
      throw error
    }
  }

  private func inspect(
    _ owner: DraftOwner?, _ progress: (Int) -> Void
  ) async throws(DraftError) -> StoreHealth {
    var health = StoreHealth()
    let place: StorePlace
    do throws(DraftError) {
      guard let found = try self.place(creating: false) else { return health }
      place = found
    } catch {
      guard error.code == .damaged else { throw error }
      health.findings = [
        HealthFinding(
          .damagedStore, error.message, hint: "drafts repair brings it back if it can.",
          file: error.file)
      ]
      return health
    }
    let remains = try StoreRemains(of: place)
    health.setAside = remains.setAside(owner.map(place.tag(of:)), in: place)
    if owner == nil {
      health.findings = StoreModes(of: place.path).healthFindings + remains.findings
    }
    var groups: [(owner: DraftOwner?, health: OwnerHealth?, findings: [HealthFinding])] = []
    var drafts = 0
    for queue in try queues(DraftFilter(owner: owner)) {
      try DraftError.checkCancellation()
      groups.append(try await inspect(queue) { progress(drafts + $0) })
      drafts += groups.last?.health?.drafts ?? 0
    }
    groups.sort { $0.owner.isBefore($1.owner) }
    health.owners = groups.compactMap(\.health)
    health.findings += groups.flatMap(\.findings)
    return health
  }

  private func inspect(
    _ queue: OwnerQueue, _ progress: (Int) -> Void
  ) async throws(DraftError) -> (DraftOwner?, OwnerHealth?, [HealthFinding]) {
    var findings: [HealthFinding] = []
    let start: OwnerFile.HealthStart
    do throws(DraftError) {
      guard
        let found = try await queue.run({ file throws(DraftError) in try file.beginHealth() })
      else { return (nil, nil, []) }
      start = found
    } catch {
      let owner = try? await queue.run { file throws(DraftError) in file.owner }
      return (owner ?? nil, nil, [HealthFinding(error, owner: owner ?? nil)])
    }
    findings += start.findings
    for (number, id) in start.drafts.enumerated() {
      progress(number)
      do throws(DraftError) {
        // It may have ended meanwhile.
        findings += try await queue.run { file throws(DraftError) in try file.health(of: id) }
      } catch {
        findings.append(HealthFinding(error, owner: start.owner.owner, draft: id))
      }
    }
    return (start.owner.owner, start.owner, findings)
  }
}

extension DraftStore {
  /// The owners whose databases went back to an earlier state, which nobody has confirmed yet; a
  /// short look, made for the start of an app.
  ///
  /// - Returns: by owner; empty if nothing that was acknowledged is missing.
  /// - Throws: as ``list(_:verifying:)``.
  public func rollBacks() async throws(DraftError) -> [DraftOwner: RollBack] {
    var found: [DraftOwner: RollBack] = [:]
    for queue in try allQueues() {
      let (owner, rollBack) = try await queue.run { file throws(DraftError) in
        let rollBack = try file.rollBack()
        return (file.owner, rollBack)
      }
      if let owner, let rollBack { found[owner] = rollBack }
    }
    return found
  }

  /// Takes note that an owner's database went back, so that it is not told again.
  ///
  /// - Parameter owner: whose.
  /// - Throws: ``DraftError/Code/unavailable``, ``DraftError/Code/busy``, ``DraftError/Code/io``.
  public func confirmRollBack(owner: DraftOwner) async throws(DraftError) {
    guard let queue = try queue(of: owner, creating: false) else { return }
    try await queue.run { file throws(DraftError) in try file.confirmRollBack() }
  }
}

extension StoreModes {
  fileprivate var healthFindings: [HealthFinding] {
    loose.map {
      HealthFinding(
        .looseMode, $0.sentence, hint: "chmod go= takes away what others may do.", file: $0.path)
    }
      + unreadable.map {
        HealthFinding(
          .unavailable, "The directory cannot be looked into.",
          hint: "Check its permissions.", file: $0)
      }
  }
}
