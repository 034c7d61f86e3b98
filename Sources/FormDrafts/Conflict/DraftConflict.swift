/// Two writers' states of one draft, brought together field by field.
///
/// What only one of them changed since the base is merged; what both changed, each in another way,
/// is a conflict and waits for a choice. Fields compare by value. A list is one value, unless its
/// field says where items keep their identity (``DraftSchema/Field/identity``) and each item has
/// one of its own on every side: then items are merged one by one. If an object stands where
/// another side has a value of another type, the whole place is one field. Without a base every
/// field that differs is in conflict.
///
/// ```swift
/// let conflict = try await store.conflict(
///   mine, schema: schema, draft: id, basedOn: revision)
/// let merged = conflict.resolved(.mine, except: ["amount": .theirs])
/// try await store.save(
///   merged, schema: schema, key: key, draft: id, basedOn: conflict.theirRevision,
///   savePoint: .merge)
/// ```
public struct DraftConflict: Sendable {
  /// Whose state is taken.
  public enum Side: String, Sendable {
    /// The state that was to be saved.
    case mine
    /// The state that is stored.
    case theirs
  }

  /// A field that both sides changed, each in another way.
  public struct Field: Sendable, Hashable {
    /// Where it stands; inside a list that is merged by identity, the index is the item's in
    /// ``DraftConflict/merged``, items counted that only one side has left.
    public let path: FieldPath
    /// What it was before: nil if that is not known, `.some(nil)` if it had no answer.
    public let base: DraftValue??
    /// My answer; nil for none.
    public let mine: DraftValue?
    /// Their answer; nil for none.
    public let theirs: DraftValue?
  }

  /// The draft.
  public let draft: DraftID
  /// The revision that is stored; what a save of the merged state is based on.
  public let theirRevision: DraftRevision
  /// What is in conflict, in the order of the form; empty if everything goes together.
  public let fields: [Field]
  /// Whether the state both started from is known.
  public let isBaseKnown: Bool

  private let tree: MergedObject
  private let rest: MergedRest

  /// Brings two states together.
  ///
  /// Pure.
  ///
  /// - Parameters:
  ///   - base: the state both started from; nil if it is not known.
  ///   - mine: the state that was to be saved.
  ///   - theirs: the state that is stored.
  ///   - schema: the form, for the identity of items; nil takes every list as one value.
  ///   - draft: the draft.
  ///   - theirRevision: the revision that is stored.
  public init(
    base: DraftSnapshot?, mine: DraftSnapshot, theirs: DraftSnapshot, schema: DraftSchema? = nil,
    draft: DraftID, theirRevision: DraftRevision
  ) {
    self.draft = draft
    self.theirRevision = theirRevision
    isBaseKnown = base != nil
    var merge = ConflictMerge(
      identities: ItemIdentities(of: schema), isBaseKnown: base != nil)
    tree = merge.objects(base?.values, mine.values, theirs.values, at: .root, place: .root)
    fields = merge.fields
    rest = MergedRest(base: base, mine: mine, theirs: theirs, lists: merge.lists)
  }

  /// What goes together; a field in conflict has their answer, which is what is stored.
  public var merged: DraftSnapshot { resolved(.theirs) }

  /// The merged state with every conflict decided.
  ///
  /// Marks are merged as well. Step and focus are mine, unless only the other side moved.
  ///
  /// - Parameters:
  ///   - side: whose answers are taken where both changed.
  ///   - exceptions: fields of ``fields`` that the other side decides.
  /// - Returns: a state to be saved, based on ``theirRevision``.
  public func resolved(
    _ side: Side, except exceptions: [FieldPath: Side] = [:]
  ) -> DraftSnapshot {
    let sides = fields.map { exceptions[$0.path] ?? side }
    return rest.snapshot(of: tree.resolved(fields, sides) ?? DraftObject())
  }
}

extension ItemIdentities {
  /// The identities that a form declares.
  init(of schema: DraftSchema?) {
    var paths: [FieldPath: FieldPath] = [:]
    for field in schema?.fields ?? [] { paths[field.path] = field.identity }
    self.init(paths)
  }
}
