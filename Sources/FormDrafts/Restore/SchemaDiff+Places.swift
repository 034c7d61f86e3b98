extension FieldDiff {
  /// What becomes of the answers of an old field at a place where the new schema declares none.
  func departure(of field: Field, to place: FieldPath) -> Effect {
    guard old.index.retention(at: field.path) == .kept else { return .none }
    guard new.index.retention(at: place) == .kept else { return .withheld }
    let shape = ValueShape(field)
    switch new.index.slot(at: place) {
    case .field(let now):
      return .init(Conversion.verdict(from: shape, to: ValueShape(now), options: now.options))
    case .inside(let now, let depth):
      guard ValueShape(now).hasInside else { return .orphaned }
      return .init(
        Conversion.verdict(from: shape, to: ValueShape(now).inside(depth), options: nil))
    case .interior:
      return interior(shape, hadInside: old.index.hasInside(field.path), at: place)
    case .unknown: return .orphaned
    }
  }

  /// The field itself is gone, and fields inside it are declared.
  private func interior(_ shape: ValueShape, hadInside: Bool, at place: FieldPath) -> Effect {
    guard shape.hasInside else { return .orphaned }
    let isOfItems = new.places.contains(place.appending(.each))
    let wasOfItems =
      if case .map = shape.type { true } else { shape.isMany }
    guard shape.type == .any || isOfItems == wasOfItems else {
      return shape.isMany ? .convertedSometimes("lists of exactly one") : .orphaned
    }
    // What stands further in is judged there.
    return hadInside ? .kept : .convertedSometimes("values at declared places")
  }

  /// What a new field finds at its place, and how to say it.
  func arrival(of field: Field) -> (effect: Effect, words: String) {
    switch new.index.retention(at: field.path) {
    case .secret: return (.none, "a secret: never stored, to be asked for.")
    case .transient: return (.none, "transient: never stored.")
    case .kept, .automatic: break
    }
    let place = formerPlace(of: field.path)
    guard old.index.retention(at: place) == .kept else { return (.added, "without an answer.") }
    switch old.index.slot(at: place) {
    case .inside(let before, let depth):
      guard moves.stays(before.path) || place != field.path,
        ValueShape(before).hasInside
      else { break }
      return (
        .init(
          Conversion.verdict(
            from: ValueShape(before).inside(depth), to: ValueShape(field),
            options: field.options)),
        "inside \(before.path.shown), which was open."
      )
    case .field(let before) where before.path != place:
      return (
        .init(
          Conversion.verdict(
            from: ValueShape(before), to: ValueShape(field), options: field.options)),
        "apart from \(before.path.shown)."
      )
    case .interior where ValueShape(field).hasInside:
      return (.kept, "around fields that were there.")
    default: break
    }
    return (.added, "without an answer.")
  }

  /// Where the place of a new field was, if what it stands in moved.
  private func formerPlace(of path: FieldPath) -> FieldPath {
    guard !moves.sources.isEmpty else { return path }
    for place in path.outward {
      if let source = moves.sources[place] {
        return source.appending(contentsOf: path.suffix(after: place))
      }
    }
    return path
  }

  /// Secrets that only an app's own list names, no field.
  mutating func compareOverrides() {
    guard old.schema.overrides != new.schema.overrides else { return }
    let (before, now) = (old.schema.overrides, new.schema.overrides)
    var seen: Set<FieldPath> = []
    for path in now.secret + now.notSecret + before.secret + before.notSecret
    where seen.insert(path).inserted && !old.declares(path) && !new.declares(path) {
      let (was, present) = (old.index.retention(at: path), new.index.retention(at: path))
      if was != present { append(Self.retentionChange(path, was: was, is: present)) }
    }
  }
}
