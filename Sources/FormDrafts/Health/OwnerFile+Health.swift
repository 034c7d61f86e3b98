import FormDraftsSQLite

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension OwnerFile {
  /// What a look at an owner begins with.
  struct HealthStart: Sendable {
    var owner: OwnerHealth
    var drafts: [DraftID] = []
    var findings: [HealthFinding] = []
  }

  /// How many things that SQLite finds wrong are told.
  private static let structureFindings = 20
  /// How far ahead of the clock a time may be: two clocks are never the same.
  private static let clockSkew: Int64 = 60_000

  /// Looks at everything but the drafts' answers.
  ///
  /// Nil if there is no database.
  func beginHealth() throws(DraftError) -> HealthStart? {
    try locked(creating: false) { database in
      let rows = database.rows
      var start = HealthStart(
        owner: OwnerHealth(owner: owner ?? .nobody, directory: directory.path))
      try weigh(&start)
      start.owner.version = Int(rows.version)
      try checkStructure(database.connection, &start)
      try database.connection.readTransaction {
        try checkHeads(rows, &start)
        try checkErasure(rows, &start)
        try checkLedger(rows, &start)
        try checkFiles(rows, &start)
      }
      return start
    } ?? nil
  }

  private func weigh(_ start: inout HealthStart) throws {
    start.owner.databaseBytes = try System.status(directory.database)?.size ?? 0
    start.owner.walBytes = try System.status(directory.wal)?.size ?? 0
    guard start.owner.walBytes > Int64(DraftLimits.logBytes) else { return }
    start.findings.append(
      HealthFinding(
        .largeLog, "The log has \(start.owner.walBytes) bytes; somebody reads for a long time.",
        hint: "It shrinks with the first saves after the reader is done.", owner: owner,
        file: directory.wal))
  }

  private func checkStructure(_ connection: Connection, _ start: inout HealthStart) throws {
    let wrong = try connection.integrityCheck(limit: Self.structureFindings)
    // SQLite's own words can quote what is stored, so they are counted and not told.
    if !wrong.isEmpty {
      let count =
        wrong.count < Self.structureFindings ? "\(wrong.count)" : "\(wrong.count) or more"
      start.findings.append(
        HealthFinding(
          .damagedDatabase,
          "SQLite finds \(count) \(wrong.count == 1 ? "thing" : "things") wrong in the database.",
          hint: HealthFinding.mendable, owner: owner,
          file: directory.database))
    }
    if try !connection.foreignKeyCheck() {
      start.findings.append(
        HealthFinding(
          .damagedDatabase, "Rows belong to a draft that is not there.",
          hint: HealthFinding.mendable, owner: owner,
          file: directory.database))
    }
  }

  private func checkHeads(_ rows: DraftRows, _ start: inout HealthStart) throws {
    for head in try rows.heads(.all) {
      start.owner.drafts += 1
      switch head {
      case .damaged(let row, let id):
        start.findings.append(
          HealthFinding(
            .damagedDraft, id == nil ? "The draft in row \(row) is damaged." : "It is damaged.",
            hint: HealthFinding.mendable, owner: owner,
            draft: id))
      case .intact(let head):
        start.drafts.append(head.uuid)
        start.owner.saves = max(start.owner.saves, Int(head.seq))
        let saved = Date(millisecondsSince1970: head.saved)
        start.owner.lastSavedAt = max(start.owner.lastSavedAt ?? saved, saved)
        checkTimes(of: head, &start)
      }
    }
  }

  private func checkTimes(of head: DraftHead, _ start: inout HealthStart) {
    let time = now
    func add(_ code: HealthFinding.Code, _ sentence: String, _ hint: String) {
      start.findings.append(
        HealthFinding(code, sentence, hint: hint, owner: owner, draft: head.uuid))
    }
    if max(head.saved, head.created) > time + Self.clockSkew {
      add(
        .futureTime, "It was saved at a time that has not come yet.",
        "A clock was wrong then or is now; order is by saves, not by time.")
    }
    if !head.status.isKnown {
      add(.newerStore, "It is in a state that this version does not know.", "Update FormDrafts.")
    }
    guard let expires = head.expires, expires <= time else { return }
    if head.status.isHidden {
      add(
        .expiredPresent, "It was discarded, cannot be brought back any more, and is still there.",
        "drafts purge --expired removes it.")
    } else {
      add(
        .expiredPresent, "Its time to live is over, and it is still there.",
        "drafts purge --expired removes it.")
    }
  }

  private func checkErasure(_ rows: DraftRows, _ start: inout HealthStart) throws {
    guard let meta = try rows.meta(), meta.eraseSince != 0 else { return }
    start.findings.append(
      HealthFinding(
        .erasurePending, "Bytes of what was removed may still be in the files.",
        hint: "The next open to write ends that, unless somebody is reading.", owner: owner,
        file: directory.database))
  }

  private func checkLedger(_ rows: DraftRows, _ start: inout HealthStart) throws {
    guard let rollBack = try rollBack(rows) else { return }
    start.findings.append(
      HealthFinding(
        .rolledBack, rollBack.sentence,
        hint: "Look for another copy of the store; drafts repair takes note of it.",
        owner: owner, file: directory.database))
  }

  /// Copies that nobody speaks of, and for longer than a save may take.
  private func checkFiles(_ rows: DraftRows, _ start: inout HealthStart) throws {
    for name in try unusedFiles(rows) {
      start.findings.append(
        HealthFinding(
          .orphanFile, "No draft speaks of this copy of a file.",
          hint: "The next drafts purge --expired removes it.", owner: owner,
          file: directory.files + "/" + name))
    }
  }
}

