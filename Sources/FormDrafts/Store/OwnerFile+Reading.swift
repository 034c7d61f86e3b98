import FormDraftsSQLite

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension OwnerFile {
  /// A draft as its rows say, every checksum compared.
  struct Content: Sendable {
    var head: DraftHead
    var writer: StoredSchema
    /// The schemas that orphans were saved under, by their rows.
    var writers: [Int64: StoredSchema] = [:]
    /// Intact rows by ordinal.
    var rows: [FieldRow]
    /// Paths of rows whose checksum does not hold, where readable.
    var damaged: [FieldPath] = []
    /// Rows are missing, or cannot even be read.
    var isIncomplete = false
  }

  /// What a row of the list says.
  struct Found: Sendable {
    var id: DraftID?
    var head: DraftHead?
    var fingerprint: Fingerprint?
    var total: Int
    var error: DraftError?
  }

  /// The drafts that are chosen, the last saved first, each read by itself: a damaged one hides
  /// nobody else.
  ///
  /// Those that were discarded are left out, also while they can be brought back.
  func find(
    _ selection: DraftRows.Selection, verifying: Bool, includingDiscarded: Bool = false
  ) throws(DraftError) -> [Found] {
    try find(selection, verifying: verifying, includingDiscarded: includingDiscarded) { $0 }
  }

  /// The same, each as something else; nil leaves it out.
  func find<Result>(
    _ selection: DraftRows.Selection, verifying: Bool, includingDiscarded: Bool = false,
    _ make: (Found) -> Result?
  ) throws(DraftError) -> [Result] {
    try read { rows in
      try find(
        selection, verifying: verifying, includingDiscarded: includingDiscarded, rows, make)
    } ?? []
  }

  /// The same in a transaction.
  func find<Result>(
    _ selection: DraftRows.Selection, verifying: Bool = false, includingDiscarded: Bool = false,
    _ rows: DraftRows, _ make: (Found) -> Result?
  ) throws -> [Result] {
    let facts = try rows.schemaFacts()
    var results: [Result] = []
    var isNone = true
    func take(_ head: DraftRows.Head) throws {
      isNone = false
      guard let found = try found(head, facts, verifying: verifying, includingDiscarded, rows)
      else { return }
      if let result = make(found) { results.append(result) }
    }
    try rows.forEachHead(selection, take)
    if isNone, case .id(let id) = selection, let head = try rows.head(of: id) {
      try take(head)
    }
    return results
  }

  /// Nil if it is to be left out.
  private func found(
    _ head: DraftRows.Head, _ facts: [Int64: DraftRows.SchemaFact], verifying: Bool,
    _ includingDiscarded: Bool, _ rows: DraftRows
  ) throws -> Found? {
    switch head {
    case .damaged(let row, let id):
      let name = id.map(\.rawValue) ?? "in row \(row)"
      return Found(
        id: id, head: nil, fingerprint: nil, total: 0,
        error: DraftError(
          .damaged, "The draft \(name) is damaged: its checksum does not hold.",
          hint: "Its answers may still be readable; see the other drafts."))
    case .intact(let head):
      if head.status.isHidden, !includingDiscarded { return nil }
      guard head.status.isKnown else {
        return Found(
          id: head.uuid, head: nil, fingerprint: nil, total: 0,
          error: Self.unknownStatus(head.uuid))
      }
      let fact = facts[head.schema] ?? (nil, 0)
      return Found(
        id: head.uuid, head: head, fingerprint: fact.fingerprint, total: fact.total,
        error: verifying ? try Self.damage(of: head, rows) : nil)
    }
  }

  private static func damage(of head: DraftHead, _ rows: DraftRows) throws -> DraftError? {
    let tally = try rows.tally(of: head.id)
    let damaged = tally.damaged
    guard tally.count != head.rows || tally.sum != head.rowsSum || !damaged.isEmpty
    else { return nil }
    return DraftError(
      .damaged,
      damaged.isEmpty
        ? "Answers of the draft \(head.uuid) are missing."
        : "\(damaged.count) answers of the draft \(head.uuid) are damaged.",
      hint: "The others can be restored.", paths: damaged.filter { !$0.pointer.isEmpty })
  }

  /// Everything of one draft.
  ///
  /// Nil if there is no such draft.
  ///
  /// - Parameters:
  ///   - id: the draft.
  ///   - isByIndex: whether only the index is asked, as for ids that are mostly new.
  /// - Throws: ``DraftError/Code/damaged`` if its own row or its schema cannot be read.
  func content(of id: DraftID, isByIndex: Bool = false) throws(DraftError) -> Content? {
    try read { rows in
      switch try isByIndex ? rows.heads(.id(id)).first : rows.head(of: id) {
      case nil: return nil
      case .damaged: throw Self.damagedDraft(id)
      case .intact(let head) where !head.status.isKnown: throw Self.unknownStatus(id)
      case .intact(let head) where head.status.isHidden: return nil
      case .intact(let head): return try content(of: head, rows)
      }
    } ?? nil
  }

  func content(of head: DraftHead, _ rows: DraftRows) throws -> Content {
    var content = Content(
      head: head, writer: try storedSchema(head.schema, rows), rows: [])
    content.rows.reserveCapacity(Int(head.rows))
    var count: Int64 = 0
    var sum: Int64 = 0
    var ordinal = Int64.min
    var isSorted = true
    try rows.forEachField(draft: head.id) { row, holds in
      count += 1
      guard let row else {
        content.isIncomplete = true
        return
      }
      sum &+= row.sum
      guard holds, row.draft == head.id else {
        content.damaged.append(row.path)
        return
      }
      isSorted = isSorted && row.ordinal >= ordinal
      ordinal = row.ordinal
      content.rows.append(row)
    }
    if count != head.rows || sum != head.rowsSum { content.isIncomplete = true }
    if !isSorted { content.rows.sort { ($0.ordinal, $0.id) < ($1.ordinal, $1.id) } }
    content.writers = try writers(of: content.rows, rows)
    return content
  }

  /// The schemas that orphans among some rows were saved under.
  ///
  /// One that cannot be read costs the knowledge of types, no answer.
  func writers(of fields: [FieldRow], _ rows: DraftRows) throws -> [Int64: StoredSchema] {
    var writers: [Int64: StoredSchema] = [:]
    for row in fields where row.kind.isOrphan && row.schema > 0 && writers[row.schema] == nil {
      do {
        writers[row.schema] = try storedSchema(row.schema, rows)
      } catch let error as DraftError {
        guard error.code == .damaged else { throw error }
      }
    }
    return writers
  }

  func summary(_ head: DraftHead, fingerprint: Fingerprint?, total: Int) -> DraftSummary {
    DraftSummary(
      id: head.uuid,
      key: head.key(of: owner ?? .nobody),
      revision: head.revisionNumber,
      status: head.status.shown.summary,
      version: head.version, title: head.title, step: head.step,
      fingerprint: fingerprint, baseline: head.baseline,
      parent: head.parent,
      attempt: head.status.shown == .submitting ? head.attempt.map(AttemptID.init) : nil,
      createdAt: Date(millisecondsSince1970: head.created),
      savedAt: Date(millisecondsSince1970: head.saved),
      expiresAt: head.expires.map(Date.init(millisecondsSince1970:)),
      answered: Int(head.answered), total: total, byteCount: Int(head.bytes))
  }
}

extension DraftHead.Status {
  fileprivate var summary: DraftSummary.Status {
    switch self {
    case .submitting: .submitting
    case .submitted: .submitted
    default: .open
    }
  }
}
