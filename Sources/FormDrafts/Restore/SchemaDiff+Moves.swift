/// Where the answers of old fields go.
///
/// Three things move a field: a former path of its own, a former path of what it stands in, and
/// that an object it stands in became a list of objects, or such a list one object; the last two
/// also together.
struct FieldMoves {
  /// Where old fields are now; only those that moved.
  private(set) var targets: [FieldPath: FieldPath] = [:]
  /// Where new places were; the same the other way round.
  private(set) var sources: [FieldPath: FieldPath] = [:]
  /// Why the answers of an old field have no place although a former path names one.
  private(set) var losses: [FieldPath: String] = [:]
  /// Those of them that may be a secret now.
  private(set) var withheld: Set<FieldPath> = []
  /// Old fields that moved because a list or an object around them, there and here, is now one, or
  /// many.
  private(set) var reshaped: [FieldPath: (was: FieldPath, now: FieldPath)] = [:]

  private let old: SchemaSide
  private let new: SchemaSide
  /// By a path of the old schema, who takes what stands there.
  private var heirs: [FieldPath: [FieldPath]] = [:]

  init(from old: SchemaSide, to new: SchemaSide) {
    self.old = old
    self.new = new
    findHeirs()
    if !heirs.isEmpty { settle() }
    followShapes()
  }

  /// Who takes what, where there is something to take.
  private mutating func findHeirs() {
    heirs = SchemaClaims(from: old.index, to: new.index).targets.filter { old.hasPlace($0.key) }
  }

  /// The former path of a new field that no old field is declared for: something stands further
  /// in, or it lies in a field that leaves its inside open.
  func undeclaredFormer(of field: DraftSchema.Field) -> FieldPath? {
    field.formerly.first { heirs[$0] == [field.path] && !old.declares($0) }
  }

  /// Whether the answers of an old field are still where they were.
  func stays(_ path: FieldPath) -> Bool { targets[path] == nil && losses[path] == nil }
}

extension FieldMoves {
  /// Moves each old field as the longest former path around it says.
  private mutating func settle() {
    var claims: [FieldPath: [FieldPath]] = [:]
    for field in old.schema.fields {
      if let target = target(of: field.path) { claims[target, default: []].append(field.path) }
    }
    for (target, rivals) in claims {
      if rivals.count == 1 {
        move(rivals[0], to: target)
        continue
      }
      for rival in rivals {
        losses[rival] = "\(Self.names(rivals)) would both be \(target.shown)."
      }
    }
    guard !sources.isEmpty else { return }
    for field in old.schema.fields where stays(field.path) {
      if let source = field.path.outward.lazy.compactMap({ sources[$0] }).first {
        losses[field.path] = "Its place goes to \(source.shown)."
      }
    }
  }

  private mutating func target(of path: FieldPath) -> FieldPath? {
    for place in path.outward {
      guard let claimants = heirs[place] else { continue }
      let suffix = path.suffix(after: place)
      guard claimants.count == 1 else {
        losses[path] = "\(Self.names(claimants)) both say they were \(place.shown)."
        let claims = claimants.map { $0.appending(contentsOf: suffix) }
        if (claims + [path]).contains(where: new.index.isNeverStored) { withheld.insert(path) }
        return nil
      }
      let heir = claimants[0]
      var target = heir.appending(contentsOf: suffix)
      if let (inside, shapes) = reshapedTarget(of: path, from: place, to: heir) {
        target = inside
        reshaped[path] = shapes
      }
      if isForNew(target) { return target }
      losses[path] = "There is no place for it in \(heir.shown)."
      return nil
    }
    return nil
  }

  /// Where something is that moved with a place, if a list around it became one object meanwhile,
  /// or the other way round.
  private func reshapedTarget(
    of path: FieldPath, from place: FieldPath, to heir: FieldPath
  ) -> (target: FieldPath, shapes: (was: FieldPath, now: FieldPath))? {
    for outer in path.outward.dropFirst() where outer.isInside(place) {
      let now = heir.appending(contentsOf: outer.suffix(after: place))
      if let target = reshapedTarget(of: path, in: outer, now: now) {
        return (target, (outer, now))
      }
    }
    return nil
  }

  /// Whether the new schema has an answer for a place: a place for it, or that it is never stored.
  private func isForNew(_ place: FieldPath) -> Bool {
    new.hasPlace(place) || new.index.isNeverStored(place)
  }

  private static func names(_ paths: [FieldPath]) -> String {
    let more = paths.count > 2 ? " (and \(paths.count - 2) more)" : ""
    return "\(paths[0].shown) and \(paths[1].shown)\(more)"
  }

  private mutating func move(_ source: FieldPath, to target: FieldPath) {
    targets[source] = target
    sources[target] = source
  }
}

extension FieldMoves {
  /// What stands in a list of objects that became one object where it was loses its `~*`, and the
  /// other way round.
  private mutating func followShapes() {
    for field in old.schema.fields {
      let path = field.path
      guard stays(path), !new.declares(path) else { continue }
      for place in path.outward.dropFirst() where stays(place) {
        guard let target = reshapedTarget(of: path, in: place, now: place) else { continue }
        if !old.knows(target), isForNew(target), sources[target] == nil {
          move(path, to: target)
          reshaped[path] = (place, place)
        } else {
          losses[path] = "There is no place for it in \(place.shown)."
        }
        break
      }
    }
  }

  /// Where something inside a place is, if the place was a list of objects and is one now, or the
  /// other way round.
  private func reshapedTarget(
    of path: FieldPath, in place: FieldPath, now: FieldPath
  ) -> FieldPath? {
    guard let was = old.objectShape(at: place), let present = new.objectShape(at: now),
      was.isMany != present.isMany
    else { return nil }
    let suffix = path.suffix(after: place)
    if present.isMany {
      // Members of an object inside a list are not put together again.
      return now.eachCount == 0 ? now.appending(.each).appending(contentsOf: suffix) : nil
    }
    let bytes = suffix.pointer.utf8
    guard bytes.starts(with: "/~*/".utf8) else { return nil }
    return now.appending(
      contentsOf: FieldPath(uncheckedPointer: String(decoding: bytes.dropFirst(3), as: UTF8.self)))
  }
}
