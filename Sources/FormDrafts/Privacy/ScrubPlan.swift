/// What a stored draft has to lose so that it holds nothing a schema never stores.
///
/// Pure. The rule is that of a save (``Redaction``), for everything the draft holds at once:
/// answers, orphans, what the record had, title. What is not known any more is not looked for:
/// step, record and the like are stored as they are by a save, too.
struct ScrubPlan {
  /// The draft's row afterwards; place in lists and time of the last save stay.
  private(set) var head: DraftHead
  private(set) var updates: [FieldRow] = []
  private(set) var removals: [Int64] = []
  /// How much shorter values and the record's values get, as JSON.
  private(set) var bytes = 0

  /// Rows that go or lose something.
  var fields: Int { updates.count + removals.count }
  /// Whether the draft stays as it is.
  let isEmpty: Bool

  /// Plans for a draft.
  ///
  /// - Parameters:
  ///   - stored: all of its rows. One whose checksum does not hold is left, and nothing it says
  ///     counts.
  ///   - head: its row.
  ///   - writer: the schema it was saved under; nil if that cannot be read.
  ///   - writers: the schemas its orphans were saved under, by their rows.
  ///   - reader: the schema under which nothing may be left.
  init(
    _ stored: [FieldRow], head: DraftHead, writer: StoredSchema?,
    writers: [Int64: StoredSchema] = [:], reader: StoredSchema
  ) {
    let index = reader.index
    var parts: [Part] = []
    for row in stored where row.isIntact && row.draft == head.id {
      let saved = row.kind.isOrphan ? writers[row.schema] : writer
      parts.append(Part(row, saved.map { reader.mapping(from: $0) }))
    }
    let redaction = Redaction(
      DraftSnapshot(touched: Set(parts.map(\.row.path)), focus: head.focus), index: index,
      baseline: nil, title: head.title, others: parts.flatMap(\.values))
    var after = head
    after.title = redaction.title
    after.focus = redaction.snapshot.focus.flatMap { focus in
      // A save lets the focus stand in a secret field; it goes only from one that became secret.
      let isNew = index.isNeverStored(focus) && writer?.index.isNeverStored(focus) != true
      return isNew ? nil : focus
    }
    self.head = after
    var replaced: [Int64: FieldRow?] = [:]
    var left = redaction.others.makeIterator()
    for part in parts {
      let value = part.value == nil ? nil : left.next() ?? nil
      let base = part.base == nil ? nil : left.next() ?? nil
      let mayStand =
        redaction.snapshot.touched.contains(part.row.path)
        && !part.places.contains(where: index.isNeverStored)
      let row = mayStand ? part.row(holding: value, base) : nil
      if let row, row.isSameContent(as: part.row) { continue }
      replaced[part.row.id] = .some(row)
    }
    isEmpty = replaced.isEmpty && after == head
    guard !isEmpty else { return }
    self.head.revision += 1
    for row in stored {
      if let new = replaced[row.id] { replace(row, by: new) }
    }
    let remaining = stored.compactMap { replaced[$0.id] ?? $0 }
    if let writer {
      let before = writer.answered(stored.answers)
      self.head.answered += Int64(writer.answered(remaining.answers) - before)
    }
  }

  /// Counts are changed by what changed, so that rows that were missing before are missed still.
  private mutating func replace(_ old: FieldRow, by new: FieldRow?) {
    head.rowsSum &-= old.sum
    if var new {
      new.revision = head.revision
      new.sum = new.checksum
      head.rowsSum &+= new.sum
      updates.append(new)
    } else {
      head.rows -= 1
      removals.append(old.id)
    }
    let value = (old.value?.count ?? 0) - (new?.value?.count ?? 0)
    let base = (old.base?.count ?? 0) - (new?.base?.count ?? 0)
    bytes += max(value, 0) + max(base, 0)
    if old.kind == .live { head.bytes -= Int64(value) }
  }
}

extension ScrubPlan {
  /// A row, and what it holds where that can be read.
  private struct Part {
    let row: FieldRow
    let value: DraftValue?
    let base: DraftValue?
    private let mapping: SchemaMapping?

    init(_ row: FieldRow, _ mapping: SchemaMapping?) {
      self.row = row
      self.mapping = mapping
      value = row.value.flatMap { try? DraftValue(json: $0) }
      base = row.base.flatMap { try? DraftValue(json: $0) }
    }

    var values: [Redaction.Other] {
      [value, base].compactMap {
        $0.map { Redaction.Other(path: row.path, value: $0, mapping: mapping) }
      }
    }

    /// Where the form has it now, if it moved.
    var places: [FieldPath] { mapping?.destination(of: row.path).others ?? [] }

    /// The row with what may stay of its value and of what the record had; nil if nothing does.
    func row(holding value: DraftValue?, _ base: DraftValue?) -> FieldRow? {
      var left = row
      if value != self.value {
        left.value = value?.canonicalJSON
        // Without an answer, what the record had would say that a person took it away.
        if value == nil { left.forgetBase() }
      }
      if base != self.base, left.knowsBase {
        left.base = base?.canonicalJSON
        if base == nil { left.forgetBase() }
      }
      let isGone = left.value == nil && left.marks == 0 && !left.knowsBase
      return isGone && !left.isSameContent(as: row) ? nil : left
    }
  }
}
