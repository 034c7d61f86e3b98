import FormDrafts
import FormDraftsSQLite

/// Random bits flipped in the database, or in its log.
///
/// Never a crash, never a wrong value passed off as good, never “no draft” for one that exists; a
/// flip in one draft's answers costs no other draft anything.
@MainActor
struct FlipSuite {
  private let rig: Rig
  private let isLog: Bool
  private static let drafts = 6

  init(_ rig: Rig, isLog: Bool) {
    self.rig = rig
    self.isLog = isLog
  }

  func run(count: Int, seed: UInt64) async throws {
    let source = try await store()
    let name = isLog ? "/drafts.db-wal" : "/drafts.db"
    let file = try rig.directories(source)[0] + name
    let bytes = try System.open(file).readAll(limit: 1 << 26)
    let own = isLog ? [] : Self.answers(in: bytes)
    var random = Seeded(seed)
    for number in 0..<count {
      // Every fourth one in an answer: by chance few would be.
      var place = Int.random(in: 0..<bytes.count, using: &random)
      if number % 4 == 0, let range = own.randomElement(using: &random)?.range {
        place = Int.random(in: range, using: &random)
      }
      let bit = UInt8.random(in: 0..<8, using: &random)
      let owner = own.first { $0.range.contains(place) }?.draft
      var damaged = bytes
      damaged[place] ^= 1 << bit
      try await check(source, name, damaged, "bit \(bit) of byte \(place)", onlyDraft: owner)
      rig.count("flips")
    }
  }

  private static func key(_ number: Int) -> DraftKey { Sample.key("ana", "r\(number)") }

  /// Text that is in the store once.
  private static func snapshot(_ number: Int, _ revision: Int) -> DraftSnapshot {
    Sample.snapshot("draft\(number)-revision\(revision)")
  }

  private func store() async throws -> String {
    let path = rig.newPath()
    let store = DraftStore(path: path, environment: Sample.environment(ids: 1))
    for revision in 1...2 {
      for number in 1...Self.drafts {
        try await store.save(
          Self.snapshot(number, revision), schema: Sample.schema, key: Self.key(number),
          draft: revision == 1 ? nil : Sample.id(number))
      }
      if revision == 1 || !isLog { await store.close() }
    }
    // Nobody else has it open, and this process does not write any more.
    let copy = rig.newPath()
    try rig.copy(path, to: copy)
    await store.close()
    return copy
  }

  /// Where the answers of each draft lie.
  private static func answers(in bytes: [UInt8]) -> [(draft: Int, range: Range<Int>)] {
    (1...drafts).flatMap { number in
      ["name", "note", "city"].flatMap { field in
        bytes.ranges(of: Array("\"\(field) of draft\(number)-revision2\"".utf8)).map {
          (number, $0)
        }
      }
    }
  }

  private func check(
    _ source: String, _ name: String, _ damaged: [UInt8], _ label: String, onlyDraft: Int?
  ) async throws {
    let path = rig.newPath()
    defer { rig.remove(path) }
    try rig.copy(source, to: path)
    let directory = try rig.directories(path)[0]
    try rig.put(damaged, to: directory + name)
    try System.removeFile(directory + "/drafts.db-shm")
    if !isLog { lookUnchecked(directory) }
    let store = DraftStore(path: path, environment: Sample.environment(ids: 500))
    var unreadable = 0
    let earlier = rig.total("earlier")
    for number in 1...Self.drafts {
      let answer = await store.restore(Self.key(number), schema: Sample.schema)
      let isWhole = judge(answer, number, label)
      if case .unreadable = answer { unreadable += 1 }
      if let onlyDraft, onlyDraft != number, !isWhole {
        rig.violation("\(label): draft \(number) suffers for \(onlyDraft): \(answer)")
      }
      if onlyDraft == number, isWhole { rig.violation("\(label): passed off as good") }
    }
    if (try? await store.list(verifying: true).isEmpty) == true {
      rig.violation("\(label): the list is empty")
    }
    await store.close()
    if unreadable == Self.drafts { try await mend(path, label) }
    if isLog { try await tell(path, label, isWhole: earlier == rig.total("earlier")) }
  }

  /// A log that lost saves which were acknowledged is told, and no other is.
  private func tell(_ path: String, _ label: String, isWhole: Bool) async throws {
    let findings = try await DraftStore(path: path).health().findings
    let isTold = findings.contains { $0.code == .rolledBack }
    if isTold { rig.count("told") }
    if isTold == isWhole { rig.violation("\(label): told is \(isTold)") }
  }

  /// Where SQLite cannot read the database, a repair has most drafts back, and none is wrong.
  private func mend(_ path: String, _ label: String) async throws {
    rig.count("mended")
    let store = DraftStore(path: path, environment: Sample.environment(ids: 600))
    do throws(DraftError) {
      _ = try await store.repair()
    } catch {
      rig.violation("\(label): repair: \(error.code.rawValue): \(error)")
    }
    for number in 1...Self.drafts {
      let answer = await store.restore(Self.key(number), schema: Sample.schema)
      if case .none = answer {
        rig.count("not salvaged")  // the report says so, and the damaged database is kept
      } else if judge(answer, number, label + " mended") {
        rig.count("salvaged whole")
      }
    }
    await store.close()
  }

  /// Whether a draft came back whole.
  private func judge(_ answer: Restoration, _ number: Int, _ label: String) -> Bool {
    let states = (isLog ? [1, 2] : [2]).map { Self.snapshot(number, $0) }
    switch answer {
    case .none: rig.violation("\(label): draft \(number) is none")
    case .restored(let draft):
      rig.count("restored")
      let revision = draft.summary.revision.rawValue
      if revision < 2 { rig.count("earlier") }
      if !states.contains(draft.snapshot) || draft.snapshot != Self.snapshot(number, revision) {
        rig.violation("\(label): draft \(number) has something else")
      }
      return true
    case .mismatch(let draft):
      rig.count("salvaged")
      for (name, value) in draft.salvage?.values.members.map({ ($0.name, $0.value) }) ?? [] {
        if !states.contains(where: { $0.values[name] == value || Self.isPart(value, $0, name) }) {
          rig.violation("\(label): draft \(number) salvages something else")
        }
      }
    case .inDoubt: rig.violation("\(label): draft \(number) is in doubt")
    case .unreadable: rig.count("unreadable")
    }
    return false
  }

  private static func isPart(_ value: DraftValue, _ state: DraftSnapshot, _ name: String) -> Bool {
    guard case .object(let part) = value, case .object(let whole)? = state.values[name] else {
      return false
    }
    return part.members.allSatisfy { whole[$0.name] == $0.value }
  }

  /// The control: what one reads who trusts SQLite's own checks.
  private func lookUnchecked(_ directory: String) {
    guard
      let connection = try? Connection(path: directory + "/drafts.db", mode: .immutable),
      (try? connection.integrityCheck().isEmpty) == true
    else { return }
    for number in 1...Self.drafts {
      guard
        let value = try? connection.text(
          "SELECT value FROM field WHERE draft = \(number) AND path = '/note'")
      else { continue }
      if value != "\"note of draft\(number)-revision2\"" { rig.count("wrong unchecked") }
    }
  }
}
