/// Finds where marks belong when one value takes the place of another.
///
/// - A place that is still there keeps its marks.
/// - Marks of places that are gone go to the places that are new, as those of a name do that was
///   split; if there are none, they stay where they are.
/// - Marks inside an item of a list go with the item, or with it away; see
///   ``ItemIdentities/positions(of:in:at:)``.
struct MarkFollower {
  struct Mark {
    /// From where the value stands.
    var path: FieldPath
    var marks: UpgradeEntry.Marks
  }

  /// Where each mark stands now; nil if it went away or to new places.
  private(set) var places: [FieldPath?]
  /// What new places got.
  private(set) var spread: [(path: FieldPath, marks: UpgradeEntry.Marks)] = []

  private let identities: ItemIdentities?
  private let marks: [Mark]
  private var regions: [Region] = []

  /// A value, or an item of a list in it, that another took the place of.
  private struct Region {
    let old: DraftValue
    let new: DraftValue?
    /// Where it stands now, from where the whole value stands.
    let base: FieldPath
    /// Where it stands as schemas write it.
    let place: FieldPath
    /// Marks by their number, with paths from here.
    let marks: [(number: Int, path: FieldPath)]
  }

  init(_ identities: ItemIdentities?, _ marks: [Mark]) {
    self.identities = identities
    self.marks = marks
    places = marks.map(\.path)
  }

  mutating func follow(from old: DraftValue, to new: DraftValue?, at place: FieldPath) {
    guard !marks.isEmpty else { return }
    let all = marks.enumerated().map { (number: $0, path: $1.path) }
    regions = [Region(old: old, new: new, base: .root, place: place, marks: all)]
    while let region = regions.popLast() { follow(region) }
  }

  private mutating func follow(_ region: Region) {
    let before = Shape(region.old)
    let now = region.new.map { Shape($0) }
    var inItems: [FieldPath: [(number: Int, path: FieldPath)]] = [:]
    var gone: [Int] = []
    for (number, path) in region.marks {
      places[number] = region.base.appending(contentsOf: path)
      if let list = before.list(around: path) {
        inItems[list, default: []].append((number, path.suffix(after: list)))
      } else if let now, !before.staysPlace(path, in: now) {
        gone.append(number)
      }
    }
    if let now, !gone.isEmpty { spread(gone, before, now, region.base) }
    for (list, marks) in inItems.sorted(by: { $0.key < $1.key }) {
      follow(marks, in: list, before, now, region)
    }
  }

  private mutating func spread(
    _ gone: [Int], _ before: Shape, _ now: Shape, _ base: FieldPath
  ) {
    let fresh = now.order.filter { before.leaves[$0] == nil }
    guard !fresh.isEmpty else { return }
    var union: UpgradeEntry.Marks = []
    for number in gone {
      union.formUnion(marks[number].marks)
      places[number] = nil
    }
    for path in fresh {
      guard !union.isEmpty else { return }
      spread.append((base.appending(contentsOf: path), union))
      union.remove(.focus)
    }
  }

  /// Follows the items of one list.
  private mutating func follow(
    _ marks: [(number: Int, path: FieldPath)], in list: FieldPath, _ before: Shape,
    _ now: Shape?, _ region: Region
  ) {
    guard let identities else { return }
    let place = region.place.appending(contentsOf: list)
    guard case .list(let old)? = before.leaves[list], case .list(let new)? = now?.leaves[list]
    else {
      for (number, _) in marks { places[number] = nil }
      return
    }
    let positions = identities.positions(of: old, in: new, at: place)
    var inside: [Int: [(number: Int, path: FieldPath)]] = [:]
    for (number, path) in marks {
      guard let (index, rest) = path.firstItem(below: old.count), let position = positions[index]
      else {
        places[number] = nil
        continue
      }
      places[number] = region.base.appending(contentsOf: list).appending("\(position)")
        .appending(contentsOf: rest)
      inside[index, default: []].append((number, rest))
    }
    for (index, marks) in inside.sorted(by: { $0.key < $1.key }) {
      guard let position = positions[index], old[index] != new[position] else { continue }
      regions.append(
        Region(
          old: old[index], new: new[position],
          base: region.base.appending(contentsOf: list).appending("\(position)"),
          place: place.appending(.each), marks: marks))
    }
  }
}

/// The leaves of a value and the objects around them, by their paths from where it stands.
private struct Shape {
  private(set) var leaves: [FieldPath: DraftValue] = [:]
  private(set) var order: [FieldPath] = []
  private var objects: Set<FieldPath> = []
  private var hasLists = false

  init(_ value: DraftValue) {
    value.forEachLeaf(at: .root) { path, leaf in
      leaves[path] = leaf
      order.append(path)
      if case .list = leaf { hasLists = true }
      var outer = path.parent
      while let path = outer, objects.insert(path).inserted { outer = path.parent }
    }
  }

  /// The list in one of whose items a path lies.
  func list(around path: FieldPath) -> FieldPath? {
    guard hasLists else { return nil }
    var outer = path.parent
    while let path = outer {
      if case .list? = leaves[path] { return path }
      outer = path.parent
    }
    return nil
  }

  /// Whether what is marked here is still there, or was not there before.
  func staysPlace(_ path: FieldPath, in now: Shape) -> Bool {
    if leaves[path] != nil { return now.leaves[path] != nil }
    guard objects.contains(path) else { return true }
    return now.objects.contains(path) || now.leaves[path] != nil
  }
}
