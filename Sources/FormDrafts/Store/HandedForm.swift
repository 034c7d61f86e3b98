#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A form as it was last handed over for a save, kept to see what the next one brings.
///
/// A form is handed over whole and as a rule differs in one answer. The others are the same bits in
/// memory: comparing those costs nanoseconds an answer, where walking, encoding and looking up each
/// costs a microsecond.
struct HandedForm: Sendable {
  /// A copy of its own: a shared array would be copied whole by the form's next edit.
  private var members: [DraftObject.Member]
  private let touched: Set<FieldPath>
  private let dirty: Set<FieldPath>
  @ExactOptional private var step: String?
  private let skippedSteps: [Exact]
  private let focus: FieldPath?
  /// Answers that the schema does not declare.
  let undeclared: [FieldPath]

  init(_ snapshot: DraftSnapshot, undeclared: [FieldPath]) {
    members = snapshot.values.members.map { $0 }
    touched = snapshot.touched
    dirty = snapshot.dirty
    _step = ExactOptional(wrappedValue: snapshot.step)
    skippedSteps = snapshot.skippedSteps.map { Exact($0) }
    focus = snapshot.focus
    self.undeclared = undeclared
  }

  /// What differs in another state of the form.
  struct Differences {
    /// Answers that have another value at the same place.
    var leaves: [Leaf] = []
    /// The positions of the members they stand in.
    fileprivate(set) var positions: [Int] = []
  }

  /// What differs; nil if it is more than the values of answers: their places, marks, or where the
  /// person is.
  func differences(to snapshot: DraftSnapshot) -> Differences? {
    let new = snapshot.values.members
    guard new.count == members.count, touched == snapshot.touched, dirty == snapshot.dirty,
      _step == ExactOptional(wrappedValue: snapshot.step), focus == snapshot.focus,
      skippedSteps == snapshot.skippedSteps.map({ Exact($0) })
    else { return nil }
    var differences = Differences()
    var position = 0
    while let next = Self.firstDifference(members, new, from: position) {
      guard Self.compare(members[next], new[next], at: .root, &differences.leaves) else {
        return nil
      }
      differences.positions.append(next)
      position = next + 1
    }
    return differences
  }

  /// Takes over what differed.
  mutating func take(_ differences: Differences, from snapshot: DraftSnapshot) {
    for position in differences.positions {
      members[position] = snapshot.values.members[position]
    }
  }

  /// Adds the leaves that differ; false if more than values differ.
  ///
  /// As deep as the kept form, which is no deeper than the limit.
  private static func compare(
    _ old: DraftObject.Member, _ new: DraftObject.Member, at outer: FieldPath,
    _ leaves: inout [Leaf]
  ) -> Bool {
    guard old.name.isSameBytes(as: new.name) else { return false }
    switch (old.value, new.value) {
    case (.object(let mine), .object(let other)) where !mine.isEmpty && !other.isEmpty:
      guard mine.members.count == other.members.count else { return false }
      let path = outer.appending(old.name)
      var position = 0
      while let next = firstDifference(mine.members, other.members, from: position) {
        guard compare(mine.members[next], other.members[next], at: path, &leaves) else {
          return false
        }
        position = next + 1
      }
      return true
    case (.object(let object), _) where !object.isEmpty: return false
    case (_, .object(let object)) where !object.isEmpty: return false
    default:
      if old.value != new.value {
        leaves.append(Leaf(outer.appending(old.name), new.value))
      }
      return true
    }
  }

  /// The first member, from a position on, that is not the same bits in both.
  ///
  /// Same bits are same values: a member holds its texts and lists inline or by reference, what is
  /// referred to is kept alive by the first array, and Swift writes into storage in place only if
  /// nobody else refers to it. Different bits say nothing (equal texts may lie in two places, and
  /// what a case does not use may hold anything), so the caller compares the values then. Hence the
  /// `memcmp`, which does nothing but read memory that both arrays own. What fills a member up to
  /// the next one is left out: a copy need not have it.
  private static func firstDifference(
    _ old: [DraftObject.Member], _ new: [DraftObject.Member], from start: Int
  ) -> Int? {
    let stride = MemoryLayout<DraftObject.Member>.stride
    let size = MemoryLayout<DraftObject.Member>.size
    return old.withUnsafeBytes { mine in
      new.withUnsafeBytes { other in
        guard let left = mine.baseAddress, let right = other.baseAddress else { return nil }
        var position = start
        while position < old.count {
          let offset = position * stride
          guard memcmp(left + offset, right + offset, size) == 0 else { return position }
          position += 1
        }
        return nil
      }
    }
  }
}

/// A snapshot on its way to the owner's queue, which takes it out.
///
/// Whoever still held it after the save would make the form's next edit copy all its answers; the
/// closure that carries it lives a moment longer than the save.
final class HandedOverSnapshot: Sendable {
  // Written before the work is put into the queue and once inside it; the queue orders both.
  private nonisolated(unsafe) var snapshot: DraftSnapshot?

  init(_ snapshot: DraftSnapshot) { self.snapshot = snapshot }

  /// The snapshot; only the first call gets it.
  func take() -> DraftSnapshot? {
    defer { snapshot = nil }
    return snapshot
  }
}
