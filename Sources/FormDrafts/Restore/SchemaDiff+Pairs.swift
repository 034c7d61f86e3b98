/// A field as it was and as it is.
struct FieldPair {
  let before: DraftSchema.Field
  let now: DraftSchema.Field
  let was: DraftSchema.Retention
  let isNow: DraftSchema.Retention

  init(
    _ before: DraftSchema.Field, _ now: DraftSchema.Field, old: SchemaIndex, new: SchemaIndex
  ) {
    self.before = before
    self.now = now
    was = old.retention(at: before.path)
    isNow = new.retention(at: now.path)
  }

  /// An effect on answers, if there are some and they may be handed out.
  func effect(_ effect: SchemaDiff.Effect = .kept) -> SchemaDiff.Effect {
    if was != .kept { return .none }
    return isNow == .kept ? effect : .withheld
  }

  /// What the change of type, and of one or many, does to answers.
  var conversion: SchemaDiff.Effect {
    let (from, to) = (ValueShape(before), ValueShape(now))
    if to.isMany, !from.isMany, from.type != .any, from.holdsMembers, !isWrapped {
      return effect(.orphaned)
    }
    guard to.type == .text, hadTextChoices else {
      return effect(.init(Conversion.verdict(from: from, to: to, options: now.options)))
    }
    let text = ValueShape(.text, isMany: from.isMany)
    return effect(
      .init(Conversion.verdict(from: text, to: to, options: now.options), unchanged: .converted))
  }

  /// Members of an object, or of a map, are stored one by one: they are put together for a list of
  /// such, unless that stands in an item of another.
  private var isWrapped: Bool { !now.path.hasEach && ValueShape(before).isWrapped(to: now) }

  /// Whether every answer was one of some texts.
  private var hadTextChoices: Bool {
    guard before.type == .choice, let options = before.options, options.isClosed else {
      return false
    }
    return options.items.allSatisfy { if case .text = $0.value { true } else { false } }
  }
}

extension SchemaDiff.Effect {
  init(_ verdict: Conversion.Verdict, unchanged: Self = .kept) {
    self =
      switch verdict {
      case .same: unchanged
      case .always: .converted
      case .sometimes(let which): .convertedSometimes(which)
      case .never: .orphaned
      }
  }

  /// Answers at declared places fit, others do not.
  static let onlyDeclared = Self.convertedSometimes("answers at declared places")

  /// The effect where names that are not declared have no place any more.
  func narrowed(if isNarrower: Bool) -> Self {
    guard isNarrower else { return self }
    switch self {
    case .kept, .moved, .converted, .added: return .onlyDeclared
    default: return self
    }
  }
}
