import FormDrafts

/// An element that holds an answer.
struct SurveyQuestion {
  let element: SurveyElement
  let base: FieldPath
  let name: String
  let context: SurveyContext

  var node: DefinitionNode { element.node }
  var path: FieldPath { base.appending(name) }

  /// - Throws: ``DraftError/Code/invalidSchema`` if it has no name.
  init(
    _ element: SurveyElement, at base: FieldPath, _ context: SurveyContext
  ) throws(DraftError) {
    self.element = element
    self.base = base
    self.context = context
    if let shared = try element.node.word("valueName") {
      name = shared
    } else {
      name = try element.node.demandWord("name")
    }
    try element.node.checkName(name)
  }

  /// The field of the answer, that of the comment beside it, and what stands inside.
  func parts() throws(DraftError) -> [SurveyPart] {
    let field = try field()
    var parts = [SurveyPart.field(field, from: node)]
    if let comment = try comment(beside: field) { parts.append(.field(comment, from: node)) }
    return try parts + inner()
  }

  /// A field as this question, or a part of it, would have it.
  func field(
    _ path: FieldPath, _ answer: SurveyAnswer, label: String? = nil
  ) -> DraftSchema.Field {
    DraftSchema.Field(
      path, answer.type, isMany: answer.isMany, options: answer.options, label: label,
      step: context.step)
  }

  private func field() throws(DraftError) -> DraftSchema.Field {
    let answer = try answer()
    var field = field(path, answer, label: node.localizedText("title"))
    field.isRequired = node["isRequired"]?.value == .bool(true)
    field.defaultValue = defaultValue(answer)
    field.contentKind = contentKind
    if !isKnown, SecretRules.isSecretName(element.type) || node.holdsPasswordInput {
      field.retention = .secret
    }
    if field.isMany, field.type == .object, let key = try node.word("keyName") {
      try node.checkName(key)
      field.identity = FieldPath([key])
    }
    return field
  }

  /// What a text is, by the kind of input or HTML's name for what is asked.
  private var contentKind: DraftSchema.ContentKind? {
    if node.isPasswordInput { return .password }
    return node.words("autocomplete").flatMap(DraftSchema.ContentKind.init(autocomplete:))
  }

  private func defaultValue(_ answer: SurveyAnswer) -> DraftValue? {
    guard let value = node["defaultValue"]?.value, value != .null else { return nil }
    guard answer.type == .boolean, case .text(let word) = value else { return value }
    // SurveyJS writes these as texts.
    return switch word {
    case "true": true
    case "false": false
    default: nil
    }
  }

  /// What a person may write beside the answer; as secret as the answer.
  private func comment(
    beside field: DraftSchema.Field
  ) throws(DraftError) -> DraftSchema.Field? {
    let isStored = try context.choices.storesOther(node)
    guard try node.isSet("showCommentArea", "hasComment") || isStored else { return nil }
    let name = name + "-Comment"
    try node.checkName(name)
    let label = node.localizedText("commentText") ?? node.localizedText("otherText")
    var comment = self.field(base.appending(name), SurveyAnswer(.text), label: label)
    if field.effectiveRetention == .secret { comment.retention = .secret }
    return comment
  }
}

extension DefinitionNode {
  /// Whether what is typed here is shown as a password.
  var isPasswordInput: Bool { words("inputType")?.lowercased() == "password" }

  /// Whether something here or inside is shown as a password, whatever the rest means.
  var holdsPasswordInput: Bool {
    var pending = [self]
    while let next = pending.popLast() {
      if next.isPasswordInput { return true }
      if let members = try? next.members() {
        pending += members.map(\.node)
      } else if let items = try? next.items() {
        pending += items
      }
    }
    return false
  }
}
