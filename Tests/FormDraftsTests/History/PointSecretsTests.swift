import FormDraftsSQLite
import FormDraftsTesting
import Testing

@testable import FormDrafts

@Suite("Secrets are not in save points")
struct PointSecretsTests {
  private let folder: StoreFolder
  private let time = TestTime()
  private let key = DraftKey("form", owner: "ana")
  private let open = DraftSchema.texts("form", "name", "code", "note")
  private let strict = DraftSchema(
    "form",
    fields: [
      .init("name", .text), .init("code", .text, retention: .secret), .init("note", .text),
    ])
  private let canary = "canary-7c1f"

  init() throws { folder = try StoreFolder() }

  private func isOnDisk() throws -> Bool {
    try FileTree.contents(of: folder.path).values.contains { bytes in
      String(decoding: bytes, as: UTF8.self).contains(canary)
    }
  }

  private func write(_ store: DraftStore) async throws -> DraftID {
    let values: DraftObject = ["name": "Ana", "code": .text(canary), "note": "n"]
    let draft = try await store.save(DraftSnapshot(values: values), schema: open, key: key).draft
    for number in 1...4 {
      time.advance(milliseconds: 300_000)
      var changed = values
      changed["name"] = .text("Ana \(number)")
      if number == 3 { changed["code"] = .text(canary + "-old") }
      try await store.save(DraftSnapshot(values: changed), schema: open, key: key, draft: draft)
    }
    return draft
  }

  @Test("a scrub takes them out of every one, and each can still be gone back to")
  func scrub() async throws {
    let store = folder.store(time.environment)
    let draft = try await write(store)
    #expect(try await store.history(of: draft).count == 4)
    let planned = try await store.scrub(strict, dryRun: true)
    let done = try await store.scrub(strict)
    #expect(planned.savePoints == 4)
    #expect(done == planned)
    let history = try await store.history(of: draft)
    #expect(history.map(\.reason) == [.scrub, .quiet, .quiet, .quiet, .quiet])
    #expect(history.allSatisfy { !$0.isDamaged })
    #expect(try await store.scrub(strict, dryRun: true).savePoints == 0)
    for point in history.reversed() {
      try await store.revert(draft, to: point.revision)
      let back = try await store.restored(key, schema: open)
      #expect(back.snapshot.values["code"] == nil)
      #expect(back.snapshot.values["note"] == "n")
    }
    for case .damaged(_, _, let error) in try await store.list(verifying: true) {
      Issue.record(error)
    }
    await store.close()
    #expect(try !isOnDisk())
  }

  @Test("a scrub finds what only save points hold")
  func onlyPoints() async throws {
    let store = folder.store(time.environment)
    let draft = try await write(store)
    try await store.save(
      DraftSnapshot(values: ["name": "Ana"]), schema: open, key: key, draft: draft)
    let done = try await store.scrub(strict)
    #expect(done.drafts == 1)
    #expect(done.savePoints == 4)
    #expect(try await store.summary(of: draft)?.revision == 6)
    #expect(try await store.history(of: draft).allSatisfy { !$0.isDamaged })
    await store.close()
    #expect(try !isOnDisk())
  }

  @Test("a save under a stricter form takes them out, of the one it makes too")
  func stricterSave() async throws {
    let store = folder.store(time.environment)
    let draft = try await write(store)
    try await store.save(
      DraftSnapshot(values: ["name": "Bea", "note": "n"]), schema: strict, key: key, draft: draft)
    let history = try await store.history(of: draft)
    #expect(history.map(\.reason) == [.upgrade, .quiet, .quiet, .quiet, .quiet])
    #expect(history.allSatisfy { !$0.isDamaged })
    try await store.revert(draft, to: 1)
    #expect(
      try await store.restored(key, schema: open).snapshot.values == ["name": "Ana", "note": "n"])
    await store.close()
    #expect(try !isOnDisk())
  }

  @Test("a text that turns out to be a secret does not become part of one")
  func sameText() async throws {
    let schema = DraftSchema(
      "form", fields: [.init("note", .text), .init("password", .text), .init("name", .text)])
    let store = folder.store(time.environment)
    let draft = try await store.save(
      DraftSnapshot(values: ["note": .text(canary), "name": "x"]), schema: schema, key: key
    ).draft
    time.advance(milliseconds: 300_000)
    try await store.save(
      DraftSnapshot(values: ["note": .text(canary), "name": "y", "password": .text(canary)]),
      schema: schema, key: key, draft: draft)
    #expect(try await store.history(of: draft).map(\.isDamaged) == [false])
    try await store.revert(draft, to: 1)
    #expect(try await store.restored(key, schema: schema).snapshot.values == ["name": "x"])
    await store.close()
    #expect(try !isOnDisk())
  }

  @Test("purge and discard count and remove them")
  func purge() async throws {
    let store = folder.store(time.environment)
    let draft = try await write(store)
    #expect(try await store.discard(draft, dryRun: true).savePoints == 4)
    #expect(try await store.discard(draft).savePoints == 4)
    let again = try await write(store)
    #expect(try await store.history(of: again).count == 4)
    let filter = DraftFilter(owner: "ana", form: "form")
    #expect(try await store.purge(filter, dryRun: true).savePoints == 4)
    #expect(try await store.purge(filter).savePoints == 4)
    _ = try await write(store)
    #expect(try await store.purge(DraftFilter(owner: "ana"), dryRun: true).savePoints == 4)
    #expect(try await store.purge(DraftFilter(owner: "ana")).savePoints == 4)
    await store.close()
    #expect(try !isOnDisk())
  }

  private func lines(_ retention: DraftSchema.Retention) -> DraftSchema {
    DraftSchema(
      "form",
      fields: [
        .init("lines", .object, isMany: true, identity: "id"), .init("/lines/~*/id", .text),
        .init("/lines/~*/text", .text), .init("/lines/~*/key", .text, retention: retention),
        .init("tags", .text, isMany: true),
      ])
  }

  private func lines(_ text: String) -> DraftSnapshot {
    DraftSnapshot(
      values: [
        "lines": [
          ["id": "1", "text": .text(text), "key": .text(canary)], ["id": "2", "text": "other"],
        ], "tags": ["a"],
      ])
  }

  @Test("a secret in the items of a list costs no save point, before it was one and since")
  func items() async throws {
    for retention in [DraftSchema.Retention.secret, .kept] {
      let folder = try StoreFolder()
      let store = folder.store(time.environment)
      let (first, strict) = (lines(retention), lines(.secret))
      let draft = try await store.save(
        lines("plum"), schema: first, key: key, savePoint: .manual
      ).draft
      for text in ["apple", "pear"] {
        try await store.save(
          lines(text), schema: strict, key: key, draft: draft, savePoint: .manual)
      }
      let history = try await store.history(of: draft)
      #expect(history.count > 1)
      #expect(history.allSatisfy { !$0.isDamaged })
      // What was stored before is overwritten when the store is closed.
      let findings = try await store.health().findings
      #expect(findings.filter { $0.code != .erasurePending }.isEmpty)
      try await store.revert(draft, to: 1)
      let back = try await store.restored(key, schema: strict)
      #expect(
        back.snapshot.values == [
          "lines": [["id": "1", "text": "plum"], ["id": "2", "text": "other"]], "tags": ["a"],
        ])
      #expect(try await store.history(of: draft).allSatisfy { !$0.isDamaged })
      await store.close()
      #expect(
        try FileTree.contents(of: folder.path).values.allSatisfy { bytes in
          !String(decoding: bytes, as: UTF8.self).contains(canary)
        })
    }
  }
}