extension OwnerFile {
  /// What is wrong with a draft; nothing if there is none.
  func health(of id: DraftID) throws(DraftError) -> [HealthFinding] {
    try read { rows in
      guard case .intact(let head)? = try rows.head(of: id), head.status.isKnown else {
        return []
      }
      let points = try rows.points(draft: head.id)
      let stored = try storedRows(head, rows)
      let history = PointLog(points, of: head).savePoints(before: head, stored)
      var findings: [HealthFinding] = []
      func add(
        _ code: HealthFinding.Code, _ sentence: String, _ hint: String?, _ path: FieldPath? = nil
      ) {
        findings.append(
          HealthFinding(code, sentence, hint: hint, owner: owner, draft: id, path: path))
      }
      let content = try content(of: head, rows)
      let wayBack = history.first { !$0.isDamaged }
        .map { "drafts revert \(id) \($0.revision) goes back to a state that holds." }
      let paths = content.damaged.filter { !$0.pointer.isEmpty }
      for path in paths {
        add(
          .damagedAnswer, "An answer does not hold what was written.",
          wayBack ?? "The other answers can be restored.", path)
      }
      if content.isIncomplete || paths.count < content.damaged.count {
        add(
          .damagedAnswer, "Answers are missing or cannot be read.",
          wayBack ?? "The other answers can be restored.")
      }
      for point in history where point.isDamaged {
        add(
          .damagedSavePoint, "The state of revision \(point.revision) cannot be gone back to.",
          "The draft as it is now can be read all the same.")
      }
      for (path, fault) in brokenCopies(content.rows) {
        add(.missingFile, fault, "Ask for the file again; the answer keeps its name.", path)
      }
      return findings
    } ?? []
  }

  /// Answers whose copy of a file is gone or changed, with the reason.
  private func brokenCopies(_ rows: [FieldRow]) -> [(FieldPath, String)] {
    rows.flatMap { row -> [(FieldPath, String)] in
      guard let json = row.value, !ManagedFile.copies(in: json).isEmpty,
        let value = try? DraftValue(json: json)
      else { return [] }
      return value.files(at: row.path).compactMap { path, file in
        guard let copy = file.copy else { return nil }
        return ManagedFile.fault(of: file, at: directory.files + "/" + copy).map { (path, $0) }
      }
    }
  }

  /// A roll-back that was noted, or that shows now; nil if there is none.
  func rollBack() throws(DraftError) -> RollBack? {
    try read { rows in try rollBack(rows) } ?? nil
  }

  private func rollBack(_ rows: DraftRows) throws -> RollBack? {
    guard
      let ledger = try ledger ?? SaveLedger(directory, tag: tag, creating: false)
    else { return nil }
    return try rollBack(ledger, rows) ?? ledger.rollBack()
  }

  func confirmRollBack() throws(DraftError) {
    try refuseIfReadOnly()
    _ = try locked(creating: false) { _ in try ledger?.confirmRollBack() }
  }
}
