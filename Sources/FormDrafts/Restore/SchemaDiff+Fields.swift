/// What differs in the fields.
struct FieldDiff {
  typealias Change = SchemaDiff.Change
  typealias Effect = SchemaDiff.Effect
  typealias Kind = SchemaDiff.Kind
  typealias Field = DraftSchema.Field
  typealias Retention = DraftSchema.Retention

  private(set) var changes: [Change] = []
  /// Fields that are gone with their answers, and that no former path names.
  private(set) var gone: [Field] = []
  /// New fields that had no place before.
  private(set) var added: [Field] = []

  let old: SchemaSide
  let new: SchemaSide
  let moves: FieldMoves
  private let steps: StepNames

  init(from old: SchemaSide, to new: SchemaSide) {
    self.old = old
    self.new = new
    moves = FieldMoves(from: old, to: new)
    steps = StepNames(from: old.schema, to: new.schema)
  }

  mutating func compare() {
    for field in new.schema.fields {
      if let before = before(field) { compare(before, field) } else { add(field) }
    }
    for field in old.schema.fields {
      if let target = moves.targets[field.path] {
        if !new.declares(target) { move(field, into: target) }
      } else if !new.declares(field.path) || !moves.stays(field.path) {
        remove(field)
      }
    }
    compareOverrides()
  }

  /// The field of the old schema whose answers a new field has.
  private func before(_ field: Field) -> Field? {
    if let source = moves.sources[field.path] { return old.fields[source] }
    return moves.stays(field.path) ? old.fields[field.path] : nil
  }

  mutating func append(_ change: Change) { changes.append(change) }

  private mutating func compare(_ before: Field, _ now: Field) {
    let pair = FieldPair(before, now, old: old.index, new: new.index)
    if before.path != now.path { addMove(pair) }
    compareShape(pair)
    compareRetention(pair)
    if pair.was != .secret, pair.isNow != .secret { compareOptions(pair) }
    compareRequired(pair)
    compareStep(pair)
    if before.identity != now.identity {
      append(
        Change(
          .identityChanged, path: now.path, was: before.identity?.pointer,
          is: now.identity?.pointer, effect: pair.effect(),
          "The items of \(now.path.shown) are told apart by something else."))
    }
  }

  private mutating func addMove(_ pair: FieldPair) {
    let (before, now) = (pair.before, pair.now)
    var effect = pair.effect(.moved)
    if effect == .moved {
      effect = (reshaping(before) ?? .moved).narrowed(if: isClosed(pair) || closes(now.path))
    }
    append(
      Change(
        .fieldMoved, path: now.path, from: before.path, effect: effect,
        "\(before.path.shown) is \(now.path.shown) now."))
  }
}

extension FieldDiff {
  /// What happens to a field because what it stands in became a list, or one of a list.
  private func reshaping(_ field: Field) -> Effect? {
    guard let place = moves.reshaped[field.path], let was = old.objectShape(at: place.was),
      let present = new.objectShape(at: place.now)
    else { return nil }
    return .init(Conversion.verdict(from: was, to: present, options: nil))
  }
}

extension FieldDiff {
  private mutating func compareShape(_ pair: FieldPair) {
    let (before, now) = (ValueShape(pair.before), ValueShape(pair.now))
    let path = pair.now.path
    let effect = pair.conversion.narrowed(if: isClosed(pair))
    if before.type != now.type {
      append(
        Change(
          .retyped, path: path, was: "\(before.type)", is: "\(now.type)", effect: effect,
          "The type of \(path.shown) was \(before.type) and is \(now.type)."))
    }
    guard before.isMany != now.isMany else { return }
    let words = now.isMany ? "One answer became many" : "Many answers became one"
    append(
      Change(
        now.isMany ? .becameMany : .becameOne, path: path, was: before.isMany ? "many" : "one",
        is: now.isMany ? "many" : "one", effect: effect, "\(words) at \(path.shown)."))
  }

  private mutating func compareRetention(_ pair: FieldPair) {
    guard pair.was != pair.isNow else { return }
    append(Self.retentionChange(pair.now.path, was: pair.was, is: pair.isNow))
  }

