/// One place in a definition: its value, and the JSON pointer that errors name.
package struct DefinitionNode: Sendable {
  /// What stands there.
  package let value: DraftValue
  /// Where it stands in the definition.
  package let place: FieldPath
  /// What it is a place of, for errors.
  private let document: String

  /// A place.
  package init(
    _ value: DraftValue, at place: FieldPath = .root, of document: String = "The definition"
  ) {
    self.value = value
    self.place = place
    self.document = document
  }

  /// A member of the object that stands here; nil if it has none of that name or is no object.
  package subscript(name: String) -> DefinitionNode? {
    guard case .object(let object) = value, let member = object[name] else { return nil }
    return DefinitionNode(member, at: place.appending(name), of: document)
  }

  /// An error of ``DraftError/Code/invalidSchema`` that names this place.
  package func failure(
    _ sentence: String, hint: String? = nil, paths: [FieldPath] = []
  ) -> DraftError {
    let position = place.pointer.isEmpty ? "at its top" : "at \(place.pointer.shownTail)"
    return .schema(
      "\(document) cannot be understood \(position): \(sentence)", hint: hint,
      paths: paths)
  }
}

extension DefinitionNode {
  /// The members of the object that stands here.
  package func members() throws(DraftError) -> [(name: String, node: DefinitionNode)] {
    guard case .object(let object) = value else { throw wrongKind("an object") }
    return object.members.map {
      ($0.name, DefinitionNode($0.value, at: place.appending($0.name), of: document))
    }
  }

  /// The items of the list that stands here.
  package func items() throws(DraftError) -> [DefinitionNode] {
    guard case .list(let items) = value else { throw wrongKind("a list") }
    return items.enumerated().map {
      DefinitionNode($1, at: place.appending(String($0)), of: document)
    }
  }

  /// The text that stands here.
  package func text() throws(DraftError) -> String {
    guard case .text(let text) = value else { throw wrongKind("a text") }
    return text
  }

  /// The boolean that stands here.
  package func flag() throws(DraftError) -> Bool {
    guard case .bool(let flag) = value else { throw wrongKind("true or false") }
    return flag
  }

  /// A member that must be there.
  package func demand(_ name: String) throws(DraftError) -> DefinitionNode {
    if let node = self[name] { return node }
    let names = try members().map(\.name)
    let hint = closest(to: name, in: names) ?? "Add “\(name)”."
    throw failure("“\(name)” is missing.", hint: hint)
  }

  /// Refuses a member that is none of these: a misspelt one must not be lost in silence.
  package func allow(_ names: [String]) throws(DraftError) {
    for (name, _) in try members() where !names.contains(where: { $0.isSameBytes(as: name) }) {
      let hint = closest(to: name, in: names) ?? "Known are \(names.joined(separator: ", "))."
      throw failure("“\(name.shown)” is not known here.", hint: hint)
    }
  }

  /// The error for something of another kind; says the kind found, not the value.
  package func wrongKind(_ expected: String) -> DraftError {
    let hint =
      switch expected {
      case "an object": "Write it as {\"NAME\": …}."
      case "a list": "Write it as [ … ]."
      case "a text": "Write it in quotes."
      case "a number", "true or false": "Write it without quotes."
      default: "Put \(expected) there."
      }
    return failure("\(expected) is expected, not \(value.kind).", hint: hint)
  }
}

extension DraftValue {
  /// The kind in words: `a text`.
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .text: "a text"
    case .bytes: "bytes"
    case .list: "a list"
    case .object: "an object"
    case .file: "a file"
    }
  }
}

extension String {
  /// Safe to print; of a long pointer the end is kept, which tells more.
  fileprivate var shownTail: String {
    let most = 200
    guard utf8.count > most else { return printable }
    return "…" + String(String.UnicodeScalarView(unicodeScalars.suffix(most))).printable
  }
}
