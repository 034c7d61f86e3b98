import FormDraftsSQLite

extension DraftRows {
  /// The names of copies that some drafts and their save points speak of, or all but those.
  ///
  /// - Parameters:
  ///   - drafts: rows of `draft`.
  ///   - isExcluding: whether these are left out.
  func copies(of drafts: Set<Int64>, isExcluding: Bool = false) throws -> Set<String> {
    var names: Set<String> = []
    func add(_ statement: borrowing Statement) throws {
      while try statement.step() {
        guard drafts.contains(statement.int64(0)) != isExcluding else { continue }
        for column: Int32 in [1, 2] where !statement.isNull(column) {
          names.formUnion(ManagedFile.copies(in: statement.bytes(column)))
        }
      }
    }
    for table in ["field"] + (try hasPoints() ? ["point"] : []) {
      let speaks = """
        SELECT id >> 32, value, base FROM \(table)
        WHERE (instr(value, '"copy":"') > 0 OR instr(base, '"copy":"') > 0)
        """
      guard !isExcluding else {
        try connection.withStatement(speaks) { try add($0) }
        continue
      }
      for draft in drafts {
        try connection.withStatement(speaks + " AND id >= ?1 AND id < ?2") { statement in
          try statement.bind(FieldRow.firstID(draft: draft), at: 1)
          try statement.bind(FieldRow.firstID(draft: draft + 1), at: 2)
          try add(statement)
        }
      }
    }
    return names
  }
}
