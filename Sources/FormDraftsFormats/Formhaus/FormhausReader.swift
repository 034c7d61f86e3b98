import FormDrafts

/// Reads Formhaus definitions as they are.
///
/// | Formhaus type | here |
/// | --- | --- |
/// | text, email, phone, tel, url, search, textarea, hidden | text |
/// | password | text, content kind password |
/// | number | decimal (a definition never says that a number is whole) |
/// | select, radio, autocomplete | choice |
/// | multiselect, checkbox-group, or a checkbox with options | choice, many |
/// | checkbox, switch | boolean |
/// | date, time, datetime, file | the same |
/// | anything else: a custom type of the app | any; a secret if its name says so |
///
/// Options are closed unless they come from a provider (`optionsFrom`). A step with `skip` may be
/// passed over. With `steps`, `fields` is ignored, as the definition's own schema says. Formhaus
/// wants a key once in a form; where two routes ask for the same key in the same way it is one
/// field, on the first of the steps.
struct FormhausReader {
  let root: DefinitionNode
  private var fields: [DraftSchema.Field] = []
  private var seen: [FieldPath: (position: Int, node: DefinitionNode)] = [:]

  init(_ root: DefinitionNode) { self.root = root }

  func schema(naming: FormNaming) throws(DraftError) -> DraftSchema {
    var copy = self
    return try copy.read(naming: naming)
  }

  private mutating func read(naming: FormNaming) throws(DraftError) -> DraftSchema {
    let id = try root.formID(naming, else: ["id", "title"])
    var steps: [DraftSchema.Step] = []
    let stepNodes = try root["steps"]?.items() ?? []
    for node in stepNodes {
      let step = try step(node)
      steps.append(step)
      for field in try node.demand("fields").items() { try add(field, step: step.id) }
    }
    if stepNodes.isEmpty {
      guard let list = root["fields"] else {
        throw root.failure(
          "there are no “fields” and no “steps”.", hint: "Give it a list of one or the other.")
      }
      for field in try list.items() { try add(field, step: nil) }
    }
    return DraftSchema(
      id, version: root.formVersion, title: root.words("title"), fields: fields, steps: steps)
  }

  private func step(_ node: DefinitionNode) throws(DraftError) -> DraftSchema.Step {
    let isSkippable =
      switch node["skip"]?.value {
      case nil, .null, .bool(false): false
      default: true
      }
    return DraftSchema.Step(
      try node.demand("id").text(), title: node.words("title"), isSkippable: isSkippable)
  }

  private mutating func add(_ node: DefinitionNode, step: String?) throws(DraftError) {
    let field = try field(node, step: step)
    guard let earlier = seen[field.path] else {
      seen[field.path] = (fields.count, node)
      fields.append(field)
      return
    }
    let first = fields[earlier.position]
    guard first.type == field.type, first.isMany == field.isMany else {
      throw node.failure(
        "the key “\(field.path.lastName?.shown ?? "")” asks for \(field.words) here and for "
          + "\(first.words) at \(earlier.node.place).",
        hint: "Give one of them another key.", paths: [field.path])
    }
    fields[earlier.position] = Self.merged(first, field)
  }

  private static func merged(
    _ first: DraftSchema.Field, _ second: DraftSchema.Field
  ) -> DraftSchema.Field {
    var merged = first
    merged.isRequired = first.isRequired && second.isRequired
    merged.contentKind = first.contentKind ?? second.contentKind
    if second.retention == .secret { merged.retention = .secret }
    guard let mine = first.options, let theirs = second.options else {
      merged.options?.isClosed = false
      return merged
    }
    let new = theirs.items.filter { option in !mine.items.contains { $0.value == option.value } }
    merged.options = .init(mine.items + new, isClosed: mine.isClosed && theirs.isClosed)
    return merged
  }
}

extension FormhausReader {
  private func field(
    _ node: DefinitionNode, step: String?
  ) throws(DraftError) -> DraftSchema.Field {
    let key = try node.demand("key")
    guard try !key.text().isEmpty else {
      throw key.failure("the key is empty.", hint: "Give the field a key of its own.")
    }
    let type = try node.demand("type").text()
    let options = try options(node)
    let (valueType, isMany) = Self.valueType(type, hasOptions: options != nil)
    let isMultiple = node["multiple"]?.value == .bool(true)
    var field = DraftSchema.Field(
      FieldPath([try key.text()]), valueType, isMany: isMany || isMultiple,
      isRequired: isRequired(node), options: options, defaultValue: node["defaultValue"]?.value,
      label: node.words("label"), step: step)
    if type == "password" {
      field.contentKind = .password
    } else if valueType == .any, SecretRules.isSecretName(type) {
      field.retention = .secret
    }
    return field
  }

  private static func valueType(
    _ type: String, hasOptions: Bool
  ) -> (DraftSchema.ValueType, isMany: Bool) {
    switch type {
    case "text", "email", "phone", "tel", "url", "search", "textarea", "hidden", "password":
      (.text, false)
    case "number": (.decimal, false)
    case "select", "radio", "autocomplete": (.choice, false)
    case "multiselect", "checkbox-group": (.choice, true)
    case "checkbox": hasOptions ? (.choice, true) : (.boolean, false)
    case "switch": (.boolean, false)
    case "date": (.date, false)
    case "time": (.time, false)
    case "datetime": (.dateTime, false)
    case "file": (.file, false)
    default: (.any, false)
    }
  }

  private func isRequired(_ node: DefinitionNode) -> Bool {
    switch node["validation"]?["required"]?.value {
    case .bool(let flag): flag
    case .text(let words): !words.isEmpty
    default: false
    }
  }

  private func options(_ node: DefinitionNode) throws(DraftError) -> DraftSchema.Options? {
    guard let list = node["options"] else { return nil }
    var items: [DraftSchema.Options.Option] = []
    for item in try list.items() {
      if case .object = item.value {
        items.append(.init(try item.demand("value").value, label: item.words("label")))
      } else {
        items.append(.init(item.value))
      }
    }
    return DraftSchema.Options(items, isClosed: node["optionsFrom"] == nil)
  }
}

extension DraftSchema.Field {
  /// The type in words: `many choice`.
  fileprivate var words: String { isMany ? "many \(type)" : "\(type)" }
}
