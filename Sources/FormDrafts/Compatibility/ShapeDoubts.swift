/// Where a shape says too little, whatever the answers are.
struct ShapeDoubts {
  static let ofAnswer = "The shape cannot tell: it depends on the answer."
  static let ofName = "The shape cannot tell: it depends on a name that is not in it."
  static let ofUpgrade = "The shape cannot tell: a step of an upgrade looks at the answer."

  /// Names by the place they are declared in, as schemas write it: those of the form the draft was
  /// saved under, and those that are new.
  private var known: [FieldPath: Set<Exact>] = [:]
  private var new: [FieldPath: Set<Exact>] = [:]
  /// Where steps of upgrades look at values.
  private var looks: [FieldPath] = []

  init(writer: StoredSchema, reader: StoredSchema, options: RestoreOptions) {
    for field in writer.schema.fields { Self.add(field.path, to: &known) }
    for field in reader.schema.fields {
      for path in [field.path] + field.formerly { Self.add(path, to: &new) }
    }
    let own = reader.schema.overrides
    for path in own.secret + own.notSecret { Self.add(path, to: &new) }
    for step in options.upgrades.flatMap(\.steps) {
      for path in step.sources { Self.add(path, to: &new) }
      if step.looksAtValues { looks += step.sources }
    }
    for (place, names) in known { new[place]?.subtract(names) }
  }

  private static func add(_ path: FieldPath, to names: inout [FieldPath: Set<Exact>]) {
    var place = path
    while let outer = place.parent {
      if let name = place.lastName { names[outer, default: []].insert(Exact(name)) }
      place = outer
    }
  }

  /// Why nobody can tell of an answer; nil where nothing stands against it.
  func words(about path: FieldPath) -> String? {
    if looks.contains(where: { path.isSpoken(of: $0) }) { return Self.ofUpgrade }
    return dependsOnName(path) ? Self.ofName : nil
  }

  /// Whether a name that is not in the shape may be one that is new in the form.
  private func dependsOnName(_ path: FieldPath) -> Bool {
    var places = [FieldPath.root]
    for segment in path.segments {
      guard case .name(let name) = segment else { return false }
      // One and many change places: a list may be a single object by now, or the other way round.
      places += places.map { $0.appending(.each) }
      let isDeclared = places.contains { known[$0]?.contains(Exact(name)) == true }
      if !isDeclared, !name.isItemNumber, places.contains(where: { new[$0]?.isEmpty == false }) {
        return true
      }
      let inner = places.map { $0.appending(name) }
      places = name.isItemNumber ? places + inner : inner + places.filter(\.endsWithEach)
      places.removeAll { place in known[place] == nil && new[place] == nil }
      if places.isEmpty { return false }
    }
    return false
  }
}

extension FieldPath {
  fileprivate var endsWithEach: Bool { pointer.hasSuffix("/~*") }
  /// Whether this place is the one, or inside the one, that a path with `~*` speaks of.
  func isSpoken(of pattern: FieldPath) -> Bool {
    let mine = names
    let theirs = pattern.names
    return mine.count >= theirs.count
      && zip(mine, theirs).allSatisfy { $1.isSameBytes(as: "~*") || $0.isSameBytes(as: $1) }
  }
}

extension DraftUpgrade.Step {
  /// The places it takes answers from.
  fileprivate var sources: [FieldPath] {
    switch kind {
    case .rename(let path, _), .move(let path, _), .drop(let path), .split(let path, _, _),
      .map(let path, _), .mapValues(let path, _, _), .convert(let path, _, _):
      [path]
    case .merge(let paths, _, _): paths
    case .redirectStep: []
    }
  }

  /// Whether what it does depends on what the answer is.
  fileprivate var looksAtValues: Bool {
    switch kind {
    case .rename, .move, .drop, .redirectStep: false
    case .split, .merge, .map, .mapValues, .convert: true
    }
  }
}
