extension DraftSchema {
  /// The most fields a schema may have.
  package static let fieldLimit = 100_000

  /// Refuses a schema that no draft could be kept under.
  ///
  /// Forms read by `FormDraftsFormats` and schemas read from a store have been checked; a schema
  /// made in code is checked when a store first sees it. The time is linear in its size.
  ///
  /// - Throws: ``DraftError/Code/invalidSchema``, naming the place: an empty form id, step id or
  ///   field path; a path or a step id that stands twice; a field on a step that is not there; an
  ///   identity on what is not a list; a path that is secret and not secret at once; more than
  ///   100 000 fields; a name or a path over ``DraftLimits``.
  public func check() throws(DraftError) {
    try checkNames()
    try checkSteps()
    try checkFields()
    try checkOverrides()
  }

  private func checkNames() throws(DraftError) {
    guard !id.isEmpty else {
      throw .schema("The form has an empty id.", hint: "Give it one, as “signup”.")
    }
    guard id.utf8.count <= DraftLimits.nameBytes else {
      throw .schema("The form's id is longer than \(DraftLimits.nameBytes) bytes.")
    }
    guard fields.count <= Self.fieldLimit else {
      throw .schema("The form has \(fields.count) fields; \(Self.fieldLimit) are the most.")
    }
  }

  private func checkSteps() throws(DraftError) {
    var seen: [Exact: Int] = [:]
    for (index, step) in steps.enumerated() {
      let number = index + 1
      guard !step.id.isEmpty else { throw .schema("Step \(number) has an empty id.") }
      guard step.id.utf8.count <= DraftLimits.nameBytes else {
        throw .schema("The id of step \(number) is longer than \(DraftLimits.nameBytes) bytes.")
      }
      if let earlier = seen.updateValue(number, forKey: Exact(step.id)) {
        throw .schema("Steps \(earlier) and \(number) have the same id “\(step.id.shown)”.")
      }
    }
  }

  private func checkFields() throws(DraftError) {
    let known = Set(steps.map { Exact($0.id) })
    var seen: [FieldPath: Int] = [:]
    seen.reserveCapacity(fields.count)
    for (index, field) in fields.enumerated() {
      let number = index + 1
      try Self.check(field.path, "field \(number)")
      if let earlier = seen.updateValue(number, forKey: field.path) {
        throw .schema(
          "Fields \(earlier) and \(number) have the same path \(field.path.shown).",
          paths: [field.path])
      }
      if let step = field.step, !known.contains(Exact(step)) {
        throw .schema(
          "Field \(field.path.shown) stands on step “\(step.shown)”, which the form does not have.",
          hint: closest(to: step, in: steps.map(\.id)), paths: [field.path])
      }
      if let identity = field.identity { try Self.check(identity, of: field) }
      for former in field.formerly {
        try Self.check(former, "a former path of \(field.path.shown)")
      }
    }
  }

  private static func check(_ identity: FieldPath, of field: Field) throws(DraftError) {
    guard field.cardinality.isMany else {
      throw .schema(
        "Field \(field.path.shown) has an identity for its items but is not a list.",
        paths: [field.path])
    }
    try check(identity, "the identity in \(field.path.shown)")
  }

  private func checkOverrides() throws(DraftError) {
    for path in overrides.secret + overrides.notSecret {
      try Self.check(path, "a path marked secret or not secret")
    }
    let secret = Set(overrides.secret)
    for path in overrides.notSecret where secret.contains(path) {
      throw .schema("\(path.shown) is marked both secret and not secret.", paths: [path])
    }
  }

  private static func check(_ path: FieldPath, _ what: String) throws(DraftError) {
    var depth = 0
    var length = 0
    for byte in path.pointer.utf8 {
      switch byte {
      case UInt8(ascii: "/"):
        depth += 1
        length = 0
      case UInt8(ascii: "~"): break  // the first of two characters that stand for one
      default: length += 1
      }
      guard length <= DraftLimits.nameBytes else {
        throw .schema(
          "A name in \(what) is longer than \(DraftLimits.nameBytes) bytes: \(path.shown).")
      }
    }
    guard depth > 0 else { throw .schema("The path of \(what) is empty: that is the whole form.") }
    guard depth <= DraftLimits.depth else {
      throw .schema(
        "The path of \(what) is more than \(DraftLimits.depth) names deep: \(path.shown).",
        paths: [path])
    }
  }
}

extension DraftError {
  /// An error of ``Code/invalidSchema``.
  package static func schema(
    _ message: String, hint: String? = nil, paths: [FieldPath] = []
  ) -> DraftError {
    DraftError(.invalidSchema, message, hint: hint, paths: paths)
  }
}

extension String {
  /// The text safe to print, cut where a reader has seen enough of it.
  package var shown: String {
    let most = 80
    guard utf8.count > most else { return printable }
    return String(String.UnicodeScalarView(unicodeScalars.prefix(most))).printable + "…"
  }
}

extension FieldPath {
  /// The pointer safe to print, cut where a reader has seen enough of it.
  package var shown: String { pointer.isEmpty ? "(form)" : pointer.shown }
}
