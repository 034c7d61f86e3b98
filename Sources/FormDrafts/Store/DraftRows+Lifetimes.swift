import FormDraftsSQLite

/// A row of the table `lifetime`, as plain data.
struct Lifetime: Sendable, Equatable {
  /// Milliseconds from a save to the draft's `expires`; 0: no time to live.
  var length: Int64 = 0
  /// Milliseconds a discard can be undone; 0: not discarded.
  var undo: Int64 = 0

  func checksum(draft: Int64) -> Int64 {
    var sum = ColumnChecksum()
    for number in [draft, length, undo] { sum.add(number) }
    return sum.value
  }
}

extension DraftRows {
  /// A draft's lifetime; none where no row is, or where its checksum does not hold: then nothing
  /// is removed on the strength of it.
  func lifetime(draft: Int64) throws -> Lifetime {
    try connection.withStatement("SELECT length, undo, sum FROM lifetime WHERE draft = ?1") {
      statement in
      try statement.bind(draft, at: 1)
      guard try statement.step() else { return Lifetime() }
      let lifetime = Lifetime(length: statement.int64(0), undo: statement.int64(1))
      return lifetime.checksum(draft: draft) == salted(statement.int64(2)) ? lifetime : Lifetime()
    }
  }

  /// Writes a draft's lifetime; one that says nothing is removed.
  func setLifetime(_ lifetime: Lifetime, draft: Int64) throws {
    guard lifetime != Lifetime() else { return try removeLifetime(draft: draft) }
    try connection.withStatement(
      "INSERT OR REPLACE INTO lifetime (draft, length, undo, sum) VALUES (?1, ?2, ?3, ?4)"
    ) { statement in
      try statement.bind(draft, at: 1)
      try statement.bind(lifetime.length, at: 2)
      try statement.bind(lifetime.undo, at: 3)
      try statement.bind(salted(lifetime.checksum(draft: draft)), at: 4)
      try statement.run()
    }
  }

  func removeLifetime(draft: Int64) throws {
    try connection.withStatement("DELETE FROM lifetime WHERE draft = ?1") { statement in
      try statement.bind(draft, at: 1)
      try statement.run()
    }
  }

  /// Whether any draft has a lifetime.
  func hasLifetimes() throws -> Bool {
    try connection.withStatement("SELECT 1 FROM lifetime LIMIT 1") { try $0.step() }
  }

  /// The times this database has seen; nil if no draft had a lifetime yet.
  func seenTime() throws -> SeenTime? {
    try connection.withStatement("SELECT seen, believed FROM clock WHERE id = 1") { statement in
      guard try statement.step() else { return nil }
      return SeenTime(seen: statement.int64(0), believed: statement.int64(1))
    }
  }

  func setSeenTime(_ time: SeenTime) throws {
    try connection.withStatement(
      "INSERT OR REPLACE INTO clock (id, seen, believed) VALUES (1, ?1, ?2)"
    ) { statement in
      try statement.bind(time.seen, at: 1)
      try statement.bind(time.believed, at: 2)
      try statement.run()
    }
  }

  /// How many drafts there are that were not discarded, and how many bytes their answers take.
  func weight() throws -> (drafts: Int, bytes: Int64) {
    try connection.withStatement(
      "SELECT count(*), coalesce(sum(bytes), 0) FROM draft WHERE status NOT BETWEEN 4 AND 6"
    ) { statement in
      try statement.step() ? (Int(statement.int64(0)), statement.int64(1)) : (0, 0)
    }
  }
}
