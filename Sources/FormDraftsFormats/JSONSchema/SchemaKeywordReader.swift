import FormDrafts

/// Reads the keywords of one schema, apart from those that combine schemas.
struct SchemaKeywordReader {
  let node: DefinitionNode

  init(_ node: DefinitionNode) { self.node = node }

  /// What this schema by itself says.
  ///
  /// - Throws: ``DraftError/Code/invalidSchema`` for a keyword of the wrong kind.
  func shape() throws(DraftError) -> SchemaShape {
    var shape = SchemaShape()
    switch node.value {
    case .bool(let isAllowed): shape.isNever = !isAllowed
    case .object(let object):
      shape.title = node.words("title")
      shape.defaultValue = node["default"]?.value
      shape.kinds = try kinds()
      shape.options = try options()
      if shape.kinds == nil { shape.kinds = shape.options.map(Self.kinds(of:)) }
      shape.hints = Self.hints(object)
      try readText(into: &shape)
      try readObject(into: &shape)
      try readList(into: &shape)
    default: throw node.wrongKind("a schema (an object, true or false)")
    }
    return shape
  }
}

extension SchemaKeywordReader {
  private static let typeWords: [(String, SchemaShape.Kinds?)] = [
    ("string", .string), ("integer", .integer), ("number", .number), ("boolean", .boolean),
    ("object", .object), ("array", .list), ("null", .null), ("any", nil),
  ]

  private func kinds() throws(DraftError) -> SchemaShape.Kinds? {
    guard let type = node["type"] else { return nil }
    guard case .list = type.value else { return try Self.kind(type) }
    var kinds: SchemaShape.Kinds = []
    for item in try type.items() {
      guard let kind = try Self.kind(item) else { return nil }
      kinds.formUnion(kind)
    }
    guard !kinds.isEmpty else {
      throw type.failure("the list of types is empty.", hint: "Name one, or leave “type” out.")
    }
    return kinds
  }

  /// The kinds of a type's name; nil for `any` of draft-03.
  private static func kind(_ node: DefinitionNode) throws(DraftError) -> SchemaShape.Kinds? {
    let word = try node.text()
    if let known = typeWords.first(where: { $0.0 == word }) { return known.1 }
    let names = typeWords.dropLast().map(\.0)
    throw node.failure(
      "“\(word.shown)” is not a type.",
      hint: closest(to: word, in: names) ?? "Known are \(names.joined(separator: ", ")).")
  }

  private static func kinds(of options: DraftSchema.Options) -> SchemaShape.Kinds {
    options.items.reduce(into: []) { $0.formUnion(kind(of: $1.value)) }
  }

  private static func kind(of value: DraftValue) -> SchemaShape.Kinds {
    switch value {
    case .null: .null
    case .bool: .boolean
    case .number(let literal): literal.isWholeNumber ? .integer : .number
    case .text, .bytes, .file: .string
    case .list: .list
    case .object: .object
    }
  }

  /// The kinds that keywords speak of: `{"minLength": 2}` speaks of texts.
  private static func hints(_ object: DraftObject) -> SchemaShape.Kinds {
    var hints: SchemaShape.Kinds = []
    for member in object.members {
      switch member.name {
      case "minLength", "maxLength", "pattern", "contentEncoding", "contentMediaType":
        hints.insert(.string)
      case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
        hints.formUnion(.number)
      case "items", "prefixItems", "minItems", "maxItems", "uniqueItems", "additionalItems",
        "contains", "unevaluatedItems":
        hints.insert(.list)
      case "properties", "patternProperties", "minProperties", "maxProperties", "propertyNames",
        "dependencies", "dependentRequired", "dependentSchemas":
        hints.insert(.object)
      case "required", "additionalProperties", "unevaluatedProperties":
        if case .bool = member.value { continue }
        hints.insert(.object)
      case "format":
        if case .text(let format) = member.value, !numberFormats.contains(format) {
          hints.insert(.string)
        }
      default: continue
      }
    }
    return hints
  }

  private static let numberFormats: Set<String> = ["int32", "int64", "float", "double"]
}

