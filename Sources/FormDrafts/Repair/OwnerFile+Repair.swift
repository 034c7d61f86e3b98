import FormDraftsSQLite

extension OwnerFile {
  /// What a look finds that a repair mends; what it cannot mend is thrown.
  func isDamaged() throws(DraftError) -> Bool {
    let look = OwnerFile(
      place: StorePlace(path: place.path, id: place.id, modes: .leave), tag: tag, owner: owner,
      access: .inspection, environment: environment)
    defer { look.forgetFiles() }
    do throws(DraftError) {
      guard let start = try look.beginHealth() else { return false }
      owner = owner ?? look.owner
      var findings = start.findings
      for id in start.drafts { findings += try look.health(of: id) }
      return findings.contains { $0.code.isMendable }
    } catch {
      guard error.code == .damaged else { throw error }
      return true
    }
  }

  /// Makes a new database of what can be read of this one, and puts this one aside.
  func repair(dryRun: Bool) throws(DraftError) -> OwnerRepair {
    if !dryRun { try refuseIfReadOnly() }
    do {
      return try repairSteps(dryRun: dryRun)
    } catch {
      throw DraftError.wrapping(error, file: directory.database)
    }
  }

  private func repairSteps(dryRun: Bool) throws -> OwnerRepair {
    forgetFiles()
    let lock = try lockIfThere()
    let damaged = try DamagedDatabase(directory, tag: tag, in: place)
    owner = owner ?? damaged?.owner
    guard let owner else { throw namelessDatabase }
    var report = OwnerRepair(owner: owner)
    try account(for: damaged, in: &report)
    guard let damaged else {
      if !dryRun { report.setAside = try putAside() }
      return report
    }
    guard !dryRun else {
      try damaged.forEachDraft({ salvage, _ in report.drafts.append(salvage) }, owner: owner)
      return report
    }
    let names = SetAside(tag, mark: Identifiers.random(), in: place)
    try place.whileOwnersAreLocked(milliseconds: environment.busyMilliseconds) {
      try rebuild(names, from: damaged, owner: owner, epoch: lock?.epoch, &report)
      try? damaged.connection.close()
      try names.exchange()
    }
    report.setAside = names.damagedPath
    return report
  }

  /// Writers hold this lock for one transaction; without a lock file nobody can write.
  private func lockIfThere() throws -> Lock? {
    guard let lock = try? Lock(path: directory.lockFile) else { return nil }
    guard try lock.file.lock(milliseconds: environment.busyMilliseconds) else { throw Self.busy }
    return lock
  }

  /// What can be read of an owner who cannot, if anything, stays where it is until somebody says
  /// whose it is.
  private var namelessDatabase: DraftError {
    DraftError(
      .damaged, "The database “\(directory.database.printable)” does not say whose it is.",
      hint: "Nothing was changed. Name the owner, and what can be read is kept.",
      file: directory.database)
  }

  /// Compares what was acknowledged with the drafts that are there or named as lost.
  private func account(for damaged: DamagedDatabase?, in report: inout OwnerRepair) throws {
    let ledger = (try? SaveLedger(directory, tag: tag, creating: false)) ?? nil
    let heads = damaged?.heads ?? .none
    report.unaccounted = heads.unaccounted(ledger?.count)
    // Saves that are missing are a roll-back only if no draft that is lost explains them.
    if let damaged, let ledger, heads.isComplete, heads.lost.isEmpty {
      report.rollBack = (try? rollBack(ledger, damaged.rows)) ?? nil
    }
  }

  private func putAside() throws -> String {
    let names = SetAside(tag, mark: Identifiers.random(), in: place)
    try place.whileOwnersAreLocked(milliseconds: environment.busyMilliseconds) {
      try names.putAside()
    }
    return names.damagedPath
  }

  /// Makes the mended directory, complete and under the name it waits with.
  private func rebuild(
    _ names: SetAside, from damaged: DamagedDatabase, owner: DraftOwner, epoch: Int64?,
    _ report: inout OwnerRepair
  ) throws {
    let known = try Tombstone.read(place.tombstone(tag))?.epoch ?? 0
    let temporary = OwnerDirectory(path: "\(directory.path).new-\(names.mark)")
    do {
      try build(temporary, owner: owner, epoch: epoch ?? known) { rows in
        try damaged.forEachDraft(
          { salvage, state in
            report.drafts.append(salvage)
            if let state { try self.insert(state, rows) }
          }, owner: owner)
        for (id, ending, time) in damaged.rows.salvageEndings() {
          try rows.insertEnding(of: id, ending, at: time)
        }
        for (id, attempt) in damaged.rows.salvageSubmissions() {
          try rows.insertSubmission(of: id, attempt: attempt)
        }
      }
      try copyFiles(to: temporary)
      try System.rename(temporary.path, to: names.repairedPath)
      try System.syncDirectory(place.owners)
    } catch {
      _ = try? OwnerDirectory.erase(temporary.path)
      throw error
    }
  }

  private func insert(_ state: SalvagedState, _ rows: DraftRows) throws {
    try insert(state.draft, seq: state.draft.state.head.seq, rows) { id in
      state.writers[id] ?? state.writer
    }
  }

  /// Copies of picked files; the damaged directory keeps its own.
  private func copyFiles(to mended: OwnerDirectory) throws {
    let names = directory.copies.filter(DraftFile.isCopy)
    guard !names.isEmpty else { return }
    _ = try System.makeDirectory(mended.files)
    for name in names {
      try System.copyFile(directory.files + "/" + name, to: mended.files + "/" + name)
    }
    try System.syncDirectory(mended.files)
    try System.syncDirectory(mended.path)
  }
}

extension OwnerFile {
  /// The drafts as they can still be read, whatever is wrong with the database.
  func salvage() throws(DraftError) -> [SalvagedDraft] {
    do {
      let lock = try lockIfThere()
      defer { lock?.file.unlock() }
      guard let damaged = try DamagedDatabase(directory, tag: tag, in: place) else { return [] }
      let owner = owner ?? damaged.owner ?? .nobody
      var drafts: [SalvagedDraft] = []
      try damaged.forEachDraft(
        { salvage, state in
          guard let state, let key = salvage.key, !state.draft.state.head.status.isHidden else {
            return
          }
          drafts.append(try self.salvaged(state, key: key))
        }, owner: owner)
      try? damaged.connection.close()
      return drafts
    } catch {
      throw DraftError.wrapping(error, file: directory.database)
    }
  }

  private func salvaged(_ state: SalvagedState, key: DraftKey) throws -> SalvagedDraft {
    let head = state.draft.state.head
    let archive = try archive(
      Content(
        head: head, writer: state.writer, writers: state.writers, rows: state.draft.state.rows)
    ).archive
    return SalvagedDraft(
      draft: head.uuid, key: key, revision: head.revisionNumber,
      savedAt: .init(millisecondsSince1970: head.saved), schema: state.writer.schema,
      snapshot: archive.snapshot, loss: state.loss)
  }
}

extension HealthFinding.Code {
  /// Whether a repair makes it go away.
  fileprivate var isMendable: Bool {
    switch self {
    case .damagedDatabase, .damagedDraft, .damagedAnswer, .damagedSavePoint: true
    default: false
    }
  }
}
