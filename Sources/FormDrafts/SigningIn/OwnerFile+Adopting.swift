import FormDraftsSQLite

extension OwnerFile {
  /// Makes every draft of this owner another owner's; nil if there is no database.
  ///
  /// What can fail for want of space is done before anything moves: the rows are in the other
  /// database, uncommitted, when this owner's directory is renamed away. Then the commit decides,
  /// and the next open makes up for one that a dying process missed.
  func handOver(to heir: DraftOwner) throws(DraftError) -> AdoptionReceipt? {
    try refuseIfReadOnly()
    let given = HandedOver(from: tag, to: place.tag(of: heir), in: place)
    let receipt = try locked(creating: false, fenced: true) { database in
      let epoch = self.lock?.epoch ?? 0
      let rows = database.rows
      var receipt = try self.file(given.to, of: heir).take(from: self, rows) { heir in
        // Before the rename: SQLite removes the log of a connection by its path.
        self.forgetFiles()
        try self.moveAway(to: given, after: epoch)
        try given.moveCopies(to: heir)
      }
      receipt.erasure = self.besideSetAside(given.erase(in: self.place))
      return receipt
    }
    return receipt
  }

  /// Does the rest of what a process that died had begun; this file is the directory's that was
  /// renamed, and the caller has its lock.
  func finish(_ given: HandedOver) throws {
    let database = try connect()
    self.database = database
    do {
      defer { forgetFiles() }
      _ = try file(given.to, of: nil).take(from: self, database.rows) { heir in
        try self.fenceLate(given)
        try given.moveCopies(to: heir)
      }
    }
    _ = given.erase(in: place)
  }

  private func file(_ tag: OwnerTag, of owner: DraftOwner?) -> OwnerFile {
    OwnerFile(
      place: place, tag: tag, owner: owner, access: .readWrite, environment: environment)
  }

  /// In one step for whoever makes owners' directories: the drafts are nobody's here any more, and
  /// writers that knew the owner are refused.
  private func moveAway(to given: HandedOver, after epoch: Int64) throws {
    try place.whileOwnersAreLocked(milliseconds: environment.busyMilliseconds) {
      let before = try Tombstone.read(place.tombstone(tag))?.epoch ?? 0
      try System.rename(directory.path, to: given.path)
      try System.syncDirectory(place.owners)
      try Tombstone(epoch: max(before, epoch) + 1, at: now)
        .write(place.tombstone(tag), in: place.owners)
    }
  }

  /// The same for a process that died between the two; a directory that was begun since is not
  /// one of those who are refused.
  private func fenceLate(_ given: HandedOver) throws {
    let epoch = try given.epoch()
    try place.whileOwnersAreLocked(milliseconds: environment.busyMilliseconds) {
      guard try System.status(place.directory(tag)) == nil,
        try Tombstone.read(place.tombstone(tag))?.epoch ?? 0 <= epoch
      else { return }
      try Tombstone(epoch: epoch + 1, at: now).write(place.tombstone(tag), in: place.owners)
    }
  }
}

extension OwnerFile {
  /// Adds every draft of another owner's database, and lets the caller act before the commit.
  ///
  /// - Parameters:
  ///   - giver: whose drafts they are.
  ///   - given: the giver's database.
  ///   - move: takes the drafts away from there; it is told where this owner's files lie.
  fileprivate func take(
    from giver: OwnerFile, _ given: DraftRows, _ move: (OwnerDirectory) throws -> Void
  ) throws -> AdoptionReceipt {
    defer { close() }
    let receipt = try write(creating: true, fenced: false, isFlushed: true) { rows in
      var receipt = AdoptionReceipt()
      let own = Set(try rows.shownHeads().map { $0.key(of: .nobody) })
      // The oldest first: the order of saves stays.
      for head in try given.heads(.all).reversed() {
        guard case .intact(let head) = head else { throw Self.notAdoptable }
        guard try rows.heads(.id(head.uuid)).isEmpty, try rows.ending(of: head.uuid) == nil
        else { continue }
        try insert(giver.adopted(head, given), seq: rows.lastSeq() + 1, rows) { id in
          try giver.storedSchema(id, given)
        }
        receipt.drafts.insert(head.uuid, at: 0)
        if own.contains(head.key(of: .nobody)) { receipt.conflicts.insert(head.uuid, at: 0) }
      }
      try rows.insertEndings(of: given)
      try move(directory)
      return receipt
    }
    return receipt ?? AdoptionReceipt()
  }

  /// A draft with everything that belongs to it; it must be sound.
  private func adopted(_ head: DraftHead, _ rows: DraftRows) throws -> AdoptedDraft {
    let stored = try storedRows(head, rows)
    let sum = stored.reduce(0) { $0 &+ $1.sum }
    guard stored.allSatisfy(\.isIntact), Int64(stored.count) == head.rows, sum == head.rowsSum
    else { throw Self.notAdoptable }
    let log = PointLog(try rows.points(draft: head.id), of: head)
    return AdoptedDraft(
      state: DraftState(head: head, rows: stored), points: log.states(before: head, stored),
      lifetime: try rows.lifetime(draft: head.id))
  }

  /// Inserts a draft of another database.
  ///
  /// - Parameters:
  ///   - draft: the draft.
  ///   - seq: its place in this owner's order of saves.
  ///   - schema: the schema of a row of the other database.
  func insert(
    _ draft: AdoptedDraft, seq: Int64, _ rows: DraftRows, schema: (Int64) throws -> StoredSchema
  ) throws {
    var schemas: [Int64: Int64] = [:]
    for id in draft.schemas { schemas[id] = try rows.schemaID(schema(id)) }
    var head = draft.state.head
    head.schema = schemas[head.schema] ?? 0
    head.seq = seq
    let id = try rows.insert(head)
    let (state, points) = draft.moved(to: id, seq: head.seq, schemas: schemas)
    for row in state.rows { try rows.insert(row) }
    for point in points { try rows.insert(point) }
    try rows.update(state.head)
    guard draft.lifetime != Lifetime() else { return }
    try rows.setLifetime(draft.lifetime, draft: id)
    try noteLifetime(rows)
  }

  private static var notAdoptable: DraftError {
    DraftError(
      .damaged, "A draft is damaged, and cannot be handed over as it is.",
      hint: "Nothing was changed. Discard it, or export the others and import them.")
  }
}

extension DraftRows {
  /// The drafts that can be read and were not discarded.
  fileprivate func shownHeads() throws -> [DraftHead] {
    try heads(.all).compactMap {
      if case .intact(let head) = $0, !head.status.isHidden { head } else { nil }
    }
  }

  /// Takes over which drafts ended, so that a late writer and a repeated answer are told the same.
  fileprivate func insertEndings(of other: DraftRows) throws {
    try other.forEachEnding { id, ending, time in
      try insertEnding(of: id, ending, at: time)
      if let attempt = try other.submission(of: id) {
        try insertSubmission(of: id, attempt: attempt)
      }
    }
  }
}
