import FormDraftsSQLite

extension DraftRows {
  /// How many rows of a draft are tried for one that holds.
  private static let tries = 16

  /// The drafts' ids by their rows, from the index that has them: it lies on pages of its own.
  ///
  /// - Returns: the ids, and whether the index could be read to its end.
  func salvageIDs() -> (ids: [Int64: DraftID], isWhole: Bool) {
    var ids: [Int64: DraftID] = [:]
    func scan(_ order: String) -> Bool {
      let statement = """
        SELECT id, uuid FROM draft INDEXED BY sqlite_autoindex_draft_1 ORDER BY uuid \(order)
        """
      do {
        try connection.withStatement(statement) { statement in
          while try statement.step() {
            guard let id = statement.text(1).flatMap({ DraftID($0) }) else { continue }
            ids[statement.int64(0)] = id
          }
        }
        return true
      } catch {
        return false
      }
    }
    let isWhole = scan("ASC")
    if !isWhole { _ = scan("DESC") }
    return (ids, isWhole)
  }

  /// The rows of drafts that answers and save points speak of.
  ///
  /// Only rows whose checksum holds are believed. One look for each draft: its rows lie together.
  func salvageMentions() -> Set<Int64> {
    var drafts = mentions("SELECT \(Self.fieldColumns) FROM field") { statement in
      field(statement).map { $0.isIntact ? $0.draft : nil } ?? nil
    }
    if version >= 3 {
      drafts.formUnion(
        mentions("SELECT \(Self.pointColumns) FROM point") { statement in
          let row = point(statement)
          return row.isIntact ? row.id >> 32 : nil
        })
    }
    return drafts
  }

  /// Forwards to the first page that cannot be read, and backwards to the last.
  private func mentions(
    _ select: String, _ read: (borrowing Statement) throws -> Int64?
  ) -> Set<Int64> {
    var drafts: Set<Int64> = []
    // The draft of the first row from an id on, and whether one of its rows holds.
    func next(_ condition: String, _ id: Int64, _ order: String) throws -> Int64? {
      try connection.withStatement(
        "\(select) WHERE id \(condition) ?1 ORDER BY id \(order) LIMIT \(Self.tries)"
      ) { statement in
        try statement.bind(id, at: 1)
        var first: Int64?
        while try statement.step() {
          let draft = statement.int64(0) >> 32
          guard draft == first ?? draft else { break }
          first = draft
          if try read(statement) == draft {
            drafts.insert(draft)
            break
          }
        }
        return first
      }
    }
    var low: Int64 = 0
    var high = Int64(Int32.max)
    do {
      while let draft = try next(">=", FieldRow.firstID(draft: low), "ASC"), draft < high {
        low = draft + 1
      }
    } catch {
      while low < high, let draft = (try? next("<", FieldRow.firstID(draft: high), "DESC")) ?? nil,
        draft >= low
      {
        high = draft
      }
    }
    return drafts
  }
}
