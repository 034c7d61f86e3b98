/// Finds a name among the members of one object by its bytes, in constant time.
///
/// A few names are compared one by one; more are hashed with `Hasher`, whose seed is random in
/// each process, so that no input can be made to collide.
struct NameIndex {
  private struct Slot {
    var hash: Int
    var position: Int
  }

  private static let fewNames = 12
  private var slots: [Slot] = []

  /// Whether it has taken no name: those there are were compared one by one, or not at all.
  var isEmpty: Bool { slots.isEmpty }

  /// The position of a name among `count` members from `start` on.
  ///
  /// If it is not there, the index takes it as the next one: the caller puts it behind them.
  mutating func insert(
    _ name: String, into members: [DraftObject.Member], from start: Int = 0, count: Int
  ) -> Int? {
    if slots.isEmpty, count < Self.fewNames {
      for position in 0..<count where members[start + position].name.isSameBytes(as: name) {
        return position
      }
      return nil
    }
    if (count + 1) * 2 > slots.count { grow(members, from: start, count: count) }
    let hash = Self.hash(name)
    let slot = find(hash) { members[start + $0].name.isSameBytes(as: name) }
    guard slots[slot].position < 0 else { return slots[slot].position }
    slots[slot] = Slot(hash: hash, position: count)
    return nil
  }

  private func find(_ hash: Int, matches: (Int) -> Bool) -> Int {
    let mask = slots.count - 1
    var slot = hash & mask
    while slots[slot].position >= 0 {
      if slots[slot].hash == hash, matches(slots[slot].position) { return slot }
      slot = (slot + 1) & mask
    }
    return slot
  }

  private mutating func grow(_ members: [DraftObject.Member], from start: Int, count: Int) {
    let old = slots
    let capacity = max(64, old.count * 4)
    slots = Array(repeating: Slot(hash: 0, position: -1), count: capacity)
    if old.isEmpty {
      for position in 0..<count {
        let hash = Self.hash(members[start + position].name)
        slots[find(hash) { _ in false }] = Slot(hash: hash, position: position)
      }
    } else {
      for slot in old where slot.position >= 0 {
        slots[find(slot.hash) { _ in false }] = slot
      }
    }
  }

  private static func hash(_ name: String) -> Int {
    var hasher = Hasher()
    // One hash, one name: no mark of its end is needed.
    var copy = name
    copy.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    return hasher.finalize()
  }
}
