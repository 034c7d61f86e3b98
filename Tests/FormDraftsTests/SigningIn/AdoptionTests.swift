import FormDraftsSQLite
import FormDraftsTesting
import Testing

@testable import FormDrafts

@Suite("Drafts that an account takes over")
struct AdoptionTests {
  private let folder: StoreFolder
  private let time = TestTime()
  private let first = DraftSchema(
    "visit", version: "1",
    fields: [.init("who", .text), .init("when", .text), .init("photo", .file)])
  private let second = DraftSchema(
    "visit", version: "2", fields: [.init("who", .text), .init("photo", .file)])

  init() throws { folder = try StoreFolder() }

  private func key(_ owner: DraftOwner, _ record: DraftRecord = .new) -> DraftKey {
    DraftKey("visit", owner: owner, record: record)
  }

  /// The drafts of a guest, each with something that must not get lost.
  private struct Guest {
    var lived: DraftID
    var fork: DraftID
    var doubtful: DraftID
    var attempt: AttemptID
    var hidden: DraftID
    var gone: DraftID
    var photo: DraftFile
  }

  private func guest(_ store: DraftStore) async throws -> Guest {
    let lived = try await store.save(
      DraftSnapshot(values: ["who": "Gil", "when": "noon"], touched: ["when"]), schema: first,
      key: key(.nobody), title: "Gil's visit",
      baseline: DraftBaseline("v1", values: ["who": "G"]), expiresAfter: .seconds(86_400)
    ).draft
    let source = folder.root + "/photo"
    try folder.write(Array("bytes of a photo".utf8), to: source)
    let photo = try await store.importFile(atPath: source, into: lived)
    for who in ["Gill", "Gilla"] {
      time.advance(milliseconds: 600_000)
      try await store.save(
        DraftSnapshot(values: ["who": .text(who), "photo": .file(photo)]), schema: second,
        key: key(.nobody), draft: lived)
    }
    let fork = try await store.save(
      DraftSnapshot(values: ["who": "other"]), schema: first, key: key(.nobody), parent: lived
    ).draft
    let doubtful = try await store.save(
      DraftSnapshot(values: ["who": "sent"]), schema: first, key: key(.nobody, "7")
    ).draft
    let attempt = try await store.beginSubmit(doubtful)
    let hidden = try await store.save(
      DraftSnapshot(values: ["who": "hidden"]), schema: first, key: key(.nobody, "8")
    ).draft
    try await store.discard(hidden, undoFor: .seconds(3_600))
    let gone = try await store.save(
      DraftSnapshot(values: ["who": "gone"]), schema: first, key: key(.nobody, "9")
    ).draft
    try await store.discard(gone)
    return Guest(
      lived: lived, fork: fork, doubtful: doubtful, attempt: attempt, hidden: hidden, gone: gone,
      photo: photo)
  }

  private func store() -> DraftStore { folder.store(time.environment) }

  private func lines(_ store: DraftStore, _ ids: [DraftID]) async throws -> [String] {
    var lines: [String] = []
    for id in ids {
      lines.append(
        try await store.export(id).line
          .replacing("\"owner\":\"ana\"", with: "\"owner\":null"))
    }
    return lines
  }

  // Field report 111.
  @Test("are the account's as they were, and nobody's any more", arguments: [false, true])
  func adopting(hasDrafts: Bool) async throws {
    let store = store()
    if hasDrafts {
      for who in ["first", "second"] {
        try await store.save(
          DraftSnapshot(values: ["who": .text(who)]), schema: first, key: key("ana"))
      }
    }
    let guest = try await guest(store)
    let ids = [guest.lived, guest.fork, guest.doubtful]
    let before = try await lines(store, ids)
    let history = try await store.history(of: guest.lived)
    #expect(history.count == 2)

    let receipt = try await store.signIn(owner: "ana", adopting: .nobody)
    #expect(Set(receipt.drafts) == Set(ids + [guest.hidden]))
    #expect(Set(receipt.conflicts) == (hasDrafts ? [guest.lived, guest.fork] : []))
    #expect(receipt.erasure == .complete)
    #expect(try await lines(store, ids) == before)
    let after = try await store.history(of: guest.lived)
    #expect(after.map(\.revision) == history.map(\.revision))
    #expect(after.map(\.changed) == history.map(\.changed))
    #expect(after.allSatisfy { !$0.isDamaged })
    let listings = try await store.list(verifying: true)
    #expect(listings.count == (hasDrafts ? 5 : 3))
    #expect(listings.allSatisfy { $0.isIntact && $0.summary?.key.owner == "ana" })
    #expect(try System.status(folder.files(of: .nobody).path) == nil)
    await store.close()
    try await expectComplete(guest, drafts: hasDrafts ? 6 : 4)
  }

