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
      guard SchemaSide.isOpen(now.field, depth, at: place) else { return .orphaned }
      return .init(
        Conversion.verdict(from: shape, to: ValueShape(now).inside(depth), options: nil))
    case .interior:
      return interior(shape, hadInside: old.index.hasInside(field.path), at: place)
    case .unknown: return .orphaned
    }
  }

  /// The field itself is gone, and fields inside it are declared.
  private func interior(_ shape: ValueShape, hadInside: Bool, at place: FieldPath) -> Effect {
    guard shape.isMany || shape.holdsMembers else { return .orphaned }
    let isOfItems = new.places.contains(place.appending(.each))
    let wasOfItems =
      if case .map = shape.type { true } else { shape.isMany }
    guard shape.type == .any || isOfItems == wasOfItems else {
      return shape.isMany ? .convertedSometimes("lists of exactly one") : .orphaned
    }
    // What stands further in is judged there.
    return hadInside ? .kept : .onlyDeclared
  }

  /// What a new field finds at its place, and how to say it.
  func arrival(of field: Field) -> (effect: Effect, words: String) {
    let isInKept = field.path.parent.map { new.index.retention(at: $0) == .kept } ?? true
    let nothing = isInKept && closes(field.path) ? Effect.onlyDeclared : .none
    switch new.index.retention(at: field.path) {
    case .secret: return (nothing, "a secret: never stored, to be asked for.")
    case .transient: return (nothing, "transient: never stored.")
    case .kept, .automatic: break
    }
    let place = formerPlace(of: field.path)
    guard old.index.retention(at: place) == .kept else { return (.added, "without an answer.") }
    switch old.index.slot(at: place) {
    case .inside(let before, let depth) where opens(before.field, at: place, of: field.path):
      let words = "inside \(before.path.shown), which was open."
      guard SchemaSide.isOpen(before.field, depth, at: place) else {
        return (Effect.added.narrowed(if: closes(field.path)), words)
      }
      let verdict = Conversion.verdict(
        from: ValueShape(before).inside(depth), to: ValueShape(field), options: field.options)
      return (Effect(verdict).narrowed(if: closes(field.path)), words)
    case .field(let before) where before.path != place:
      return (
        .init(
          Conversion.verdict(
            from: ValueShape(before), to: ValueShape(field), options: field.options)),
        "apart from \(before.path.shown)."
      )
    case .interior where ValueShape(field).holdsMembers:
      return (.kept, "around fields that were there.")
    case .interior where new.objectShape(at: field.path)?.isMany == true && !place.hasEach:
      return (.converted, "a list of what was one object.")
    default: break
    }
    return (.added, "without an answer.")
  }

  /// Where the place of a new field was, if what it stands in moved.
  private func formerPlace(of path: FieldPath) -> FieldPath {
    guard !moves.sources.isEmpty else { return path }
    for place in path.outward.dropFirst() {
      if let source = moves.sources[place] {
        return source.appending(contentsOf: path.suffix(after: place))
      }
    }
    return path
  }

  /// Whether a field of the old schema that says nothing of its inside is still around a place.
  private func opens(_ field: Field, at place: FieldPath, of path: FieldPath) -> Bool {
    ValueShape(field).takesMembers && (moves.stays(field.path) || place != path)
  }

  /// Whether a place that is declared now lies in a field that was open: other names in it have no
  /// place any more.
  func closes(_ path: FieldPath) -> Bool {
    let place = formerPlace(of: path)
    guard case .inside(let field, _) = old.index.slot(at: place),
      opens(field.field, at: place, of: path)
    else { return false }
    return place.segments.dropFirst(field.path.segments.count).contains {
      if case .name = $0 { true } else { false }
    }
  }

  /// Whether a field said nothing of its inside and declares names in it now.
  func isClosed(_ pair: FieldPair) -> Bool {
    ValueShape(pair.before).takesMembers && !old.index.hasInside(pair.before.path)
      && new.closed.contains(pair.now.path)
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

extension ValueShape {
  /// Whether members can stand in a value of this shape, or in an item of it.
  fileprivate var takesMembers: Bool { isMany ? item.holdsMembers : holdsMembers }
}
