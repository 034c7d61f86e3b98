/// Everything a save brings, already without secrets and already as rows' worth of JSON.
struct SaveRequest: Sendable {
  /// One row's worth: a leaf's JSON, or only marks.
  struct Leaf: Sendable {
    var path: FieldPath
    var json: [UInt8]?
    var marks: Int64
  }

  /// A save that comes before another one in the same transaction.
  indirect enum Displaced: Sendable {
    case nothing
    case form(SaveRequest)
  }

  var form: String
  var record: String?
  var draft: DraftID?
  var basedOn: DraftRevision?
  var schema: StoredSchema
  var leaves: [Leaf] = []
  /// Paths whose value cannot be stored: what is stored there stays.
  var unsaved: [SaveReceipt.Unsaved] = []
  var withheld: [FieldPath]
  var isTitleWithheld: Bool
  var title: String?
  var step: String?
  var skipped: [UInt8]
  var focus: FieldPath?
  var baseline: String?
  /// The draft this one is split off from; nil leaves it as it is.
  var parent: DraftID?
  /// Why the state before is to be kept as a save point whatever the time is.
  var savePoint: SavePoint.Reason?
  /// What the form held before the draft was brought into it: kept as a save point of its own.
  var displaced = Displaced.nothing
  /// The baseline's values by leaf; nil if this save brings none.
  var baselineLeaves: [FieldPath: [UInt8]]?
  /// How long the draft lives after this save, in milliseconds; nil leaves it as it is, 0 is for
  /// ever.
  var expiresAfter: Int64?
  /// Bytes of all values together.
  var byteCount = 0
  /// What a row would hold of a text that was withheld; for looking whether one does.
  private(set) var secrets: Set<[UInt8]> = []

  /// Redacts, checks and encodes a snapshot.
  ///
  /// Pure. `secrets` are what the form holds beside the snapshot: nothing that repeats one of them
  /// is stored.
  ///
  /// - Throws: ``DraftError/Code/tooLarge`` naming the field and the limit,
  ///   ``DraftError/Code/invalidSchema``, ``DraftError/Code/invalidArgument``.
  init(
    _ snapshot: DraftSnapshot, schema: StoredSchema, key: DraftKey, draft: DraftID?,
    basedOn: DraftRevision?, title: String?, baseline: DraftBaseline?,
    secrets: [Redaction.Other] = []
  ) throws(DraftError) {
    try snapshot.values.checkDepth()
    for secret in secrets { try DraftObject([.init("", secret.value)]).checkDepth() }
    try baseline?.values?.checkDepth()
    let redaction = Redaction(
      snapshot, index: schema.index, baseline: baseline?.values, title: title, others: secrets)
    try self.init(
      redaction, schema: schema, key: key, draft: draft, basedOn: basedOn,
      baseline: baseline?.version)
  }

  /// Checks and encodes a snapshot without its secrets.
  ///
  /// Pure. How deep its values are was checked before.
  ///
  /// - Throws: as above.
  init(
    _ redaction: Redaction, schema: StoredSchema, key: DraftKey, draft: DraftID?,
    basedOn: DraftRevision?, baseline: String?
  ) throws(DraftError) {
    let snapshot = redaction.snapshot
    form = key.form
    record = key.record.id
    self.draft = draft
    self.basedOn = basedOn
    self.schema = schema
    withheld = redaction.withheld
    isTitleWithheld = redaction.isTitleWithheld
    self.title = redaction.title
    step = snapshot.step
    skipped = DraftValue.list(snapshot.skippedSteps.map { .text($0) }).canonicalJSON
    focus = snapshot.focus
    secrets = Set(redaction.secrets.map { DraftValue.text($0.wrappedValue).canonicalJSON })
    self.baseline = baseline
    try Self.checkNames(key, self.title, step, snapshot.skippedSteps, baseline)
    try encode(snapshot)
    if let values = redaction.baseline {
      var leaves: [FieldPath: [UInt8]] = [:]
      try values.forEachLeaf { (path, value) throws(DraftError) in
        do throws(DraftError) {
          _ = try value.validate(at: path)
        } catch {
          guard error.code == .invalidValue else { throw error }
          return  // what the record has there cannot be kept; the answers can
        }
        leaves[path] = value.canonicalJSON
      }
      baselineLeaves = leaves
    }
  }

  private mutating func encode(_ snapshot: DraftSnapshot) throws(DraftError) {
    let isMarked = !(snapshot.touched.isEmpty && snapshot.dirty.isEmpty)
    var seen: Set<FieldPath> = []
    var leaves: [Leaf] = []
    var repeated: [FieldPath] = []
    let values = snapshot.values.withoutRepeatedNames(at: .root, &repeated)
    var unsaved = repeated.map {
      SaveReceipt.Unsaved(path: $0, reason: "The name stands twice in one object.")
    }
    var bytes = 0
    try values.forEachLeaf { (path, value) throws(DraftError) in
      if isMarked { seen.insert(path) }
      do throws(DraftError) {
        _ = try value.validate(at: path)
      } catch {
        guard error.code == .invalidValue else { throw error }
        unsaved.append(.init(path: path, reason: error.message))
        return
      }
      let json = value.canonicalJSON
      bytes += json.count
      guard bytes <= DraftLimits.snapshotBytes, leaves.count < DraftLimits.snapshotLeaves else {
        throw Self.tooLarge(at: path)
      }
      leaves.append(Leaf(path: path, json: json, marks: isMarked ? snapshot.marks(at: path) : 0))
    }
    self.leaves = leaves
    self.unsaved = unsaved
    byteCount = bytes
    try appendMarks(snapshot, without: seen)
    try snapshot.focus?.checkNames()
  }