extension SchemaKeywordReader {
  private func options() throws(DraftError) -> DraftSchema.Options? {
    if let constant = node["const"] {
      return .init([.init(constant.value)])
    }
    guard let list = node["enum"] else { return nil }
    let values = try list.items()
    guard !values.isEmpty else {
      throw list.failure(
        "the list is empty: nothing could be chosen.", hint: "Put a value in, or leave “enum” out.")
    }
    let labels = (try? node["enumNames"]?.items()) ?? []
    return .init(
      values.enumerated().map { position, value in
        guard labels.indices.contains(position), let label = try? labels[position].text() else {
          return .init(value.value)
        }
        return .init(value.value, label: label)
      })
  }

  private func readText(into shape: inout SchemaShape) throws(DraftError) {
    if node["writeOnly"]?.value == .bool(true) { shape.secrecy = .writeOnly }
    switch node.words("format") {
    case "date": shape.text = .date
    case "time", "iso-time": shape.text = .time
    case "date-time", "iso-date-time": shape.text = .dateTime
    case "data-url", "binary": shape.text = .file
    case "byte", "base64": shape.text = .bytes
    case "password":
      shape.text = .plain
      if shape.secrecy == .none { shape.secrecy = .password }
    default: break
    }
    if node.words("contentEncoding") != nil, shape.text == nil { shape.text = .bytes }
  }

  private func readObject(into shape: inout SchemaShape) throws(DraftError) {
    shape.required = try requiredNames()
    for (name, schema) in try node["properties"]?.members() ?? [] {
      let isRequired = schema["required"]?.value == .bool(true)
      shape.members.append(
        .init(name: Exact(name), rule: SchemaRule(schema), isRequired: isRequired))
    }
    var values: [SchemaRule] = []
    for (_, schema) in try node["patternProperties"]?.members() ?? [] {
      values.append(SchemaRule(schema))
    }
    // Allowing anything, `true` or `{}`, says no more than leaving the keyword out; and whatever
    // additionalProperties says, it leaves nothing unevaluated.
    if let schema = node["additionalProperties"] ?? node["unevaluatedProperties"],
      !(try schema.isAnything())
    {
      values.append(SchemaRule(schema))
    }
    if !values.isEmpty { shape.extra = .alternatives(values, isComplete: true) }
  }

  private func requiredNames() throws(DraftError) -> Set<Exact> {
    guard let list = node["required"] else { return [] }
    if case .bool = list.value { return [] }  // draft-03 said it inside the property
    var names: Set<Exact> = []
    for item in try list.items() { names.insert(Exact(try item.text())) }
    return names
  }

  private func readList(into shape: inout SchemaShape) throws(DraftError) {
    var rules: [SchemaRule] = []
    for item in try node["prefixItems"]?.items() ?? [] { rules.append(SchemaRule(item)) }
    if let items = node["items"] {
      if case .list = items.value {
        for item in try items.items() { rules.append(SchemaRule(item)) }
        rules += try ruleOfFurtherItems("additionalItems", "unevaluatedItems")
      } else if !(rules.isEmpty ? false : try items.isAnything()) {
        rules.append(SchemaRule(items))
      }
    } else {
      rules += try ruleOfFurtherItems("unevaluatedItems")
    }
    if !rules.isEmpty { shape.items = .alternatives(rules, isComplete: true) }
  }

  /// What items beyond a list of them must be; one schema for all of them leaves none.
  private func ruleOfFurtherItems(_ names: String...) throws(DraftError) -> [SchemaRule] {
    for name in names {
      guard let schema = node[name] else { continue }
      return try schema.isAnything() ? [] : [SchemaRule(schema)]
    }
    return []
  }
}

extension DefinitionNode {
  /// Whether this is a schema that says nothing, or one that forbids everything: neither describes
  /// a value.
  func isAnything() throws(DraftError) -> Bool {
    switch value {
    case .bool: true
    case .object(let object): object.isEmpty
    default: throw wrongKind("a schema (an object, true or false)")
    }
  }
}
