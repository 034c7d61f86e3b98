import FormDraftsTesting
import Testing

@testable import FormDrafts

/// Reports 19, 37 to 51: old drafts and new forms, the whole way through a store.
@Suite struct ChangedFormTests {
  private let key = DraftKey("visit", owner: "ana")

  private func withStore(_ body: (DraftStore) async throws -> Void) async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    try await body(store)
    await store.close()
  }

  @Test("19: base, draft and record are told apart field by field, and merge")
  func record() async throws {
    let key = DraftKey("visit", owner: "ana", record: "1")
    let schema = DraftSchema("visit", fields: [.init("a", .integer), .init("b", .integer)])
    try await withStore { store in
      try await store.save(
        DraftSnapshot(values: ["a": 2, "b": 1]), schema: schema, key: key,
        baseline: DraftBaseline("v1", values: ["a": 1, "b": 1]))
      func change(_ version: String, _ values: DraftObject?) async -> RestoreReport? {
        await store.restore(
          key, schema: schema,
          options: RestoreOptions(record: DraftBaseline(version, values: values))
        ).report
      }
      // The same version is no question.
      #expect(await change("v1", ["a": 9, "b": 9])?.record == nil)
      let apart = try #require(await change("v2", ["a": 1, "b": 3]))
      #expect(apart.mismatches.map(\.kind) == [.baselineChanged])
      let fields = try #require(apart.record).fields
      #expect(fields.map(\.path) == ["a", "b"])
      #expect(fields.map(\.side) == [.draft, .record])
      #expect(fields.map(\.base) == [1, 1])
      #expect(fields.map(\.draft) == [2, 1])
      #expect(fields.map(\.record) == [1, 3])
      #expect(apart.record?.hasConflicts == false)
      let snapshot = DraftSnapshot(values: ["a": 2, "b": 1])
      #expect(apart.record?.merged(into: snapshot).values == ["a": 2, "b": 3])
      let conflict = try #require(await change("v2", ["a": 5, "b": 3])?.record)
      #expect(conflict.fields.map(\.side) == [.conflict, .record])
      #expect(conflict.merged(into: snapshot).values == ["a": 2, "b": 3])
      let both = try #require(await change("v2", ["a": 2, "b": 1])?.record)
      #expect(both.fields.map(\.side) == [.both])
      // What the record lost, and what it got.
      let moved = try #require(await change("v2", ["a": 1, "c": 7])?.record)
      #expect(moved.fields.map(\.side) == [.draft, .record, .record])
      #expect(moved.merged(into: snapshot).values == ["a": 2, "c": 7])
      // Without its values only the version is known.
      #expect(await change("v2", nil)?.record?.fields == [])
      #expect(!"\(conflict) \(conflict.fields)".contains("5"))
    }
  }

  @Test("37: a draft whose form nobody has any more is listed, read, exported, and fits again")
  func unknownForm() async throws {
    let schema = DraftSchema.texts("visit", "a", "b")
    let snapshot = DraftSnapshot(values: ["a": "1", "b": "2"])
    try await withStore { store in
      let id = try await store.save(snapshot, schema: schema, key: key).draft
      #expect(try await store.list().map(\.summary?.key.form) == ["visit"])
      #expect(await store.restore(id).draft?.snapshot == snapshot)
      #expect(try await store.export(id).line.contains("visit"))
      #expect(await store.restore(key, schema: schema).draft?.snapshot == snapshot)
    }
  }

  @Test("39: lists in lists come back whole; a list longer than its bound is kept whole")
  func nested() async throws {
    let schema = DraftSchema(
      "visit",
      fields: [
        .init("teams", .object, isMany: true), .init("/teams/~*/goals", .object, isMany: true),
        .init("/teams/~*/goals/~*/title", .text),
      ])
    let snapshot = DraftSnapshot(
      values: [
        "teams": [
          ["goals": [["title": "a"]]],
          ["goals": [["title": "b"], ["title": "c"], ["title": "d"]]],
        ]
      ])
    try await withStore { store in
      let id = try await store.save(snapshot, schema: schema, key: key).draft
      #expect(await store.restore(id, schema: schema).draft?.snapshot == snapshot)
      var other = schema
      other.fields[2].path = "/teams/~*/goals/~*/name"
      let answer = await store.restore(
        id, schema: other, options: RestoreOptions(policy: .salvage, floor: 0))
      #expect(
        answer.draft?.orphans.map(\.path) == [
          "/teams/0/goals/0/title", "/teams/1/goals/0/title", "/teams/1/goals/1/title",
          "/teams/1/goals/2/title",
        ])
      let salvage = try #require(answer.draft?.snapshot)
      try await store.save(salvage, schema: other, key: key, draft: id)
      #expect(await store.restore(id, schema: schema).draft?.snapshot == snapshot)
    }
  }

  @Test("41: a version alone discards nothing, however often it is opened")
  func version() async throws {
    let first = DraftSchema.texts("visit", "a", version: "1")
    let second = DraftSchema.texts("visit", "a", "b", version: "2")
    try await withStore { store in
      let id = try await store.save(
        DraftSnapshot(values: ["a": "1"]), schema: first, key: key
      ).draft
      for _ in 0..<3 {
        let draft = try await store.restored(key, schema: second)
        #expect(draft.snapshot.values == ["a": "1"])
        #expect(draft.summary.version == "1")
      }
      // A new session keeps to itself.
      try await store.save(DraftSnapshot(values: ["b": "x"]), schema: second, key: key)
      #expect(await store.restore(id, schema: first).draft?.snapshot.values == ["a": "1"])
      #expect(try await store.list().count == 2)
    }
  }

  @Test("47: marks of items follow the item, not its place")
  func items() async throws {
    let schema = DraftSchema(
      "visit",
      fields: [
        .init("items", .object, isMany: true, identity: "id"), .init("/items/~*/id", .text),
        .init("/items/~*/name", .text),
      ])
    var renamed = schema
    renamed.version = "2"
    renamed.fields[2] = .init("/items/~*/title", .text, formerly: ["/items/~*/name"])
    func item(_ id: String) -> DraftValue { ["id": .text(id), "name": .text(id)] }
    let reorder = DraftUpgrade(
      from: .unversioned,
      .map("items") { value in
        guard case .list(let items) = value else { return value }
        return .list(items.dropFirst().reversed())
      })
    try await withStore { store in
      try await store.save(
        DraftSnapshot(
          values: ["items": [item("a"), item("b"), item("c")]], touched: ["/items/2/name"]),
        schema: schema, key: key)
      let draft = await store.restore(
        key, schema: renamed, options: RestoreOptions(upgrades: [reorder])
      ).draft
      #expect(draft?.snapshot.touched == ["/items/0/title"])
      #expect(
        draft?.snapshot.values == [
          "items": [["id": "c", "title": "c"], ["id": "b", "title": "b"]]
        ])
    }
  }

  @Test("51: the version of a draft is that of the schema it was saved with")
  func stamp() async throws {
    let first = DraftSchema.texts("visit", "a", version: "1")
    let second = DraftSchema.texts("visit", "a", "b", version: "2")
    try await withStore { store in
      let id = try await store.save(DraftSnapshot(), schema: first, key: key).draft
      _ = await store.restore(id, schema: second)
      try await store.save(
        DraftSnapshot(values: ["a": "x"]), schema: first, key: key, draft: id)
      #expect(try await store.summary(of: id)?.version == "1")
      try await store.save(
        DraftSnapshot(values: ["a": "x"]), schema: second, key: key, draft: id)
      #expect(try await store.summary(of: id)?.version == "2")
    }
  }

  @Test(
    "An upgrade acts in memory; one that throws leaves the draft as it was, and says which step")
  func upgrades() async throws {
    let first = DraftSchema.texts("visit", "mail", "name", version: "1")
    let second = DraftSchema.texts("visit", "email", "first", "last", version: "2")
    let snapshot = DraftSnapshot(
      values: ["mail": "m", "name": "Ana Bo"], touched: ["mail", "name"], step: nil)
    let upgrade = DraftUpgrade(
      from: .version("1"), to: .version("2"),
      .rename("mail", to: "email"),
      .split("name", into: ["first", "last"]) { value in
        guard case .text(let text) = value else { return [value, nil] }
        return text.split(separator: " ", maxSplits: 1).map { .text(String($0)) }
      })
    struct Refusal: Error { let secret = "Ana Bo" }
    let failing = DraftUpgrade(from: .version("1"), .map("name") { _ in throw Refusal() })
    try await withStore { store in
      let id = try await store.save(snapshot, schema: first, key: key).draft
      let options = RestoreOptions(upgrades: [upgrade])
      let draft = try #require(await store.restore(id, schema: second, options: options).draft)
      #expect(draft.snapshot.values == ["email": "m", "first": "Ana", "last": "Bo"])
      #expect(draft.snapshot.touched == ["email", "first", "last"])
      #expect(draft.report["email"]?.from == "mail")
      let answer = await store.restore(
        id, schema: second, options: RestoreOptions(policy: .salvage, upgrades: [failing]))
      guard case .mismatch(let mismatch) = answer else { throw TestFailure() }
      #expect(mismatch.salvage == nil)
      let reason = mismatch.report.mismatches.first { $0.kind == .upgradeFailed }
      #expect(reason?.description.contains("Step 1") == true)
      #expect(reason?.description.contains("Ana") == false)
      #expect(await store.restore(id, schema: first).draft?.snapshot == snapshot)
      // Saved under the new form, it is no draft of version 1 any more; the old answers stay.
      try await store.save(draft.snapshot, schema: second, key: key, draft: id)
      let again = await store.restore(id, schema: second, options: options)
      #expect(again.draft?.snapshot == draft.snapshot)
      let back = await store.restore(
        id, schema: first, options: RestoreOptions(policy: .salvage, floor: 0, acceptsNewer: true))
      #expect(back.draft?.snapshot.values == snapshot.values)
    }
  }

  @Test("What was moved by a former name keeps what the record had, and moves back")
  func movedBack() async throws {
    let first = DraftSchema.texts("visit", "mail")
    var second = DraftSchema.texts("visit", "email")
    second.fields[0].formerly = ["mail"]
    let key = DraftKey("visit", owner: "ana", record: "1")
    try await withStore { store in
      let id = try await store.save(
        DraftSnapshot(values: ["mail": "new"], dirty: ["mail"]), schema: first, key: key,
        baseline: DraftBaseline("v1", values: ["mail": "old"])
      ).draft
      let moved = try #require(await store.restore(id, schema: second).draft?.snapshot)
      #expect(moved == DraftSnapshot(values: ["email": "new"], dirty: ["email"]))
      try await store.save(moved, schema: second, key: key, draft: id)
      let line = try DraftArchive(line: Array(try await store.export(id).line.utf8))
      #expect(line.base == [.init(path: "email", value: "old")])
      #expect(line.orphans.isEmpty)
      var edited = moved
      edited.values["email"] = "newer"
      try await store.save(edited, schema: second, key: key, draft: id)
      let back = try #require(await store.restore(id, schema: first).draft)
      #expect(back.snapshot.values == ["mail": "newer"])
      #expect(back.report["mail"]?.from == "email")
    }
  }

  @Test("Answers of another type stay beside the new ones, each for its own form")
  func retyped() async throws {
    func form(_ type: DraftSchema.ValueType) -> DraftSchema {
      DraftSchema("visit", fields: [.init("f", type), .init("a", .text)])
    }
    let options = RestoreOptions(policy: .salvage, floor: 0)
    try await withStore { store in
      let id = try await store.save(
        DraftSnapshot(values: ["f": "seven", "a": "x"]), schema: form(.text), key: key
      ).draft
      let later: [(DraftSchema.ValueType, DraftValue)] = [(.integer, 7), (.boolean, true)]
      for (type, value) in later {
        #expect(
          await store.restore(id, schema: form(type), options: options).draft?.snapshot.values
            == ["a": "x"])
        try await store.save(
          DraftSnapshot(values: ["f": value, "a": "x"]), schema: form(type), key: key, draft: id)
      }
      for (type, value) in [(.text, "seven")] + later {
        let answer = await store.restore(id, schema: form(type), options: options)
        #expect(answer.draft?.snapshot.values["f"] == value)
      }
      #expect(try await store.list(verifying: true).allSatisfy(\.isIntact))
      let line = try await store.export(id).line
      let folder = try StoreFolder()
      let other = folder.store()
      _ = try await other.importDrafts(Array(line.utf8))
      #expect(try await other.export(id).line == line)
      await other.close()
    }
  }
}
