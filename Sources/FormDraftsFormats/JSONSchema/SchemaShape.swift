import FormDrafts

/// What the schemas that speak of one place come to.
struct SchemaShape {
  /// Kinds of JSON values; a number is `integer` and `fraction`.
  struct Kinds: OptionSet {
    let rawValue: UInt8
    static let null = Kinds(rawValue: 1)
    static let boolean = Kinds(rawValue: 2)
    static let integer = Kinds(rawValue: 4)
    static let fraction = Kinds(rawValue: 8)
    static let string = Kinds(rawValue: 16)
    static let list = Kinds(rawValue: 32)
    static let object = Kinds(rawValue: 64)
    static let number: Kinds = [.integer, .fraction]
  }

  /// What a text holds, by `format` and `contentEncoding`.
  enum Text { case plain, date, time, dateTime, file, bytes }

  /// How far a mark makes a secret.
  enum Secrecy: Int { case none, password, writeOnly }

  /// A property.
  struct Member {
    let name: Exact
    var rule: SchemaRule
    /// Asked for by the property itself, as draft-03 has it.
    var isRequired: Bool
  }

  /// Nothing is allowed: the schema `false`.
  var isNever = false
  /// The kinds allowed; nil if the schemas leave that open.
  var kinds: Kinds?
  /// The kinds hold only in some cases: another schema's count first.
  var areKindsWeak = false
  /// The kinds that keywords speak of, for schemas without `type`.
  var hints: Kinds = []
  var text: Text?
  var options: DraftSchema.Options?
  var title: String?
  var defaultValue: DraftValue?
  var secrecy = Secrecy.none
  /// The properties, in order.
  var members: [Member] = []
  /// Properties that are asked for, wherever they are described.
  var required: Set<Exact> = []
  /// What each item of a list must be.
  var items: SchemaRule?
  /// What each member that is no property must be.
  var extra: SchemaRule?
  /// The schemas that references led to on the way.
  var targets: Set<FieldPath> = []

  /// The kinds allowed, or those spoken of.
  var likelyKinds: Kinds? { kinds ?? (hints.isEmpty ? nil : hints) }

  /// Whether a value of this kind may stand here.
  func mayBe(_ kind: Kinds) -> Bool {
    guard !isNever, let kinds = likelyKinds else { return !isNever }
    return !kinds.isDisjoint(with: kind)
  }
}

extension SchemaShape {
  /// Both hold; words for people come from the first that has them.
  func and(_ other: SchemaShape) -> SchemaShape {
    var both = self
    both.isNever = isNever || other.isNever
    (both.kinds, both.areKindsWeak) = Self.kindsOfBoth(self, other)
    both.hints.formUnion(other.hints)
    both.text = text ?? other.text
    both.options = Self.optionsOfBoth(options, other.options)
    both.title = title ?? other.title
    both.defaultValue = defaultValue ?? other.defaultValue
    if other.secrecy.rawValue > secrecy.rawValue { both.secrecy = other.secrecy }
    both.add(other.members)
    both.required.formUnion(other.required)
    both.items = Self.both(items, other.items)
    both.extra = Self.both(extra, other.extra)
    both.targets.formUnion(other.targets)
    return both
  }

  private static func both(_ left: SchemaRule?, _ right: SchemaRule?) -> SchemaRule? {
    guard let left, let right else { return left ?? right }
    return left.and(right)
  }

  private static func kindsOfBoth(
    _ left: SchemaShape, _ right: SchemaShape
  ) -> (Kinds?, isWeak: Bool) {
    guard let mine = left.kinds else { return (right.kinds, right.areKindsWeak) }
    guard let theirs = right.kinds else { return (mine, left.areKindsWeak) }
    switch (left.areKindsWeak, right.areKindsWeak) {
    case (true, true): return (mine.union(theirs), true)
    case (false, true): return (mine, false)
    case (true, false): return (theirs, false)
    case (false, false):
      // Nothing can be both a text and a number; keep what either says rather than lose the field.
      let common = mine.intersection(theirs)
      return (common.isEmpty ? mine.union(theirs) : common, false)
    }
  }

  private static func optionsOfBoth(
    _ left: DraftSchema.Options?, _ right: DraftSchema.Options?
  ) -> DraftSchema.Options? {
    guard let left, let right else { return left ?? right }
    switch (left.isClosed, right.isClosed) {
    case (true, false): return left
    case (false, true): return right
    case (false, false): return .joined([left, right], isClosed: false)
    case (true, true):
      let allowed = Set(right.items.map(\.value))
      let common = left.items.filter { allowed.contains($0.value) }
      return common.isEmpty ? left : .init(common)
    }
  }

  private mutating func add(_ others: [Member]) {
    guard !others.isEmpty else { return }
    var positions: [Exact: Int] = [:]
    for (position, member) in members.enumerated() { positions[member.name] = position }
    for other in others {
      if let position = positions[other.name] {
        members[position].rule = members[position].rule.and(other.rule)
        members[position].isRequired = members[position].isRequired || other.isRequired
      } else {
        positions[other.name] = members.count
        members.append(other)
      }
    }
  }
}
