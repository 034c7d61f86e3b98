import FormDraftsSQLite

extension OwnerFile {
  /// Copies that nobody else speaks of when some drafts go.
  func lastCopies(of drafts: [EndingDraft], _ rows: DraftRows) throws -> Set<String> {
    guard !directory.copies.isEmpty else { return [] }
    let ids = Set(drafts.map(\.row))
    let names = try rows.copies(of: ids)
    return names.isEmpty ? [] : names.subtracting(try rows.copies(of: ids, isExcluding: true))
  }

  /// In a save: which copies the rows that change spoke of, and which they speak of now.
  func noteFiles(_ plan: SavePlan, _ stored: [FieldRow]) throws {
    let changed = Set(plan.removals + plan.updates.map(\.id) + plan.kindUpdates.map(\.id))
    noteFiles(
      replacing: changed.isEmpty ? [] : stored.filter { changed.contains($0.id) },
      by: plan.inserts + plan.updates)
  }

  /// The same for rows that are known.
  func noteFiles(replacing old: [FieldRow], by new: [FieldRow]) {
    for row in old {
      if let value = row.value { doomedFiles.formUnion(ManagedFile.copies(in: value)) }
      if let base = row.base { doomedFiles.formUnion(ManagedFile.copies(in: base)) }
    }
    guard !heldFiles.isEmpty else { return }
    for row in new {
      for name in row.value.map(ManagedFile.copies) ?? [] { heldFiles[name] = nil }
    }
  }

  /// At the end of a transaction: copies that something still speaks of are not removed.
  ///
  /// The draft's own rows and save points are looked at first: most often they do, and no other
  /// draft need be read.
  func keepUsedFiles(after draft: Int64? = nil, _ rows: DraftRows) throws {
    guard !doomedFiles.isEmpty else { return }
    if let draft { doomedFiles.subtract(try rows.copies(of: [draft])) }
    guard !doomedFiles.isEmpty else { return }
    doomedFiles.subtract(try rows.copies(of: [], isExcluding: true))
  }

  /// Overwrites and removes copies after the commit that took their last use, still under the lock.
  ///
  /// One that is left behind is collected later.
  func removeDoomedFiles() {
    filesInTheWay = 0
    guard !doomedFiles.isEmpty else { return }
    for name in doomedFiles {
      heldFiles[name] = nil
      do throws(SystemError) {
        try OwnerDirectory.erase(directory.files + "/" + name)
      } catch {
        filesInTheWay += 1
      }
    }
    doomedFiles = []
    try? System.syncDirectory(directory.files)
  }

  /// Removes copies nobody speaks of; the caller holds the lock.
  ///
  /// Not one that was just made, in any process: whoever makes one keeps it locked until a save uses
  /// it, and a day must have passed besides, for one that is handed to another process.
  func collectFiles(_ rows: DraftRows) throws {
    for name in try unusedFiles(rows) {
      try OwnerDirectory.erase(directory.files + "/" + name)
      swept.files += 1
    }
  }

  /// Copies nobody speaks of, and nobody is about to.
  func unusedFiles(_ rows: DraftRows) throws -> [String] {
    let time = now
    let old = directory.copies.filter { name in
      guard heldFiles[name] == nil,
        let status = try? System.status(directory.files + "/" + name),
        time - status.modified / 1_000_000 >= SeenTime.confirmation
      else { return false }
      return isUnlocked(name)
    }
    guard !old.isEmpty else { return [] }
    let used = try rows.copies(of: [], isExcluding: true)
    return old.filter { !used.contains($0) }
  }

  private func isUnlocked(_ name: String) -> Bool {
    do throws(SystemError) {
      return try System.open(directory.files + "/" + name).lock(milliseconds: 0)
    } catch {
      return false
    }
  }

  /// Files among answers whose copy is gone or changed, with the reason.
  func brokenFiles(in answers: [StoredAnswer], _ options: RestoreOptions) -> [DraftFile: String] {
    var broken: [DraftFile: String] = [:]
    var seen: Set<DraftFile> = []
    for answer in answers where answer.value?.holdsFiles == true {
      for (_, file) in answer.value?.files(at: answer.path) ?? [] {
        guard seen.insert(file).inserted, let path = path(of: file, options) else { continue }
        broken[file] = ManagedFile.fault(of: file, at: path)
      }
    }
    return broken
  }

  /// Where the bytes of a file are to be; nil if that is for the form to know.
  private func path(of file: DraftFile, _ options: RestoreOptions) -> String? {
    if let copy = file.copy { return directory.files + "/" + copy }
    guard let path = file.path, let base = options.fileDirectory else { return nil }
    return base + "/" + path
  }
}

extension OwnerFile {
  /// Makes the directory for copies; the draft must be there and writable.
  func directoryForFile(of id: DraftID) throws(DraftError) -> String {
    let path: String? = try locked(creating: false, fenced: true) { database in
      _ = try database.connection.readTransaction { try liveHead(id, database.rows) }
      if try System.makeDirectory(directory.files) { try System.syncDirectory(directory.path) }
      return directory.files
    }
    guard let path else { throw Self.notFound(id) }
    return path
  }

  func hold(_ copy: String, _ file: HeldFile) { heldFiles[copy] = file }
}

extension DraftValue {
  /// Whether a picked file is in it.
  var holdsFiles: Bool {
    switch self {
    case .file: return true
    case .list, .object: break
    default: return false
    }
    var waiting = [self]
    while let value = waiting.popLast() {
      switch value {
      case .file: return true
      case .list(let items): waiting += items
      case .object(let object): waiting += object.members.lazy.map(\.value)
      default: break
      }
    }
    return false
  }
}
