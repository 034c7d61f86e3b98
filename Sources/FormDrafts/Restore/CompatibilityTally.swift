/// The outcomes of fields over many drafts; a draft counts once, however many items it has.
struct CompatibilityTally: Sendable {
  /// Names that no schema declares may be data, and there may be any number of them; more than
  /// this are counted for the form as a whole.
  static let undeclaredLimit = 1_000

  fileprivate struct Key: Hashable {
    var path: FieldPath
    var outcome: RestoreReport.Outcome
  }

  fileprivate struct Row {
    let key: Key
    var drafts = 0
    var needsDecision = false
    /// The draft that counted last.
    var last = 0
    var reasons: [Exact: Int] = [:]
  }

  private(set) var outcomes: [RestoreReport.Outcome: Int] = [:]
  private var lastOf: [RestoreReport.Outcome: Int] = [:]
  private var rows: [Row] = []
  private var positions: [Key: Int] = [:]
  private var draft = 0
  private var undeclared = 0

  /// What follows is of another draft.
  mutating func begin() { draft += 1 }

  /// Counts an entry of a report.
  mutating func add(
    _ entry: RestoreReport.Entry, writer: SchemaIndex, reader: SchemaIndex
  ) {
    guard !entry.isNeverStored else { return }
    if lastOf.updateValue(draft, forKey: entry.outcome) != draft {
      outcomes[entry.outcome, default: 0] += 1
    }
    let position = position(
      of: SchemaPlace(of: entry.path, writer: writer, reader: reader), entry.outcome)
    if entry.needsDecision { rows[position].needsDecision = true }
    guard rows[position].last != draft else { return }
    rows[position].last = draft
    rows[position].drafts += 1
    if let reason = entry.reason(writer: writer, reader: reader) { rows[position].add(reason) }
  }

  private mutating func position(
    of place: SchemaPlace, _ outcome: RestoreReport.Outcome
  ) -> Int {
    var key = Key(path: place.path, outcome: outcome)
    if let known = positions[key] { return known }
    if !place.isDeclared {
      if undeclared < Self.undeclaredLimit {
        undeclared += 1
      } else {
        key.path = .root
        if let known = positions[key] { return known }
      }
    }
    positions[key] = rows.count
    rows.append(Row(key: key))
    return rows.count - 1
  }

  /// Adds a field of which there is no draft.
  mutating func add(_ field: Compatibility.Field) {
    var row = Row(key: Key(path: field.path, outcome: field.outcome))
    row.needsDecision = field.level > .wholly
    if let why = field.why { row.add(why) }
    rows.append(row)
    outcomes[field.outcome, default: 0] += 1
  }

  /// By the bytes of the path, then in the order of the outcomes.
  var fields: [Compatibility.Field] {
    var order: [RestoreReport.Outcome: Int] = [:]
    for outcome in RestoreReport.Outcome.allCases { order[outcome] = order.count }
    return rows.map(\.field).sorted { one, other in
      if one.path != other.path { return one.path < other.path }
      return order[one.outcome, default: 0] < order[other.outcome, default: 0]
    }
  }
}

extension CompatibilityTally.Row {
  /// A reason may name how many items a list has; more of them than this are not told apart.
  private static let reasonLimit = 16

  mutating func add(_ reason: String) {
    let reason = Exact(reason)
    guard reasons.count < Self.reasonLimit || reasons[reason] != nil else { return }
    reasons[reason, default: 0] += 1
  }

  fileprivate var field: Compatibility.Field {
    // Of reasons that are as frequent the first by bytes, so that the order of drafts does not show.
    let reason = reasons.max { ($0.value, $1.key) < ($1.value, $0.key) }
    return Compatibility.Field(
      path: key.path, outcome: key.outcome, drafts: drafts, why: reason?.key.wrappedValue,
      level: needsDecision ? .decision : .wholly)
  }
}

extension RestoreReport.Entry {
  /// A secret that was never stored says nothing about what fits.
  fileprivate var isNeverStored: Bool { outcome == .withheld && why == RestoreReport.secretWords }

  /// Why, for people; where the report leaves it to other members, in words.
  func reason(writer: SchemaIndex, reader: SchemaIndex) -> String? {
    if let why { return why }
    if let from {
      return "It stood at \(SchemaPlace(of: from, writer: writer, reader: reader).path)."
    }
    if outcome == .converted, let was, let present = self.is {
      return "The type was \(was) and is \(present)."
    }
    return nil
  }
}
