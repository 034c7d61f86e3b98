import FormDrafts

/// Reads JSON Schema, draft-04 to 2020-12, as the description of a form.
///
/// | JSON Schema | here |
/// | --- | --- |
/// | a property | a field, in order; `title` is its label, `required` asks for it |
/// | string; with format date, time, date-time | text; date, time, dateTime |
/// | string with format data-url, binary; with contentEncoding, format byte | file; bytes |
/// | integer, number, boolean | integer, decimal, boolean |
/// | string with `enum` or `const`, or mixed kinds with them | choice, closed |
/// | other kinds with `enum` | the kind, with closed choices |
/// | `oneOf`/`anyOf` of constants | choices; `title` or `enumNames` label them |
/// | array | many of what the items are; a list of lists is many of `list of` |
/// | array with a list of items | many of what fits them all |
/// | object; its properties; those of each list item | object; fields inside; at `/list/~*/name` |
/// | object of `additionalProperties` or `patternProperties` with a schema | map of that |
/// | `null` beside another type | the other type: null is an answer any field may have |
/// | `oneOf`, `anyOf`, `if`, dependencies | the properties of all; where kinds differ, any |
/// | `writeOnly` | secret, with all inside |
/// | format password | content kind password |
/// | recursion | unfolded once, then any (a secret if a mark stands further in) |
///
/// The whole form is an object. A VS Code manifest is read as the settings it contributes, each
/// section a step.
struct JSONSchemaReader {
  let root: DefinitionNode

  init(_ root: DefinitionNode) { self.root = root }

  func schema(naming: FormNaming) throws(DraftError) -> DraftSchema {
    if let manifest = VSCodeManifest(root.value) {
      return try manifest.schema(naming: naming)
    }
    let id = try root.formID(naming, else: ["$id", "id", "title"])
    var unfolding = SchemaUnfolding(SchemaDocument(root))
    try unfolding.unfold(root)
    return DraftSchema(
      id, version: root.formVersion, title: root.words("title"), fields: unfolding.fields)
  }
}

/// The settings of a VS Code extension: sections of properties in `contributes.configuration`.
struct VSCodeManifest {
  let root: DefinitionNode
  private let configuration: DefinitionNode

  /// Nil if the value contributes no configuration.
  init?(_ value: DraftValue) {
    root = DefinitionNode(value)
    guard let configuration = root["contributes"]?["configuration"] else { return nil }
    switch configuration.value {
    case .list, .object: self.configuration = configuration
    default: return nil
    }
  }

  func schema(naming: FormNaming) throws(DraftError) -> DraftSchema {
    let id = try root.formID(naming, else: ["name", "displayName"])
    var sections = [configuration]
    if case .list = configuration.value { sections = try configuration.items() }
    var steps: [DraftSchema.Step] = []
    var unfolding = SchemaUnfolding(SchemaDocument(root))
    for section in sections {
      var step: String?
      if let title = section.words("title"), !title.isEmpty {
        step = title
        if !steps.contains(where: { $0.id.isSameBytes(as: title) }) {
          steps.append(.init(title, title: title))
        }
      }
      try unfolding.unfold(section, step: step)
    }
    return DraftSchema(
      id, version: root.formVersion, title: root.words("displayName"),
      fields: unfolding.fields, steps: steps)
  }
}
