/// Some answers of a draft, for a save that leaves all others as they are.
///
/// For programs that know what was edited and hold no whole form: a save of edits costs what it
/// brings, however large the form is.
public struct DraftEdits: Sendable, Hashable {
  struct Edit: Sendable, Hashable {
    var path: FieldPath
    /// Nil takes the answer away.
    var value: DraftValue?
    var isTouched: Bool?
    var isDirty: Bool?
  }

  /// In the order they were made; a path stands in it once.
  private(set) var edits: [Edit] = []

  /// No edits.
  public init() {}

  /// Whether there is none.
  public var isEmpty: Bool { edits.isEmpty }

  /// Gives a field an answer; a later one for the same path replaces it.
  ///
  /// - Parameters:
  ///   - path: the field, by names: a list is an answer as a whole. Objects on the way are made
  ///     where nothing stands yet.
  ///   - value: the answer.
  ///   - touched: whether the person visited the field; as it is stored unless said.
  ///   - dirty: whether the person changed the field; as it is stored unless said.
  public mutating func set(
    _ path: FieldPath, to value: DraftValue, touched: Bool? = nil, dirty: Bool? = nil
  ) {
    add(Edit(path: path, value: value, isTouched: touched, isDirty: dirty))
  }

  /// Takes a field's answer away; its marks stay.
  ///
  /// - Parameter path: the field, by names.
  public mutating func remove(_ path: FieldPath) { add(Edit(path: path)) }

  private mutating func add(_ edit: Edit) {
    edits.removeAll { $0.path == edit.path }
    edits.append(edit)
  }
}

extension DraftEdits: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// How many edits, never values.
  public var description: String { "\(edits.count) edits" }
  /// The same as ``description``.
  public var debugDescription: String { description }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

extension DraftEdits {
  /// The edits as answers, if each gives one value to one place.
  var leafChanges: [AnswerSave.Change]? {
    var changes: [AnswerSave.Change] = []
    for edit in edits {
      guard let value = edit.value else { return nil }
      if case .object(let object) = value, !object.isEmpty { return nil }
      changes.append(
        .init(leaf: Leaf(edit.path, value), isTouched: edit.isTouched, isDirty: edit.isDirty))
    }
    return changes
  }

  /// Makes the edits in a form's state.
  ///
  /// - Throws: ``DraftError/Code/invalidArgument`` for a path that leads through an answer which is
  ///   no object.
  func apply(to snapshot: inout DraftSnapshot) throws(DraftError) {
    for edit in edits {
      guard snapshot.values.set(edit.path.names[...], to: edit.value) else {
        throw DraftError(
          .invalidArgument, "An edit's path leads through an answer that is no object.",
          hint: "Edit that answer as a whole.", paths: [edit.path])
      }
      if let isTouched = edit.isTouched { snapshot.touched.set(edit.path, isTouched) }
      if let isDirty = edit.isDirty { snapshot.dirty.set(edit.path, isDirty) }
    }
  }
}

extension Set {
  fileprivate mutating func set(_ element: Element, _ isMember: Bool) {
    if isMember { insert(element) } else { remove(element) }
  }
}

extension DraftObject {
  /// Sets or removes what stands at a path; false if the path is empty or leads through something
  /// else than objects.
  ///
  /// As deep as the path, which a save refuses beyond its limit.
  fileprivate mutating func set(_ names: ArraySlice<String>, to value: DraftValue?) -> Bool {
    guard let name = names.first, names.count <= DraftLimits.depth else { return false }
    guard names.count > 1 else {
      self[name] = value
      return true
    }
    var inner: DraftObject
    switch self[name] {
    case .object(let object)?: inner = object
    case nil: inner = DraftObject()
    default: return false
    }
    if value == nil, self[name] == nil { return true }
    guard inner.set(names.dropFirst(), to: value) else { return false }
    self[name] = .object(inner)
    return true
  }
}
