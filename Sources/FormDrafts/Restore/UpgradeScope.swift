/// The answers that one step can see: those of the form, or of one item of a list or map.
///
/// The order of the entries is the order of their values.
struct UpgradeScope: Sendable {
  var entries: [UpgradeEntry]
  /// Stored paths whose values a step took without leaving anything.
  var lost: [FieldPath] = []
  /// The item this is, in the scope around it; nil for the form.
  var item: Item?
  /// What has its items out, in scopes of their own.
  var opening = Opening.none
  /// The slots that the entries had before something was opened, by those they have now.
  var slots: [Int] = []

  /// An item of a list or map.
  struct Item: Sendable {
    /// The position of the scope around it.
    let outer: Int
    /// Its segment as it stands in a pointer.
    let token: String
    let isOfList: Bool
    /// Where its first value stands among the entries around it; nil if there were only marks.
    var slot: Int?
  }

  enum Opening: Sendable {
    case none
    case map
    /// The slot of the list's entry, and the items as they were.
    case list(slot: Int, [DraftValue])
  }

  init(entries: [UpgradeEntry], item: Item? = nil) {
    self.entries = entries
    self.item = item
  }

  var hasValue: Bool { entries.contains { $0.value != nil } }
}

extension UpgradeScope {
  /// Whether there is a value, and whether there is anything at all, at or inside a path.
  ///
  /// Nothing is inside an answer that is no object: the members of a list's items are not found by
  /// their numbers.
  func find(_ path: FieldPath) -> (hasValue: Bool, hasAny: Bool) {
    var found = (hasValue: false, hasAny: false)
    for entry in entries {
      if entry.path.isInside(path) {
        found.hasAny = true
        if entry.value != nil { found.hasValue = true }
      } else if entry.isClosed, path.isInside(entry.path) {
        return (false, false)
      }
    }
    return found
  }

  mutating func drop(_ place: StepPlace) {
    guard find(place.inner).hasAny else { return }
    entries.removeAll { entry in
      guard entry.path.isInside(place.inner) else { return false }
      if entry.value != nil { lost.append(contentsOf: entry.origins) }
      return true
    }
  }

  mutating func move(_ from: StepPlace, to: StepPlace) throws(StepFailure) {
    let found = find(from.inner)
    guard found.hasAny, from.inner != to.inner else { return }
    var absorbed: [FieldPath] = []
    if found.hasValue { absorbed = try makeWay(for: to, besides: from.inner) }
    let isDeeper = to.path.depth > from.path.depth
    var meetsMarks = false
    for index in entries.indices {
      let path = entries[index].path
      guard path.isInside(from.inner) else {
        if path.isInside(to.inner) { meetsMarks = true }
        continue
      }
      let suffix = path.suffix(after: from.inner)
      entries[index].path = to.inner.appending(contentsOf: suffix)
      guard let value = entries[index].value else { continue }
      if isDeeper { try Self.check(value, at: to.path.appending(contentsOf: suffix)) }
      entries[index].origins.append(contentsOf: absorbed)
      absorbed = []
    }
    if meetsMarks { uniteMarks() }
  }

  /// Sees to it that a value can stand at a path.
  ///
  /// An empty object on the way is one with members now.
  ///
  /// - Returns: the origins of such an object.
  mutating func makeWay(
    for place: StepPlace, besides source: FieldPath? = nil
  ) throws(StepFailure) -> [FieldPath] {
    var absorbed: [FieldPath] = []
    for index in entries.indices where entries[index].value != nil {
      let path = entries[index].path
      if let source, path.isInside(source) { continue }
      if path.isInside(place.inner) { throw .occupied(place.path) }
      guard place.inner.isInside(path) else { continue }
      guard !entries[index].isClosed else { throw .notObject(place.path) }
      absorbed += entries[index].origins
      entries[index].value = nil
      entries[index].origins = []
    }
    return absorbed
  }

  /// Leaves marks only once at a path after entries came to it; what is over becomes blank.
  ///
  /// Those inside a list's item stay apart from its values: values go back into the list.
  mutating func uniteMarks() {
    let isApart = item?.isOfList == true
    var first: [FieldPath: Int] = [:]
    for index in entries.indices where !isApart || entries[index].value == nil {
      guard let other = first[entries[index].path] else {
        first[entries[index].path] = index
        continue
      }
      // The one with the value stays.
      let isOtherKept = entries[index].value == nil
      let (kept, gone) = isOtherKept ? (other, index) : (index, other)
      guard entries[gone].value == nil else { continue }
      entries[kept].marks.formUnion(entries[gone].marks)
      if entries[kept].value == nil { entries[kept].origins += entries[gone].origins }
      (entries[gone].marks, entries[gone].origins) = ([], [])
      first[entries[index].path] = kept
    }
  }

  /// Refuses what a draft cannot hold.
  static func check(_ value: DraftValue, at path: FieldPath) throws(StepFailure) {
    do throws(DraftError) {
      try value.validate(at: path)
    } catch {
      throw .unfit(error)
    }
  }
}

extension FieldPath {
  /// How many names there are.
  var depth: Int { pointer.utf8.count { $0 == UInt8(ascii: "/") } }
}
