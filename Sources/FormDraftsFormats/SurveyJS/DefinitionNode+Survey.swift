import FormDrafts

extension DefinitionNode {
  /// A list, by the first of these names that stands there; `null` is as nothing.
  func list(of names: String...) throws(DraftError) -> [DefinitionNode]? {
    for name in names {
      guard let list = self[name], list.value != .null else { continue }
      return try list.items()
    }
    return nil
  }

  /// Whether the first of these names that stands there says true; `null` is as nothing.
  func isSet(_ names: String...) throws(DraftError) -> Bool {
    for name in names {
      guard let flag = self[name], flag.value != .null else { continue }
      return try flag.flag()
    }
    return false
  }

  /// A text that decides something; nil if it is not there, null or empty.
  func word(_ name: String) throws(DraftError) -> String? {
    guard let node = self[name], node.value != .null else { return nil }
    let text = try node.text()
    return text.isEmpty ? nil : text
  }

  /// A text that must be there.
  func demandWord(_ name: String) throws(DraftError) -> String {
    if let word = try word(name) { return word }
    throw try demand(name).failure("a text is expected here, and it is empty.", hint: "Fill it in.")
  }

  /// Words for people: a text, or one for each language, of which the default is taken.
  func localizedText(_ name: String) -> String? {
    if let text = words(name) { return text.isEmpty ? nil : text }
    guard let node = self[name], case .object(let object) = node.value else { return nil }
    if let text = node.words("default") { return text }
    for member in object.members {
      if case .text(let text) = member.value { return text }
    }
    return nil
  }

  /// Refuses what cannot be the name of a member.
  func checkName(_ name: String) throws(DraftError) {
    guard !name.isEmpty else { throw failure("the name is empty.", hint: "Give it one.") }
    guard name.utf8.count <= DraftLimits.nameBytes else {
      throw failure(
        "the name is longer than \(DraftLimits.nameBytes) bytes.", hint: "Give it a shorter one.")
    }
  }
}

extension DefinitionNode? {
  /// Whether nothing is said here: not there, or null, false, an empty text, list or object.
  var isNothing: Bool {
    switch self?.value {
    case nil, .null, .bool(false): true
    case .text(let text): text.isEmpty
    case .list(let items): items.isEmpty
    case .object(let object): object.isEmpty
    default: false
    }
  }
}
