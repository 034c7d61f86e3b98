import FormDraftsSQLite

extension DraftRows {
  /// What a row of `draft` reads as.
  enum Head: Sendable {
    case intact(DraftHead)
    /// The checksum does not hold. Row id and uuid are what the row says, if it is readable.
    case damaged(Int64, DraftID?)
  }

  /// Which drafts to read.
  enum Selection: Sendable {
    case all
    case id(DraftID)
    case prefix(String)
    case key(form: String, record: String?)
    /// Those with a row in `lifetime`.
    case limited
  }

  static let headColumns = """
    id, uuid, form, record, has_record, schema, version, revision, seq, status, attempt, parent,
    title, step, skipped, focus, baseline, has_base, created, saved, expires, answered, bytes,
    rows, next_row, rows_sum, sum
    """

  /// The chosen drafts, the last saved first.
  ///
  /// Order is by the owner's own counter, so that a clock that jumped does not change it.
  func heads(_ selection: Selection) throws -> [Head] {
    var heads: [Head] = []
    try forEachHead(selection) { heads.append($0) }
    return heads
  }

  /// Each of the chosen drafts, the last saved first.
  func forEachHead(_ selection: Selection, _ body: (Head) throws -> Void) throws {
    let (condition, binds): (String, [String])
    switch selection {
    case .all: (condition, binds) = ("1", [])
    case .limited: (condition, binds) = ("id IN (SELECT draft FROM lifetime)", [])
    case .id(let id): return try forEachHead(Self.selectByID, [id.rawValue], body)
    case .prefix(let prefix):
      (condition, binds) = ("uuid >= ?1 AND uuid < ?2", [prefix, prefix + "g"])
    case .key(let form, let record):
      (condition, binds) = (
        "form = ?1 AND record = ?2 AND has_record = \(record == nil ? 0 : 1)",
        [form, record ?? ""]
      )
    }
    try forEachHead(
      "SELECT \(Self.headColumns) FROM draft WHERE \(condition) ORDER BY seq DESC", binds, body)
  }

  /// The same text each time, so that its statement is found by its address.
  private static let selectByID =
    "SELECT \(headColumns) FROM draft WHERE uuid = ?1 ORDER BY seq DESC"

  private func forEachHead(
    _ sql: String, _ binds: [String], _ body: (Head) throws -> Void
  ) throws {
    var sum = ColumnChecksum(capacity: 512)
    try connection.withStatement(sql) { statement in
      for (index, text) in binds.enumerated() {
        try statement.bind(text: text, at: Int32(index + 1))
      }
      while try statement.step() { try body(head(statement, &sum)) }
    }
  }

  func head(_ row: borrowing Statement) -> Head {
    var sum = ColumnChecksum(capacity: 512)
    return head(row, &sum)
  }

  private func head(_ row: borrowing Statement, _ sum: inout ColumnChecksum) -> Head {
    let columns = HeadColumns(row, &sum)
    let uuid = Statement.text(columns.uuid).flatMap { DraftID($0) }
    guard let uuid, let form = Statement.text(columns.form),
      let record = Statement.text(columns.record), sum.value == salted(row.int64(26))
    else { return .damaged(columns.id, uuid) }
    var head = DraftHead(
      uuid: uuid, form: form, record: columns.hasRecord == 0 ? nil : record)
    head.id = columns.id
    head.schema = columns.schema
    head.version = Statement.text(columns.version)
    head.revision = columns.revision
    head.seq = columns.seq
    head.status = .init(rawValue: columns.status)
    head.attempt = Statement.text(columns.attempt)
    head.parent = Statement.text(columns.parent).flatMap { DraftID($0) }
    head.title = Statement.text(columns.title)
    head.step = Statement.text(columns.step)
    // None, as there are mostly, needs no memory of its own.
    if let skipped = columns.skipped, !head.skipped.elementsEqual(skipped) {
      head.skipped = Array(skipped)
    }
    head.focus = Statement.text(columns.focus).map(FieldPath.init(uncheckedPointer:))
    head.baseline = Statement.text(columns.baseline)
    head.hasBase = columns.hasBase != 0
    head.created = columns.created
    head.saved = columns.saved
    head.expires = columns.expires
    head.answered = columns.answered
    head.bytes = columns.bytes
    head.rows = columns.rows
    head.nextRow = columns.nextRow
    head.rowsSum = columns.rowsSum
    return .intact(head)
  }

  /// Adds an empty row for a new draft; the rest follows with ``update(_:)``.
  func insert(_ head: DraftHead) throws -> Int64 {
    try connection.withStatement(
      """
      INSERT INTO draft (uuid, form, record, has_record, schema, revision, seq, status, skipped,
        has_base, created, saved, answered, bytes, rows, next_row, rows_sum, sum)
      VALUES (?1, ?2, ?3, ?4, ?5, 0, 0, 0, '[]', 0, 0, 0, 0, 0, 0, 0, 0, 0)
      """
    ) { statement in
      try statement.bind(text: head.uuid.rawValue, at: 1)
      try statement.bind(text: head.form, at: 2)
      try statement.bind(text: head.record ?? "", at: 3)
      try statement.bind(head.record == nil ? Int64(0) : 1, at: 4)
      try statement.bind(head.schema, at: 5)
      try statement.run()
    }
    return connection.lastInsertRowID
  }

