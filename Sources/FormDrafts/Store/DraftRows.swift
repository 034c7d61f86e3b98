import FormDraftsSQLite

/// All SQL of an owner's database.
///
/// Every function is one statement or a few that belong together; the caller holds the transaction.
struct DraftRows {
  let connection: Connection
  /// How many migrations the database had when it was opened.
  let version: Int32
  /// Set off against every checksum in the file, so that a row of another owner or store does not
  /// hold here: SQLite applies a log that belongs to another file without a word.
  private let salt: Int64

  init(connection: Connection, tag: OwnerTag, version: Int32) {
    self.connection = connection
    self.version = version
    salt = Int64(bitPattern: UInt64(tag.hex.prefix(16), radix: 16) ?? 0)
  }

  /// A checksum as the file holds it, and back.
  func salted(_ sum: Int64) -> Int64 { sum ^ salt }

  /// `meta` as it was written when the database was made.
  struct Meta: Sendable {
    var store: String
    var tag: String
    var owner: DraftOwner
    var epoch: Int64
    var eraseSince: Int64
  }

  static let applicationID: Int32 = 0x4644_7246  // “FDrF”

  func insert(_ meta: Meta, at time: Int64) throws {
    try connection.withStatement(
      """
      INSERT INTO meta (id, store, tag, has_owner, owner, epoch, format, created, erase_since)
      VALUES (1, ?1, ?2, ?3, ?4, ?5, 1, ?6, 0)
      """
    ) { statement in
      try statement.bind(text: meta.store, at: 1)
      try statement.bind(text: meta.tag, at: 2)
      try statement.bind(meta.owner.name == nil ? Int64(0) : 1, at: 3)
      try statement.bind(text: meta.owner.name ?? "", at: 4)
      try statement.bind(meta.epoch, at: 5)
      try statement.bind(time, at: 6)
      try statement.run()
    }
  }

  func meta() throws -> Meta? {
    try connection.withStatement(
      "SELECT store, tag, has_owner, owner, epoch, erase_since FROM meta WHERE id = 1"
    ) { statement in
      guard try statement.step(), let store = statement.text(0), let tag = statement.text(1),
        let owner = statement.text(3)
      else { return nil }
      return Meta(
        store: store, tag: tag, owner: statement.int64(2) == 0 ? .nobody : .account(owner),
        epoch: statement.int64(4), eraseSince: statement.int64(5))
    }
  }

  func setEraseSince(_ time: Int64) throws {
    try connection.withStatement("UPDATE meta SET erase_since = ?1 WHERE id = 1") { statement in
      try statement.bind(time, at: 1)
      try statement.run()
    }
  }
}

extension DraftRows {
  /// The id of a schema's row; written if it is new.
  func schemaID(_ schema: StoredSchema) throws -> Int64 {
    let known: Int64? = try connection.withStatement("SELECT id FROM schema WHERE digest = ?1") {
      statement in
      try statement.bind(blob: schema.digest, at: 1)
      return try statement.step() ? statement.int64(0) : nil
    }
    if let known { return known }
    try connection.withStatement(
      "INSERT INTO schema (digest, fingerprint, fields, text) VALUES (?1, ?2, ?3, ?4)"
    ) { statement in
      try statement.bind(blob: schema.digest, at: 1)
      try statement.bind(text: schema.fingerprint.rawValue, at: 2)
      try statement.bind(Int64(schema.total), at: 3)
      try statement.bind(textBytes: schema.text, at: 4)
      try statement.run()
    }
    return connection.lastInsertRowID
  }

  /// A schema's row; nil if it is not there.
  ///
  /// The digest is compared by the caller.
  func schema(
    _ id: Int64
  ) throws -> (digest: [UInt8], fingerprint: String, text: [UInt8])? {
    try connection.withStatement(
      "SELECT digest, fingerprint, text FROM schema WHERE id = ?1"
    ) { statement in
      try statement.bind(id, at: 1)
      guard try statement.step() else { return nil }
      return (statement.bytes(0), statement.text(1) ?? "", statement.bytes(2))
    }
  }

  /// The digest of a schema's row, its text left unread; nil if it is not there.
  func schemaDigest(_ id: Int64) throws -> [UInt8]? {
    try connection.withStatement("SELECT digest FROM schema WHERE id = ?1") { statement in
      try statement.bind(id, at: 1)
      return try statement.step() ? statement.bytes(0) : nil
    }
  }

  /// What a list says of a schema: its fingerprint, and how many fields can hold an answer.
  typealias SchemaFact = (fingerprint: Fingerprint?, total: Int)

  /// The facts of every schema, by row id.
  func schemaFacts() throws -> [Int64: SchemaFact] {
    try connection.withStatement("SELECT id, fingerprint, fields FROM schema") { statement in
      var facts: [Int64: SchemaFact] = [:]
      while try statement.step() {
        let fingerprint = statement.text(1).flatMap(Fingerprint.init(rawValue:))
        facts[statement.int64(0)] = (fingerprint, Int(statement.int64(2)))
      }
      return facts
    }
  }

  /// Removes schemas under which no draft was saved any more, no state of a save point, and no
  /// answer that is an orphan now.
  ///
  /// All rows are looked at for that only if no draft needs some schema.
  func removeUnusedSchemas() throws {
    try connection.withStatement(
      """
      DELETE FROM schema WHERE NOT EXISTS (SELECT 1 FROM draft WHERE draft.schema = schema.id)
        AND id NOT IN (SELECT flags >> 8 FROM field WHERE kind > 0)
        AND id NOT IN (SELECT schema FROM point)
        AND id NOT IN (SELECT flags >> 8 FROM point WHERE kind > 0)
      """
    ) { statement in try statement.run() }
  }
}

