import FormDrafts
import FormDraftsSQLite

/// The log cut at every byte of its last three transactions.
///
/// What is restored is exactly the last whole save before the cut.
@MainActor
struct CutSuite {
  private let rig: Rig
  private static let saves = 8
  private let key = Sample.key("ana", "r1")

  init(_ rig: Rig) { self.rig = rig }

  func run(stride: Int) async throws {
    let (directory, log) = try await store()
    let ends = Self.commitEnds(log)
    guard ends.count >= 4, ends.last == log.count else {
      return rig.violation("the log is not as expected: \(ends), \(log.count) bytes")
    }
    // Each save is one transaction, the last of the log the last save.
    let first = Self.saves - ends.count
    var size = ends[ends.count - 4]
    while size <= log.count {
      let revision = first + ends.count { $0 <= size }
      try await check(directory, Array(log[..<size]), size, revision)
      // Both sides of each boundary, and every stride-th byte between.
      let isNear = ends.contains { abs($0 - size) <= 2 }
      size += isNear ? 1 : min(stride, (ends.first { $0 > size + 2 } ?? log.count) - 2 - size)
    }
  }

  /// A store whose log holds the last saves, as a kill leaves it.
  private func store() async throws -> (directory: String, log: [UInt8]) {
    let path = rig.newPath()
    let store = DraftStore(path: path, environment: Sample.environment(ids: 1))
    try await save(1, store)
    await store.close()
    for revision in 2...Self.saves { try await save(revision, store) }
    // Nobody else has it open, and this process does not write any more.
    let copy = rig.newPath()
    try rig.copy(path, to: copy)
    await store.close()
    let directory = try rig.directories(copy)[0]
    let log = try System.open(directory + "/drafts.db-wal").readAll(limit: 1 << 24)
    return (copy, log)
  }

  private func save(_ revision: Int, _ store: DraftStore) async throws {
    try await store.save(
      Sample.snapshot("v\(revision)"), schema: Sample.schema, key: key,
      draft: revision == 1 ? nil : Sample.id(1))
  }

  /// What was acknowledged and is gone is told, and nothing else is.
  private func tell(_ path: String, _ size: Int, isWhole: Bool) async throws {
    let findings = try await DraftStore(path: path).health().findings
    let isTold = findings.contains { $0.code == .rolledBack }
    if isTold { rig.count("told") }
    if isTold == isWhole { rig.violation("cut at \(size): told is \(isTold)") }
  }

  /// The control: SQLite finds nothing amiss in a database that lost its last saves.
  private func lookUnchecked(_ directory: String) {
    guard
      let connection = try? Connection(path: directory + "/drafts.db", mode: .immutable),
      (try? connection.integrityCheck().isEmpty) == true
    else { return }
    rig.count("lost unchecked")
  }

  /// Where each transaction ends in a log: after the frame that says how large the database is then
  /// (https://sqlite.org/fileformat2.html#the_write_ahead_log).
  static func commitEnds(_ log: [UInt8]) -> [Int] {
    guard log.count > 32 else { return [] }
    let page = log[8..<12].reduce(0) { $0 << 8 | Int($1) }
    return stride(from: 32, to: log.count, by: 24 + page).compactMap { start in
      guard start + 24 + page <= log.count else { return nil }
      return log[start + 4..<start + 8].allSatisfy { $0 == 0 } ? nil : start + 24 + page
    }
  }

  private func check(
    _ source: String, _ log: [UInt8], _ size: Int, _ revision: Int
  ) async throws {
    let path = rig.newPath()
    defer { rig.remove(path) }
    try rig.copy(source, to: path)
    let directory = try rig.directories(path)[0]
    try rig.put(log, to: directory + "/drafts.db-wal")
    try System.removeFile(directory + "/drafts.db-shm")
    let store = DraftStore(path: path, environment: Sample.environment(ids: 500))
    let answer = await store.restore(key, schema: Sample.schema)
    rig.count("cuts")
    switch answer {
    case .restored(let draft):
      if draft.summary.revision.rawValue != revision {
        rig.violation("cut at \(size): \(draft.summary.revision), not \(revision)")
      }
      if draft.snapshot != Sample.snapshot("v\(draft.summary.revision)") {
        rig.violation("cut at \(size): something else")
      }
    default: rig.violation("cut at \(size): \(answer)")
    }
    await store.close()
    if revision != Self.saves { lookUnchecked(directory) }
    try await tell(path, size, isWhole: revision == Self.saves)
  }
}
