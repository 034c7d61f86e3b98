extension DraftMapping {
  /// The mapping with what becomes of drafts of earlier versions of the form.
  ///
  /// - Parameter upgrades: added to those it has.
  public func upgrading(_ upgrades: DraftUpgrade...) -> Self {
    var copy = self
    copy.upgrades += upgrades
    return copy
  }

  /// The mapping with a time to live for its drafts.
  ///
  /// - Parameter duration: how long a draft lives after its last save.
  public func expiring(after duration: Duration) -> Self {
    var copy = self
    copy.expiresAfter = duration
    return copy
  }

  /// The mapping with a version of the form, for people and for upgrades.
  ///
  /// - Parameter version: the version; compared by UTF-8 bytes where an upgrade names one.
  public func version(_ version: String) -> Self {
    var copy = self
    copy.schema.version = version
    return copy
  }

  /// The mapping with a closure that tells which fields a person visited or changed.
  ///
  /// For forms that keep such marks beside their values, as a property wrapper does. The marks
  /// of a session are added to these.
  ///
  /// - Parameter marks: asked at each snapshot; from paths of fields to their marks.
  public func marking(_ marks: @escaping @Sendable (Form) -> [FieldPath: DraftMarks]) -> Self {
    var copy = self
    copy.marks = marks
    return copy
  }

  /// The mapping with a way to make another of a form that is a class.
  ///
  /// A submit is then handed a form of its own: what is edited meanwhile is not in it, and what is
  /// in doubt can be sent again as it was after edits. A form that is a value needs none.
  ///
  /// - Parameter copy: another object that holds the same, secrets included.
  public func copying(_ copy: @escaping @MainActor (Form) -> Form) -> Self {
    var mapping = self
    mapping.copy = copy
    return mapping
  }

  /// The mapping with a closure of the main actor's that tells which fields a person visited or
  /// changed; as ``marking(_:)``.
  ///
  /// - Parameter marks: asked at each snapshot; from paths of fields to their marks.
  @MainActor
  public func markingOnMainActor(
    _ marks: @escaping @MainActor (Form) -> [FieldPath: DraftMarks]
  ) -> Self {
    let source: (Form) -> [FieldPath: DraftMarks] = { marks($0) }
    // As in FieldCoding: each use of the mapping checks first that it is on the main actor.
    nonisolated(unsafe) let checked = source
    var copy = marking { checked($0) }
    copy.isMainActorOnly = true
    return copy
  }
}
