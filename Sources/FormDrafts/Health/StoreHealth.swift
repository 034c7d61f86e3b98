#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What a look at a whole store found; see ``DraftStore/health(_:)``.
public struct StoreHealth: Sendable {
  /// What is wrong; empty if nothing is.
  ///
  /// About the store first, then by owner: nobody's first, the others by the bytes of the name.
  public internal(set) var findings: [HealthFinding] = []
  /// Every owner's database that could be read, in the same order.
  public internal(set) var owners: [OwnerHealth] = []
  /// Directories that a repair put aside; nothing removes them but a purge of their owner.
  public internal(set) var setAside: [String] = []

  /// How many drafts were looked at, hidden ones too.
  public var drafts: Int { owners.reduce(0) { $0 + $1.drafts } }
  /// Whether nothing is wrong.
  public var isSound: Bool { findings.isEmpty }

  init() {}
}

/// What is in one owner's database.
public struct OwnerHealth: Sendable, Hashable {
  /// Whose it is.
  public let owner: DraftOwner
  /// The owner's directory.
  public let directory: String
  /// How many drafts there are, hidden ones too.
  public internal(set) var drafts = 0
  /// The size of the database file in bytes, without its log.
  public internal(set) var databaseBytes: Int64 = 0
  /// The size of the write-ahead log in bytes; 0 if there is none.
  public internal(set) var walBytes: Int64 = 0
  /// How many migrations the database has had.
  public internal(set) var version = 0
  /// The owner's save that the database ends at, counted from the first.
  public internal(set) var saves = 0
  /// When a draft was last saved; nil if there is none.
  public internal(set) var lastSavedAt: Date?

  init(owner: DraftOwner, directory: String) {
    self.owner = owner
    self.directory = directory
  }
}

extension StoreHealth: CustomStringConvertible {
  /// Counts.
  public var description: String {
    "health (\(owners.count) owners, \(drafts) drafts, \(findings.count) findings)"
  }
}
