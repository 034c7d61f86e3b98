/// What a backup holds; see ``DraftStore/backup(to:)``.
public struct BackupReceipt: Sendable, Hashable {
  /// Where it lies, without symbolic links.
  public let path: String
  /// Owners with a database in it.
  public internal(set) var owners = 0
  /// Drafts in it, those that can be brought back after a discard too.
  public internal(set) var drafts = 0
  /// Copies of picked files in it.
  public internal(set) var files = 0
  /// Copies of picked files that drafts speak of, and that the store does not have either.
  public internal(set) var missingFiles = 0
  /// Bytes of the databases and files.
  public internal(set) var bytes: Int64 = 0
  /// Whether an older backup was replaced.
  public internal(set) var isReplacement = false

  init(path: String) {
    self.path = path
  }
}
