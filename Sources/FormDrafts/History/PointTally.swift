/// What a save has to know of a draft's save points.
struct PointTally: Sendable, Equatable {
  /// The newest one.
  struct Latest: Sendable, Equatable {
    var revision: Int64
    var at: Int64
    /// The next row of the draft then; nil if the save point is damaged.
    var nextRow: Int64?
  }

  var count = 0
  var bytes: Int64 = 0
  /// The highest id of a row.
  var lastID: Int64
  var latest: Latest?
  /// When the oldest one was made.
  var oldest: Int64?

  /// No save points.
  init(draft: Int64) { lastID = FieldRow.firstID(draft: draft) }

  init(_ log: PointLog) {
    lastID = log.lastID
    for group in log.groups {
      count += 1
      bytes += group.bytes
      guard let header = group.header else { continue }
      oldest = oldest.map { min($0, header.at) } ?? header.at
      latest = Latest(revision: group.revision, at: header.at, nextRow: group.head?.nextRow)
    }
  }

  /// Whether some have to go.
  func exceeds(_ bounds: PointLog.Bounds, now: Int64) -> Bool {
    count > bounds.count || bytes > bounds.bytes || oldest.map { now - $0 > bounds.age } ?? false
  }
}

extension PointTally {
  private static let interval = DraftLimits.savePointInterval.components.seconds * 1_000
  /// A clock that was set back says nothing of the time that went by; so many saves do.
  private static let saves: Int64 = 20

  /// Why the state before a save is to be kept, if time alone says so.
  func due(before head: DraftHead, now: Int64) -> SavePoint.Reason? {
    if let latest, latest.nextRow == nil { return .editing }  // it is damaged: begin anew
    let isQuiet = now - head.saved >= Self.interval
    let since = latest?.at ?? head.created
    if now >= since {
      return now - since >= Self.interval ? (isQuiet ? .quiet : .editing) : nil
    }
    if isQuiet { return .quiet }
    return head.revision - (latest?.revision ?? 0) >= Self.saves ? .editing : nil
  }
}

/// What a save writes to the save points: perhaps a new one, and what it replaces.
///
/// Pure.
struct PointPlan: Sendable {
  private(set) var inserts: [PointRow] = []
  /// The save points afterwards.
  private(set) var tally: PointTally

  /// Plans for a save.
  ///
  /// - Parameters:
  ///   - head: the draft's row before the save.
  ///   - reason: why that state is to be kept; nil if it is not.
  ///   - tally: the save points before the save.
  ///   - now: the time, in milliseconds.
  ///   - replaced: the rows that the save changes or removes, as they are before it.
  init(
    before head: DraftHead, reason: SavePoint.Reason?, _ tally: PointTally, now: Int64,
    replacing replaced: () -> [FieldRow]
  ) {
    self.tally = tally
    let isNew = reason != nil && tally.latest?.revision != head.revision
    guard isNew || tally.latest != nil else { return }
    var copies = replaced().filter(\.isIntact)
    // What is larger than the bound would go again at once.
    let isTooLarge = copies.reduce(0) { $0 + ($1.value?.count ?? 0) } > DraftLimits.savePointBytes
    if isNew, let reason, !(reason.isTimed && isTooLarge) {
      insert(PointRow(head, reason: reason, at: now))
      self.tally.count += 1
      self.tally.oldest = tally.oldest.map { min($0, now) } ?? now
      self.tally.latest = .init(revision: head.revision, at: now, nextRow: head.nextRow)
    }
    guard let latest = self.tally.latest else { return }
    let end = FieldRow.firstID(draft: head.id) + (latest.nextRow ?? 0)
    copies.removeAll { $0.revision > latest.revision || $0.id >= end }
    for row in copies { insert(PointRow(row, revision: latest.revision)) }
  }

  private mutating func insert(_ row: PointRow) {
    var row = row
    tally.lastID += 1
    row.id = tally.lastID
    row.sum = row.checksum
    tally.bytes += row.bytes
    inserts.append(row)
  }
}
