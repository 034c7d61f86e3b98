/// The native JSON form of a schema.
///
/// ```json
/// {"formdrafts": 1, "form": "signup", "version": "2", "title": "Sign up",
///  "fields": [
///    {"path": "/name", "type": "text", "required": true, "label": "Your name", "step": "you"},
///    {"path": "/plan", "type": "choice", "options": ["solo", {"value": "team", "label": "Team"}]},
///    {"path": "/phones", "type": "object", "many": true, "identity": "/id"},
///    {"path": "/phones/~*/number", "type": "text", "formerly": ["/phones/~*/nr"]}],
///  "steps": [{"id": "you", "title": "You", "skippable": true, "formerly": ["person"]}],
///  "secret": ["/iban"], "notSecret": ["/secretSanta"]}
/// ```
///
/// `docs/SCHEMA.md` has all members in a table. The reader knows no other member and refuses one
/// it does not know, with the nearest it knows: a misspelt `formerly` must not be lost. What is
/// left out is what the initialisers of ``DraftSchema`` leave out. A path is a JSON pointer, or one
/// name if it does not begin with a slash.
///
/// Writing and reading back gives an equal schema.
enum NativeSchema {
  static let version = 1
  static let formMembers = [
    "formdrafts", "form", "version", "title", "fields", "steps", "secret", "notSecret",
  ]
  static let fieldMembers = [
    "path", "type", "many", "required", "retention", "contentKind", "options", "closed",
    "formerly", "identity", "default", "label", "step",
  ]
  static let stepMembers = ["id", "title", "skippable", "formerly"]
  static let optionMembers = ["value", "label"]
}

extension DraftSchema {
  /// Reads the native JSON form.
  ///
  /// - Parameter bytes: the JSON text in UTF-8.
  /// - Throws: ``DraftError/Code/invalidJSON``, ``DraftError/Code/tooLarge``;
  ///   ``DraftError/Code/invalidSchema`` with the JSON pointer of the place.
  package init(nativeJSON bytes: [UInt8]) throws(DraftError) {
    try self.init(nativeJSON: DraftValue(json: bytes))
  }

  /// Reads the native JSON form from a value that was read with `$draft` objects.
  ///
  /// - Throws: ``DraftError/Code/invalidSchema`` with the JSON pointer of the place.
  package init(nativeJSON value: DraftValue) throws(DraftError) {
    let node = DefinitionNode(value)
    try NativeSchema.checkVersion(node)
    try node.allow(NativeSchema.formMembers)
    var fields: [Field] = []
    for item in try node.demand("fields").items() { fields.append(try NativeSchema.field(item)) }
    var steps: [Step] = []
    for item in try node["steps"]?.items() ?? [] { steps.append(try NativeSchema.step(item)) }
    self.init(
      try node.demand("form").text(), version: try node["version"]?.text(),
      title: try node["title"]?.text(), fields: fields, steps: steps,
      overrides: SecretOverrides(
        secret: try NativeSchema.paths(node["secret"]),
        notSecret: try NativeSchema.paths(node["notSecret"])))
    try check()
  }
}

extension NativeSchema {
  fileprivate static func checkVersion(_ node: DefinitionNode) throws(DraftError) {
    let mark = try node.demand("formdrafts")
    guard case .number(let literal) = mark.value else { throw mark.wrongKind("a number") }
    guard literal == "\(version)" else {
      throw mark.failure(
        "this is version \(literal.shown) of the native form; known is \(version).",
        hint: "A later FormDrafts reads it.")
    }
  }

  fileprivate static func field(_ node: DefinitionNode) throws(DraftError) -> DraftSchema.Field {
    try node.allow(fieldMembers)
    let type = try node.demand("type")
    guard let words = DraftSchema.ValueType(try type.text()) else { throw unknownType(type) }
    return DraftSchema.Field(
      try path(node.demand("path")), words, isMany: try node["many"]?.flag() ?? false,
      isRequired: try node["required"]?.flag() ?? false,
      retention: try word(node["retention"]) ?? .automatic,
      contentKind: try word(node["contentKind"]), options: try options(node),
      formerly: try paths(node["formerly"]), identity: try node["identity"].map(path),
      defaultValue: node["default"]?.value, label: try node["label"]?.text(),
      step: try node["step"]?.text())
  }

  fileprivate static func step(_ node: DefinitionNode) throws(DraftError) -> DraftSchema.Step {
    try node.allow(stepMembers)
    var formerly: [String] = []
    for item in try node["formerly"]?.items() ?? [] { formerly.append(try item.text()) }
    return DraftSchema.Step(
      try node.demand("id").text(), title: try node["title"]?.text(),
      isSkippable: try node["skippable"]?.flag() ?? false, formerly: formerly)
  }

  private static func options(_ node: DefinitionNode) throws(DraftError) -> DraftSchema.Options? {
    let isClosed = try node["closed"]?.flag()
    guard let list = node["options"] else {
      guard isClosed == nil else { throw node.failure("“closed” stands without “options”.") }
      return nil
    }
    var items: [DraftSchema.Options.Option] = []
    for item in try list.items() {
      guard case .object = item.value else {
        items.append(.init(item.value))
        continue
      }
      try item.allow(optionMembers)
      items.append(.init(try item.demand("value").value, label: try item["label"]?.text()))
    }
    return DraftSchema.Options(items, isClosed: isClosed ?? true)
  }

  fileprivate static func paths(_ node: DefinitionNode?) throws(DraftError) -> [FieldPath] {
    var result: [FieldPath] = []
    for item in try node?.items() ?? [] { result.append(try path(item)) }
    return result
  }

  private static func path(_ node: DefinitionNode) throws(DraftError) -> FieldPath {
    do {
      return try FieldPath(argument: node.text())
    } catch  where error.code == .invalidPath {
      throw node.failure("this is not a field path.", hint: error.hint)
    }
  }

  private static func word<Word: RawRepresentable<String> & CaseIterable>(
    _ node: DefinitionNode?
  ) throws(DraftError) -> Word? {
    guard let node else { return nil }
    let text = try node.text()
    if let word = Word(rawValue: text) { return word }
    let known = Word.allCases.map(\.rawValue)
    throw node.failure(
      "“\(text.shown)” is not one of \(known.joined(separator: ", ")).",
      hint: closest(to: text, in: known))
  }

  private static func unknownType(_ node: DefinitionNode) -> DraftError {
    let known = [
      "text", "integer", "decimal", "boolean", "date", "time", "dateTime", "choice", "file",
      "bytes", "object", "any", "list of …", "map of …",
    ]
    guard case .text(let text) = node.value else { return node.wrongKind("a text") }
    let hint = closest(to: text, in: known) ?? "Known are \(known.joined(separator: ", "))."
    return node.failure("“\(text.shown)” is not a type.", hint: hint)
  }
}
