import FormDrafts

/// Unfolds a JSON Schema into fields, in the form's order.
struct SchemaUnfolding {
  private(set) var fields: [DraftSchema.Field] = []
  private let evaluator: SchemaEvaluator

  /// A place of the form, and what the way to it says.
  private struct Place {
    let path: FieldPath
    /// How many names deep it stands.
    let level: Int
    /// How many lists and maps of one field stand around it.
    let nesting: Int
    /// Something around it is a secret.
    let isSecret: Bool
    /// The schemas that references led to on the way.
    let trail: Trail?

    func inside(_ segment: FieldPath.Segment, nesting: Int = 0) -> Place {
      Place(
        path: path.appending(segment), level: level + 1, nesting: nesting, isSecret: isSecret,
        trail: trail)
    }
  }

  /// The schemas that references led to at a place and around it.
  private final class Trail {
    let targets: Set<FieldPath>
    let outer: Trail?

    init(_ targets: Set<FieldPath>, _ outer: Trail?) {
      self.targets = targets
      self.outer = outer
    }
  }

  /// A field still to be described.
  private struct Pending {
    let place: Place
    let rule: SchemaRule
    let isRequired: Bool
  }

  /// What stands at a place.
  private struct Description {
    var type = DraftSchema.ValueType.any
    var isMany = false
    var options: DraftSchema.Options?
    var title: String?
    var defaultValue: DraftValue?
    var secrecy = SchemaShape.Secrecy.none
    var isNever = false
    var children: [Pending] = []

    /// The type as an element of a list or map.
    var element: DraftSchema.ValueType { isMany ? .list(type) : type }
  }

  /// How often one schema may stand on the way to a place.
  private static let unfoldings = 2
  /// Lists in lists beyond this are `any`: a type has no more words.
  private static let nestingLimit = 12

  init(_ document: SchemaDocument) { evaluator = SchemaEvaluator(document) }

  /// Appends the fields of a schema that is a whole form, or one step of it.
  ///
  /// - Throws: ``DraftError/Code/invalidSchema``.
  mutating func unfold(_ root: DefinitionNode, step: String? = nil) throws(DraftError) {
    let shape = try evaluator.shape(SchemaRule(root))
    guard shape.mayBe(.object) else {
      throw root.failure(
        "the form is not an object.", hint: "Describe it as {\"type\": \"object\", …}.")
    }
    let place = Place(
      path: .root, level: 0, nesting: 0, isSecret: shape.secrecy == .writeOnly,
      trail: Trail(shape.targets, Trail([root.place], nil)))
    var pending = Array(Self.children(shape, place).reversed())
    while let next = pending.popLast() {
      let description = try describe(next.rule, next.place)
      guard !description.isNever else { continue }
      guard fields.count < DraftSchema.fieldLimit else {
        throw root.failure(
          "it has more than \(DraftSchema.fieldLimit) fields.",
          hint: "Describe the part that grows as {\"type\": \"object\"} without properties.")
      }
      fields.append(Self.field(next, description, step: step))
      pending += description.children.reversed()
    }
  }

  private static func field(
    _ pending: Pending, _ description: Description, step: String?
  ) -> DraftSchema.Field {
    let isSecret = pending.place.isSecret || description.secrecy == .writeOnly
    return DraftSchema.Field(
      pending.place.path, description.type, isMany: description.isMany,
      isRequired: pending.isRequired, retention: isSecret ? .secret : .automatic,
      contentKind: description.secrecy == .password ? .password : nil,
      options: description.options, defaultValue: description.defaultValue,
      label: description.title, step: step)
  }

  private static func children(_ shape: SchemaShape, _ place: Place) -> [Pending] {
    var result = shape.members.map { member in
      Pending(
        place: place.inside(.name(member.name.wrappedValue)), rule: member.rule,
        isRequired: member.isRequired || shape.required.contains(member.name))
    }
    if let extra = shape.extra {
      result.append(Pending(place: place.inside(.each), rule: extra, isRequired: false))
    }
    return result
  }
}

