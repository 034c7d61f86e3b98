#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
/// Stand-ins until the parts they stand for are merged.
public struct SavePoint: Sendable { let revision: DraftRevision }
public struct DraftConflict: Sendable {
  public enum Side: Sendable { case mine, theirs }
  public struct Field: Sendable { public let path: FieldPath }
  public let draft: DraftID
  public let theirRevision: DraftRevision
  public let fields: [Field]
  public let merged: DraftSnapshot
  let mine: DraftSnapshot
  let theirs: DraftSnapshot
  init(
    base: DraftSnapshot?, mine: DraftSnapshot, theirs: DraftSnapshot, draft: DraftID,
    theirRevision: DraftRevision
  ) {
    self.draft = draft
    self.theirRevision = theirRevision
    let base = base ?? DraftSnapshot()
    let my = mine.changedPaths(since: base)
    let their = theirs.changedPaths(since: base)
    let differ = mine.changedPaths(since: theirs)
    fields = my.intersection(their).intersection(differ).sorted().map { Field(path: $0) }
    merged = SessionMerge.edits(mine, since: base, onto: theirs)
    self.mine = mine
    self.theirs = theirs
  }
  func resolved(_ side: Side, except: [FieldPath: Side] = [:]) -> DraftSnapshot {
    var result = merged
    for field in fields where (except[field.path] ?? side) == .theirs {
      var leaves = result.values.leaves.filter { $0.path != field.path }
      leaves += theirs.values.leaves.filter { $0.path == field.path }
      result.values = DraftObject(leaves: leaves)
    }
    return result
  }
}
extension DraftStore {
  func savePoint(of id: DraftID) async throws(DraftError) {}
  func history(of id: DraftID) async throws(DraftError) -> [SavePoint] { [] }
  func revert(_ id: DraftID, to: DraftRevision) async throws(DraftError) -> SaveReceipt {
    throw DraftError(.internalError, "")
  }
}
