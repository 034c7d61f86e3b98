/// One owner's directory on disk: made in one step, erased in one step, and recognised when it
/// was moved or replaced.
///
/// A directory appears under its name only when its database is complete: it is built under a
/// name of its own and renamed. So a database that is missing or empty in a directory is damage,
/// never a beginning.
package struct OwnerDirectory: Sendable {
  let path: String
  let database: String
  let wal: String
  let lockFile: String
  /// What was acknowledged last, see ``SaveLedger``.
  let ledger: String
  /// The database as it is rebuilt, where it is too large for memory; there while that lasts.
  let rebuilt: String
  /// Where copies of picked files lie; nothing of SQLite's is in there.
  let files: String

  init(path: String) {
    self.path = path
    database = path + "/drafts.db"
    wal = path + "/drafts.db-wal"
    lockFile = path + "/lock"
    ledger = path + "/ledger"
    rebuilt = path + "/rebuilt.new"
    files = path + "/files"
  }

  /// The names in there; empty if it is not there or cannot be read.
  var copies: [String] { (try? System.names(in: files) ?? []) ?? [] }

  /// The files as they were when the connection was opened.
  struct Identity: Sendable {
    let directory: FileStatus
    let database: FileStatus
    let wal: FileStatus?
  }

  /// The files as they are now; nil if the database is not there.
  func identity() throws(SystemError) -> Identity? {
    guard let directory = try System.status(path),
      let file = try System.status(database)
    else { return nil }
    return Identity(directory: directory, database: file, wal: try System.status(wal))
  }

  /// Whether the files at the path are still the ones a connection was opened on.
  ///
  /// The WAL cannot legitimately change while somebody is connected; one that appears later is
  /// fine.
  func isStill(_ known: Identity) throws(SystemError) -> Identity? {
    guard let now = try identity(), now.directory.isSameFile(as: known.directory),
      now.database.isSameFile(as: known.database)
    else { return nil }
    if let before = known.wal {
      guard let wal = now.wal, wal.isSameFile(as: before) else { return nil }
    }
    return now
  }

  /// Looks at the files with `stat` only, before SQLite touches any: it would delete a WAL whose
  /// database is missing or empty without a word.
  func preflight(_ modes: StorePlace.Modes = .tighten) throws(DraftError) {
    let status = try look(path)
    guard let status else { return }
    try StorePlace.check(status, isDirectoryAt: path, modes)
    let log = try checkOptional(wal, modes)
    _ = try checkOptional(path + "/drafts.db-shm", modes)
    guard let file = try look(database) else {
      throw damaged("The database of “\(path.printable)” is missing.")
    }
    try StorePlace.checkFile(file, at: database, modes)
    if file.size < 512 {
      throw damaged(
        log?.size ?? 0 == 0
          ? "The database “\(database.printable)” is empty or cut."
          : "The database “\(database.printable)” is empty or cut beside a log with changes.")
    }
  }

  private func checkOptional(
    _ path: String, _ modes: StorePlace.Modes
  ) throws(DraftError) -> FileStatus? {
    guard let status = try look(path) else { return nil }
    try StorePlace.checkFile(status, at: path, modes)
    return status
  }

  private func look(_ path: String) throws(DraftError) -> FileStatus? {
    try DraftError.translating { () throws(SystemError) in try System.status(path) }
  }

  private func damaged(_ message: String) -> DraftError {
    DraftError(
      .damaged, message,
      hint:
        "Nothing was changed. Repair the store, bring the directory back from a backup, or purge this owner.",
      file: database)
  }

  /// What is refused here: the database belongs in another place.
  var ofAnotherStore: DraftError { misplaced("to another store") }
  var ofAnotherOwner: DraftError { misplaced("to another owner of this store") }

  private func misplaced(_ whose: String) -> DraftError {
    DraftError(
      .notOurs, "The database “\(database.printable)” belongs \(whose).",
      hint: "Nothing was changed. Put the files back where they came from.", file: database)
  }

  /// How many bytes the files have; 0 for those that cannot be looked at.
  func weight() -> Int64 {
    let names = (try? System.names(in: path) ?? []) ?? []
    return names.reduce(0) { sum, name in
      sum + ((try? System.status(path + "/" + name))?.size ?? 0)
    }
  }

  /// The purges that came before this directory was made; nil if that was never written.
  func epoch(_ modes: StorePlace.Modes = .tighten) throws(DraftError) -> Int64? {
    guard let status = try look(lockFile) else { return nil }
    try StorePlace.checkFile(status, at: lockFile, modes)
    let bytes = try DraftError.translating { () throws(SystemError) in
      try System.open(lockFile).readAll(limit: 64)
    }
    return Int64(String(decoding: bytes, as: UTF8.self).prefix { $0 != "\n" })
  }
}

extension OwnerDirectory {
  /// Overwrites and removes everything in the directory, then the directory; the caller renamed it
  /// away.
  ///
  /// Returns how many bytes there were.
  ///
  /// Two processes may erase one directory: what is gone meanwhile was overwritten by the other.
  @discardableResult
  package static func erase(_ path: String) throws(SystemError) -> Int64 {
    guard let status = try System.status(path) else { return 0 }
    guard status.kind == .directory else {
      do throws(SystemError) {
        if status.kind == .file, status.links == 1 {
          try System.open(path, writable: true).overwriteAndSync()
        }
      } catch {
        guard error.isMissing else { throw error }
      }
      try System.removeFile(path)
      return status.size
    }
    var bytes: Int64 = 0
    for name in try System.names(in: path) ?? [] { bytes += try erase(path + "/" + name) }
    try System.removeDirectory(path)
    return bytes
  }
}

extension Descriptor {
  /// Overwrites the file with zeros and makes that durable.
  func overwriteAndSync() throws(SystemError) {
    try overwrite()
    try sync()
  }
}

extension OwnerDirectory.Identity {
  /// Whether size and time of the files are the same: nobody wrote in between.
  ///
  /// Two writes within one tick of the file system's clock look alike; the later save then merely
  /// brings nothing new to a draft that has moved on, and loses nothing.
  func looksLike(_ other: Self) -> Bool {
    database.size == other.database.size && database.modified == other.database.modified
      && wal?.size == other.wal?.size && wal?.modified == other.wal?.modified
  }
}
