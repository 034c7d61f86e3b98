import FormDraftsSQLite

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

  private let head: DraftHead
  private let schema: StoredSchema
  private var builder = ObjectBuilder()
  private var marked = (touched: Set<FieldPath>(), dirty: Set<FieldPath>())
  private var checksum = ColumnChecksum(capacity: 512)
  private var count: Int64 = 0
  private var sum: Int64 = 0
  private var ordinal = Int64.min
  /// The field after the last one found: rows mostly come as the form has them.
  private var next = 0

  init(_ head: DraftHead, _ schema: StoredSchema) {
    self.head = head
    self.schema = schema
    builder.reserveCapacity(min(Int(clamping: head.rows), schema.schema.fields.count))
  }

  /// The snapshot, if all rows were taken and none is missing.
  mutating func snapshot() -> DraftSnapshot? {
    guard count == head.rows, sum == head.rowsSum else { return nil }
    return DraftSnapshot(
      values: builder.build(), touched: marked.touched, dirty: marked.dirty, step: head.step,
      skippedSteps: head.skippedSteps, focus: head.focus)
  }

  /// Takes a row of `field`, its columns in the order of ``DraftRows/fieldColumns``.
  mutating func take(_ row: borrowing Statement, _ rows: DraftRows) -> Reading {
    guard row.int64(1) == head.id, row.int64(3) == FieldRow.Kind.live.rawValue,
      row.int64(4) == FieldRow.clear
    else { return .refused }
    let isNull = row.isNull(8)
    let stored = rows.salted(row.int64(11))
    checksum.restart()
    rows.addField(row, to: &checksum)
    guard checksum.value == stored else { return .refused }
    guard row.int64(7) >= ordinal else { return .unordered }
    ordinal = row.int64(7)
    count += 1
    sum &+= stored
    return row.withBytes(2) { pointer in
      take(pointer.assumingMemoryBound(to: UInt8.self), row, isNull: isNull)
        ? .taken : .refused
    }
  }

  private mutating func take(
    _ pointer: UnsafeBufferPointer<UInt8>, _ row: borrowing Statement, isNull: Bool
  ) -> Bool {
    let field = declared(at: pointer)
    let marks = row.int64(6)
    if field == nil || marks != 0 {
      guard let path = field?.path ?? undeclared(at: pointer) else { return false }
      if marks & FieldRow.touched != 0 { marked.touched.insert(path) }
      if marks & FieldRow.dirty != 0 { marked.dirty.insert(path) }
    }
    if isNull { return true }
    guard let value = row.withBytes(8, { Self.value($0.assumingMemoryBound(to: UInt8.self)) })
    else { return false }
    return builder.insert(value, at: pointer, name: field?.name)
  }

  /// The form's field of that pointer, if it is one of the next ones.
  private mutating func declared(
    at pointer: UnsafeBufferPointer<UInt8>
  ) -> StoredSchema.PlainField? {
    for position in next..<min(next + 8, schema.plainFields.count)
    where schema.plainFields[position].path.pointer.isSameBytes(as: pointer) {
      next = position + 1
      return schema.plainFields[position]
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

extension OwnerFile {
  /// The snapshot of a draft of this very form of which nothing is to be said; nil for any other.
  ///
  /// - Parameters:
  ///   - head: the draft as its row says; if it was saved meanwhile, the rows do not add up to it.
  func wholeSnapshot(
    of head: DraftHead, under reader: StoredSchema, _ options: RestoreOptions
  ) throws(DraftError) -> DraftSnapshot? {
    let isCurrent =
      ExactOptional(wrappedValue: head.version)
      == ExactOptional(wrappedValue: reader.schema.version)
    guard options.record == nil, options.upgrades.isEmpty || isCurrent else { return nil }
    return try read { rows in
      guard try rows.schemaDigest(head.schema) == reader.digest else { return nil }
      for order in DraftRows.Order.allCases {
        var whole = WholeDraft(head, reader)
        var last = WholeDraft.Reading.taken
        try rows.forEachRow(draft: head.id, in: order) { row in
          last = whole.take(row, rows)
          return last == .taken
        }
        if last == .taken { return whole.snapshot() }
        if last == .refused { return nil }
      }
      return nil
    } ?? nil
  }
}
