/// A snapshot without its secrets: what may be handed to the store, and what was kept back.
///
/// Pure: the same snapshot and schema always give the same answer. It runs before any other part
/// of a save sees a value.
package struct Redaction: Sendable {
  /// The snapshot that may be stored.
  package var snapshot: DraftSnapshot
  /// The baseline's values that may be stored.
  package var baseline: DraftObject?
  /// The title, unless it holds a secret.
  package var title: String?
  /// Where a secret stood, in document order.
  package var withheld: [FieldPath] = []
  /// Whether the title was kept back.
  package var isTitleWithheld = false
  /// The texts that were kept back, where they are long enough to be told from others.
  let secrets: Set<Exact>
  /// What may be stored of the other values, in their order; nil for nothing.
  let others: [DraftValue?]

  /// A value that is stored beside the snapshot.
  struct Other {
    var path: FieldPath
    var value: DraftValue
    /// A form whose secrets it must not hold either: the one it was saved under.
    var index: SchemaIndex?
    /// From that form to this one, if something moved.
    var mapping: SchemaMapping?
  }

  /// Takes the secrets out.
  ///
  /// Withheld are fields the schema or the app's own list calls secret, members whose names say
  /// so (at any depth, in list items too, declared or not), and every text, number, file name or
  /// member name elsewhere that equals a withheld one of six characters or more. An item of a
  /// list becomes `null`, so that the others keep their places; a member goes. Marks of a field
  /// that is never stored go too: it comes back as if nobody had been there.
  package init(
    _ snapshot: DraftSnapshot, index: SchemaIndex, baseline: DraftObject? = nil,
    title: String? = nil
  ) {
    self.init(snapshot, index: index, baseline: baseline, title: title, others: [])
  }

  /// Takes the secrets out of a snapshot, and out of values that are stored beside it.
  init(
    _ snapshot: DraftSnapshot, index: SchemaIndex, baseline: DraftObject?, title: String?,
    others: [Other]
  ) {
    var walk = RedactionWalk(index: index)
    var clean = snapshot
    clean.values = walk.members(of: snapshot.values, at: .root)
    var cleanBaseline = baseline.map { walk.members(of: $0, at: .root) }
    var cleanOthers = others.map { walk.stored($0) }
    if !walk.secrets.isEmpty || !walk.secretBytes.isEmpty {
      clean.values = walk.withoutSecretTexts(clean.values, at: .root)
      cleanBaseline = cleanBaseline.map { walk.withoutSecretTexts($0, at: .root) }
      cleanOthers = zip(others, cleanOthers).map { other, value in
        value.flatMap { walk.withoutSecret($0, at: other.path) }
      }
      if let title, walk.secrets.contains(where: { title.containsBytes(of: $0.wrappedValue) }) {
        isTitleWithheld = true
      }
    }
    clean.touched = clean.touched.filter(walk.mayName)
    clean.dirty = clean.dirty.filter(walk.mayName)
    if let focus = clean.focus, !walk.holdsNoSecret(focus) { clean.focus = nil }
    secrets = walk.secrets
    self.others = cleanOthers
    self.snapshot = clean
    self.baseline = cleanBaseline
    self.title = isTitleWithheld ? nil : title
    var seen: Set<FieldPath> = []
    withheld = walk.withheld.filter { seen.insert($0).inserted }
  }
}

/// One walk over a snapshot's values.
///
/// Values were checked before: no deeper than the limit.
struct RedactionWalk {
  private(set) var index: SchemaIndex
  /// From the form a value was saved under: what this one has moved to a secret is one.
  var mapping: SchemaMapping?
  /// Withheld texts.
  var secrets: Set<Exact> = []
  /// Withheld bytes.
  var secretBytes: Set<[UInt8]> = []
  var withheld: [FieldPath] = []

  private static let shortest = 6

  init(index: SchemaIndex, mapping: SchemaMapping? = nil) {
    self.index = index
    self.mapping = mapping
  }

  mutating func members(of object: DraftObject, at path: FieldPath) -> DraftObject {
    var kept: [DraftObject.Member] = []
    kept.reserveCapacity(object.members.count)
    for member in object.members {
      if let value = stored(member.value, at: path.appending(member.name)) {
        kept.append(.init(member.name, value))
      }
    }
    return DraftObject(kept)
  }

