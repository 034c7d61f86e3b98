import FormDraftsTesting
import Testing

@testable import FormDrafts

@Suite("A submit")
struct SubmitTests {
  private let schema = DraftSchema.texts("order", "item", "note")
  private let key = DraftKey("order", owner: "ana", record: "42")

  private func snapshot(_ item: String) -> DraftSnapshot {
    DraftSnapshot(values: ["item": .text(item)])
  }

  private func text(_ draft: StoredDraft?) -> DraftValue? { draft?.snapshot.values["item"] }

  @Test("that a crash cut short is in doubt, with the same attempt id each time")
  func inDoubt() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let id = try await store.save(snapshot("tea"), schema: schema, key: key).draft
    let attempt = try await store.beginSubmit(id, basedOn: 1)
    #expect(attempt.rawValue != id.rawValue)
    #expect(try await store.beginSubmit(id) == attempt)

    let next = folder.store()  // as another process sees it
    for _ in 0..<2 {
      let answer = await next.restore(key, schema: schema)
      guard case .inDoubt(attempt, let draft) = answer else {
        Issue.record("not in doubt: \(answer.outcomeName)")
        return
      }
      #expect(answer.inDoubt == attempt)
      #expect(draft.inDoubt == attempt)
      // Nothing of the attempt is in the form's state.
      #expect(draft.snapshot == snapshot("tea"))
      #expect(draft.summary.revision == 1)
    }
    #expect(try await next.beginSubmit(id) == attempt)
    #expect(try await next.summary(of: id)?.status == .submitting)
    await store.close()
    await next.close()
  }

  @Test("keeps an attempt id of the environment")
  func environmentID() async throws {
    let folder = try StoreFolder()
    let fixed = "00000000-0000-4000-8000-00000000000a"
    let store = folder.store(DraftEnvironment(makeID: { fixed }))
    let id = try await store.save(snapshot("tea"), schema: schema, key: key).draft
    #expect(try await store.beginSubmit(id).rawValue == fixed)
    await store.close()
  }

  @Test("that is accepted ends the draft, and a late save does not make it anew")
  func accepted() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let late = folder.store()
    let id = try await store.save(snapshot("tea"), schema: schema, key: key).draft
    let attempt = try await store.beginSubmit(id)
    // 113: an autosave that comes while it is under way loses nothing and ends nothing.
    let receipt = try await late.save(
      snapshot("coffee"), schema: schema, key: key, draft: id, basedOn: 1)
    #expect(receipt.revision == 2)
    #expect(try await store.summary(of: id)?.attempt == attempt)
    try await store.endSubmit(id, attempt: attempt, accepted: true)
    #expect(await store.restore(key, schema: schema).isNone)
    for writer in [store, late] {
      let error = await failure {
        try await writer.save(snapshot("more"), schema: schema, key: key, draft: id)
      }
      #expect(error?.code == .gone)
      #expect(error?.ending == .submitted)
    }
    #expect(try await late.list().isEmpty)
    // 121: the fence is about the id, not about the record.
    let new = try await late.save(snapshot("again"), schema: schema, key: key)
    #expect(text(try await store.restored(key, schema: schema)) == "again")
    #expect(new.draft != id)
    await store.close()
    await late.close()
  }

  @Test("that fails leaves the draft with what was saved meanwhile")
  func rejected() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let id = try await store.save(
      snapshot("tea"), schema: schema, key: key, title: "An order"
    ).draft
    let first = try await store.beginSubmit(id)
    try await store.save(snapshot("coffee"), schema: schema, key: key, draft: id)
    for _ in 0..<2 { try await store.endSubmit(id, attempt: first, accepted: false) }
    let draft = try await store.restored(key, schema: schema)
    #expect(text(draft) == "coffee")
    #expect(draft.summary.status == .open)
    #expect(draft.summary.title == "An order")
    #expect(draft.inDoubt == nil)
    #expect(draft.summary.revision == 2)
    #expect(try await store.beginSubmit(id) != first)
    await store.close()
  }

  @Test("of a state that is not the latest is a conflict, and marks nothing")
  func conflict() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let id = try await store.save(snapshot("tea"), schema: schema, key: key).draft
    try await store.save(snapshot("coffee"), schema: schema, key: key, draft: id)
    let error = await failure { _ = try await store.beginSubmit(id, basedOn: 1) }
    #expect(error?.code == .conflict)
    #expect(error?.currentRevision == 2)
    #expect(try await store.summary(of: id)?.status == .open)
    await store.close()
  }

  @Test("ends only by its own attempt, and may be told its end twice")
  func attempts() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let other = AttemptID("another")
    func end(_ id: DraftID, _ attempt: AttemptID, _ accepted: Bool) async -> DraftError.Code? {
      do throws(DraftError) {
        try await store.endSubmit(id, attempt: attempt, accepted: accepted)
        return nil
      } catch {
        return error.code
      }
    }
    for keep in [nil, Duration.seconds(60)] {
      let id = try await store.save(snapshot("tea"), schema: schema, key: key).draft
      #expect(await end(id, other, true) == .attemptMismatch)
      let attempt = try await store.beginSubmit(id)
      #expect(await end(id, other, true) == .attemptMismatch)
      #expect(await end(id, other, false) == .attemptMismatch)
      try await store.endSubmit(id, attempt: attempt, accepted: true, keepingCopyFor: keep)
      #expect(await end(id, attempt, true) == nil)
      #expect(await end(id, other, true) == .attemptMismatch)
      #expect(await end(id, attempt, false) == .gone)
    }
    let unknown = try #require(DraftID("00000000-0000-4000-8000-000000000001"))
    #expect(await end(unknown, other, true) == .notFound)
    let begin = await failure { _ = try await store.beginSubmit(unknown) }
    #expect(begin?.code == .notFound)
    await store.close()
  }

  @Test("keeps a copy that is listed, read-only, and not offered as the draft")
  func copy() async throws {
    let folder = try StoreFolder()
    let time = TestTime()
    let store = folder.store(time.environment)
    let earlier = try await store.save(snapshot("milk"), schema: schema, key: key).draft
    let id = try await store.save(snapshot("tea"), schema: schema, key: key).draft
    let attempt = try await store.beginSubmit(id)
    try await store.endSubmit(
      id, attempt: attempt, accepted: true, keepingCopyFor: .seconds(3_600))
    let summary = try #require(try await store.summary(of: id))
    #expect(summary.status == .submitted)
    #expect(summary.attempt == nil)
    #expect(summary.expiresAt?.millisecondsSince1970 == time.now + 3_600_000)

    let draft = try await store.restored(key, schema: schema)
    #expect(draft.summary.id == earlier)
    #expect(draft.others.isEmpty)
    guard case .restored(let copy) = await store.restore(id) else {
      Issue.record("the copy cannot be looked at")
      return
    }
    #expect(text(copy) == "tea")
    for code in [
      await failure { try await store.save(snapshot("x"), schema: schema, key: key, draft: id) },
      await failure { _ = try await store.beginSubmit(id) },
    ] {
      #expect(code?.code == .gone)
      #expect(code?.ending == .submitted)
    }
    try await store.discard(earlier)
    #expect(await store.restore(key, schema: schema).isNone)
    #expect(try await store.list().count == 1)
    await store.close()
  }

  @Test("goes with an export, so that it is in doubt there too")
  func exported() async throws {
    let (from, to) = (try StoreFolder(), try StoreFolder())
    let (store, target) = (from.store(), to.store())
    let id = try await store.save(snapshot("tea"), schema: schema, key: key).draft
    let attempt = try await store.beginSubmit(id)
    let kept = try await store.save(
      snapshot("milk"), schema: schema, key: key, expiresAfter: .seconds(7_200)
    ).draft
    try await store.endSubmit(
      kept, attempt: store.beginSubmit(kept), accepted: true, keepingCopyFor: .seconds(3_600))
    var lines: [UInt8] = []
    for draft in [id, kept] { lines += Array(try await store.export(draft).line.utf8) + [10] }
    _ = try await target.importDrafts(lines)
    #expect(try await target.importDrafts(lines).unchanged.count == 2)
    #expect(await target.restore(key, schema: schema).inDoubt == attempt)
    let (copy, original) = (
      try await target.summary(of: kept), try await store.summary(of: kept)
    )
    #expect(copy?.status == .submitted)
    #expect(copy?.expiresAt == original?.expiresAt)
    await store.close()
    await target.close()
  }

  @Test("A status that only a later version knows is refused, and hides nothing else")
  func unknownStatus() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let id = try await store.save(snapshot("tea"), schema: schema, key: key).draft
    let other = try await store.save(
      snapshot("milk"), schema: schema, key: DraftKey("order", owner: "ana")
    ).draft
    try await store.probe("ana") { file throws(DraftError) in
      _ = try file.write(creating: false) { rows in
        guard case .intact(var head)? = try rows.heads(.id(id)).first else { return }
        head.status = .init(rawValue: 77)
        try rows.update(head)
      }
    }
    #expect(await store.restore(key, schema: schema).failure?.code == .newerStore)
    #expect(await store.restore(id).failure?.code == .newerStore)
    for error in [
      await failure { try await store.save(snapshot("x"), schema: schema, key: key, draft: id) },
      await failure { _ = try await store.beginSubmit(id) },
      await failure {
        try await store.endSubmit(id, attempt: AttemptID("a"), accepted: true)
      },
      await failure { try await store.discard(id, undoFor: .seconds(9)) },
    ] {
      #expect(error?.code == .newerStore)
    }
    let list = try await store.list()
    #expect(list.count == 2)
    #expect(list.contains { $0.summary?.id == other })
    #expect(try await store.purge(DraftFilter(owner: "ana")).drafts == 2)
    await store.close()
  }
}
