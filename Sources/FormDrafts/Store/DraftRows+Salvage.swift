import FormDraftsSQLite

extension DraftRows {
  /// How many ids are asked for one by one where whole pages cannot be read.
  private static let probes: Int64 = 100_000
  /// How many of these may fail in a row: a leaf has far fewer rows, so what is damaged then is a
  /// page above the leaves, and the rest behind it fails too.
  private static let patience = 4_096

  /// The rows of a damaged table that can be read, by their ids.
  ///
  /// Forwards to the first page that cannot be read, backwards to the last, and between the two
  /// each id by itself: a search for one id takes another way through the tree, past the damaged
  /// page. Whether a row holds what was written is for its checksum to say.
  ///
  /// - Parameters:
  ///   - select: a statement with the id as its first column, up to its condition.
  ///   - range: the ids.
  ///   - read: makes a row of what the statement stands on; nil passes it over.
  /// - Returns: the rows, and whether that are all: no page on the way was unreadable.
  func salvage<Row>(
    _ select: String, in range: Range<Int64> = 1..<Int64.max,
    _ read: (borrowing Statement) throws -> Row?
  ) -> (rows: [(id: Int64, row: Row)], isWhole: Bool) {
    var found: [Int64: Row] = [:]
    // The id it came to, and whether it came to the end.
    func scan(_ range: Range<Int64>, _ order: String) -> (last: Int64?, isWhole: Bool) {
      var last: Int64?
      do {
        try connection.withStatement("\(select) WHERE id >= ?1 AND id < ?2 ORDER BY id \(order)") {
          statement in
          try statement.bind(range.lowerBound, at: 1)
          try statement.bind(range.upperBound, at: 2)
          while try statement.step() {
            let id = statement.int64(0)
            last = id
            if let row = try read(statement) { found[id] = row }
          }
        }
        return (last, true)
      } catch {
        return (last, false)
      }
    }
    let forwards = scan(range, "ASC")
    if !forwards.isWhole {
      let low = forwards.last.map { $0 + 1 } ?? range.lowerBound
      let backwards =
        low < range.upperBound ? scan(low..<range.upperBound, "DESC") : (last: nil, isWhole: true)
      let high = min(backwards.last ?? range.upperBound, low.addingClamped(Self.probes))
      var failures = 0
      var id = low
      while id < high, failures < Self.patience {
        failures = scan(id..<id + 1, "ASC").isWhole ? 0 : failures + 1
        id += 1
      }
    }
    return (found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, forwards.isWhole)
  }

  /// The schemas whose digests hold, by their rows.
  func salvageSchemas() -> [Int64: StoredSchema] {
    let rows = salvage("SELECT id, digest, fingerprint, text FROM schema") { statement in
      try? StoredSchema(
        text: statement.bytes(3), fingerprint: statement.text(2) ?? "", digest: statement.bytes(1))
    }
    return Dictionary(rows.rows.map { ($0.id, $0.row) }, uniquingKeysWith: { first, _ in first })
  }

  /// The drafts' own rows, damaged ones too unless one byte makes them right.
  func salvageHeads() -> SalvagedHeads {
    var mender = RowMender()
    let (rows, isWhole) = salvage("SELECT \(Self.headColumns) FROM draft") { statement in
      let head = head(statement)
      guard case .damaged = head,
        let bytes = mender.mend(
          Self.headBytes(statement), sum: salted(statement.int64(26))),
        let mended = DraftHead(columns: bytes), mended.id == statement.int64(0)
      else { return head }
      return .intact(mended)
    }
    let (ids, isListWhole) = salvageIDs()
    return SalvagedHeads(
      rows.map(\.row), ids: ids, mentioned: salvageMentions(),
      isComplete: isWhole || isListWhole)
  }

  /// A draft's rows, damaged ones too unless one byte makes them right.
  func salvageFields(of head: DraftHead, _ mender: inout RowMender) -> [FieldRow] {
    let first = FieldRow.firstID(draft: head.id)
    let count = min(max(head.nextRow, head.rows, 0), Int64(1) << 32)
    let range = first..<first + max(count, 1)
    return salvage("SELECT \(Self.fieldColumns) FROM field", in: range) { statement in
      let row = field(statement)
      if let row, row.isIntact { return row }
      guard
        let bytes = mender.mend(
          Self.fieldBytes(statement), sum: salted(statement.int64(11))),
        let mended = FieldRow(columns: bytes), mended.id == statement.int64(0)
      else { return row }
      return mended
    }.rows.map(\.row)
  }

  /// What the checksum of a draft's row is made over, as it stands there.
  private static func headBytes(_ statement: borrowing Statement) -> [UInt8] {
    var bytes = ColumnChecksum()
    for column: Int32 in [0, 4, 5, 7, 8, 9, 17, 18, 19] { bytes.add(statement.int64(column)) }
    bytes.add(statement.isNull(20) ? .min : statement.int64(20))
    for column: Int32 in 21...25 { bytes.add(statement.int64(column)) }
    for column: Int32 in 1...3 { bytes.add(statement.bytes(column)) }
    for column: Int32 in [6, 10, 11, 12, 13, 15, 16] {
      bytes.add(optional: statement.isNull(column) ? nil : statement.bytes(column))
    }
    bytes.add(statement.bytes(14))
    return bytes.buffer
  }

  /// What the checksum of a row of answers is made over, as it stands there.
  private static func fieldBytes(_ statement: borrowing Statement) -> [UInt8] {
    var bytes = ColumnChecksum()
    for column: Int32 in [0, 1, 3, 4, 5, 6, 7, 10] { bytes.add(statement.int64(column)) }
    bytes.add(statement.bytes(2))
    for column: Int32 in [8, 9] {
      bytes.add(optional: statement.isNull(column) ? nil : statement.bytes(column))
    }
    return bytes.buffer
  }

  /// The rows of a draft's save points, damaged ones too.
  func salvagePoints(of head: DraftHead) -> [PointRow] {
    guard version >= 3 else { return [] }
    let range = FieldRow.firstID(draft: head.id)..<FieldRow.firstID(draft: head.id + 1)
    let select = "SELECT \(Self.pointColumns) FROM point"
    return salvage(select, in: range) { point($0) }.rows.map(\.row)
  }

  /// Which drafts ended, as far as that can be read.
  func salvageEndings() -> [(id: DraftID, ending: Ending, at: Int64)] {
    salvage("SELECT id, uuid, reason, at FROM ended") { statement in
      statement.text(1).flatMap { DraftID($0) }.map { id in
        (id, Ending(rawValue: statement.int64(2)) ?? .purged, statement.int64(3))
      }
    }.rows.map(\.row)
  }

  /// By which attempts drafts that are gone were submitted, as far as that can be read.
  func salvageSubmissions() -> [(id: DraftID, attempt: String)] {
    guard version >= 2 else { return [] }
    return salvage("SELECT id, uuid, attempt FROM submission") { statement in
      guard let id = statement.text(1).flatMap({ DraftID($0) }), let attempt = statement.text(2)
      else { return nil }
      return (id, attempt)
    }.rows.map(\.row)
  }
}

extension Int64 {
  fileprivate func addingClamped(_ other: Int64) -> Int64 {
    let (sum, isOver) = addingReportingOverflow(other)
    return isOver ? .max : sum
  }
}
