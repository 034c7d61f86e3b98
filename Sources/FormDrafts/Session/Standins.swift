// Stands for what is made elsewhere: history, reverting and conflicts. Goes when that is there.

/// A state of a draft that can be gone back to.
public struct SavePoint: Sendable {
  /// The revision.
  public let revision: DraftRevision
}

/// Two writers' states of one draft, brought together field by field.
public struct DraftConflict: Sendable {
  /// Whose state is taken.
  public enum Side: String, Sendable {
    /// The state that was to be saved.
    case mine
    /// The state that is stored.
    case theirs
  }

  /// A field that both sides changed, each in another way.
  public struct Field: Sendable, Hashable {
    /// Where it stands.
    public let path: FieldPath
  }

  /// The draft.
  public let draft: DraftID
  /// The revision that is stored.
  public let theirRevision: DraftRevision
  /// What is in conflict.
  public let fields: [Field]
  private let mine: DraftSnapshot
  private let theirs: DraftSnapshot
  private let edited: DraftSnapshot

  /// Brings two states together.
  public init(
    base: DraftSnapshot?, mine: DraftSnapshot, theirs: DraftSnapshot, schema: DraftSchema? = nil,
    draft: DraftID, theirRevision: DraftRevision
  ) {
    self.draft = draft
    self.theirRevision = theirRevision
    let base = base ?? DraftSnapshot()
    let both = mine.changedPaths(since: base).intersection(theirs.changedPaths(since: base))
    fields = both.intersection(mine.changedPaths(since: theirs)).sorted().map { Field(path: $0) }
    edited = SessionMerge.edits(mine, since: base, onto: theirs)
    self.mine = mine
    self.theirs = theirs
  }

  /// What goes together; a field in conflict has their answer.
  public var merged: DraftSnapshot { resolved(.theirs) }

  /// The merged state with every conflict decided.
  public func resolved(
    _ side: Side, except exceptions: [FieldPath: Side] = [:]
  ) -> DraftSnapshot {
    var result = edited
    for field in fields where (exceptions[field.path] ?? side) == .theirs {
      var leaves = result.values.leaves.filter { $0.path != field.path }
      leaves += theirs.values.leaves.filter { $0.path == field.path }
      result.values = DraftObject(leaves: leaves)
    }
    return result
  }
}

extension DraftStore {
  func savePoint(of id: DraftID) async throws(DraftError) {}

  /// Earlier states of a draft, the newest first.
  public func history(of id: DraftID) async throws(DraftError) -> [SavePoint] { [] }

  /// Brings an earlier state of a draft back.
  public func revert(
    _ id: DraftID, to revision: DraftRevision
  ) async throws(DraftError) -> SaveReceipt {
    throw DraftError(.unavailable, "Nothing can be brought back yet.")
  }
}
