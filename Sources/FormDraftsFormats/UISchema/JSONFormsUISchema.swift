import FormDrafts

/// The UI schema of JSON Forms: layouts of controls that point into the data schema.
struct JSONFormsUISchema {
  private let places: UISchemaPlaces

  init(_ places: UISchemaPlaces) { self.places = places }

  /// Whether the value is one: its elements have a `type` that is a text.
  static func isOne(_ root: DefinitionNode) -> Bool {
    guard root.words("type") != nil else { return false }
    return root["elements"] != nil || root["scope"] != nil
  }

  /// The places shown as a password.
  ///
  /// - Throws: ``DraftError/Code/invalidSchema`` for elements or a scope of the wrong kind.
  func marks(in root: DefinitionNode) throws(DraftError) -> [UISchema.Mark] {
    var marks: [UISchema.Mark] = []
    var pending = [(node: root, base: FieldPath.root)]
    while let (node, base) = pending.popLast() {
      for element in try node["elements"]?.items() ?? [] { pending.append((element, base)) }
      guard let scope = node["scope"] else { continue }
      let path = try path(of: scope, from: base)
      let options = node["options"]
      if options?["format"]?.value == .text("password")
        || options?["type"]?.value == .text("password")
      {
        marks.append(.init(path: path))
      }
      if let detail = options?["detail"], case .object = detail.value {
        let isList = places.isList(path) ?? false
        pending.append((detail, isList ? path.appending(.each) : path))
      }
    }
    return marks
  }

  /// `#/properties/address/properties/city` is `/address/city`; `items` is each item.
  private func path(of scope: DefinitionNode, from base: FieldPath) throws(DraftError) -> FieldPath
  {
    var path = base
    let pointer = try scope.text().drop { $0 == "#" }
    guard let names = try? FieldPath(pointer: String(pointer)).names else {
      throw scope.failure("this is not a scope.", hint: "Write it as #/properties/NAME.")
    }
    var rest = names[...]
    while let keyword = rest.popFirst() {
      switch keyword {
      case "properties":
        if let name = rest.popFirst() { path = path.appending(name) }
      case "items", "additionalProperties", "prefixItems", "additionalItems":
        path = path.appending(.each)
        if rest.first?.isItemNumber == true { rest.removeFirst() }
      case "allOf", "anyOf", "oneOf":
        if rest.first?.isItemNumber == true { rest.removeFirst() }
      default: continue
      }
    }
    return path
  }
}