  /// Writes everything that can change in a draft's row, with its checksum.
  func update(_ head: DraftHead) throws {
    try connection.withStatement(
      """
      UPDATE draft SET schema = ?1, version = ?2, revision = ?3, seq = ?4, status = ?5,
        attempt = ?6, parent = ?7, title = ?8, step = ?9, skipped = ?10, focus = ?11,
        baseline = ?12, has_base = ?13, created = ?14, saved = ?15, expires = ?16,
        answered = ?17, bytes = ?18, rows = ?19, next_row = ?20, rows_sum = ?21, sum = ?22
      WHERE id = ?23
      """
    ) { statement in
      let numbers: [(Int32, Int64)] = [
        (1, head.schema), (3, head.revision), (4, head.seq), (5, head.status.rawValue),
        (13, head.hasBase ? 1 : 0), (14, head.created), (15, head.saved), (17, head.answered),
        (18, head.bytes), (19, head.rows), (20, head.nextRow), (21, head.rowsSum),
        (22, salted(head.checksum)), (23, head.id),
      ]
      for (index, number) in numbers { try statement.bind(number, at: index) }
      let texts: [(Int32, String?)] = [
        (2, head.version), (6, head.attempt), (7, head.parent?.rawValue), (8, head.title),
        (9, head.step), (11, head.focus?.pointer), (12, head.baseline),
      ]
      for (index, text) in texts { if let text { try statement.bind(text: text, at: index) } }
      try statement.bind(textBytes: head.skipped, at: 10)
      if let expires = head.expires { try statement.bind(expires, at: 16) }
      try statement.run()
    }
  }

  /// The same for a draft of which a save changed answers and nothing else.
  func updateAnswered(_ head: DraftHead) throws {
    try connection.withStatement(
      """
      UPDATE draft SET revision = ?1, seq = ?2, saved = ?3, answered = ?4, bytes = ?5,
        rows_sum = ?6, sum = ?7 WHERE id = ?8
      """
    ) { statement in
      try statement.bind(head.revision, at: 1)
      try statement.bind(head.seq, at: 2)
      try statement.bind(head.saved, at: 3)
      try statement.bind(head.answered, at: 4)
      try statement.bind(head.bytes, at: 5)
      try statement.bind(head.rowsSum, at: 6)
      try statement.bind(salted(head.checksum), at: 7)
      try statement.bind(head.id, at: 8)
      try statement.run()
    }
  }

  /// The highest save counter of this owner.
  func lastSeq() throws -> Int64 {
    try connection.withStatement("SELECT coalesce(max(seq), 0) FROM draft") { statement in
      try statement.step() ? statement.int64(0) : 0
    }
  }

  /// Whether the highest save counter is so high or higher.
  ///
  /// The draft with the highest is mostly one of those that were begun last.
  func hasSeq(_ seq: Int64) throws -> Bool {
    try connection.withStatement("SELECT 1 FROM draft WHERE seq >= ?1 ORDER BY id DESC LIMIT 1") {
      statement in
      try statement.bind(seq, at: 1)
      return try statement.step()
    }
  }

  func removeDraft(_ id: Int64) throws {
    try removeLifetime(draft: id)
    try connection.withStatement("DELETE FROM draft WHERE id = ?1") { statement in
      try statement.bind(id, at: 1)
      try statement.run()
    }
  }
}

extension DraftRows {
  /// A draft by its id, past the index if that does not know it.
  ///
  /// A flipped bit in the index hides drafts that are there and hold.
  func head(of id: DraftID) throws -> Head? {
    if let head = try heads(.id(id)).first { return head }
    let row: Int64? = try connection.withStatement(
      "SELECT id FROM draft NOT INDEXED WHERE uuid = ?1"
    ) { statement in
      try statement.bind(text: id.rawValue, at: 1)
      return try statement.step() ? statement.int64(0) : nil
    }
    guard let row else { return nil }
    return try connection.withStatement("SELECT \(Self.headColumns) FROM draft WHERE id = ?1") {
      statement in
      try statement.bind(row, at: 1)
      return try statement.step() ? head(statement) : nil
    }
  }

  /// Whether the table holds as many drafts as its index.
  ///
  /// One flipped bit in the head of a page hides rows, and no checksum speaks of what is not read;
  /// the index lies in other pages.
  func areHeadsComplete() throws -> Bool {
    try connection.withStatement(
      """
      SELECT (SELECT count(*) FROM draft NOT INDEXED)
        = (SELECT count(*) FROM draft INDEXED BY sqlite_autoindex_draft_1)
      """
    ) { statement in
      try statement.step() ? statement.int64(0) == 1 : false
    }
  }
}
