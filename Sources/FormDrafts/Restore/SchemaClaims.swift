/// Which places of one schema take what stood at which places of another: the one rule that a
/// restore and a diff go by.
///
/// - A field that only the reader has takes what stood at its former paths. A field that both have
///   keeps what it has, unless another field takes that away: then it takes its former place as
///   well, and so on along a chain of names (`b` was `a`, `c` was `b`). A circle of names takes
///   nothing: the names decide.
/// - A form that was rolled back knows nothing of the new names. So the writer's former paths are
///   read backwards, by the same rule: a field that only the writer has goes to the first of its
///   former paths that the reader has; one that both have does so if another takes its place.
/// - Where an answer goes, the reader says before the writer. Two that would be one are not settled
///   here: perhaps only one of them was answered.
/// - A name that both declare with the same former path was changed before.
struct SchemaClaims {
  private struct Claim {
    var source: FieldPath
    var target: FieldPath
  }

  /// By a place of the writer's schema: the places that take what stands there.
  private(set) var targets: [FieldPath: [FieldPath]] = [:]
  /// The other way round.
  private(set) var sources: [FieldPath: [FieldPath]] = [:]

  private let old: SchemaIndex
  private let new: SchemaIndex

  init(from old: SchemaIndex, to new: SchemaIndex) {
    self.old = old
    self.new = new
    readForward()
    readBackward()
  }

  private mutating func readForward() {
    var open: [Claim] = []
    var waiting: [FieldPath: [Claim]] = [:]
    for field in new.fields where !field.formerly.isEmpty {
      let claims = field.formerly.map { Claim(source: $0, target: field.path) }
      guard old.declares(field.path) else {
        open += claims
        continue
      }
      let before = old.field(declaredAt: field.path)?.formerly ?? []
      for claim in claims where old.declares(claim.source) && !before.contains(claim.source) {
        for place in field.path.outward { waiting[place, default: []].append(claim) }
      }
    }
    settle(open, &waiting, released: \.source)
  }

  private mutating func readBackward() {
    var open: [Claim] = []
    var waiting: [FieldPath: [Claim]] = [:]
    for field in old.fields where !field.formerly.isEmpty && targets[field.path] == nil {
      guard let former = field.formerly.first(where: { new.declares($0) }) else { continue }
      let claim = Claim(source: field.path, target: former)
      if !new.declares(field.path) {
        open.append(claim)
      } else if new.field(declaredAt: field.path)?.formerly.contains(former) != true {
        for place in field.path.outward { waiting[place, default: []].append(claim) }
      }
    }
    for place in waiting.keys.sorted() where sources[place]?.contains(where: old.declares) == true {
      open += waiting.removeValue(forKey: place) ?? []
    }
    settle(open, &waiting, released: \.target)
  }

  /// Makes claims, and those that wait for a place that is left, or taken, by one of them.
  private mutating func settle(
    _ open: [Claim], _ waiting: inout [FieldPath: [Claim]], released: KeyPath<Claim, FieldPath>
  ) {
    var queue = open
    var next = 0
    while next < queue.count {
      let claim = queue[next]
      next += 1
      guard add(claim) else { continue }
      queue += waiting.removeValue(forKey: claim[keyPath: released]) ?? []
    }
  }

  /// False if nothing can come of it, or it is known.
  private mutating func add(_ claim: Claim) -> Bool {
    let (source, target) = (claim.source, claim.target)
    guard source != target, source.eachCount == target.eachCount,
      targets[source]?.contains(target) != true,
      !source.hasEach || old.itemNames(of: source) != nil
    else { return false }
    targets[source, default: []].append(target)
    sources[target, default: []].append(source)
    return true
  }
}

extension SchemaIndex {
  /// Whether a field is declared for exactly this path of a schema, or further in.
  func declares(_ pattern: FieldPath) -> Bool {
    declared[pattern] != nil || node(of: pattern) != nil
  }

  /// For each `~*` of a schema's path whether a name can stand there, not only the number of an
  /// item; nil if one of them stands in a single object.
  func itemNames(of pattern: FieldPath) -> [Bool]? {
    var names: [Bool] = []
    for place in pattern.outward where place.lastName == nil {
      guard let outer = place.parent, let takesNames = takesNames(outer) else { return nil }
      names.append(takesNames)
    }
    return names.reversed()
  }

  /// Whether the items of a place have names; nil if it has no items.
  private func takesNames(_ place: FieldPath) -> Bool? {
    let hasItems = node(of: place).flatMap { trie.each($0) } != nil
    switch slot(at: place) {
    case .field(let field) where !hasItems && hasInside(place):
      return ValueShape(field).isMany ? false : nil
    case .field, .inside:
      let shape = slot(at: place).shape ?? .any
      if shape.isMany || shape.type == .any { return false }
      if case .map = shape.type { return true }
      return hasItems ? true : nil
    case .interior: return hasItems ? true : nil
    case .unknown: return false
    }
  }
}
