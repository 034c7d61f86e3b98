/// What this connection last read or wrote of a few drafts, so that a save need not read rows back
/// to know what changed.
///
/// Believed only while the draft's row in the database still says the same revision and sum.
struct ShadowCache {
  struct Shadow {
    var head: DraftHead
    /// By ordinal.
    var rows: [FieldRow]
    var schema: StoredSchema
    /// Its save points, as long as the database is of that version.
    var points: (tally: PointTally, version: UInt32)?
  }

  private static let capacity = 8
  private static let byteCapacity: Int64 = 32 << 20

  private var shadows: [(id: DraftID, shadow: Shadow)] = []

  subscript(id: DraftID) -> Shadow? { shadows.last { $0.id == id }?.shadow }

  /// Keeps the latest few, and none that is very large.
  mutating func keep(_ shadow: Shadow) {
    shadows.removeAll { $0.id == shadow.head.uuid }
    guard shadow.head.bytes <= Self.byteCapacity else { return }
    shadows.append((shadow.head.uuid, shadow))
    var total = shadows.reduce(0) { $0 + $1.shadow.head.bytes }
    while shadows.count > Self.capacity || total > Self.byteCapacity {
      total -= shadows.removeFirst().shadow.head.bytes
    }
  }

  mutating func remove(_ id: DraftID) { shadows.removeAll { $0.id == id } }

  mutating func removeAll() { shadows.removeAll() }
}
