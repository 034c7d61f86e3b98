/// Something that is wrong in a store; see ``DraftStore/health(_:)``.
///
/// No value, and no part of one, is in it.
public struct HealthFinding: Sendable, Hashable {
  @Exact private var exactSentence: String
  @ExactOptional private var exactHint: String?

  /// What is wrong.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The store lost what says which store it is, or where its owners are.
    case damagedStore
    /// An owner's database is not sound, or not there.
    case damagedDatabase
    /// A database or a file is another store's, another application's, or no plain file.
    case notOurs
    /// A database was made by a later version.
    case newerStore
    /// Something could not be looked at: permissions, an error of the disk, a lock.
    case unavailable
    /// A draft's own row, or the form it was saved under, does not hold what was written.
    case damagedDraft
    /// An answer does not hold what was written, or is missing.
    case damagedAnswer
    /// An earlier state of a draft cannot be gone back to.
    case damagedSavePoint
    /// The copy of a picked file is gone, or not what it was.
    case missingFile
    /// A copy of a file lies there that no draft speaks of.
    case orphanFile
    /// A draft is there whose time to live, or time to be brought back, is over.
    case expiredPresent
    /// A draft was saved at a time that has not come yet.
    case futureTime
    /// The write-ahead log is longer than ``DraftLimits/logBytes``.
    case largeLog
    /// Bytes of what was removed may still be in the files.
    case erasurePending
    /// A purge, an adoption, an import or a repair was interrupted and not finished.
    case interrupted
    /// A database went back to an earlier state behind the store's back; see ``RollBack``.
    case rolledBack
    /// Others can read or write a file or a directory of the store, or replace the store.
    case looseMode
    /// Something lies in the store that no version known here puts there.
    case unknownFile
  }

  /// What is wrong.
  public let code: Code
  /// Whose it is; nil if it is about the store, or nobody knows.
  public let owner: DraftOwner?
  /// The draft it is about; nil if it is about none.
  public let draft: DraftID?
  /// The field it is about; nil if it is about none.
  public let path: FieldPath?
  /// The file or directory it is about; nil if it is about none.
  public let file: String?
  /// What is wrong, for people.
  public var sentence: String { exactSentence }
  /// What to do about it, for people; nil if there is nothing to be done.
  public var hint: String? { exactHint }

  init(
    _ code: Code, _ sentence: String, hint: String? = nil, owner: DraftOwner? = nil,
    draft: DraftID? = nil, path: FieldPath? = nil, file: String? = nil
  ) {
    self.code = code
    self.owner = owner
    self.draft = draft
    self.path = path
    self.file = file
    _exactSentence = Exact(sentence)
    _exactHint = ExactOptional(wrappedValue: hint)
  }

  /// What to do about what a repair mends.
  static let mendable = "drafts repair keeps what can be read, and puts the rest aside."

  /// What an error says, found while looking, or while mending.
  init(
    _ error: DraftError, owner: DraftOwner?, draft: DraftID? = nil, isMending: Bool = false
  ) {
    let code: Code =
      switch error.code {
      case .damaged: draft == nil ? .damagedDatabase : .damagedDraft
      case .notOurs: .notOurs
      case .newerStore: .newerStore
      default: .unavailable
      }
    self.init(
      code, error.message,
      hint: !isMending && (code == .damagedDatabase || code == .damagedDraft)
        ? Self.mendable : error.hint,
      owner: owner, draft: draft, file: draft == nil ? error.file : nil)
  }
}
