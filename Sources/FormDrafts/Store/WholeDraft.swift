/// A draft of which every row is there, holds, and stands where the form has it: what nearly every
/// restore meets.
///
/// Rows are read where SQLite has them, and only the answer is made of each. What asks for a word
/// more (an orphan, damage, a file that may be gone, a secret) is left to the ``Resolver``, which
/// accounts for each row; both give the same snapshot.
struct WholeDraft {
  /// What a row says.
  enum Reading {
    case taken
    /// It was written later than its place in the form: the rows are to be read in the form's order.
    case unordered
    /// It is for the resolver.
    case refused
  }

  private let schema: StoredSchema
  private var builder = ObjectBuilder()
  private var touched: Set<FieldPath> = []
  private var dirty: Set<FieldPath> = []
  private var sum: Int64 = 0
  private var ordinal = Int64.min
  /// The field after the last one found: rows mostly come as the form has them.
  private var next = 0
  /// Whether each row was one of the form's next fields: then none comes twice.
  private var isInOrder = true

  private init(_ head: DraftHead, _ schema: StoredSchema) {
    self.schema = schema
    builder.reserveCapacity(min(Int(clamping: head.rows), schema.schema.fields.count))
  }

  /// The snapshot of a draft of this very form of which nothing is to be said; nil for any other.
  static func snapshot(
    of head: DraftHead, under schema: StoredSchema, _ options: RestoreOptions, _ rows: DraftRows
  ) throws -> DraftSnapshot? {
    let isCurrent =
      ExactOptional(wrappedValue: head.version)
      == ExactOptional(wrappedValue: schema.schema.version)
    guard options.record == nil, options.upgrades.isEmpty || isCurrent,
      try rows.schemaDigest(head.schema) == schema.digest,
      schema.schema.steps.isEmpty
        || schema.schema.knowsSteps(head.skippedSteps + [head.step].compactMap { $0 })
    else { return nil }
    for order in DraftRows.Order.allCases {
      var whole = WholeDraft(head, schema)
      var last = Reading.taken
      let shown = try rows.forEachLiveRow(of: head, in: order) { row in
        last = whole.take(row)
        return last == .taken
      }
      guard let shown else { return nil }
      switch last {
      case .taken: return shown == head.rows ? whole.snapshot(of: head) : nil
      case .unordered: continue
      case .refused: return nil
      }
    }
    return nil
  }

  /// The snapshot, if the rows are those of the last save.
  private mutating func snapshot(of head: DraftHead) -> DraftSnapshot? {
    guard sum == head.rowsSum else { return nil }
    return DraftSnapshot(
      values: builder.build(), touched: touched, dirty: dirty, step: head.step,
      skippedSteps: head.skippedSteps, focus: head.focus)
  }

  private mutating func take(_ row: LiveRow) -> Reading {
    guard row.ordinal >= ordinal else { return .unordered }
    ordinal = row.ordinal
    sum &+= row.sum
    let position = position(of: row.path)
    if position == nil { isInOrder = false }
    if position == nil || row.marks != 0 {
      guard let path = position.map({ schema.plainFields[$0].path }) ?? undeclared(at: row.path)
      else { return .refused }
      if row.marks & FieldRow.touched != 0 { touched.insert(path) }
      if row.marks & FieldRow.dirty != 0 { dirty.insert(path) }
    }
    guard let json = row.value else { return .taken }
    guard let value = Self.value(json) else { return .refused }
    let name = position.map { schema.plainFields[$0].name }
    let isInserted = builder.insert(value, at: row.path, name: name, isNew: isInOrder)
    return isInserted ? .taken : .refused
  }

  /// Which of the form's next fields has that pointer.
  private mutating func position(of pointer: UnsafeBufferPointer<UInt8>) -> Int? {
    for position in next..<min(next + 8, schema.plainFields.count)
    where schema.plainFields[position].path.pointer.isSameBytes(as: pointer) {
      next = position + 1
      return position
    }
    return nil
  }

  /// A path the form may say something of; nil if it must not be handed out, or is none.
  private func undeclared(at pointer: UnsafeBufferPointer<UInt8>) -> FieldPath? {
    guard let base = pointer.baseAddress,
      ByteScan.firstInvalidUTF8(base, count: pointer.count) == nil
    else { return nil }
    let path = FieldPath(uncheckedPointer: String(decoding: pointer, as: UTF8.self))
    return schema.index.isNeverStored(path) ? nil : path
  }

  /// An answer; nil if it cannot be read, or may be about a file.
  private static func value(_ json: UnsafeBufferPointer<UInt8>) -> DraftValue? {
    guard let value = try? JSONReader.read(json) else { return nil }
    switch value {
    case .file: return nil
    case .object(let object): return object.isEmpty ? value : nil
    case .list: return value.holdsFiles ? nil : value
    default: return value
    }
  }
}
