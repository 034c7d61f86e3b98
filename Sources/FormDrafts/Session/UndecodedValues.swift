/// Stored values that the form's type could not take: kept as long as nobody edits their fields.
struct UndecodedValues: Sendable {
  /// One leaf: what is stored, and what the form has in its place.
  private struct Entry: Sendable {
    var stored: DraftValue
    var placeholder: DraftValue?
  }

  private var entries: [FieldPath: Entry] = [:]

  init() {}

  /// - Parameters:
  ///   - paths: the fields whose values could not be decoded.
  ///   - stored: what the form was to be filled with.
  ///   - form: what it holds now.
  init(
    _ paths: some Sequence<FieldPath>, stored: DraftSnapshot, form: DraftSnapshot
  ) {
    let paths = Array(paths)
    guard !paths.isEmpty else { return }
    stored.values.forEachLeaf { place, value in
      guard paths.contains(where: { $0.isInside(place) || place.isInside($0) }) else { return }
      entries[place] = Entry(stored: value, placeholder: nil)
    }
    form.values.forEachLeaf { place, value in entries[place]?.placeholder = value }
  }

  /// Puts the stored values where the form still has what it had when it could not take them.
  func restore(in snapshot: inout DraftSnapshot) {
    guard !entries.isEmpty else { return }
    var missing = entries
    var leaves: [Leaf] = []
    snapshot.values.forEachLeaf { place, value in
      let entry = missing.removeValue(forKey: place)
      leaves.append(Leaf(place, entry?.placeholder == value ? entry?.stored ?? value : value))
    }
    let taken = PathOverlap(leaves.map(\.path))
    for (place, entry) in missing.sorted(by: { $0.key < $1.key })
    where entry.placeholder == nil && !taken.overlaps(place) {
      leaves.append(Leaf(place, entry.stored))
    }
    snapshot.values = DraftObject(leaves: leaves)
  }
}
