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
    /// The form as it was last handed over, if a save of it stores all of it and nothing else.
    var handed: HandedForm?
    /// Where each live row stands among the rows; made when it is first asked for.
    var places: [FieldPath: Int]?

    mutating func makePlaces() {
      guard places == nil else { return }
      var places: [FieldPath: Int] = [:]
      places.reserveCapacity(rows.count)
      for (position, row) in rows.enumerated() where row.kind == .live {
        places[row.path] = position
      }
      self.places = places
    }
  }

  private static let capacity = 8
  private static let byteCapacity: Int64 = 32 << 20

  /// The drafts, and in the same order what is known of each: a search that went over the shadows
  /// would copy them.
  private var ids: [DraftID] = []
  private var shadows: [Shadow] = []

  subscript(id: DraftID) -> Shadow? { ids.lastIndex(of: id).map { shadows[$0] } }

  /// Keeps the latest few, and none that is very large.
  mutating func keep(_ shadow: Shadow) {
    remove(shadow.head.uuid)
    guard shadow.head.bytes <= Self.byteCapacity else { return }
    ids.append(shadow.head.uuid)
    shadows.append(shadow)
    var total = shadows.reduce(0) { $0 + $1.head.bytes }
    while shadows.count > Self.capacity || total > Self.byteCapacity {
      ids.removeFirst()
      total -= shadows.removeFirst().head.bytes
    }
  }

  /// Lends a shadow to be changed where it is; nil if there is none.
  mutating func change<R>(_ id: DraftID, _ body: (inout Shadow) throws -> R) rethrows -> R? {
    guard let index = ids.lastIndex(of: id) else { return nil }
    return try body(&shadows[index])
  }

  mutating func remove(_ id: DraftID) {
    guard let index = ids.lastIndex(of: id) else { return }
    ids.remove(at: index)
    shadows.remove(at: index)
  }

  mutating func removeAll() {
    ids.removeAll()
    shadows.removeAll()
  }
}
