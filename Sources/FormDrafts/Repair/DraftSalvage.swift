#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What is left of one draft in a damaged database.
public struct DraftSalvage: Sendable, Hashable {
  /// What could not be read, or does not hold what was written.
  public struct Loss: Sendable, Hashable {
    /// How many rows of answers and marks are lost.
    public internal(set) var answers = 0
    /// Where they stood, as far as the damaged rows say; perhaps not all, and no values.
    public internal(set) var paths: [FieldPath] = []
    /// How many earlier states cannot be gone back to.
    public internal(set) var savePoints = 0
    /// The form it was saved under is lost: every answer is kept, and none is declared.
    public internal(set) var isFormLost = false

    /// Whether nothing is lost.
    public var isEmpty: Bool { self == Loss() }

    init() {}
  }

  /// The draft; nil if even that cannot be read.
  public let draft: DraftID?
  /// What it is of; nil if its own row is damaged or gone.
  ///
  /// Then nothing of it is kept, because nobody knows what form and record its answers belong to.
  public let key: DraftKey?
  /// What is lost of a draft that is kept.
  public let loss: Loss

  /// Whether any of it is kept.
  public var isKept: Bool { key != nil }
}

/// A draft as it can still be read in a damaged database; see ``DraftStore/salvage(owner:)``.
public struct SalvagedDraft: Sendable {
  /// The draft.
  public let draft: DraftID
  /// What it is of.
  public let key: DraftKey
  /// Its last save that can be read.
  public let revision: DraftRevision
  /// When that was.
  public let savedAt: Date
  /// The form it was saved under; one without fields if that is lost.
  public let schema: DraftSchema
  /// The answers that hold what was written.
  public let snapshot: DraftSnapshot
  /// What is lost of it.
  public let loss: DraftSalvage.Loss
}

/// What a repair did, or would do; see ``DraftStore/repair(owner:dryRun:)``.
public struct RepairReport: Sendable {
  /// Every owner with something to mend, nobody first, the others by the bytes of the name.
  public internal(set) var owners: [OwnerRepair] = []
  /// The store had lost its id, and has it back from its owners' databases.
  public internal(set) var isStoreIDRestored = false
  /// What could not be mended, and why.
  public internal(set) var failures: [HealthFinding] = []

  /// Whether nothing was lost, and nothing failed.
  public var isWhole: Bool {
    failures.isEmpty && owners.allSatisfy(\.isWhole)
  }

  init() {}
}

/// What a repair did for one owner.
public struct OwnerRepair: Sendable, Hashable {
  /// Whose drafts.
  public let owner: DraftOwner
  /// Every draft that was found, the last saved first; empty if the database needed no repair.
  public internal(set) var drafts: [DraftSalvage] = []
  /// Where the damaged directory lies now; nil if nothing was put aside.
  public internal(set) var setAside: String?
  /// A roll-back that was taken note of; see ``RollBack``.
  public internal(set) var rollBack: RollBack?
  /// What may be lost beside ``drafts``; nil if every draft there was is one of those.
  public internal(set) var unaccounted: UnaccountedSaves?

  /// Whether nothing is lost.
  public var isWhole: Bool {
    rollBack == nil && unaccounted == nil
      && drafts.allSatisfy { $0.isKept && $0.loss.isEmpty }
  }

  init(owner: DraftOwner) {
    self.owner = owner
  }
}
