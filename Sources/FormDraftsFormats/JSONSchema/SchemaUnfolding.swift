import FormDrafts

/// Unfolds a JSON Schema into fields, in the form's order.
struct SchemaUnfolding {
  private(set) var fields: [DraftSchema.Field] = []
  private let evaluator: SchemaEvaluator

  /// A place of the form still to be described.
  private struct Pending {
    let path: FieldPath
    let rule: SchemaRule
    let isRequired: Bool
    let isSecret: Bool
    let trail: Trail?
  }

  /// The schemas that references led to between the form and a place, innermost first.
  private final class Trail {
    let target: FieldPath
    let outer: Trail?

    init(_ target: FieldPath, _ outer: Trail?) {
      self.target = target
      self.outer = outer
    }
  }

  /// What holds for all that stands inside a place.
  private struct Inside {
    let path: FieldPath
    let trail: Trail?
    let isSecret: Bool
    let depth: Int
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

    /// As the element of a list or map.
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
    let shape = try evaluator.shape(.node(root))
    guard shape.mayBe(.object) else {
      throw root.failure(
        "the form is not an object.", hint: "Describe it as {\"type\": \"object\", …}.")
    }
    let inside = Inside(
      path: .root, trail: Self.extended(Trail(root.place, nil), by: shape.targets),
      isSecret: shape.secrecy == .writeOnly, depth: 0)
    var pending = Array(Self.children(shape, inside).reversed())
    while let next = pending.popLast() {
      let description = try describe(
        next.rule, at: next.path, trail: next.trail, isSecret: next.isSecret)
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
    _ place: Pending, _ description: Description, step: String?
  ) -> DraftSchema.Field {
    let isSecret = place.isSecret || description.secrecy == .writeOnly
    return DraftSchema.Field(
      place.path, description.type, isMany: description.isMany, isRequired: place.isRequired,
      retention: isSecret ? .secret : .automatic,
      contentKind: description.secrecy == .password ? .password : nil,
      options: description.options, defaultValue: description.defaultValue,
      label: description.title, step: step)
  }

  private static func extended(_ trail: Trail?, by targets: [FieldPath]) -> Trail? {
    Set(targets).reduce(trail) { Trail($1, $0) }
  }

  private static func isRecursion(_ targets: [FieldPath], _ trail: Trail?) -> Bool {
    targets.contains { target in
      var count = 0
      var place = trail
      while let current = place {
        if current.target == target { count += 1 }
        if count == unfoldings { return true }
        place = current.outer
      }
      return false
    }
  }

  private static func children(_ shape: SchemaShape, _ inside: Inside) -> [Pending] {
    var result = shape.members.map { member in
      Pending(
        path: inside.path.appending(member.name.wrappedValue), rule: member.rule,
        isRequired: member.isRequired, isSecret: inside.isSecret, trail: inside.trail)
    }
    if let extra = shape.extra {
      result.append(
        Pending(
          path: inside.path.appending(.each), rule: extra, isRequired: false,
          isSecret: inside.isSecret, trail: inside.trail))
    }
    return result
  }
}

extension SchemaUnfolding {
  private func describe(
    _ rule: SchemaRule, at path: FieldPath, trail: Trail?, isSecret: Bool, depth: Int = 0
  ) throws(DraftError) -> Description {
    let shape = try evaluator.shape(rule)
    var result = Description()
    result.isNever = shape.isNever
    (result.title, result.defaultValue) = (shape.title, shape.defaultValue)
    result.secrecy = shape.secrecy
    guard depth < Self.nestingLimit, !Self.isRecursion(shape.targets, trail) else {
      if try evaluator.holdsSecretMark(rule) { result.secrecy = .writeOnly }
      return result
    }
    let inside = Inside(
      path: path, trail: Self.extended(trail, by: shape.targets),
      isSecret: isSecret || shape.secrecy == .writeOnly, depth: depth + 1)
    let items = try describe(shape.mayBe(.list) ? shape.items : nil, inside)
    let isMap = shape.members.isEmpty && shape.mayBe(.object)
    let values = try describe(isMap ? shape.extra : nil, inside)
    for part in [items, values].compactMap({ $0 }) {
      result.children += part.children
      if part.secrecy.rawValue > result.secrecy.rawValue { result.secrecy = part.secrecy }
    }
    if shape.mayBe(.object), !isMap { result.children += Self.children(shape, inside) }
    let kinds = shape.likelyKinds?.subtracting(.null)
    switch kinds {
    case [.list]:
      (result.type, result.isMany) = (items?.element ?? .any, true)
      result.options = items?.isMany == false ? items?.options : nil
    case [.object]: result.type = values.map { .map($0.element) } ?? .object
    default:
      result.type = Self.scalar(kinds, shape)
      result.options = shape.options
    }
    return result
  }

  /// The element of a list or map.
  private func describe(
    _ rule: SchemaRule?, _ inside: Inside
  ) throws(DraftError) -> Description? {
    guard let rule else { return nil }
    return try describe(
      rule, at: inside.path.appending(.each), trail: inside.trail, isSecret: inside.isSecret,
      depth: inside.depth)
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
