import FormDrafts

/// The UI schema of react-jsonschema-form: a tree beside the data.
struct RJSFUISchema {
  private let places: UISchemaPlaces

  init(_ places: UISchemaPlaces) { self.places = places }

  /// The places shown as a secret.
  func marks(in root: DefinitionNode) -> [UISchema.Mark] {
    var marks: [UISchema.Mark] = []
    walk(root, at: .root, into: &marks)
    return marks
  }

  // The tree is as deep as JSON may be, 64.
  private func walk(_ node: DefinitionNode, at path: FieldPath, into marks: inout [UISchema.Mark]) {
    guard case .object(let object) = node.value else { return }
    if let kind = kind(node) { marks.append(.init(path: path, kind: kind)) }
    for member in object.members where !member.name.utf8.starts(with: "ui:".utf8) {
      let child = DefinitionNode(member.value, at: node.place.appending(member.name))
      let place = target(child, named: member.name, at: path)
      for item in (try? child.items()) ?? [child] { walk(item, at: place, into: &marks) }
    }
  }

  /// Where a member leads: to the property of that name if the schema has it, else what
  /// react-jsonschema-form means by it.
  private func target(
    _ child: DefinitionNode, named name: String, at path: FieldPath
  ) -> FieldPath {
    let property = path.appending(name)
    if places.isDeclared(property) { return property }
    switch name {
    case "items", "additionalItems", "additionalProperties": return path.appending(.each)
    case "anyOf", "oneOf", "allOf":
      if case .list = child.value { return path }
      return property
    default: return property
    }
  }

  private func kind(_ node: DefinitionNode) -> DraftSchema.ContentKind? {
    func texts(_ name: String) -> [String] {
      [node.words("ui:\(name)"), node["ui:options"]?.words(name)].compactMap { $0 }
    }
    for words in texts("autocomplete") {
      if let kind = DraftSchema.ContentKind(autocomplete: words) { return kind }
    }
    let isSecret = (texts("widget") + texts("field")).contains(where: SecretRules.isSecretName)
    return isSecret || texts("inputType").contains("password") ? .password : nil
  }
}
