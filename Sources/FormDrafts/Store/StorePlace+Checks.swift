extension StorePlace {
  /// What becomes of permissions that let others in.
  enum Modes: Sendable {
    case tighten
    /// Nothing is changed; somebody only looks.
    case leave
  }

  /// Refuses what is not a directory of this user's; tightens one that others can enter.
  static func check(
    _ status: FileStatus, isDirectoryAt path: String, _ modes: Modes = .tighten
  ) throws(DraftError) {
    try checkKind(status, isDirectoryAt: path)
    if modes == .tighten { try tighten(status, at: path) }
  }

  /// Refuses what is not a plain file of this user's under one name; tightens its permissions.
  static func checkFile(
    _ status: FileStatus, at path: String, _ modes: Modes = .tighten
  ) throws(DraftError) {
    try checkKind(status, isFileAt: path)
    if modes == .tighten { try tighten(status, at: path) }
  }

  static func checkKind(
    _ status: FileStatus, isDirectoryAt path: String
  ) throws(DraftError) {
    switch status.kind {
    case .directory: break
    case .link:
      throw DraftError(
        .notOurs, "“\(path.printable)” is a symbolic link.",
        hint: "Name the directory it points to.", file: path)
    case .file, .other:
      throw DraftError(
        .notOurs, "“\(path.printable)” is not a directory.",
        hint: "Name a directory for the store.", file: path)
    }
    try checkOwner(status, path)
  }

  static func checkKind(_ status: FileStatus, isFileAt path: String) throws(DraftError) {
    guard status.kind == .file else {
      throw DraftError(
        .notOurs, "“\(path.printable)” is not a plain file.",
        hint: "The store was tampered with; nothing was changed.", file: path)
    }
    // None at all: another process, the last to close, is just removing it, as SQLite does with a
    // log.
    guard status.links <= 1 else {
      throw DraftError(
        .notOurs, "“\(path.printable)” has a second name (hard link).",
        hint: "Remove the other name; nothing was changed.", file: path)
    }
    try checkOwner(status, path)
  }

  static func checkOwner(_ status: FileStatus, _ path: String) throws(DraftError) {
    guard status.owner == System.userID else {
      throw DraftError(
        .notOurs, "“\(path.printable)” belongs to another user.",
        hint: "Use a store of your own.", file: path)
    }
  }

  /// Takes away what others may do.
  ///
  /// On a medium that can only be read it stays as it is.
  static func tighten(_ status: FileStatus, at path: String) throws(DraftError) {
    guard status.permissions & 0o077 != 0 else { return }
    do throws(SystemError) {
      try System.setPermissions(
        path, status.kind == .directory ? 0o700 : status.permissions & 0o700)
    } catch {
      guard error.isReadOnly else { throw DraftError(error) }
    }
  }
}