  /// What may be stored of a value; nil for nothing.
  mutating func stored(_ value: DraftValue, at path: FieldPath) -> DraftValue? {
    switch retention(at: path) {
    case .secret:
      withhold(value, at: path)
      return nil
    case .transient: return nil
    case .kept, .automatic: break
    }
    switch value {
    case .object(let object): return .object(members(of: object, at: path))
    case .list(let items):
      return .list(
        items.enumerated().map { stored($1, at: path.appending(String($0))) ?? .null })
    default: return value
    }
  }

  /// What may be stored of a value that stands beside the snapshot.
  mutating func stored(_ other: Redaction.Other) -> DraftValue? {
    mapping = other.mapping
    let value = stored(other.value, at: other.path)
    mapping = nil
    guard let value, let own = other.index else { return value }
    let outer = index
    defer { index = outer }
    index = own
    return stored(value, at: other.path)
  }

  /// The stricter of what holds at a place, and where the form has it now.
  private func retention(at path: FieldPath) -> DraftSchema.Retention {
    let here = index.retention(at: path)
    guard let mapping, mapping.hasMoves, here != .secret else { return here }
    let all = [here] + mapping.destination(of: path).others.map { index.retention(at: $0) }
    return all.first { $0 == .secret } ?? all.first { $0 == .transient } ?? here
  }

  private mutating func withhold(_ value: DraftValue, at path: FieldPath) {
    withheld.append(path)
    collect(value)
  }

  private mutating func collect(_ value: DraftValue) {
    switch value {
    case .text(let text), .number(let text): collect(text)
    case .list(let items): for item in items { collect(item) }
    case .object(let object): for member in object.members { collect(member.value) }
    case .file(let file):
      collect(file.name)
      collect(file.id)
    case .bytes(let bytes): if bytes.count >= Self.shortest { secretBytes.insert(bytes) }
    case .null, .bool: break
    }
  }

  private mutating func collect(_ text: String) {
    if text.count >= Self.shortest { secrets.insert(Exact(text)) }
  }

  /// Whether a mark of this place may be stored.
  func mayName(_ path: FieldPath) -> Bool {
    !index.isNeverStored(path) && holdsNoSecret(path)
  }

  /// Whether no name on the way is a secret text.
  func holdsNoSecret(_ path: FieldPath) -> Bool {
    secrets.isEmpty || !path.names.contains { secrets.contains(Exact($0)) }
  }
}

extension RedactionWalk {
  /// What is left of one value that stands by itself.
  mutating func withoutSecret(_ value: DraftValue, at path: FieldPath) -> DraftValue? {
    guard !isSecret(value), holdsNoSecret(path) else {
      withheld.append(path)
      return nil
    }
    return withoutSecretTexts(value, at: path)
  }

  /// Takes out every text or number that equals a secret found before.
  mutating func withoutSecretTexts(_ object: DraftObject, at path: FieldPath) -> DraftObject {
    var kept: [DraftObject.Member] = []
    kept.reserveCapacity(object.members.count)
    for member in object.members {
      if secrets.contains(Exact(member.name)) {
        withheld.append(path)  // its own path would tell
        continue
      }
      let place = path.appending(member.name)
      if isSecret(member.value) {
        withheld.append(place)
      } else {
        kept.append(.init(member.name, withoutSecretTexts(member.value, at: place)))
      }
    }
    return DraftObject(kept)
  }

  private mutating func withoutSecretTexts(
    _ value: DraftValue, at path: FieldPath
  ) -> DraftValue {
    switch value {
    case .object(let object): return .object(withoutSecretTexts(object, at: path))
    case .list(let items):
      return .list(
        items.enumerated().map { index, item in
          let place = path.appending(String(index))
          guard isSecret(item) else { return withoutSecretTexts(item, at: place) }
          withheld.append(place)
          return .null
        })
    default: return value
    }
  }

  private func isSecret(_ value: DraftValue) -> Bool {
    switch value {
    case .text(let text), .number(let text): secrets.contains(Exact(text))
    case .file(let file):
      secrets.contains(Exact(file.name)) || secrets.contains(Exact(file.id))
    case .bytes(let bytes): secretBytes.contains(bytes)
    case .null, .bool, .list, .object: false
    }
  }
}

extension String {
  /// Whether the UTF-8 bytes of another text stand somewhere in this one.
  func containsBytes(of other: String) -> Bool {
    let mine = Array(utf8)
    let theirs = Array(other.utf8)
    guard !theirs.isEmpty, mine.count >= theirs.count else { return theirs.isEmpty }
    return (0...(mine.count - theirs.count)).contains { start in
      mine[start] == theirs[0] && mine[start..<(start + theirs.count)].elementsEqual(theirs)
    }
  }
}
