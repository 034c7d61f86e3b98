import FormDraftsTesting
import Testing

@testable import FormDrafts

/// A store of many owners with markers in every place that is stored, from which one owner goes.
///
/// No test shows that a search for nothing can find something: each searches before, too.
@Suite("Markers of an owner who signed out", .serialized)
struct MarkerTests {
  private let time = TestTime()

  private struct Owner {
    let name: String
    let canary: Canary
    var drafts: [DraftID: DraftValue] = [:]
    var account: DraftOwner { .account(name + canary.text) }
  }

  private func schema(_ owner: Owner, version: String) -> DraftSchema {
    let mark = owner.canary.text
    var fields: [DraftSchema.Field] = [
      .init([mark], .text, defaultValue: .text(mark)), .init("photo", .file),
      .init("n", .integer),
    ]
    if version == "1" { fields.append(.init("old", .text)) }
    return DraftSchema("form \(mark)", version: version, title: mark, fields: fields)
  }

  /// One draft with a random life; nil if it ended.
  private func live(
    _ owner: Owner, _ number: Int, in store: DraftStore, _ folder: StoreFolder,
    _ random: inout Seeded
  ) async throws -> (DraftID, DraftValue)? {
    let mark = owner.canary.text
    let key = DraftKey("form \(mark)", owner: owner.account, record: .existing("\(number) \(mark)"))
    let sizes = [1, 7, 7, 120, 120, 120, 2_000, 2_000, 2_000, 100_000]
    let size = sizes.randomElement(using: &random) ?? 1
    var text = String(String(repeating: mark + " ", count: size / mark.count + 1).prefix(size))
    let first = try await store.save(
      DraftSnapshot(values: [mark: .text(text), "old": .text(mark)], touched: [[mark]]),
      schema: schema(owner, version: "1"), key: key, title: "title \(mark)",
      baseline: DraftBaseline(mark, values: [mark: .text(mark)])
    ).draft
    var values: DraftObject = [mark: .text(text)]
    if Int.random(in: 0..<4, using: &random) == 0 {
      let source = folder.root + "/picked"
      try folder.write(Array(text.utf8), to: source)
      values["photo"] = .file(
        try await store.importFile(atPath: source, into: first, name: "\(mark).png"))
    }
    for edit in 0..<Int.random(in: 1...4, using: &random) {
      time.advance(milliseconds: 400_000)  // so that what was there becomes a save point
      text = "\(edit) \(text)"
      values[mark] = .text(text)
      try await store.save(
        DraftSnapshot(values: values), schema: schema(owner, version: "2"), key: key, draft: first)
    }
    if Bool.random(using: &random) {
      try await store.save(
        DraftSnapshot(values: values), schema: schema(owner, version: "2"), key: key,
        parent: first)
    }
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      try await store.discard(first)
      return nil
    case 1:
      try await store.discard(first, undoFor: .seconds(86_400))
      return nil
    case 2:
      let attempt = try await store.beginSubmit(first)
      try await store.endSubmit(first, attempt: attempt, accepted: true)
      return nil
    case 3:
      let attempt = try await store.beginSubmit(first)
      try await store.endSubmit(
        first, attempt: attempt, accepted: true, keepingCopyFor: .seconds(864_000))
      return (first, .text(text))
    default: return (first, .text(text))
    }
  }

  /// Every piece of twelve bytes of a marker, in every file.
  private func windows(of canary: Canary, in folder: StoreFolder) throws -> Int {
    let mark = Array(canary.text.utf8)
    let pieces = Set((0...(mark.count - 12)).map { Array(mark[$0..<$0 + 12]) })
    return try FileTree.contents(of: folder.path).values.reduce(0) { sum, bytes in
      pieces.reduce(sum) { $0 + ByteSearch.count(of: $1, in: bytes) }
    }
  }

  // Field report 105.
  @Test("none is left in any file, and all others' drafts are as they were", arguments: 1...2)
  func signOut(seed: UInt64) async throws {
    var random = Seeded(seed)
    let folder = try StoreFolder()
    var store = folder.store(time.environment)
    var owners = (0..<20).map { Owner(name: "owner\($0) ", canary: Canary()) }
    for number in 0..<10 {
      for index in owners.indices {
        if let (id, value) = try await live(owners[index], number, in: store, folder, &random) {
          owners[index].drafts[id] = value
        }
      }
      if number % 3 == 2, seed != 1 {  // logs in every state
        await store.close()
        store = folder.store(time.environment)
      }
    }
    let leaving = owners.removeFirst()
    #expect(try !leaving.canary.occurrences(in: folder.path).isEmpty)
    #expect(try windows(of: leaving.canary, in: folder) > 0)
    let reader = folder.store(time.environment)  // another process that has everything open
    _ = try await reader.list()

    let signOut = try await store.signOut(owner: leaving.account)
    #expect(signOut.receipt.drafts >= leaving.drafts.count)
    #expect(await signOut.erased().erasure == .complete)
    #expect(try leaving.canary.occurrences(in: folder.path) == [])
    #expect(try windows(of: leaving.canary, in: folder) == 0)
    #expect(try await reader.list(DraftFilter(owner: leaving.account)).isEmpty)
    await reader.close()
    await store.close()
    #expect(try windows(of: leaving.canary, in: folder) == 0)

    let after = folder.store(time.environment)
    #expect(try await after.list(verifying: true).allSatisfy(\.isIntact))
    for owner in owners {
      for (id, value) in owner.drafts {
        let answer = await after.restore(id)
        #expect(answer.draft?.snapshot.values[owner.canary.text] == value)
      }
    }
    await after.close()
  }
}