  private static func tooLarge(at path: FieldPath) -> DraftError {
    DraftError(
      .tooLarge, "The answers exceed what one draft may hold, at \(path).",
      hint: "A draft holds \(DraftLimits.snapshotBytes) bytes and "
        + "\(DraftLimits.snapshotLeaves) values. The saved revision is unchanged.",
      paths: [path])
  }

  /// Adds a leaf for each mark where no value stands.
  private mutating func appendMarks(
    _ snapshot: DraftSnapshot, without seen: Set<FieldPath>
  ) throws(DraftError) {
    for path in snapshot.touched.union(snapshot.dirty).sorted() where !seen.contains(path) {
      try path.checkNames()
      leaves.append(Leaf(path: path, json: nil, marks: snapshot.marks(at: path)))
    }
    guard leaves.count <= DraftLimits.snapshotLeaves else {
      throw DraftError(
        .tooLarge, "The marks exceed \(DraftLimits.snapshotLeaves) values and marks in one draft.",
        hint: "The saved revision is unchanged.")
    }
  }

  /// Words around the answers have the limit of a name, so that a list stays small.
  private static func checkNames(
    _ key: DraftKey, _ title: String?, _ step: String?, _ skipped: [String], _ baseline: String?
  ) throws(DraftError) {
    let words: [(String, String?)] =
      [
        ("form id", key.form), ("owner", key.owner.name), ("record", key.record.id),
        ("title", title), ("step", step), ("baseline", baseline),
      ] + skipped.map { ("skipped step", $0) }
    for (what, text) in words where (text?.utf8.count ?? 0) > DraftLimits.nameBytes {
      throw DraftError(
        .tooLarge, "The \(what) is longer than \(DraftLimits.nameBytes) bytes.",
        hint: "The saved revision is unchanged.")
    }
    guard !key.form.isEmpty else {
      throw DraftError(
        .invalidArgument, "The form's id is empty.", hint: "Name the form by a stable id.")
    }
  }
}

/// The version of the record a draft starts from, and the values the record had then.
public struct DraftBaseline: Sendable, Hashable {
  /// The record's version: an etag, a revision, a hash; at most ``DraftLimits/nameBytes``.
  public var version: String
  /// The record's values; nil if they are not known.
  ///
  /// For each answer that differs the draft keeps what the record had. Secrets are taken out.
  public var values: DraftObject?

  /// A baseline.
  ///
  /// - Parameters:
  ///   - version: the record's version.
  ///   - values: the record's values; not known unless said.
  public init(_ version: String, values: DraftObject? = nil) {
    self.version = version
    self.values = values
  }
}

extension DraftSnapshot {
  fileprivate func marks(at path: FieldPath) -> Int64 {
    (touched.contains(path) ? FieldRow.touched : 0) | (dirty.contains(path) ? FieldRow.dirty : 0)
  }
}

extension FieldPath {
  /// Refuses a path with a name over the limit, or deeper than the limit.
  fileprivate func checkNames() throws(DraftError) {
    guard pointer.utf8.count > DraftLimits.nameBytes || segments.count > DraftLimits.depth else {
      return
    }
    let names = names
    guard names.count <= DraftLimits.depth,
      names.allSatisfy({ $0.utf8.count <= DraftLimits.nameBytes })
    else {
      throw DraftError(
        .tooLarge,
        "A field path has more than \(DraftLimits.depth) names, or one over "
          + "\(DraftLimits.nameBytes) bytes.", hint: "The saved revision is unchanged.")
    }
  }
}

extension DraftValue {
  /// The JSON a row holds.
  var canonicalJSON: [UInt8] {
    var bytes: [UInt8] = []
    appendJSON(to: &bytes)
    return bytes
  }
}

extension DraftObject {
  /// Refuses nesting beyond the limit before anything walks the values.
  func checkDepth() throws(DraftError) {
    guard DraftValue.object(self).isNoDeeper(than: DraftLimits.depth) else {
      throw DraftError(
        .tooLarge, "The answers nest deeper than \(DraftLimits.depth) levels.",
        hint: "The saved revision is unchanged.")
    }
  }
}

extension DraftObject {
  /// The object without members whose name stood before in the same object; their paths are added
  /// to a list.
  ///
  /// Inside lists nothing is looked for: a list is one value.
  fileprivate func withoutRepeatedNames(
    at path: FieldPath, _ repeated: inout [FieldPath]
  ) -> DraftObject {
    guard hasRepeatedNames else { return self }
    var kept: [Member] = []
    for var member in members {
      let place = path.appending(member.name)
      guard !kept.contains(where: { $0.name.isSameBytes(as: member.name) }) else {
        repeated.append(place)
        continue
      }
      if case .object(let object) = member.value {
        member.value = .object(object.withoutRepeatedNames(at: place, &repeated))
      }
      kept.append(member)
    }
    return DraftObject(kept)
  }

  private var hasRepeatedNames: Bool {
    var index = NameIndex()
    for (position, member) in members.enumerated() {
      if index.insert(member.name, into: members, count: position) != nil { return true }
      if case .object(let object) = member.value, object.hasRepeatedNames { return true }
    }
    return false
  }
}

extension DraftValue {
  fileprivate func isNoDeeper(than depth: Int) -> Bool {
    switch self {
    case .list(let items):
      depth > 0 && items.allSatisfy { $0.isNoDeeper(than: depth - 1) }
    case .object(let object):
      depth > 0 && object.members.allSatisfy { $0.value.isNoDeeper(than: depth - 1) }
    default: true
    }
  }
}