  /// What was with a guest's drafts is with the account's, for a process that opens the store anew.
  private func expectComplete(_ guest: Guest, drafts: Int) async throws {
    let store = store()
    try await store.undoDiscard(guest.hidden)
    try await store.endSubmit(guest.doubtful, attempt: guest.attempt, accepted: true)
    #expect(try await store.list(DraftFilter(owner: "ana"), verifying: true).count == drafts - 1)
    let path = try #require(try await store.path(of: guest.photo))
    #expect(path.hasPrefix(try folder.files(of: "ana").files))
    #expect(
      String(decoding: try System.open(path).readAll(limit: 99), as: UTF8.self)
        == "bytes of a photo")
    try await store.revert(guest.lived, to: 1)
    guard case .restored(let draft) = await store.restore(guest.lived, schema: first) else {
      throw TestFailure()
    }
    #expect(draft.snapshot.values["when"] == "noon")
    #expect(draft.snapshot.touched == ["when"])
    #expect(draft.summary.expiresAt != nil)
    let late = await failure {
      try await store.save(
        DraftSnapshot(values: ["who": "late"]), schema: first, key: key("ana", "9"),
        draft: guest.gone)
    }
    #expect(late?.code == .gone)
    await store.close()
  }

  @Test("leave late writers of the guest behind, until nobody is signed in again")
  func lateWriters() async throws {
    let (store, other) = (store(), store())
    let guest = try await guest(store)
    _ = try await other.list()
    try await store.signIn(owner: "ana", adopting: .nobody)
    for writer in [store, other] {
      for draft in [nil, guest.lived] {
        let late = await failure {
          try await writer.save(
            DraftSnapshot(values: ["who": "late"]), schema: first, key: key(.nobody), draft: draft)
        }
        #expect(late?.code == .ownerPurged)
      }
    }
    #expect(try await store.list(DraftFilter(owner: .nobody)).isEmpty)
    try await store.signOut(owner: "ana")
    try await store.save(
      DraftSnapshot(values: ["who": "next guest"]), schema: first, key: key(.nobody))
    #expect(try await store.list().map(\.summary?.key.owner) == [.nobody])
    await store.close()
    await other.close()
  }

  @Test("stay with the guest if one is damaged, and nothing is moved")
  func damaged() async throws {
    let store = store()
    try await store.save(DraftSnapshot(values: ["who": "a"]), schema: first, key: key(.nobody))
    try await store.save(DraftSnapshot(values: ["who": "b"]), schema: first, key: key(.nobody))
    await store.close()
    try folder.tamper(.nobody) {
      try $0.execute("UPDATE field SET sum = sum + 1 WHERE id = (SELECT max(id) FROM field)")
    }
    let again = self.store()
    let error = await failure { try await again.signIn(owner: "ana", adopting: .nobody) }
    #expect(error?.code == .damaged)
    #expect(try await again.list(DraftFilter(owner: .nobody)).count == 2)
    #expect(try await again.list(DraftFilter(owner: "ana")).isEmpty)
    #expect(
      await failure { try await again.signIn(owner: "ana", adopting: "ana") }?.code
        == .invalidArgument)
    let nothing = try await again.signIn(owner: "ana", adopting: "bob")
    #expect(nothing.drafts.isEmpty)
    await again.close()
  }

  /// Where a process can have died, by what it leaves.
  enum Death: CaseIterable { case beforeTombstone, beforeCommit, afterCommit }

  @Test(
    "are made the account's by whoever opens the store after a process died",
    arguments: Death.allCases)
  func interrupted(death: Death) async throws {
    let store = store()
    try await store.save(DraftSnapshot(values: ["who": "own"]), schema: first, key: key("ana"))
    let late = self.store()
    let guest = try await guest(store)
    _ = try await late.list()
    await store.close()
    try await leave(death)

    let next = self.store()
    #expect(try await next.list(verifying: true).allSatisfy { $0.summary?.key.owner == "ana" })
    let refused = await failure {
      try await late.save(
        DraftSnapshot(values: ["who": "late"]), schema: first, key: key(.nobody),
        draft: guest.lived)
    }
    #expect(refused?.code == .ownerPurged)
    let names = try #require(try System.names(in: try folder.place().owners))
    #expect(names.allSatisfy { !$0.contains(".adopting") && !$0.contains(".purging") })
    await next.close()
    await late.close()
    try await expectComplete(guest, drafts: 5)
  }

  private func leave(_ death: Death) async throws {
    let place = try folder.place()
    let tag = place.tag(of: .nobody)
    let given = HandedOver(from: tag, to: place.tag(of: "ana"), in: place)
    if death == .afterCommit {
      // Both have the drafts, and the heir has the files.
      let kept = folder.root + "/kept"
      try FrozenStore.copyFolder(place.directory(tag), to: kept)
      let store = self.store()
      try await store.signIn(owner: "ana", adopting: .nobody)
      await store.close()
      try System.rename(kept, to: given.path)
      return
    }
    try System.rename(place.directory(tag), to: given.path)
    if death == .beforeCommit {
      try Tombstone(epoch: 1, at: 1).write(place.tombstone(tag), in: place.owners)
    }
  }

  @Test("do not come back after the account was purged")
  func purgedAfterwards() async throws {
    let canary = Canary()
    let store = store()
    try await store.save(DraftSnapshot(values: ["who": "own"]), schema: first, key: key("ana"))
    try await store.save(
      DraftSnapshot(values: ["who": .text(canary.text)]), schema: first, key: key(.nobody))
    try await leave(.beforeTombstone)
    try await store.purge(DraftFilter(owner: "ana"))
    #expect(try await store.list().isEmpty)
    #expect(try canary.occurrences(in: folder.path).isEmpty)
    await store.close()
  }

  @Test("that were begun anew before a death was noticed stay with the guest")
  func begunAnew() async throws {
    let store = store()
    _ = try await guest(store)
    try await store.save(DraftSnapshot(values: ["who": "own"]), schema: first, key: key("ana"))
    await store.close()
    let running = self.store()
    _ = try await running.list()
    try await leave(.beforeTombstone)
    let begun = try await running.save(
      DraftSnapshot(values: ["who": "anew"]), schema: first, key: key(.nobody))
    let next = self.store()
    let drafts = try await next.list(DraftFilter(owner: .nobody))
    #expect(drafts.map(\.summary?.id) == [begun.draft])
    #expect(try await next.list(DraftFilter(owner: "ana")).count == 4)
    await running.close()
    await next.close()
  }
}
