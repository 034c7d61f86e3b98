extension DraftUpgrade {
  /// Reads upgrades that were written as JSON.
  ///
  /// ```json
  /// {"formdraftsUpgrade": 1, "upgrades": [
  ///   {"from": {"version": "1"}, "to": {"version": "2"}, "steps": [
  ///     {"rename": "/mail", "to": "email"},
  ///     {"move": "/street", "to": "/address/street"},
  ///     {"drop": "/nickname"},
  ///     {"mapValues": "/plan", "values": [{"from": "basic", "to": "free"}]},
  ///     {"redirectStep": "person", "to": "you"}]}]}
  /// ```
  ///
  /// `docs/SCHEMA.md` has all members. A single upgrade may stand at the top. Steps with a closure
  /// can be written in Swift only. What the reader does not know it refuses.
  ///
  /// - Parameter bytes: the JSON text in UTF-8.
  /// - Throws: ``DraftError/Code/invalidJSON``, ``DraftError/Code/tooLarge``;
  ///   ``DraftError/Code/invalidSchema`` with the JSON pointer of the place.
  public static func upgrades(json bytes: [UInt8]) throws(DraftError) -> [DraftUpgrade] {
    let node = DefinitionNode(try DraftValue(json: bytes), of: "The upgrade document")
    try UpgradeDocument.checkVersion(node)
    guard let list = node["upgrades"] else {
      try node.allow(UpgradeDocument.mark + UpgradeDocument.members)
      return [try UpgradeDocument.upgrade(node)]
    }
    try node.allow(UpgradeDocument.mark + ["upgrades"])
    var upgrades: [DraftUpgrade] = []
    for item in try list.items() {
      try item.allow(UpgradeDocument.members)
      upgrades.append(try UpgradeDocument.upgrade(item))
    }
    return upgrades
  }
}

/// The JSON form of upgrades.
private enum UpgradeDocument {
  static let version = 1
  static let mark = ["formdraftsUpgrade"]
  static let members = ["from", "to", "steps"]
  /// Each kind of step by its own member, with the other members it has.
  static let steps = [
    (name: "rename", members: ["to"]), (name: "move", members: ["to"]),
    (name: "drop", members: []), (name: "mapValues", members: ["values"]),
    (name: "redirectStep", members: ["to"]),
  ]
  static let computedSteps = ["split", "merge", "map", "convert"]
}

extension UpgradeDocument {
  static func checkVersion(_ node: DefinitionNode) throws(DraftError) {
    let mark = try node.demand("formdraftsUpgrade")
    guard case .number(let literal) = mark.value else { throw mark.wrongKind("a number") }
    guard literal.isSameBytes(as: "\(version)") else {
      throw mark.failure(
        "this is version \(literal.shown) of the form of upgrades; known is \(version).",
        hint: "A later FormDrafts reads it.")
    }
  }

  static func upgrade(_ node: DefinitionNode) throws(DraftError) -> DraftUpgrade {
    let from = try label(node.demand("from"))
    let to = try node["to"].map { (node) throws(DraftError) in try label(node) }
    var steps: [DraftUpgrade.Step] = []
    for item in try node.demand("steps").items() {
      let step = try step(item)
      if let fault = step.fault { throw item.failure(fault.sentence, hint: fault.hint) }
      steps.append(step)
    }
    return DraftUpgrade(from: from, to: to, steps: steps)
  }

  private static func label(_ node: DefinitionNode) throws(DraftError) -> DraftUpgrade.Source {
    let known = ["version", "fingerprint", "unversioned"]
    try node.allow(known)
    guard try node.members().count == 1 else {
      throw node.failure("one of \(known.joined(separator: ", ")) is expected.")
    }
    if let version = node["version"] { return .version(try version.text()) }
    if let mark = node["unversioned"] {
      guard try mark.flag() else {
        throw mark.failure("only true makes sense here.", hint: "Write a version instead.")
      }
      return .unversioned
    }
    let text = try node.demand("fingerprint")
    guard let fingerprint = Fingerprint(rawValue: try text.text()) else {
      throw text.failure(
        "this is not a fingerprint.", hint: "It is f1: and 64 hex digits, as drafts schema tells.")
    }
    return .fingerprint(fingerprint)
  }

  private static func step(_ node: DefinitionNode) throws(DraftError) -> DraftUpgrade.Step {
    guard let kind = steps.first(where: { node[$0.name] != nil }) else {
      throw try unknownStep(node)
    }
    if let other = steps.last(where: { node[$0.name] != nil }), other.name != kind.name {
      throw node.failure(
        "“\(kind.name)” and “\(other.name)” are two steps.", hint: "Write each as one of its own.")
    }
    try node.allow([kind.name] + kind.members)
    let place = try node.demand(kind.name)
    switch kind.name {
    case "rename": return .rename(try path(place), to: try node.demand("to").text())
    case "move": return .move(try path(place), to: try path(node.demand("to")))
    case "drop": return .drop(try path(place))
    case "mapValues": return .mapValues(try path(place), try pairs(node.demand("values")))
    default: return .redirectStep(try place.text(), to: try node.demand("to").text())
    }
  }

  private static func unknownStep(_ node: DefinitionNode) throws(DraftError) -> DraftError {
    let names = try node.members().map(\.name)
    if let name = names.first(where: { computedSteps.contains($0) }) {
      return node.failure(
        "“\(name)” computes, which JSON cannot say.", hint: "Write this upgrade in Swift.")
    }
    let known = steps.map(\.name)
    let hint = names.lazy.compactMap { closest(to: $0, in: known) }.first
    return node.failure("one of \(known.joined(separator: ", ")) is expected.", hint: hint)
  }

  private static func pairs(
    _ node: DefinitionNode
  ) throws(DraftError) -> [(from: DraftValue, to: DraftValue)] {
    var pairs: [(from: DraftValue, to: DraftValue)] = []
    var seen: Set<DraftValue> = []
    for item in try node.items() {
      try item.allow(["from", "to"])
      let from = try item.demand("from")
      guard seen.insert(from.value).inserted else {
        throw from.failure("the value has been mapped already.")
      }
      pairs.append((from.value, try item.demand("to").value))
    }
    return pairs
  }

  private static func path(_ node: DefinitionNode) throws(DraftError) -> FieldPath {
    do {
      return try FieldPath(argument: node.text())
    } catch  where error.code == .invalidPath {
      throw node.failure("this is not a field path.", hint: error.hint)
    }
  }
}
