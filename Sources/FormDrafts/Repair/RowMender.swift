/// Puts one wrong byte of a row right.
///
/// A checksum of 64 bits says more than that something is wrong: of all rows that differ from a
/// damaged one in a single byte, at most one has it. For a row of 2 048 bytes there are half a
/// million of them, so a wrong one has it once in 2^45 times.
struct RowMender {
  /// Longer rows are not tried: the time goes with the square.
  static let longest = 2_048
  /// Rows tried in one repair: half a second for the longest.
  private var attempts = 100

  /// The bytes as they were; nil if no single byte makes them right.
  ///
  /// - Parameters:
  ///   - bytes: what the checksum is made over.
  ///   - sum: the checksum that was stored.
  mutating func mend(_ bytes: [UInt8], sum: Int64) -> [UInt8]? {
    guard attempts > 0, bytes.count <= Self.longest else { return nil }
    attempts -= 1
    let wanted = UInt64(bitPattern: sum)
    if Self.isOneByte(XXH64.hash(bytes) ^ wanted) { return bytes }  // the checksum itself is wrong
    var bytes = bytes
    for index in bytes.indices {
      let stored = bytes[index]
      for flip in UInt8(1)...255 {
        bytes[index] = stored ^ flip
        if XXH64.hash(bytes) == wanted { return bytes }
      }
      bytes[index] = stored
    }
    return nil
  }

  private static func isOneByte(_ difference: UInt64) -> Bool {
    difference != 0
      && difference.trailingZeroBitCount / 8 == (63 - difference.leadingZeroBitCount) / 8
  }
}