  static func retentionChange(
    _ path: FieldPath, was: Retention, is now: Retention
  ) -> Change {
    let kind: Kind =
      switch now {
      case .secret: .becameSecret
      case .transient: .becameTransient
      case .kept, .automatic: .noLongerSecret
      }
    let words =
      switch now {
      case .secret: "is a secret now: never stored, asked for again."
      case .transient: "is transient now: never stored, not asked for again."
      case .kept, .automatic: "is kept now; nothing of it was stored so far."
      }
    return Change(
      kind, path: path, was: was.rawValue, is: now.rawValue,
      effect: was == .kept ? .withheld : .none, "\(path.shown) \(words)")
  }

  private mutating func compareRequired(_ pair: FieldPair) {
    let (before, now) = (pair.before, pair.now)
    guard before.isRequired != now.isRequired else { return }
    append(
      Change(
        now.isRequired ? .newlyRequired : .noLongerRequired, path: now.path,
        was: before.isRequired ? "required" : "optional",
        is: now.isRequired ? "required" : "optional", effect: pair.effect(),
        now.isRequired
          ? "The form asks for an answer at \(now.path.shown) now."
          : "The form no longer asks for an answer at \(now.path.shown)."))
  }

  private mutating func compareStep(_ pair: FieldPair) {
    let (before, now) = (pair.before, pair.now)
    let expected = before.step.map { steps.present(of: $0) }
    guard ExactOptional(wrappedValue: expected) != ExactOptional(wrappedValue: now.step) else {
      return
    }
    append(
      Change(
        .movedToStep, path: now.path, was: before.step, is: now.step, effect: pair.effect(),
        now.step.map { "\(now.path.shown) stands on the step “\($0.shown)” now." }
          ?? "\(now.path.shown) stands on no step now."))
  }
}

extension FieldDiff {
  private mutating func add(_ field: Field) {
    let type = "\(ValueShape(field))"
    if let former = moves.undeclaredFormer(of: field) { return addMove(field, from: former) }
    let (effect, words) = arrival(of: field)
    if effect == .added { added.append(field) }
    append(
      Change(
        .fieldAdded, path: field.path, is: type, effect: effect,
        "\(field.path.shown) is new, \(words)" + (field.isRequired ? " It is required." : "")))
  }

  /// A field that says it was in a place for which none was declared.
  private mutating func addMove(_ field: Field, from former: FieldPath) {
    let isKept = new.index.retention(at: field.path) == .kept
    let effect =
      if case .inside(let before, let depth) = old.index.slot(at: former) {
        Effect(
          Conversion.verdict(
            from: ValueShape(before).inside(depth), to: ValueShape(field),
            options: field.options), unchanged: .moved)
      } else {
        Effect.moved
      }
    append(
      Change(
        .fieldMoved, path: field.path, from: former,
        effect: isKept ? effect.narrowed(if: closes(field.path)) : .withheld,
        "\(former.shown) is \(field.path.shown) now."))
  }

  private mutating func remove(_ field: Field) {
    if let loss = moves.losses[field.path] {
      let effect = moves.withheld.contains(field.path) ? Effect.withheld : .orphaned
      remove(field, effect: stored(field) ? effect : .none, "\(loss) ")
    } else {
      let effect = departure(of: field, to: field.path)
      if effect == .orphaned { gone.append(field) }
      remove(field, effect: effect)
    }
  }

  private mutating func remove(_ field: Field, effect: Effect, _ why: String = "") {
    append(
      Change(
        .fieldRemoved, path: field.path, was: "\(ValueShape(field))", effect: effect,
        why + (new.declares(field.path) ? "" : "\(field.path.shown) is gone. ")
          + (stored(field) ? "" : "Nothing of it was stored.")))
  }

  /// A former path brings a field into one that leaves its inside open.
  private mutating func move(_ field: Field, into target: FieldPath) {
    var effect = departure(of: field, to: target)
    guard effect != .orphaned else {
      remove(field, effect: effect, "It does not fit at \(target.shown). ")
      return
    }
    if effect == .kept || effect == .converted { effect = reshaping(field) ?? .moved }
    append(
      Change(
        .fieldMoved, path: target, from: field.path, effect: effect,
        "\(field.path.shown) is \(target.shown) now."))
  }

  private func stored(_ field: Field) -> Bool { old.index.retention(at: field.path) == .kept }
}
