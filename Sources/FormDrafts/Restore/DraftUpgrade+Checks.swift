extension DraftUpgrade.Step {
  /// Why a step cannot be done to any draft.
  struct Fault {
    let sentence: String
    var hint: String?
    var paths: [FieldPath] = []
  }

  /// What is wrong with the step, whatever a draft holds.
  var fault: Fault? {
    let (sources, targets) = places
    for path in sources + targets {
      if let fault = Self.fault(of: path) { return fault }
    }
    if let fault = ownFault { return fault }
    guard let first = (sources + targets).first else { return nil }
    for path in (sources + targets).dropFirst() where path.itemPrefix != first.itemPrefix {
      return Fault(
        sentence: "\(first.shown) and \(path.shown) do not go through the same items.",
        hint: "Paths of one step are equal up to their last ~*; items are rebuilt by map.",
        paths: [first, path])
    }
    return Self.overlap(in: sources) ?? Self.overlap(in: targets)
  }

  /// Where the step takes answers, and where it puts them.
  private var places: (sources: [FieldPath], targets: [FieldPath]) {
    switch kind {
    case .rename(let path, _), .drop(let path), .map(let path, _), .mapValues(let path, _, _),
      .convert(let path, _, _):
      ([path], [])
    case .move(let path, let target): ([path], [target])
    case .split(let path, let targets, _): ([path], targets)
    case .merge(let paths, let target, _): (paths, [target])
    case .redirectStep: ([], [])
    }
  }

  private var ownFault: Fault? {
    switch kind {
    case .rename(let path, let name):
      guard path.lastName != nil else {
        return Fault(
          sentence: "\(path.shown) ends with ~*, and items have no names of their own.",
          paths: [path])
      }
      return Self.fault(ofName: name, "The new name")
    case .split(_, let targets, _) where targets.isEmpty:
      return Fault(sentence: "It has no place for the parts.", hint: "Use drop to drop an answer.")
    case .merge(let paths, _, _) where paths.isEmpty:
      return Fault(sentence: "It has nothing to merge.")
    case .mapValues(_, _, hasTwins: true):
      return Fault(
        sentence: "A value is mapped twice.", hint: "Values are the same by kind and bytes.")
    case .redirectStep(let id, let target):
      guard !id.wrappedValue.isEmpty, !target.wrappedValue.isEmpty else {
        return Fault(sentence: "The id of a step is empty.")
      }
      return Self.fault(ofName: target.wrappedValue, "The new id")
    default: return nil
    }
  }

  private static func fault(of path: FieldPath) -> Fault? {
    guard path != .root else {
      return Fault(
        sentence: "A path is empty: that is the whole form.", hint: "Name a field, as /email.")
    }
    let names = path.names
    guard names.count <= DraftLimits.depth else {
      return Fault(
        sentence: "A path is more than \(DraftLimits.depth) names deep: \(path.shown).",
        paths: [path])
    }
    return names.lazy.compactMap { fault(ofName: $0, "A name in \(path.shown)") }.first
  }

  private static func fault(ofName name: String, _ what: String) -> Fault? {
    guard name.utf8.count > DraftLimits.nameBytes else { return nil }
    return Fault(sentence: "\(what) is longer than \(DraftLimits.nameBytes) bytes.")
  }

  /// Paths that lie in each other would take, or be in the way of, each other's answers.
  private static func overlap(in paths: [FieldPath]) -> Fault? {
    // In this order a path stands behind the outermost one it lies in and others that do.
    let sorted = paths.map { Array($0.pointer.utf8) + [UInt8(ascii: "/")] }
      .sorted { $0.lexicographicallyPrecedes($1) }
    for (outer, inner) in zip(sorted, sorted.dropFirst()) where inner.starts(with: outer) {
      let path = FieldPath(
        uncheckedPointer: String(decoding: inner.dropLast(), as: UTF8.self))
      return Fault(
        sentence: "\(path.shown) lies inside another path of the step, or is there twice.",
        paths: [path])
    }
    return nil
  }
}

extension FieldPath {
  /// The path up to and including its last `~*`; nil if it has none.
  var itemPrefix: FieldPath? {
    let bytes = pointer.utf8
    // A name's own tilde is written ~0, so that ~ before * is a segment.
    guard let star = bytes.indices.last(where: { isEach(at: $0) }) else { return nil }
    return FieldPath(uncheckedPointer: String(pointer[...star]))
  }

  private func isEach(at star: String.Index) -> Bool {
    let bytes = pointer.utf8
    guard bytes[star] == UInt8(ascii: "*") else { return false }
    return bytes[bytes.index(before: star)] == UInt8(ascii: "~")
  }
}
