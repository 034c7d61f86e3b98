import FormDraftsSQLite

extension DraftRows {
  /// What shows that a draft changed.
  struct Mark: Sendable, Equatable {
    var revision: Int64
    var seq: Int64
    var status: Int64
  }

  /// The marks of all drafts in the order of their last saves.
  ///
  /// Checksums are not compared: whoever hears of a change reads the draft.
  func marks() throws -> [(id: DraftID, mark: Mark)] {
    try connection.withStatement(
      "SELECT uuid, revision, seq, status FROM draft ORDER BY seq, id"
    ) { statement in
      var marks: [(id: DraftID, mark: Mark)] = []
      while try statement.step() {
        guard let id = statement.text(0).flatMap({ DraftID($0) }) else { continue }
        let mark = Mark(
          revision: statement.int64(1), seq: statement.int64(2), status: statement.int64(3))
        marks.append((id, mark))
      }
      return marks
    }
  }
}
