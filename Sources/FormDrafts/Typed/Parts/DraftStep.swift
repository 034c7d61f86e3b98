/// A step (page) of a form, and the parts that stand on it.
///
/// A step says where its parts are asked for; in the draft they stand where they would without
/// it, so that a field may move to another step freely.
///
/// ```swift
/// DraftStep("contact", skippable: true) {
///   DraftField("email", \.email)
/// }
/// ```
public struct DraftStep<Form>: DraftPart {
  /// The parts, as a mapping holds them.
  public let entries: [DraftMapping<Form>.Entry]

  /// A step with parts.
  ///
  /// - Parameters:
  ///   - id: the step's lasting id.
  ///   - title: the title for people.
  ///   - skippable: whether a person may pass it over; not unless said.
  ///   - formerly: ids it had in earlier versions of the form.
  ///   - content: the parts that stand on it.
  public init(
    _ id: String, title: String? = nil, skippable: Bool = false, formerly: [String] = [],
    @DraftMappingBuilder<Form> _ content: () -> [DraftMapping<Form>.Entry]
  ) {
    let step = DraftSchema.Step(id, title: title, isSkippable: skippable, formerly: formerly)
    var entries = content().map { entry in
      var entry = entry
      for position in entry.fields.indices where entry.fields[position].field.step == nil {
        entry.fields[position].field.step = id
      }
      return entry
    }
    if entries.isEmpty {
      entries = [.noFields]
    }
    entries[0].steps.insert(step, at: 0)
    self.entries = entries
  }
}

extension DraftMapping.Entry {
  /// What carries a step without fields: a summary, a consent that is not kept.
  fileprivate static var noFields: Self {
    Self(outline: nil, fields: [], keyPaths: KeyPathTable([])) { _ in nil }
  }
}
