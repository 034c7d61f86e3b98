/// What is there of the drafts' own rows in a damaged database.
///
/// Pure. A draft whose row is gone is known by what else speaks of it, so that it is told as lost.
struct SalvagedHeads: Sendable {
  /// The rows that hold, the last saved first.
  let sound: [DraftHead]
  /// The drafts whose rows do not hold or are gone; nil for one whose id is gone too.
  let lost: [DraftID?]
  /// Whether every draft there was is one of these.
  let isComplete: Bool

  /// - Parameters:
  ///   - rows: the drafts' own rows that can be read.
  ///   - ids: the drafts' ids by their rows, from the index.
  ///   - mentioned: the rows of drafts that answers and save points speak of.
  ///   - isComplete: whether the rows or the index could be read to the end.
  init(
    _ rows: [DraftRows.Head], ids: [Int64: DraftID], mentioned: Set<Int64>, isComplete: Bool
  ) {
    var sound: [DraftHead] = []
    var lost: [(row: Int64, id: DraftID?)] = []
    for case .intact(let head) in rows { sound.append(head) }
    let found = Set(sound.map(\.uuid))
    for case .damaged(let row, let id) in rows { lost.append((row, ids[row] ?? id)) }
    let known = Set(sound.map(\.id) + lost.map(\.row))
    // An entry of the index has no checksum: what it says of a draft that is there is passed over.
    let others = mentioned.union(ids.filter { !found.contains($0.value) }.keys)
    for row in others.subtracting(known).sorted() { lost.append((row, ids[row])) }
    self.sound = sound.sorted { ($0.seq, $0.id) > ($1.seq, $1.id) }
    self.lost = lost.map(\.id)
    self.isComplete = isComplete
  }

  static let none = SalvagedHeads([], ids: [:], mentioned: [], isComplete: false)

  /// Whether nothing is there, not even a trace of a draft.
  var isEmpty: Bool { sound.isEmpty && lost.isEmpty }

  /// The last save that a draft which is there knows of, counted from the owner's first.
  var lastSave: Int64 { sound.first?.seq ?? 0 }
}

extension SalvagedHeads {
  /// What was acknowledged, and may be lost with drafts that nothing names any more.
  ///
  /// - Parameter acknowledged: what the ledger says; nil if it says nothing.
  /// - Returns: nil if every draft is known.
  func unaccounted(_ acknowledged: SaveLedger.Count?) -> UnaccountedSaves? {
    guard !isComplete, acknowledged?.saves != 0 else { return nil }
    let count = acknowledged.flatMap { $0.saves > 0 ? $0 : nil }
    return UnaccountedSaves(
      acknowledged: count.map { Int(max($0.saves, lastSave)) }, found: Int(lastSave),
      lastAcknowledged: count.map { .init(millisecondsSince1970: $0.at) })
  }
}
