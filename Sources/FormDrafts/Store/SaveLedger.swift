/// What an owner's database held when a change was last acknowledged, written beside it.
///
/// SQLite goes back to an earlier commit without a word where its log is deleted, cut, or has a
/// flipped bit: every frame from there on counts as never written
/// (<https://www.sqlite.org/fileformat2.html>, section 4.1). The ledger is a witness of its own. It
/// is written after the commit and before the answer, under the owner's lock, and never synced: it
/// is behind the database after a kill or a power loss, and ahead of it only if the database went
/// back.
///
/// Two records of 32 bytes, each three little-endian numbers and their XXH64:
///
/// ```
/// 0   saves, endings, time        as of the last change
/// 32  saves acknowledged, saves found, time       of a roll-back that nobody has confirmed yet
/// ```
final class SaveLedger {
  /// What a database holds, counted so that a later change counts more.
  struct Count: Sendable, Equatable {
    /// The highest `draft.seq`; -1: not known, because something was being removed.
    var saves: Int64
    /// The highest `ended.id`.
    var endings: Int64
    /// When that was, milliseconds UTC.
    var at: Int64
  }

  private static let recordBytes = 32
  private let file: Descriptor
  private let salt: UInt64
  /// The last record; nil if there is none that holds.
  private(set) var count: Count?

  /// Opens the ledger of a directory.
  ///
  /// Nil if there is none, as in a store of an earlier version, unless one is to be made.
  init?(_ directory: OwnerDirectory, tag: OwnerTag, creating: Bool) throws {
    let path = directory.ledger
    if let status = try System.status(path) {
      try StorePlace.checkFile(status, at: path, creating ? .tighten : .leave)
      file = try System.open(path, writable: creating)
    } else {
      guard creating else { return nil }
      file = try System.createFile(path)
    }
    salt = UInt64(tag.hex.prefix(16), radix: 16) ?? 0
    try reload()
  }
}

extension SaveLedger {
  /// Takes in what a database holds now.
  func record(_ new: Count) throws(SystemError) {
    try write([new.saves, new.endings, new.at], at: 0)
    count = new
  }

  /// After a save, which has the highest count there is; nothing ended in it.
  func recordSave(_ seq: Int64, at time: Int64) throws(SystemError) {
    guard let count else { return }
    try record(Count(saves: seq, endings: count.endings, at: time))
  }

  /// Reads the record again, which another process may have written.
  func reload() throws(SystemError) {
    count = try numbers(at: 0).map { Count(saves: $0[0], endings: $0[1], at: $0[2]) }
  }

  /// Before drafts are removed: a process that dies after the commit must not be taken for a
  /// database that went back.
  func suspend() throws(SystemError) {
    try reload()
    guard let count else { return }
    try record(Count(saves: -1, endings: count.endings, at: count.at))
  }

  /// A roll-back that was found and that nobody has confirmed.
  func rollBack() throws(SystemError) -> RollBack? {
    try numbers(at: Self.recordBytes).flatMap { numbers in
      numbers[0] > 0 || numbers[1] > 0 || numbers[2] > 0
        ? RollBack(
          acknowledged: Int(numbers[0]), found: Int(numbers[1]),
          lastAcknowledged: .init(millisecondsSince1970: numbers[2]))
        : nil
    }
  }

  /// Keeps a roll-back until somebody confirms it; of several the whole way back.
  func record(_ rollBack: RollBack) throws(SystemError) {
    let known = try self.rollBack()
    let all = known.map { known in
      RollBack(
        acknowledged: max(known.acknowledged, rollBack.acknowledged),
        found: min(known.found, rollBack.found),
        lastAcknowledged: max(known.lastAcknowledged, rollBack.lastAcknowledged))
    }
    let kept = all ?? rollBack
    try write(
      [
        Int64(kept.acknowledged), Int64(kept.found),
        kept.lastAcknowledged.millisecondsSince1970,
      ], at: Self.recordBytes)
    try file.sync()
  }

  /// Somebody has taken note of the roll-back.
  func confirmRollBack() throws(SystemError) {
    try write([0, 0, 0], at: Self.recordBytes)
    try file.sync()
  }

  private func write(_ numbers: [Int64], at offset: Int) throws(SystemError) {
    var sum = ColumnChecksum(capacity: Self.recordBytes)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.recordBytes)
    for number in numbers {
      sum.add(number)
      withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
    let check = UInt64(bitPattern: sum.value) ^ salt
    withUnsafeBytes(of: check.littleEndian) { bytes.append(contentsOf: $0) }
    try file.write(bytes, at: offset)
  }

  /// The numbers of a record; nil if it is not there or does not hold.
  private func numbers(at offset: Int) throws(SystemError) -> [Int64]? {
    let bytes = try file.read(Self.recordBytes, at: offset)
    guard bytes.count == Self.recordBytes else { return nil }
    let words = stride(from: 0, to: Self.recordBytes, by: 8).map { start in
      (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[start + $1]) << (8 * UInt64($1)) }
    }
    let numbers = words.dropLast().map { Int64(bitPattern: $0) }
    var sum = ColumnChecksum(capacity: Self.recordBytes)
    for number in numbers { sum.add(number) }
    return words[3] ^ salt == UInt64(bitPattern: sum.value) ? numbers : nil
  }
}
