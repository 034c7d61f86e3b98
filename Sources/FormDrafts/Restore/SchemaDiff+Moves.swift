/// Where the answers of fields go that stand somewhere else now.
///
/// Three things move a field: a former path of its own, a former path of what it stands in, and
/// that an object it stands in became a list of objects, or such a list one object.
struct FieldMoves {
  /// Where old fields are now; only those that moved.
  private(set) var targets: [FieldPath: FieldPath] = [:]
  /// Where new places were; the same the other way round.
  private(set) var sources: [FieldPath: FieldPath] = [:]
  /// Why an old field moves nowhere although a former path names it.
  private(set) var refusals: [FieldPath: String] = [:]
  /// Old fields that moved because this old list or object around them is now one, or many.
  private(set) var reshaped: [FieldPath: FieldPath] = [:]

  private let old: SchemaSide
  private let new: SchemaSide
  /// By former path, the new fields that name it.
  private var forward: [FieldPath: [Heir]] = [:]
  /// By the path of an old field, its former path that the new schema has again.
  private var backward: [FieldPath: Heir] = [:]

  /// Who takes the answers of a former path.
  private struct Heir {
    let path: FieldPath
    /// The position of the former path in the field's list.
    let position: Int
  }

  init(from old: SchemaSide, to new: SchemaSide) {
    self.old = old
    self.new = new
    findHeirs()
    if !forward.isEmpty || !backward.isEmpty { settle(claims()) }
    followShapes()
  }

  private mutating func findHeirs() {
    for field in new.schema.fields where !field.formerly.isEmpty && !old.declares(field.path) {
      for (position, former) in field.formerly.enumerated()
      where isPair(former, field.path) && old.places.contains(former) {
        if let last = forward[former]?.last, last.path == field.path { continue }
        forward[former, default: []].append(Heir(path: field.path, position: position))
      }
    }
    for field in old.schema.fields where !field.formerly.isEmpty && !new.declares(field.path) {
      for (position, former) in field.formerly.enumerated()
      where isPair(former, field.path) && new.places.contains(former) && !old.declares(former) {
        backward[field.path] = Heir(path: former, position: position)
        break
      }
    }
  }

  private func isPair(_ left: FieldPath, _ right: FieldPath) -> Bool {
    left != right && left.eachCount == right.eachCount
  }

  /// The only new field that names a former path, where the place itself is not declared.
  func onlyFormer(of field: DraftSchema.Field) -> FieldPath? {
    field.formerly.first { former in
      guard let heirs = forward[former], heirs.count == 1 else { return false }
      return heirs[0].path == field.path && !old.declares(former)
    }
  }
}

extension FieldMoves {
  /// An old field that would go to a new place.
  private struct Claim {
    let source: FieldPath
    let target: FieldPath
    /// A longer path of the heir is more to the point, then an earlier place in its list.
    let rank: (length: Int, position: Int)

    func isBetter(than other: Claim) -> Bool {
      rank.length != other.rank.length
        ? rank.length > other.rank.length : rank.position < other.rank.position
    }
  }

  private mutating func claims() -> [Claim] {
    var claims: [Claim] = []
    for field in old.schema.fields {
      if let claim = claim(field.path) { claims.append(claim) }
    }
    return claims
  }

  private mutating func claim(_ path: FieldPath) -> Claim? {
    for place in path.outward {
      guard let heirs = forward[place] else { continue }
      guard heirs.count == 1 else {
        if !new.declares(path) { refusals[path] = Self.dispute(heirs.map(\.path), place) }
        return nil
      }
      return claim(path, in: place, for: heirs[0])
    }
    guard !new.declares(path) else { return nil }
    for place in path.outward {
      if let heir = backward[place] { return claim(path, in: place, for: heir) }
    }
    return nil
  }

  private func claim(_ path: FieldPath, in place: FieldPath, for heir: Heir) -> Claim? {
    let target = heir.path.followed(by: path.suffix(after: place))
    guard !old.declares(target), new.hasPlace(target) else { return nil }
    return Claim(
      source: path, target: target, rank: (heir.path.pointer.utf8.count, heir.position))
  }

  private static func dispute(_ paths: [FieldPath], _ place: FieldPath) -> String {
    let more = paths.count > 2 ? " (and \(paths.count - 2) more)" : ""
    return "\(paths[0].shown) and \(paths[1].shown)\(more) both say they were \(place.shown)."
  }

  /// Gives each new place to the best claim; to none if two are equally good.
  private mutating func settle(_ claims: [Claim]) {
    var best: [FieldPath: Claim] = [:]
    var rivals: [FieldPath: Claim] = [:]
    for claim in claims {
      guard let other = best[claim.target] else {
        best[claim.target] = claim
        continue
      }
      if claim.isBetter(than: other) {
        best[claim.target] = claim
        rivals[claim.target] = nil
      } else if !other.isBetter(than: claim) {
        rivals[claim.target] = claim
      }
    }
    for claim in claims {
      guard let winner = best[claim.target] else { continue }
      if let rival = rivals[claim.target] {
        refuse(
          claim.source,
          "\(winner.source.shown) and \(rival.source.shown) both would be \(claim.target.shown).")
      } else if winner.source == claim.source {
        move(claim.source, to: claim.target)
      } else {
        refuse(claim.source, "\(claim.target.shown) takes the answers of \(winner.source.shown).")
      }
    }
  }

  private mutating func refuse(_ path: FieldPath, _ why: String) {
    if !new.declares(path) { refusals[path] = why }
  }

  private mutating func move(_ source: FieldPath, to target: FieldPath) {
    targets[source] = target
    sources[target] = source
  }
}

extension FieldMoves {
  /// What stands in a list of objects that became one object loses its `~*`, and the other way
  /// round.
  private mutating func followShapes() {
    for field in old.schema.fields {
      let path = field.path
      guard targets[path] == nil, refusals[path] == nil, !new.declares(path) else { continue }
      for place in path.outward.dropFirst() {
        guard let target = reshapedTarget(of: path, in: place) else { continue }
        if !old.declares(target), new.declares(target), sources[target] == nil {
          move(path, to: target)
          reshaped[path] = place
        }
        break
      }
    }
  }

  /// Where something inside a place is, if the place was a list of objects and is one, or the
  /// other way round.
  private func reshapedTarget(of path: FieldPath, in place: FieldPath) -> FieldPath? {
    guard let before = old.fields[place], let now = new.fields[targets[place] ?? place] else {
      return nil
    }
    let (was, present) = (ValueShape(before), ValueShape(now))
    guard was.isMany != present.isMany, was.type == .object, present.type == .object else {
      return nil
    }
    let suffix = path.suffix(after: place)
    if present.isMany { return now.path.followed(by: "/~*" + suffix) }
    let parts = suffix.utf8
    guard parts.starts(with: "/~*/".utf8) else { return nil }
    return now.path.followed(by: String(decoding: parts.dropFirst(3), as: UTF8.self))
  }
}
