import FormDrafts

/// A JSON Schema document: what its references point to.
///
/// References stay in the document: `#`, `#/any/pointer`, `#anchor`, and the `$id` (`id`) of a
/// schema that is bundled in it. Nothing is ever fetched.
final class SchemaDocument {
  let root: DefinitionNode

  /// A schema with an address of its own.
  private struct Resource {
    let uri: String
    let node: DefinitionNode
  }

  private struct Anchor: Hashable {
    let resource: Int
    let name: Exact
  }

  private var resources: [Resource]
  private var resourceOfURI: [Exact: Int] = [:]
  /// The resource of the places that are not the root's.
  private var resourceOfPlace: [FieldPath: Int] = [:]
  private var anchors: [Anchor: DefinitionNode] = [:]
  private var targets: [Anchor: DefinitionNode] = [:]
  private var positions: [FieldPath: [Exact: Int]] = [:]

  init(_ root: DefinitionNode) {
    self.root = root
    resources = [Resource(uri: Self.address(root) ?? "", node: root)]
    resourceOfURI[Exact(resources[0].uri)] = 0
    index()
  }

  /// Finds addresses and anchors, without the call stack: schemas may stand deep.
  private func index() {
    var pending = [(node: root, resource: 0)]
    while let (node, outer) = pending.popLast() {
      var resource = outer
      if !node.place.pointer.isEmpty, let address = Self.address(node) {
        let uri = SchemaURI.resolve(address, against: resources[outer].uri)
        resource = resources.count
        resources.append(Resource(uri: uri, node: node))
        // The first of one address stays: a reference to it must not depend on the order of work.
        if resourceOfURI[Exact(uri)] == nil { resourceOfURI[Exact(uri)] = resource }
      }
      if resource != 0 { resourceOfPlace[node.place] = resource }
      for name in Self.anchors(node) {
        anchors[Anchor(resource: resource, name: Exact(name))] = node
      }
      pending += SchemaKeywords.schemas(in: node).map { ($0, resource) }
    }
  }

  /// The address a schema gives itself, without fragment.
  private static func address(_ node: DefinitionNode) -> String? {
    guard let text = node.words("$id") ?? node.words("id") else { return nil }
    let uri = SchemaURI.split(text).uri
    return uri.isEmpty ? nil : uri
  }

  /// The names a schema can be pointed to by: `$anchor`, and `"$id": "#name"` before 2019-09.
  private static func anchors(_ node: DefinitionNode) -> [String] {
    var names = [node.words("$anchor"), node.words("$dynamicAnchor")].compactMap { $0 }
    for text in [node.words("$id"), node.words("id")].compactMap({ $0 }) {
      let fragment = SchemaURI.split(text).fragment
      if !fragment.isEmpty { names.append(fragment) }
    }
    return names
  }
}

extension SchemaDocument {
  /// What a reference points to.
  ///
  /// - Throws: ``DraftError/Code/invalidSchema`` for what points to nothing, or out of the document.
  func target(of reference: DefinitionNode, in node: DefinitionNode) throws(DraftError)
    -> DefinitionNode
  {
    let text = try reference.text()
    let home = resourceOfPlace[node.place] ?? 0
    let key = Anchor(resource: home, name: Exact(text))
    if let known = targets[key] { return known }
    let (uri, fragment) = SchemaURI.split(text)
    guard let resource = resource(uri, from: home) else { throw Self.isRemote(reference, text) }
    var found = try find(fragment, in: resource, reference)
    // Generators of draft-04 gave every property an `id` and still pointed from the root.
    if found == nil { found = try find(fragment, in: 0, reference) }
    guard let found else { throw pointsNowhere(reference, text, fragment) }
    switch found.value {
    case .object, .bool: break
    default:
      throw reference.failure(
        "“\(text.shown)” points to \(found.value.kind), not a schema.",
        hint: "Point to an object under “$defs” or “definitions”.")
    }
    targets[key] = found
    return found
  }

  private func resource(_ uri: String, from home: Int) -> Int? {
    if uri.isEmpty { return home }
    return resourceOfURI[Exact(SchemaURI.resolve(uri, against: resources[home].uri))]
      ?? resourceOfURI[Exact(uri)]
  }

  private func find(
    _ fragment: String, in resource: Int, _ reference: DefinitionNode
  ) throws(DraftError) -> DefinitionNode? {
    guard let pointer = SchemaURI.decode(fragment) else {
      throw reference.failure(
        "the “%” escapes in it are malformed.",
        hint: "Write each byte as % and two hexadecimal digits.")
    }
    if pointer.isEmpty { return resources[resource].node }
    guard pointer.utf8.first == UInt8(ascii: "/") else {
      return anchors[Anchor(resource: resource, name: Exact(pointer))]
    }
    guard let path = try? FieldPath(pointer: pointer) else { return nil }
    return walk(path.names, from: resources[resource].node).end
  }

  /// Follows names as far as they lead.
  private func walk(
    _ names: [String], from start: DefinitionNode
  ) -> (end: DefinitionNode?, last: DefinitionNode) {
    var node = start
    for name in names {
      guard let next = child(name, of: node) else { return (nil, node) }
      node = next
    }
    return (node, node)
  }

  private func child(_ name: String, of node: DefinitionNode) -> DefinitionNode? {
    switch node.value {
    case .list(let items):
      guard name.isItemNumber, let index = Int(name), index < items.count else { return nil }
      return DefinitionNode(items[index], at: node.place.appending(name))
    case .object(let object):
      guard object.members.count > 16 else { return node[name] }
      let known = positions[node.place] ?? Self.positions(object)
      positions[node.place] = known
      guard let position = known[Exact(name)] else { return nil }
      return DefinitionNode(object.members[position].value, at: node.place.appending(name))
    default: return nil
    }
  }

  private static func positions(_ object: DraftObject) -> [Exact: Int] {
    var result: [Exact: Int] = [:]
    for (position, member) in object.members.enumerated() { result[Exact(member.name)] = position }
    return result
  }
}

extension SchemaDocument {
  private static func isRemote(_ reference: DefinitionNode, _ text: String) -> DraftError {
    reference.failure(
      "“\(text.shown)” points out of the document, and nothing is fetched.",
      hint: "Put that schema under “$defs” of this one and point to #/$defs/NAME.")
  }

  private func pointsNowhere(
    _ reference: DefinitionNode, _ text: String, _ fragment: String
  ) -> DraftError {
    var hint: String?
    if let path = SchemaURI.decode(fragment).flatMap({ try? FieldPath(pointer: $0) }),
      let missing = path.names.last, let outer = path.parent
    {
      let there = walk(outer.names, from: root).end
      let names = (try? there?.members().map(\.name)) ?? []
      hint = closest(to: missing, in: names)
    }
    return reference.failure(
      "“\(text.shown)” points to nothing in the document.",
      hint: hint ?? "Put the schema under “$defs” and point to #/$defs/NAME.")
  }
}
