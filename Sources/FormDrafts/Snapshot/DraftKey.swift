/// What a draft is kept under: owner, form and record.
///
/// The parts never mix: each is stored by itself, and they compare by UTF-8 bytes. A key may hold
/// several drafts; a save without an id makes a new one.
///
/// ```swift
/// let new = DraftKey("signup", owner: .nobody)
/// let edit = DraftKey("plan", owner: "ana", record: "plan/42")
/// ```
public struct DraftKey: Sendable, Hashable {
  @Exact private var exactForm: String
  /// Whose draft it is.
  public var owner: DraftOwner
  /// The form's id; not empty, at most ``DraftLimits/nameBytes``.
  public var form: String {
    get { exactForm }
    set { exactForm = newValue }
  }
  /// What is being edited.
  public var record: DraftRecord

  /// A key.
  ///
  /// The owner has no default: a forgotten owner is a draft that sign-out does not find.
  ///
  /// - Parameters:
  ///   - form: the form's id.
  ///   - owner: whose draft it is.
  ///   - record: what is being edited; a new thing unless said.
  public init(_ form: String, owner: DraftOwner, record: DraftRecord = .new) {
    _exactForm = Exact(form)
    self.owner = owner
    self.record = record
  }
}

extension DraftKey: CustomStringConvertible {
  /// Form, owner and record in words.
  public var description: String {
    let owner = owner.name.map { "owner “\($0.printable)”" } ?? "nobody"
    let record = record.id.map { "record “\($0.printable)”" } ?? "new"
    return "form “\(form.printable)”, \(owner), \(record)"
  }
}

/// Whose draft it is.
///
/// Accounts compare by UTF-8 bytes: `u1`, `U1` and `u10` are three, and so are `é` as one scalar
/// and as two. An account with an empty name is not ``nobody``. Each owner has a database of its
/// own.
public enum DraftOwner: Sendable {
  /// Nobody is signed in.
  case nobody
  /// The signed-in account.
  case account(String)
}

/// What a draft edits.
///
/// Records compare by UTF-8 bytes; one with an empty name is not ``new``.
public enum DraftRecord: Sendable {
  /// A thing that does not exist yet.
  case new
  /// The record with this id.
  case existing(String)
}

extension DraftOwner: Hashable, ExpressibleByStringLiteral {
  /// Whether both are the same account by bytes, or both nobody.
  public static func == (left: Self, right: Self) -> Bool { left.exact == right.exact }
  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) { hasher.combine(exact) }
  /// An account.
  public init(stringLiteral name: String) { self = .account(name) }
  /// The account's name, or nil for nobody.
  public var name: String? {
    switch self {
    case .nobody: nil
    case .account(let name): name
    }
  }
  private var exact: ExactOptional { ExactOptional(wrappedValue: name) }
}

extension DraftRecord: Hashable, ExpressibleByStringLiteral {
  /// Whether both are the same record by bytes, or both new.
  public static func == (left: Self, right: Self) -> Bool { left.exact == right.exact }
  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) { hasher.combine(exact) }
  /// An existing record.
  public init(stringLiteral id: String) { self = .existing(id) }
  /// The record's id, or nil for a new thing.
  public var id: String? {
    switch self {
    case .new: nil
    case .existing(let id): id
    }
  }
  private var exact: ExactOptional { ExactOptional(wrappedValue: id) }
}