extension SchemaUnfolding {
  private static func isRecursion(_ targets: Set<FieldPath>, _ trail: Trail?) -> Bool {
    targets.contains { target in
      var count = 0
      var place = trail
      while let current = place {
        if current.targets.contains(target) { count += 1 }
        if count == unfoldings { return true }
        place = current.outer
      }
      return false
    }
  }

  private func describe(_ rule: SchemaRule, _ place: Place) throws(DraftError) -> Description {
    guard place.level <= DraftLimits.depth else {
      throw (rule.nodes.first ?? evaluator.document.root).failure(
        "the form is more than \(DraftLimits.depth) names deep here.",
        hint: "Describe the part as {\"type\": \"object\"} without properties.")
    }
    let shape = try evaluator.shape(rule)
    var result = Description()
    result.isNever = shape.isNever
    (result.title, result.defaultValue) = (shape.title, shape.defaultValue)
    result.secrecy = shape.secrecy
    guard place.nesting < Self.nestingLimit, !Self.isRecursion(shape.targets, place.trail) else {
      if try evaluator.holdsSecretMark(rule) { result.secrecy = .writeOnly }
      return result
    }
    let here = Place(
      path: place.path, level: place.level, nesting: place.nesting,
      isSecret: place.isSecret || shape.secrecy == .writeOnly,
      trail: shape.targets.isEmpty ? place.trail : Trail(shape.targets, place.trail))
    let items = try describeElement(shape.mayBe(.list) ? shape.items : nil, here)
    let isMap = shape.members.isEmpty && shape.mayBe(.object)
    let values = try describeElement(isMap ? shape.extra : nil, here)
    for part in [items, values].compactMap({ $0 }) {
      result.children += part.children
      if part.secrecy.rawValue > result.secrecy.rawValue { result.secrecy = part.secrecy }
    }
    if shape.mayBe(.object), !isMap { result.children += Self.children(shape, here) }
    if try hidesMark(shape) { result.secrecy = .writeOnly }
    Self.setType(of: &result, shape, items: items, values: values)
    return result
  }

  /// Whether a mark stands in a part of another kind, where schemas contradict each other: the
  /// answer may be what either means.
  private func hidesMark(_ shape: SchemaShape) throws(DraftError) -> Bool {
    var rules: [SchemaRule] = []
    if !shape.mayBe(.list), let items = shape.items { rules.append(items) }
    if !shape.mayBe(.object) {
      rules += shape.members.map(\.rule)
      if let extra = shape.extra { rules.append(extra) }
    }
    for rule in rules where try evaluator.holdsSecretMark(rule) { return true }
    return false
  }

  /// What the items of a list or the values of a map are; nil if the schemas do not say.
  private func describeElement(
    _ rule: SchemaRule?, _ place: Place
  ) throws(DraftError) -> Description? {
    guard let rule else { return nil }
    return try describe(rule, place.inside(.each, nesting: place.nesting + 1))
  }

  private static func setType(
    of result: inout Description, _ shape: SchemaShape, items: Description?, values: Description?
  ) {
    let kinds = shape.likelyKinds?.subtracting(.null)
    switch kinds {
    case [.list]:
      (result.type, result.isMany) = (items?.element ?? .any, true)
      // Choices are of one value; those of a list in a list have no place.
      result.options = items?.isMany == false ? items?.options : nil
    case [.object]: result.type = values.map { .map($0.element) } ?? .object
    default:
      result.type = scalar(kinds, shape)
      result.options = shape.options
    }
  }

  private static func scalar(
    _ kinds: SchemaShape.Kinds?, _ shape: SchemaShape
  ) -> DraftSchema.ValueType {
    let isClosed = shape.options?.isClosed ?? false
    switch kinds {
    case [.boolean]: return .boolean
    case [.integer]: return .integer
    case .number, [.fraction]: return .decimal
    case [.string]:
      switch shape.text ?? .plain {
      case .plain: return isClosed ? .choice : .text
      case .date: return .date
      case .time: return .time
      case .dateTime: return .dateTime
      case .file: return .file
      case .bytes: return .bytes
      }
    default: return isClosed ? .choice : .any
    }
  }
}
