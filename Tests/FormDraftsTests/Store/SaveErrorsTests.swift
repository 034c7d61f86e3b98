import FormDraftsTesting
import Testing

@testable import FormDrafts

@Suite struct SaveErrorsTests {
  let schema = DraftSchema.texts("form", "a", "b")
  let key = DraftKey("form", owner: "ana", record: "plan/42")

  @Test func `a bad value is listed and costs only itself`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let good = DraftSnapshot(values: [
      "a": "kept", "b": ["x": 1, "y": [1, 2]],
      "file": .file(.init(id: "1", name: "n", byteCount: 1)),
    ])
    let draft = try await store.save(good, schema: schema, key: key).draft
    let bad = DraftSnapshot(values: [
      "a": "new", "b": ["x": .number(literal: "0x1"), "y": [1, .number(literal: "1.")]],
      "file": .file(.init(id: "1", name: "n", byteCount: -1)), "c": .number(literal: ""),
    ])
    let receipt = try await store.save(bad, schema: schema, key: key, draft: draft)
    #expect(receipt.unsaved.map(\.path) == ["/b/x", "/b/y", "file", "c"])
    #expect(receipt.unsaved.allSatisfy { !$0.reason.isEmpty })
    #expect(receipt.revision == 2)
    // What was stored for them before stays.
    var expected = good
    expected.values["a"] = "new"
    #expect(try await store.restored(key, schema: schema).snapshot == expected)
    await store.close()
  }

  @Test func `what cannot be saved never stands in the way of what can`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let before = DraftSnapshot(values: ["a": [1], "b": ["in": "x"]])
    let draft = try await store.save(before, schema: schema, key: key).draft
    let after = DraftSnapshot(values: [
      "a": ["bad": .number(literal: "-"), "good": "y"], "b": .number(literal: "+1"),
    ])
    let receipt = try await store.save(after, schema: schema, key: key, draft: draft)
    #expect(receipt.unsaved.map(\.path) == ["/a/bad", "b"])
    let back = try await store.restored(key, schema: schema)
    #expect(back.snapshot.values == ["a": ["good": "y"], "b": ["in": "x"]])
    await store.close()
  }

  @Test func `a name that stands twice is listed, and the first is saved`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let twice = DraftObject([
      .init("a", 1), .init("b", .object(DraftObject([.init("x", 1), .init("x", ["y": 2])]))),
      .init("a", ["inner": 2]),
    ])
    let receipt = try await store.save(DraftSnapshot(values: twice), schema: schema, key: key)
    #expect(Set(receipt.unsaved.map(\.path)) == ["a", "/b/x"])
    let back = try await store.restored(key, schema: schema)
    #expect(back.snapshot.values == ["a": 1, "b": ["x": 1]])
    await store.close()
  }

  @Test(
    "Beyond a limit the save is refused, the field named and the revision before kept",
    arguments: [
      ("number", DraftValue.number(literal: String(repeating: "1", count: 1_025))),
      ("text", .text(String(repeating: "x", count: 32 << 20))),
      ("list", .list([.text(String(repeating: "y", count: 32 << 20))])),
      ("deep", (0..<64).reduce(DraftValue.null) { value, _ in .list([value]) }),
      (String(repeating: "n", count: 1_025), .text("x")),
      ("many", .object(DraftObject((0..<100_000).map { .init("m\($0)", 1) }))),
    ])
  func limits(name: String, value: DraftValue) async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let good = DraftSnapshot(values: ["a": "kept"])
    let draft = try await store.save(good, schema: schema, key: key).draft
    let bad = DraftSnapshot(values: ["a": "lost", name: value])
    let error = await failure {
      try await store.save(bad, schema: schema, key: key, draft: draft)
    }
    #expect(error?.code == .tooLarge)
    let back = try await store.restored(key, schema: schema)
    #expect(back.snapshot == good)
    #expect(back.summary.revision == 1)
    await store.close()
  }

  @Test func `the words around the answers have a limit too`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let long = String(repeating: "w", count: DraftLimits.nameBytes + 1)
    let plain = DraftSnapshot(values: ["a": "x"])
    let longPath = FieldPath([long])
    let cases: [(DraftSnapshot, DraftKey, String?, DraftBaseline?)] = [
      (plain, DraftKey(long, owner: "ana"), nil, nil),
      (plain, DraftKey("form", owner: .account(long)), nil, nil),
      (plain, DraftKey("form", owner: "ana", record: .existing(long)), nil, nil),
      (plain, key, long, nil), (plain, key, nil, DraftBaseline(long)),
      (DraftSnapshot(step: long), key, nil, nil),
      (DraftSnapshot(skippedSteps: ["a", long]), key, nil, nil),
      (DraftSnapshot(touched: [longPath]), key, nil, nil),
      (DraftSnapshot(dirty: [longPath]), key, nil, nil),
      (DraftSnapshot(focus: longPath), key, nil, nil),
    ]
    for (snapshot, key, title, baseline) in cases {
      let error = await failure {
        try await store.save(
          snapshot, schema: schema, key: key, title: title, baseline: baseline)
      }
      #expect(error?.code == .tooLarge)
    }
    let empty = await failure {
      try await store.save(plain, schema: schema, key: DraftKey("", owner: "ana"))
    }
    #expect(empty?.code == .invalidArgument)
    #expect(try await store.list().isEmpty)
    await store.close()
  }

  @Test func `a save based on an earlier revision is a conflict that says the current one`()
    async throws
  {
    let folder = try StoreFolder()
    let (mine, theirs) = (folder.store(), folder.store())
    let draft = try await mine.save(
      DraftSnapshot(values: ["a": "1"]), schema: schema, key: key
    ).draft
    for text in ["2", "3"] {
      try await theirs.save(
        DraftSnapshot(values: ["a": .text(text)]), schema: schema, key: key, draft: draft)
    }
    for values in [["a": "1"], ["a": "4"]] as [DraftObject] {
      let error = await failure {
        try await mine.save(
          DraftSnapshot(values: values), schema: schema, key: key, draft: draft, basedOn: 1)
      }
      #expect(error?.code == .conflict)
      #expect(error?.currentRevision == 3)
    }
    #expect(try await mine.restored(key, schema: schema).snapshot.values == ["a": "3"])
    let receipt = try await mine.save(
      DraftSnapshot(values: ["a": "4"]), schema: schema, key: key, draft: draft, basedOn: 3)
    #expect(receipt.revision == 4)
    await mine.close()
    await theirs.close()
  }

  @Test func `a draft that ended does not rise again`() async throws {
    let folder = try StoreFolder()
    let (mine, other) = (folder.store(), folder.store())
    let snapshot = DraftSnapshot(values: ["a": "1"])
    let draft = try await mine.save(snapshot, schema: schema, key: key).draft
    let receipt = try await other.discard(draft)
    #expect(receipt.drafts == 1)
    #expect(receipt.fields == 1)
    for values in [["a": "1"], ["a": "2"]] as [DraftObject] {
      for basedOn in [nil, 1] as [DraftRevision?] {
        let error = await failure {
          try await mine.save(
            DraftSnapshot(values: values), schema: schema, key: key, draft: draft,
            basedOn: basedOn)
        }
        #expect(error?.code == .gone)
      }
    }
    #expect(await failure { try await mine.discard(draft) }?.code == .gone)
    #expect(await mine.restore(key, schema: schema).isNone)
    #expect(try await mine.summary(of: draft) == nil)
    await mine.close()
    await other.close()
    #expect(
      await failure {
        try await folder.store().save(snapshot, schema: schema, key: key, draft: draft)
      }?.code == .gone)
  }

  @Test func `a dry run of discard counts and changes nothing`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let snapshot = DraftSnapshot(values: ["a": "1", "b": "2"], touched: ["c"])
    let draft = try await store.save(snapshot, schema: schema, key: key).draft
    let planned = try await store.discard(draft, dryRun: true)
    #expect(try await store.restored(key, schema: schema).snapshot == snapshot)
    let done = try await store.discard(draft)
    #expect(planned.drafts == 1 && planned.fields == 3 && planned.bytes == done.bytes)
    #expect(done.drafts == 1 && done.fields == 3)
    #expect(done.erasure != .complete, "the pages are overwritten later, and the receipt says so")
    #expect(try await store.compact() == .complete)
    await store.close()
  }

  @Test func `a draft is saved under its own form and record only`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let draft = try await store.save(
      DraftSnapshot(values: ["a": "1"]), schema: schema, key: key
    ).draft
    let others = [
      DraftKey("form2", owner: "ana", record: "plan/42"), DraftKey("form", owner: "ana"),
      DraftKey("form", owner: "ana", record: ""), DraftKey("form", owner: "ana", record: "plan/4"),
    ]
    for other in others {
      let error = await failure {
        try await store.save(DraftSnapshot(), schema: schema, key: other, draft: draft)
      }
      #expect(error?.code == .keyMismatch)
    }
    let elsewhere = await failure {
      try await store.save(
        DraftSnapshot(), schema: schema, key: DraftKey("form", owner: .nobody), draft: draft)
    }
    #expect(elsewhere?.code == .notFound)
    let back = try await store.restored(key, schema: schema)
    #expect(back.summary.revision == 1)
    await store.close()
  }

  @Test func `an id that is nowhere is not found, and makes nothing`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let id = try #require(DraftID(Identifiers.random()))
    for makesStore in [false, true] {
      if makesStore {
        try await store.save(DraftSnapshot(), schema: schema, key: DraftKey("x", owner: "bo"))
      }
      let save = await failure {
        try await store.save(DraftSnapshot(), schema: schema, key: key, draft: id)
      }
      #expect(save?.code == .notFound)
      #expect(await failure { try await store.discard(id) }?.code == .notFound)
      #expect(await store.restore(id).isNone)
      #expect(try await store.summary(of: id) == nil)
      #expect(try System.status(folder.path) == nil || makesStore)
    }
    #expect(try folder.place().tags().count == 1)
    await store.close()
  }

  @Test func `a schema no draft can be kept under is refused before anything is made`()
    async throws
  {
    let folder = try StoreFolder()
    let twice = DraftSchema("form", fields: [.init("a", .text), .init("a", .integer)])
    let error = await failure {
      try await folder.store().save(DraftSnapshot(), schema: twice, key: key)
    }
    #expect(error?.code == .invalidSchema)
    #expect(try System.status(folder.path) == nil)
  }
}
