import FormDraftsSQLite

extension DraftError {
  /// The words for a failure of SQLite.
  ///
  /// What the database holds never stands in them.
  init(_ error: SQLiteError, file: String) {
    let place = "The database “\(file.printable)”"
    switch error {
    case _ where error.isBusy:
      self.init(
        .busy, "Another process kept the store for too long.",
        hint: "Try again; nothing was changed.", file: file, cause: error)
    case _ where error.isFull:
      self.init(
        .noSpace, "The disk or the quota is full.",
        hint: "Free some space; what was saved before is intact.", file: file, cause: error)
    case _ where error.isCorrupt:
      self.init(
        .damaged, "\(place) is damaged (SQLite code \(error.code)).",
        hint:
          "Nothing was changed. Repair the store, or bring it back from a backup, or purge this owner.",
        file: file, cause: error)
    case _ where error.isReadOnly || error.isCannotOpen:
      self.init(
        .unavailable, "\(place) cannot be opened (SQLite code \(error.code)).",
        hint: "Check the permissions of the store, and whether too many files are open.",
        file: file, cause: error)
    case _ where error.isTooBig:
      self.init(
        .tooLarge, "A value exceeds what the store can hold.",
        hint: "The saved revision is unchanged.", file: file, cause: error)
    case _ where error.isIO || error.isInterrupted || error.isOutOfMemory:
      self.init(
        .io, "\(place) could not be read or written (SQLite code \(error.code)).",
        hint: "Try again; what was saved before is intact.", file: file, cause: error)
    default:
      self.init(
        .internalError, "The store refused a statement (SQLite code \(error.code)).",
        hint: "This is a mistake in FormDrafts; please report it.", file: file, cause: error)
    }
  }

  /// Any error of the layers below in this library's words.
  static func wrapping(_ error: any Error, file: String) -> DraftError {
    switch error {
    case let error as DraftError: error
    case let error as SQLiteError: DraftError(error, file: file)
    case let error as SystemError: DraftError(error)
    case MigratorError.newer(let found, let supported):
      newerStore(found: Int(found), supported: Int(supported), file: file)
    default:
      DraftError(
        .internalError, "An unexpected error of type \(type(of: error)).",
        hint: "This is a mistake in FormDrafts; please report it.", file: file)
    }
  }

  static func newerStore(found: Int, supported: Int, file: String) -> DraftError {
    DraftError(
      .newerStore,
      "The store was made by a later version: its format is \(found), this one reads up to "
        + "\(supported).",
      hint: "Update FormDrafts; nothing was changed.", file: file)
  }

  static func ownerPurged() -> DraftError {
    DraftError(
      .ownerPurged, "This owner was purged; nothing was written.",
      hint: "It can be saved after signIn(owner:), or by a process that begins after the purge.")
  }
}
