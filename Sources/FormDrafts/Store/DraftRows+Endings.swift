import FormDraftsSQLite

extension DraftRows {
  /// How a draft ended.
  enum Ending: Int64, Sendable {
    case discarded = 1
    case submitted, purged, expired

    var shown: DraftEnding {
      switch self {
      case .discarded: .discarded
      case .submitted: .submitted
      case .purged: .purged
      case .expired: .expired
      }
    }
  }

  func ending(of id: DraftID) throws -> Ending? {
    try connection.withStatement("SELECT reason FROM ended WHERE uuid = ?1") { statement in
      try statement.bind(text: id.rawValue, at: 1)
      return try statement.step() ? Ending(rawValue: statement.int64(0)) ?? .purged : nil
    }
  }

  func insertEnding(of id: DraftID, _ ending: Ending, at time: Int64) throws {
    try connection.withStatement(
      "INSERT OR IGNORE INTO ended (uuid, reason, at) VALUES (?1, ?2, ?3)"
    ) { statement in
      try statement.bind(text: id.rawValue, at: 1)
      try statement.bind(ending.rawValue, at: 2)
      try statement.bind(time, at: 3)
      try statement.run()
    }
  }

  /// The highest row of those that ended; 0 if none did.
  func lastEnding() throws -> Int64 {
    try connection.withStatement("SELECT coalesce(max(id), 0) FROM ended") { statement in
      try statement.step() ? statement.int64(0) : 0
    }
  }

  /// Every draft that ended; what is not readable is passed over.
  func forEachEnding(_ body: (DraftID, Ending, Int64) throws -> Void) throws {
    try connection.withStatement("SELECT uuid, reason, at FROM ended ORDER BY at, uuid") {
      statement in
      while try statement.step() {
        guard let id = statement.text(0).flatMap({ DraftID($0) }) else { continue }
        try body(id, Ending(rawValue: statement.int64(1)) ?? .purged, statement.int64(2))
      }
    }
  }

  /// The attempt by which a draft that is gone was submitted.
  func submission(of id: DraftID) throws -> String? {
    try connection.withStatement("SELECT attempt FROM submission WHERE uuid = ?1") { statement in
      try statement.bind(text: id.rawValue, at: 1)
      return try statement.step() ? statement.text(0) : nil
    }
  }

  func insertSubmission(of id: DraftID, attempt: String) throws {
    try connection.withStatement(
      "INSERT OR REPLACE INTO submission (uuid, attempt) VALUES (?1, ?2)"
    ) { statement in
      try statement.bind(text: id.rawValue, at: 1)
      try statement.bind(text: attempt, at: 2)
      try statement.run()
    }
  }
}
