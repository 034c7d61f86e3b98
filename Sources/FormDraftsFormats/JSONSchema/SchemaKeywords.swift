import FormDrafts

/// Which keywords of JSON Schema hold schemas, draft-04 to 2020-12.
enum SchemaKeywords {
  static let single = [
    "additionalItems", "additionalProperties", "contains", "else", "if", "items", "not",
    "propertyNames", "then", "unevaluatedItems", "unevaluatedProperties", "contentSchema",
  ]
  static let lists = ["allOf", "anyOf", "oneOf", "items", "prefixItems"]
  static let maps = [
    "$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties",
  ]

  /// The schemas that stand directly in one; what is malformed there is passed over.
  static func schemas(in node: DefinitionNode) -> [DefinitionNode] {
    guard case .object(let object) = node.value else { return [] }
    var result: [DefinitionNode] = []
    for member in object.members {
      let child = DefinitionNode(member.value, at: node.place.appending(member.name))
      switch member.value {
      case .list where lists.contains(member.name):
        result += (try? child.items()) ?? []
      case .object(let map) where maps.contains(member.name):
        result += map.members.map {
          DefinitionNode($0.value, at: child.place.appending($0.name))
        }
      case .object, .bool:
        if single.contains(member.name) { result.append(child) }
      default: continue
      }
    }
    return result
  }
}
