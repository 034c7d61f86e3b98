import FormDraftsSQLite
import FormDraftsTesting
import Testing

@testable import FormDrafts

/// Damage that takes drafts with all that names them: it must not read as “nothing was there”.
extension RepairTests {
  /// How an owner's database can be lost as a whole.
  enum TotalLoss: String, CaseIterable, Sendable {
    case empty, missing, text, header

    func apply(to path: String, in folder: StoreFolder) throws {
      switch self {
      case .empty: try folder.write([], to: path)
      case .missing: try System.removeFile(path)
      case .text: try folder.write(Array(String(repeating: "text", count: 2_048).utf8), to: path)
      case .header:
        let bytes = try CopiedStore.bytes(of: path)
        try folder.write([UInt8](repeating: 0, count: 100) + bytes.dropFirst(100), to: path)
      }
    }
  }

  @Test(
    "A database of which nothing can be read is told with what was acknowledged",
    arguments: TotalLoss.allCases)
  func totalLoss(_ loss: TotalLoss) async throws {
    _ = try await fill()
    let files = try folder.files(of: "ana")
    try loss.apply(to: files.database, in: folder)
    // Nobody said whose it is, and it does not say so itself.
    let before = try folder.digests()
    let nameless = try await repair()
    #expect(nameless.owners == [])
    #expect(nameless.failures.map(\.code) == [.damagedDatabase])
    #expect(!nameless.isWhole)
    #expect(try folder.digests() == before)

    for isDryRun in [true, false] {
      let report = try await repair(dryRun: isDryRun, owner: "ana")
      let owner = try #require(report.owners.first)
      #expect(owner.drafts == [])
      #expect(owner.unaccounted?.acknowledged == 8)
      #expect(owner.unaccounted?.found == 0)
      #expect(owner.rollBack == nil)
      #expect(!report.isWhole)
      #expect((owner.setAside == nil) == isDryRun)
    }
    let store = folder.store(time.environment)
    try await store.save(snapshot(0), schema: schema, key: key)
    #expect(try await store.list(DraftFilter(owner: "ana")).count == 1)
    await store.close()
  }

  @Test("Without a witness the loss is told as one that nobody can measure")
  func noWitness() async throws {
    _ = try await fill()
    let files = try folder.files(of: "ana")
    try System.removeFile(files.ledger)
    try folder.write([], to: files.database)
    let report = try await repair(owner: "ana")
    let lost = try #require(report.owners.first?.unaccounted)
    #expect(lost.acknowledged == nil)
    #expect(lost.found == 0)
    #expect(!report.isWhole)
  }

  @Test("An owner of whom the ledger knows no draft has lost none")
  func nothingThere() async throws {
    _ = try await fill(1)
    let store = folder.store(time.environment)
    try await store.purge(DraftFilter(owner: "ana", form: "form"))
    await store.close()
    try folder.write([], to: folder.files(of: "ana").database)
    let report = try await repair(owner: "ana")
    #expect(report.owners.map(\.unaccounted) == [nil])
    #expect(report.isWhole)
  }

  /// Pages that are the root of a table or an index, by its name.
  private func zeroRoots(_ names: [String]) async throws {
    let roots = try folder.tamper("ana") { connection in
      try connection.withStatement("SELECT name, rootpage FROM sqlite_schema") { statement in
        var roots: [Int] = []
        while try statement.step() {
          guard names.contains(statement.text(0) ?? "") else { continue }
          roots.append(Int(statement.int64(1)))
        }
        return roots
      }
    }
    #expect(roots.count == names.count)
    let path = try folder.files(of: "ana").database
    var bytes = try CopiedStore.bytes(of: path)
    for root in roots {
      bytes.replaceSubrange(
        (root - 1) * 4_096..<root * 4_096, with: [UInt8](repeating: 0, count: 4_096))
    }
    try folder.write(bytes, to: path)
  }

  @Test("Drafts whose own rows are gone are named by the index", arguments: [4, 120])
  func headsGone(count: Int) async throws {
    let ids = try await fill(count)
    try await zeroRoots(["draft"])
    let report = try await repair()
    let owner = try #require(report.owners.first)
    #expect(Set(owner.drafts.map(\.draft)) == Set(ids))
    #expect(owner.drafts.count == ids.count)
    #expect(owner.drafts.allSatisfy { !$0.isKept })
    #expect(owner.unaccounted == nil, "every draft is named")
    #expect(owner.rollBack == nil, "it did not go back; rows are gone")
    #expect(!report.isWhole)
  }

  @Test("Where the index is gone too, answers say how many there were, and the ledger the rest")
  func idsGone() async throws {
    _ = try await fill()
    try await zeroRoots(["draft", "sqlite_autoindex_draft_1"])
    let report = try await repair()
    let owner = try #require(report.owners.first)
    #expect(owner.drafts.map(\.draft) == [nil, nil, nil, nil])
    #expect(owner.unaccounted?.acknowledged == 8)
    #expect(owner.unaccounted?.found == 0)
    #expect(!report.isWhole)
  }

  @Test("Zeroed pages anywhere: each draft is kept, named as lost, or told as unaccounted for")
  func anyPage() async throws {
    let ids = try await fill(60)
    let path = try folder.files(of: "ana").database
    let original = try CopiedStore.bytes(of: path)
    for page in 1..<original.count / 4_096 {
      var bytes = original
      bytes.replaceSubrange(
        page * 4_096..<(page + 1) * 4_096, with: [UInt8](repeating: 0, count: 4_096))
      try await check(bytes, ids, "page \(page + 1)")
    }
    // Its last page, and its last half.
    for count in [original.count - 4_096, original.count / 2] {
      try await check(Array(original.prefix(count)), ids, "cut to \(count)")
    }
  }

  private func check(
    _ bytes: [UInt8], _ ids: [DraftID], _ what: Comment
  ) async throws {
    let copy = "\(folder.root)/copy-\(Identifiers.random())"
    try CopiedStore.copy(folder.path, to: copy)
    let place = try #require(try StorePlace.find(copy))
    try folder.write(
      bytes, to: OwnerDirectory(path: place.directory(place.tag(of: "ana"))).database)
    let store = DraftStore(path: copy, environment: time.environment)
    let report = try await store.repair(owner: "ana")
    let drafts = report.owners.flatMap(\.drafts)
    if report.owners.allSatisfy({ $0.unaccounted == nil }), !report.owners.isEmpty {
      #expect(Set(drafts.compactMap(\.draft)) == Set(ids), what)
    }
    let listed = Set(try await store.list(DraftFilter(owner: "ana")).compactMap(\.summary?.id))
    let kept = Set(drafts.filter(\.isKept).compactMap(\.draft))
    if !report.owners.isEmpty { #expect(listed == kept, what) }
    #expect(report.isWhole == (listed == Set(ids) && drafts.allSatisfy(\.loss.isEmpty)), what)
    await store.close()
  }
}
