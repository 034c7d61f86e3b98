extension DraftMapping {
  /// A mapping that is a list of parts.
  ///
  /// ```swift
  /// static let draftMapping = DraftMapping<Order>("order", version: "2") {
  ///   DraftStep("who") {
  ///     DraftField("name", \.name).required()
  ///     DraftScope("address", \.address) {
  ///       DraftField("city", \.city).formerly("town")
  ///     }
  ///   }
  ///   DraftStep("what") {
  ///     DraftList("lines", \.lines, id: \.id, new: { Line(id: $0) }) {
  ///       DraftField("article", \.article)
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - id: the form's id.
  ///   - version: the form's version, if it has one.
  ///   - title: the form's title for people.
  ///   - content: the parts in the form's order.
  public init(
    _ id: String, version: String? = nil, title: String? = nil,
    @DraftMappingBuilder<Form> _ content: () -> [Entry]
  ) {
    self.init(id, version: version, title: title, entries: content())
  }

  init(_ id: String, version: String?, title: String?, entries: [Entry]) {
    let schema = DraftSchema(
      id, version: version, title: title, fields: entries.flatMap { $0.fields.map(\.finished) },
      steps: entries.flatMap(\.steps).withoutRepetitions)
    let index = SchemaIndex(schema)
    let bound = BoundEntries(entries, at: BindingPlace(index: index))
    self.schema = schema
    self.entries = entries
    isMainActorOnly = entries.contains { $0.isMainActorOnly }
    secrets = { bound.secrets(of: $0).map { Redaction.Other(path: $0.path, value: $0.value) } }
    capture = { DraftSnapshot(values: DraftObject(bound.members(of: $0))) }
    fill = { snapshot, form in
      var failures: [FieldPath: DraftError] = [:]
      bound.write(snapshot.values, into: &form, at: .root, &failures)
      return failures
    }
    keyPaths = KeyPathTable(entries.flatMap(\.keyPaths.pairs))
    marks = Self.marks(of: entries)
    fault = Self.fault(of: entries, schema, index)
  }

  private static func fault(
    of entries: [Entry], _ schema: DraftSchema, _ index: SchemaIndex
  ) -> DraftError? {
    do throws(DraftError) {
      try EntryOutline.check(entries.compactMap(\.outline), in: .root, index)
      try schema.check()
      return nil
    } catch {
      return DraftError(
        .invalidSchema, "The form “\(schema.id.shown)”: \(error.message)", hint: error.hint,
        paths: error.paths)
    }
  }

  /// What nested forms say of their own fields.
  private static func marks(
    of entries: [Entry]
  ) -> (@Sendable (Form) -> [FieldPath: DraftMarks])? {
    let sources = entries.compactMap(\.marks)
    guard !sources.isEmpty else { return nil }
    return { form in
      sources.reduce(into: [:]) { result, source in
        result.merge(source(form)) { $0.union($1) }
      }
    }
  }
}

extension [DraftSchema.Step] {
  /// Each step once: a form may name one at several places of its list.
  fileprivate var withoutRepetitions: [DraftSchema.Step] {
    var seen: Set<DraftSchema.Step> = []
    return filter { seen.insert($0).inserted }
  }
}
