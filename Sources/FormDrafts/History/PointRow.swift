/// A row of the table `point`, as plain data: a save point, or a copy of a row of `field`.
struct PointRow: Sendable {
  var id: Int64 = 0
  /// The save point, by the revision it goes back to.
  var revision: Int64
  /// The copied row's id; 0 for the save point itself.
  var field: Int64 = 0
  var reason: Int64 = 0
  var at: Int64 = 0
  var schema: Int64 = 0
  var bytes: Int64 = 0
  @Exact var path: String
  var kind: Int64 = 0
  var form: Int64 = 0
  var flags: Int64 = 0
  var marks: Int64 = 0
  var ordinal: Int64 = 0
  var written: Int64 = 0
  var value: [UInt8]?
  var base: [UInt8]?
  /// The checksum as it stands in the row; ``isIntact`` compares.
  var sum: Int64 = 0

  init(revision: Int64, path: String) {
    self.revision = revision
    _path = Exact(path)
  }

  /// A copy of a draft's row for a save point.
  init(_ row: FieldRow, revision: Int64) {
    self.init(revision: revision, path: row.path.pointer)
    field = row.id
    kind = row.kind.rawValue
    form = row.form
    flags = row.flags
    marks = row.marks
    ordinal = row.ordinal
    written = row.revision
    value = row.value
    base = row.base
    bytes = Int64(path.utf8.count + (value?.count ?? 0) + (base?.count ?? 0))
  }

  /// A save point of a draft as its row says.
  init(_ head: DraftHead, reason: SavePoint.Reason, at time: Int64) {
    self.init(revision: head.revision, path: "")
    self.reason = reason.code
    at = time
    schema = head.schema
    value = head.stateJSON
    bytes = Int64(value?.count ?? 0)
  }

  /// XXH64 over every column but itself.
  var checksum: Int64 {
    var sum = ColumnChecksum(capacity: 160 + Int(bytes))
    for number in [
      id, revision, field, reason, at, schema, bytes, kind, form, flags, marks, ordinal, written,
    ] {
      sum.add(number)
    }
    sum.add(path)
    sum.add(optional: value)
    sum.add(optional: base)
    return sum.value
  }

  var isIntact: Bool { sum == checksum }

  /// The copied row; nil for a save point itself, and for what no row says.
  func fieldRow(draft: Int64) -> FieldRow? {
    guard field != 0, let kind = FieldRow.Kind(rawValue: kind) else { return nil }
    var row = FieldRow(
      id: field, draft: draft, path: FieldPath(uncheckedPointer: path), kind: kind, form: form,
      flags: flags, marks: marks, ordinal: ordinal, value: value, base: base, revision: written)
    row.sum = row.checksum
    return row
  }
}

extension DraftHead {
  /// What a save point keeps of the row, but for revision and schema, which have columns.
  var stateJSON: [UInt8] {
    let members: [(String, DraftValue?)] = [
      ("version", version.map(DraftValue.text)), ("title", title.map(DraftValue.text)),
      ("step", step.map(DraftValue.text)), ("focus", focus.map { .text($0.pointer) }),
      ("baseline", baseline.map(DraftValue.text)),
      ("skipped", .text(String(decoding: skipped, as: UTF8.self))), ("hasBase", .bool(hasBase)),
      ("saved", DraftValue(saved)), ("answered", DraftValue(answered)),
      ("bytes", DraftValue(bytes)), ("rows", DraftValue(rows)), ("nextRow", DraftValue(nextRow)),
      ("rowsSum", DraftValue(rowsSum)),
    ]
    let object = DraftObject(members.compactMap { name, value in value.map { .init(name, $0) } })
    return DraftValue.object(object).canonicalJSON
  }

  /// The draft's row as it was at a save point; nil if that cannot be read.
  ///
  /// What no save changes, and what belongs to the draft as it is now, stays.
  func state(at point: PointRow) -> DraftHead? {
    guard point.isIntact, let json = point.value,
      case .object(let object)? = try? DraftValue(json: json)
    else { return nil }
    var head = self
    func text(_ name: String) -> String? {
      if case .text(let text)? = object[name] { text } else { nil }
    }
    func number(_ name: String) -> Int64? {
      if case .number(let literal)? = object[name] { Int64(literal) } else { nil }
    }
    guard let skipped = text("skipped"), case .bool(let hasBase)? = object["hasBase"],
      let saved = number("saved"), let answered = number("answered"),
      let bytes = number("bytes"), let rows = number("rows"), let nextRow = number("nextRow"),
      let rowsSum = number("rowsSum")
    else { return nil }
    head.revision = point.revision
    head.schema = point.schema
    head.version = text("version")
    head.title = text("title")
    head.step = text("step")
    head.focus = text("focus").map(FieldPath.init(uncheckedPointer:))
    head.baseline = text("baseline")
    head.skipped = Array(skipped.utf8)
    head.hasBase = hasBase
    head.saved = saved
    head.answered = answered
    head.bytes = bytes
    head.rows = rows
    head.nextRow = nextRow
    head.rowsSum = rowsSum
    return head
  }

  /// Whether a row of this draft was there already, by its id.
  func hadRow(_ id: Int64) -> Bool { id < FieldRow.firstID(draft: self.id) + nextRow }
}
