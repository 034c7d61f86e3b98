/// Something an audit of a store found; see ``DraftStore/audit(_:schema:)``.
///
/// No value, and no part of one, is in it.
public struct AuditFinding: Sendable, Hashable {
  @Exact private var exactSentence: String

  /// What was found.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// Something is stored that a form, or the rules for names, say is never stored.
    case secretStored
    /// A value without a mark looks like what should not lie about: the number of a payment card or
    /// of a bank account, a social security number, a private key, a token.
    case suspicious
    /// Others can read or write a file or a directory of the store, or replace the store.
    case looseMode
    /// The store lies where files are removed, shared or copied away.
    case location
    /// A draft is there whose time to live is over.
    case expiredPresent
    /// A draft is there that was discarded, and can not be brought back any more.
    case hiddenPresent
    /// Bytes of what was removed may still be in the files.
    case erasurePending
    /// What a repair put aside lies there: everything the owner had then.
    case setAside
    /// Something could not be examined.
    case unreadable
  }

  /// How much there is to lose.
  public enum Severity: String, Sendable, Hashable, CaseIterable {
    /// Somebody who sees it can act in a person's name, or others can see everything.
    case high
    /// A person can be harmed by it, or nobody knows.
    case medium
    /// It is there longer than it should be.
    case low
  }

  /// What was found.
  public let code: Code
  /// How much there is to lose.
  public let severity: Severity
  /// Whose it is; nil if it is about the store, or nobody knows.
  public let owner: DraftOwner?
  /// The draft it is about; nil if it is about none.
  public let draft: DraftID?
  /// The field it is about; nil if it is about none.
  ///
  /// It ends before a name that looks like what should not lie about.
  public let path: FieldPath?
  /// The file or directory it is about; nil if it is about none.
  public let file: String?
  /// What was found, for people.
  public var sentence: String { exactSentence }

  init(
    _ code: Code, _ severity: Severity, _ sentence: String, owner: DraftOwner? = nil,
    draft: DraftID? = nil, path: FieldPath? = nil, file: String? = nil
  ) {
    self.code = code
    self.severity = severity
    self.owner = owner
    self.draft = draft
    self.path = path
    self.file = file
    _exactSentence = Exact(sentence)
  }
}

/// What an audit of a store found.
public struct AuditReport: Sendable {
  /// What was found: about the store first, then by owner; nobody's first, the others by the bytes of
  /// the name.
  public internal(set) var findings: [AuditFinding] = []
  /// How many drafts were examined, hidden ones too.
  public internal(set) var drafts = 0

  init() {}
}

extension AuditReport: CustomStringConvertible {
  /// Counts.
  public var description: String { "audit (\(drafts) drafts, \(findings.count) findings)" }
}
