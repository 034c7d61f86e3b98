/// Whether an answer can stand at a place, and how.
enum Fit {
  struct Placed {
    /// Nil for marks alone.
    var value: DraftValue?
    var outcome: RestoreReport.Outcome
    var why: String?
    var was: ValueShape?
    var `is`: ValueShape?
    /// Items of a list that are none of the choices.
    var items: [Int] = []
    /// What differs inside a list.
    var inside: [RestoreReport.Entry] = []
    /// What is stored says more than ``value``.
    var leavesOriginal = false
    /// Answers inside a list that have no place.
    var orphans: [DraftOrphan] = []
  }

  case placed(Placed)
  case orphan(String)
  /// The very same value stands where it would.
  case echo
  /// All of it stands in another answer now.
  case merged
  case withheld

  var isWithheld: Bool { if case .withheld = self { true } else { false } }
  var isMerged: Bool { if case .merged = self { true } else { false } }
}

extension Resolver {
  /// Whether a value that was saved at one path can stand at another.
  ///
  /// - Parameters:
  ///   - value: the answer; nil for marks alone.
  ///   - source: where it was saved, which says what type it has.
  ///   - path: where it is to stand.
  ///   - schema: the schema it was saved under; nil if nobody says what type it has.
  ///   - mapping: where the places of that schema are in this one.
  ///   - isInList: whether it is a member of an item, so that an index stands in its path.
  func fit(
    _ value: DraftValue?, from source: FieldPath, to path: FieldPath, under schema: StoredSchema?,
    by mapping: SchemaMapping, isInList: Bool = false
  ) -> Fit {
    let fit = ownFit(value, from: source, to: path, under: schema, isInList: isInList)
    guard let value, case .placed(let placed) = fit else { return fit }
    return .placed(
      withItems(placed, value, from: source, to: path, under: schema, by: mapping))
  }

  /// The same without a look at the items of a list.
  func ownFit(
    _ value: DraftValue?, from source: FieldPath, to path: FieldPath, under schema: StoredSchema?,
    isInList: Bool = false
  ) -> Fit {
    guard let present = reader.index.storedSlot(at: path) else { return .withheld }
    let was = schema?.index.slot(at: source) ?? .unknown
    guard let to = present.shape else {
      guard !was.isDeclared, schema != nil else {
        return .orphan("The form has no such field\(schema == nil ? "" : " any more").")
      }
      return .placed(Fit.Placed(value: value, outcome: .undeclared))
    }
    guard let value else { return .placed(Fit.Placed(value: nil, outcome: .kept)) }
    guard Self.canStandInside(present, was, isInList: isInList) else {
      return .orphan("The type was object and is \(present.outer).")
    }
    let from = was.shape ?? .any
    var placed = Fit.Placed(value: value, outcome: .kept, was: was.shape, is: to)
    switch Conversion.convert(value, from: from, to: to, options: present.closedOptions) {
    case .same: break
    case .unfit(let why): return .orphan(why)
    case .converted(let converted):
      placed.value = converted
      placed.outcome = was.isUnknown && schema != nil && to == .any ? .kept : .converted
      placed.leavesOriginal = !Self.comesBack(
        converted, as: value, from: from, to: to, options: was.closedOptions)
    }
    judge(&placed, present)
    return .placed(placed)
  }

  /// Whether the field a place lies in takes members at all, or never did and is the same still.
  static func canStandInside(
    _ present: SchemaSlot, _ was: SchemaSlot, isInList: Bool
  ) -> Bool {
    guard case .inside(let field, let depth) = present else { return true }
    let shape = ValueShape(field)
    if case .inside(let earlier, depth) = was, ValueShape(earlier) == shape { return true }
    return (0..<depth).allSatisfy {
      let outer = shape.inside($0)
      return outer.holdsMembers || (isInList && outer.isMany)
    }
  }

  /// Whether a form that is rolled back gets the very same value again.
  private static func comesBack(
    _ converted: DraftValue, as value: DraftValue, from: ValueShape, to: ValueShape,
    options: DraftSchema.Options?
  ) -> Bool {
    guard from != .any else { return true }
    switch Conversion.convert(converted, from: to, to: from, options: options) {
    case .same: return converted == value
    case .converted(let back): return back == value
    case .unfit: return false
    }
  }

  /// Closed choices are compared; others are not known yet.
  private func judge(_ placed: inout Fit.Placed, _ slot: SchemaSlot) {
    guard let options = slot.closedOptions, let value = placed.value,
      let gone = options.itemsGone(from: value)
    else { return }
    placed.outcome = .invalidOption
    placed.why = RestoreReport.goneWords
    placed.items = gone
  }
}

extension SchemaSlot {
  /// The type of the declared field, in words.
  fileprivate var outer: String {
    switch self {
    case .field(let field), .inside(let field, _): "\(ValueShape(field))"
    case .interior: "object"
    case .unknown: "any"
    }
  }
}
