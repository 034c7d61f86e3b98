import FormDrafts

extension SchemaShape {
  /// One of these holds; if they are not complete, perhaps none.
  ///
  /// The result is wide enough for each: any of the kinds, all of the properties, the choices of
  /// all. What an alternative leaves open is filled in by the others, but then binds nobody. A
  /// secret in one is a secret.
  static func alternatives(_ shapes: [SchemaShape], isComplete: Bool) -> SchemaShape {
    let possible = shapes.filter { !$0.isNever }
    var result = SchemaShape()
    result.isNever = possible.isEmpty && isComplete
    for shape in possible {
      result.hints.formUnion(shape.hints)
      result.targets.formUnion(shape.targets)
      if shape.secrecy.rawValue > result.secrecy.rawValue { result.secrecy = shape.secrecy }
    }
    let known = possible.compactMap(\.likelyKinds)
    if !known.isEmpty {
      result.kinds = known.reduce([]) { $0.union($1) }
      result.areKindsWeak = !isComplete || possible.contains { $0.kinds == nil || $0.areKindsWeak }
    }
    result.text = isComplete ? commonText(possible) : nil
    result.options = options(possible, isComplete: isComplete)
    let objects = possible.filter { $0.mayBe(.object) }
    result.members = members(objects, isComplete: isComplete)
    result.required = isComplete ? requiredByAll(objects) : []
    result.extra = rule(objects, \.extra, isComplete: isComplete)
    result.items = rule(possible.filter { $0.mayBe(.list) }, \.items, isComplete: isComplete)
    return result
  }

  private static func commonText(_ shapes: [SchemaShape]) -> Text? {
    let texts = shapes.filter { $0.likelyKinds?.contains(.string) ?? ($0.text != nil) }
      .map { $0.text ?? .plain }
    guard let first = texts.first else { return nil }
    return texts.allSatisfy { $0 == first } ? first : .plain
  }

  private static func options(_ shapes: [SchemaShape], isComplete: Bool) -> DraftSchema.Options? {
    let lists = shapes.map(\.optionsOfAlternative)
    let known = lists.compactMap { $0 }
    guard known.contains(where: { $0.items.contains { $0.value != .null } }) else { return nil }
    let areClosed = known.count == lists.count && known.allSatisfy(\.isClosed)
    return .joined(known, isClosed: isComplete && areClosed)
  }

  /// The choices, a single one with the title beside it (`{"const": "a", "title": "A"}`).
  private var optionsOfAlternative: DraftSchema.Options? {
    guard let options else {
      return likelyKinds == .null ? .init([.init(.null)]) : nil
    }
    guard options.items.count == 1, options.items[0].label == nil, let title else {
      return options
    }
    return .init([.init(options.items[0].value, label: title)], isClosed: options.isClosed)
  }

  private static func members(_ shapes: [SchemaShape], isComplete: Bool) -> [Member] {
    var positions: [Exact: Int] = [:]
    var found: [(name: Exact, rules: [SchemaRule], required: Int)] = []
    for shape in shapes {
      for member in shape.members {
        let position = positions[member.name] ?? found.count
        if position == found.count {
          positions[member.name] = position
          found.append((member.name, [], 0))
        }
        found[position].rules.append(member.rule)
        found[position].required += member.isRequired ? 1 : 0
      }
    }
    return found.map { name, rules, required in
      let isEverywhere = isComplete && rules.count == shapes.count
      return Member(
        name: name, rule: .alternatives(rules, isComplete: isEverywhere),
        isRequired: isComplete && required == shapes.count)
    }
  }

  private static func requiredByAll(_ shapes: [SchemaShape]) -> Set<Exact> {
    guard let first = shapes.first else { return [] }
    return shapes.dropFirst().reduce(first.required) { $0.intersection($1.required) }
  }

  private static func rule(
    _ shapes: [SchemaShape], _ part: KeyPath<SchemaShape, SchemaRule?>, isComplete: Bool
  ) -> SchemaRule? {
    let rules = shapes.compactMap { $0[keyPath: part] }
    guard !rules.isEmpty else { return nil }
    return .alternatives(rules, isComplete: isComplete && rules.count == shapes.count)
  }
}