extension DraftRows {
  /// About what a table's leaf page of 4 096 bytes holds of one row
  /// (https://www.sqlite.org/fileformat2.html, “B-tree Pages”).
  private static let longestInPage = 4_000

  static let fieldColumns =
    "id, draft, path, kind, form, flags, marks, ordinal, value, base, revision, sum"

  // The same texts each time, so that their statements are found by their addresses.
  private static let selectFields =
    "SELECT \(fieldColumns) FROM field WHERE id >= ?1 AND id < ?2 ORDER BY id"
  private static let insertField = """
    INSERT INTO field (\(fieldColumns))
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
    """

  /// A draft's rows in the order of their ids, and whether each holds; nil in place of one that is not
  /// ours to read.
  func forEachField(draft: Int64, _ body: (FieldRow?, Bool) throws -> Void) throws {
    var checksum = ColumnChecksum(capacity: 512)
    try connection.withStatement(Self.selectFields) { statement in
      try statement.bind(FieldRow.firstID(draft: draft), at: 1)
      try statement.bind(FieldRow.firstID(draft: draft + 1), at: 2)
      while try statement.step() {
        let holds = Self.checksum(of: statement, &checksum) == salted(statement.int64(11))
        try body(field(statement), holds)
      }
    }
  }

  func field(_ statement: borrowing Statement) -> FieldRow? {
    guard let path = statement.text(2), let kind = FieldRow.Kind(rawValue: statement.int64(3))
    else { return nil }
    return FieldRow(
      id: statement.int64(0), draft: statement.int64(1),
      path: FieldPath(uncheckedPointer: path), kind: kind, form: statement.int64(4),
      flags: statement.int64(5), marks: statement.int64(6), ordinal: statement.int64(7),
      value: statement.isNull(8) ? nil : statement.bytes(8),
      base: statement.isNull(9) ? nil : statement.bytes(9), revision: statement.int64(10),
      sum: salted(statement.int64(11)))
  }

  func insert(_ row: FieldRow) throws {
    try connection.withStatement(Self.insertField) { statement in
      try statement.bind(row.id, at: 1)
      try statement.bind(row.draft, at: 2)
      try statement.bind(text: row.path.pointer, at: 3)
      try statement.bind(row.kind.rawValue, at: 4)
      try statement.bind(row.form, at: 5)
      try bindState(row, statement, from: 6)
      try statement.run()
    }
  }

  /// Writes everything of a row but its id, draft, path and form.
  ///
  /// A long value gives its overflow pages back first, so that the new one takes the same: an
  /// UPDATE alone writes new pages before it frees the old, twice the bytes in the log.
  func update(_ row: FieldRow) throws {
    if row.value?.count ?? 0 > Self.longestInPage {
      try connection.withStatement("UPDATE field SET value = NULL WHERE id = ?1") { statement in
        try statement.bind(row.id, at: 1)
        try statement.run()
      }
    }
    try connection.withStatement(
      """
      UPDATE field SET flags = ?1, marks = ?2, ordinal = ?3, value = ?4, base = ?5,
        revision = ?6, sum = ?7 WHERE id = ?8
      """
    ) { statement in
      try bindState(row, statement, from: 1)
      try statement.bind(row.id, at: 8)
      try statement.run()
    }
  }

  /// Writes a row's kind as well, which touches the index.
  func updateKind(_ row: FieldRow) throws {
    try connection.withStatement("UPDATE field SET kind = ?1 WHERE id = ?2") { statement in
      try statement.bind(row.kind.rawValue, at: 1)
      try statement.bind(row.id, at: 2)
      try statement.run()
    }
    try update(row)
  }

  private func bindState(
    _ row: FieldRow, _ statement: borrowing Statement, from first: Int32
  ) throws {
    try statement.bind(row.flags, at: first)
    try statement.bind(row.marks, at: first + 1)
    try statement.bind(row.ordinal, at: first + 2)
    if let value = row.value { try statement.bind(textBytes: value, at: first + 3) }
    if let base = row.base { try statement.bind(textBytes: base, at: first + 4) }
    try statement.bind(row.revision, at: first + 5)
    try statement.bind(salted(row.sum), at: first + 6)
  }

  func removeField(_ id: Int64) throws {
    try connection.withStatement("DELETE FROM field WHERE id = ?1") { statement in
      try statement.bind(id, at: 1)
      try statement.run()
    }
  }

  /// How many rows a draft has.
  func countFields(draft: Int64) throws -> Int {
    try connection.withStatement("SELECT count(*) FROM field WHERE id >= ?1 AND id < ?2") {
      statement in
      try statement.bind(FieldRow.firstID(draft: draft), at: 1)
      try statement.bind(FieldRow.firstID(draft: draft + 1), at: 2)
      return try statement.step() ? Int(statement.int64(0)) : 0
    }
  }

  /// Removes all rows of a draft; returns how many there were.
  @discardableResult
  func removeFields(draft: Int64) throws -> Int {
    try connection.withStatement("DELETE FROM field WHERE id >= ?1 AND id < ?2") { statement in
      try statement.bind(FieldRow.firstID(draft: draft), at: 1)
      try statement.bind(FieldRow.firstID(draft: draft + 1), at: 2)
      try statement.run()
    }
    return connection.changes
  }
}
