import FormDrafts

/// Reads the choices of questions, each list once: a matrix has them in every row.
final class SurveyChoices {
  typealias Option = DraftSchema.Options.Option

  private let storesOthers: Bool
  private var known: [FieldPath: [Option]] = [:]

  /// - Throws: ``DraftError/Code/invalidSchema`` if the survey's own setting is malformed.
  init(_ root: DefinitionNode) throws(DraftError) {
    storesOthers = try Self.storesOthers(root) ?? true
  }

  /// The choices of a question; nil if nothing is said of them.
  func options(of element: SurveyElement) throws(DraftError) -> DraftSchema.Options? {
    let node = element.node
    var items = try items(node["choices"])
    if items.isEmpty { items = try self.items(element.sharedChoices) }
    var isClosed = !items.isEmpty && !Self.areDynamic(node)
    for (names, value, label) in Self.specialItems {
      guard try node.isSet(names.new, names.old) else { continue }
      items.append(Option(.text(value), label: node.localizedText(label)))
    }
    if try hasOther(node) {
      if try storesOther(node) {
        items.append(Option("other", label: node.localizedText("otherText")))
      } else {
        isClosed = false
      }
    }
    guard !items.isEmpty || Self.areDynamic(node) else { return nil }
    return .joined([.init(items)], isClosed: isClosed)
  }

  /// The choices of a type of the app's own: who knows what they mean, so nothing is refused.
  func openOptions(of element: SurveyElement) -> DraftSchema.Options? {
    guard let items = try? items(element.node["choices"]), !items.isEmpty else { return nil }
    return .joined([.init(items)], isClosed: false)
  }

  private static let specialItems: [(names: (new: String, old: String), String, label: String)] = [
    (("showNoneItem", "hasNone"), "none", "noneText"),
    (("showRefuseItem", "hasRefuse"), "refused", "refuseText"),
    (("showDontKnowItem", "hasDontKnow"), "dontknow", "dontKnowText"),
  ]

  /// Whether they come from elsewhere, come and go with other answers, or are made by people.
  private static func areDynamic(_ node: DefinitionNode) -> Bool {
    let names = [
      "choicesByUrl", "choicesFromQuestion", "choicesVisibleIf", "choicesEnableIf", "choicesMin",
      "choicesMax", "choicesLazyLoadEnabled", "allowCustomChoices",
    ]
    return names.contains { !node[$0].isNothing }
  }
}

extension SurveyChoices {
  private func hasOther(_ node: DefinitionNode) throws(DraftError) -> Bool {
    try node.isSet("showOtherItem", "hasOther")
  }

  /// Whether a person may write another choice, and it is kept beside the answer, not as it.
  func storesOther(_ node: DefinitionNode) throws(DraftError) -> Bool {
    guard try hasOther(node) else { return false }
    return try Self.storesOthers(node) ?? storesOthers
  }

  private static func storesOthers(_ node: DefinitionNode) throws(DraftError) -> Bool? {
    let name = "storeOthersAsComment"
    guard let value = node[name]?.value, value != .null, value != "default" else { return nil }
    return try node.isSet(name)
  }

  /// The items of a list of choices, columns or values; none if it is not there.
  func items(_ list: DefinitionNode?) throws(DraftError) -> [Option] {
    guard let list, list.value != .null else { return [] }
    if let items = known[list.place] { return items }
    var items: [Option] = []
    for node in try list.items() { items.append(try Self.item(node)) }
    known[list.place] = items
    return items
  }

  /// One of them: a value, `value|words`, or an object with value and words.
  static func item(_ node: DefinitionNode) throws(DraftError) -> Option {
    switch node.value {
    case .object:
      let value = try node.demand("value")
      guard value.value != .null else { break }
      let option = separated(value.value)
      let label = node.localizedText("text") ?? option.label
      return Option(option.value, label: label)
    case .text, .number, .bool: return separated(node.value)
    default: break
    }
    throw node.failure(
      "this is not a choice.",
      hint: "Write a text, a number, or {\"value\": …, \"text\": \"WORDS\"}.")
  }

  private static func separated(_ value: DraftValue) -> Option {
    guard case .text(let text) = value, let bar = text.utf8.firstIndex(of: UInt8(ascii: "|"))
    else { return Option(value) }
    let words = String(text[text.utf8.index(after: bar)...])
    return Option(.text(String(text[..<bar])), label: words.isEmpty ? nil : words)
  }
}
