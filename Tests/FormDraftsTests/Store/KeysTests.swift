import FormDraftsTesting
import Testing

@testable import FormDrafts

/// Field reports 125, 127 and 129: what a draft is kept under.
@Suite struct KeysTests {
  let schema = DraftSchema.texts("visit", "name", "text")

  @Test func `two new things have two drafts`() async throws {
    let folder = try StoreFolder()
    let (one, two) = (folder.store(), folder.store())
    let key = DraftKey("visit", owner: "ana")
    let first = try await one.save(
      DraftSnapshot(values: ["text": "one"]), schema: schema, key: key)
    let second = try await two.save(
      DraftSnapshot(values: ["text": "two"]), schema: schema, key: key)
    #expect(first.draft != second.draft)
    #expect(try await one.list().count == 2)
    for (receipt, text) in [(first, "one"), (second, "two")] {
      let draft = try await one.restored(key, schema: schema, draft: receipt.draft)
      #expect(draft.snapshot.values == ["text": .text(text)])
      #expect(draft.others.map(\.id) == [first.draft, second.draft].filter { $0 != receipt.draft })
    }
    // Without an id it is the last saved, by the order of saves and not by the clock.
    #expect(try await one.restored(key, schema: schema).summary.id == second.draft)
    try await one.save(
      DraftSnapshot(values: ["text": "1"]), schema: schema, key: key, draft: first.draft)
    #expect(try await two.restored(key, schema: schema).summary.id == first.draft)
    await one.close()
    await two.close()
  }

  @Test func `a clock that jumps back does not change which draft is the latest`() async throws {
    let folder = try StoreFolder()
    let time = TestTime()
    let store = folder.store(time.environment)
    let key = DraftKey("visit", owner: "ana")
    try await store.save(DraftSnapshot(values: ["text": "1"]), schema: schema, key: key)
    time.advance(milliseconds: -86_400_000)
    let later = try await store.save(
      DraftSnapshot(values: ["text": "2"]), schema: schema, key: key)
    #expect(try await store.restored(key, schema: schema).summary.id == later.draft)
    #expect(try await store.list().first?.summary?.id == later.draft)
    await store.close()
  }

  @Test func `typing the name of a thing letter by letter stays one draft`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let key = DraftKey("visit", owner: "ana")
    var draft: DraftID?
    for name in ["A", "Ab", "Abc"] {
      draft = try await store.save(
        DraftSnapshot(values: ["name": .text(name)]), schema: schema, key: key, draft: draft
      ).draft
    }
    #expect(try await store.list().map(\.summary?.id) == [draft])
    await store.close()
  }

  @Test func `owner, form and record never mix`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let keys = [
      DraftKey("c", owner: "a:b"), DraftKey("b:c", owner: "a"), DraftKey("c", owner: "a/b"),
      DraftKey("b/c", owner: "a"), DraftKey("c", owner: "a\u{1F}b"), DraftKey("..", owner: ".."),
      DraftKey("../c", owner: "."), DraftKey("c", owner: "A:B"), DraftKey("C", owner: "a:b"),
      DraftKey("c", owner: .nobody), DraftKey("c", owner: ""), DraftKey("c", owner: "nobody"),
      DraftKey("c", owner: "a", record: .new), DraftKey("c", owner: "a", record: ""),
      DraftKey("c", owner: "a", record: "new"), DraftKey("c", owner: "a", record: "b"),
      DraftKey("c\0", owner: "a", record: "b"), DraftKey("c", owner: "a", record: "\0b"),
      DraftKey("caf\u{E9}", owner: "a"), DraftKey("cafe\u{301}", owner: "a"),
      DraftKey("c", owner: "\u{E9}"), DraftKey("c", owner: "e\u{301}"),
      DraftKey("c", owner: "\0"), DraftKey("c", owner: "\u{1}"),
    ]
    #expect(Set(keys).count == keys.count)
    for (number, key) in keys.enumerated() {
      let values: DraftObject = ["text": .text("draft \(number)")]
      try await store.save(DraftSnapshot(values: values), schema: schema, key: key)
    }
    await store.close()
    let reader = folder.store()
    for (number, key) in keys.enumerated() {
      let draft = try await reader.restored(key, schema: schema)
      #expect(draft.snapshot.values == ["text": .text("draft \(number)")])
      #expect(draft.summary.key == key)
      #expect(draft.others.isEmpty)
      let filter = DraftFilter(owner: key.owner, form: key.form, record: key.record)
      #expect(try await reader.list(filter).map(\.summary?.key) == [key])
    }
    #expect(try await reader.list().count == keys.count)
    await reader.close()
    // A name on disk says nothing of the owner, whatever the file system makes of capitals.
    let names = try FileTree.files(in: folder.path).map { $0.split(separator: "/") }
    #expect(
      names.filter { $0.count > 1 }.allSatisfy { parts in
        parts[1].utf8.count == 32 && parts[1].utf8.allSatisfy(Hexadecimal.isLowerDigit)
      })
  }

  @Test func `ids come from the environment and are listed by prefix`() async throws {
    let folder = try StoreFolder()
    let fixed = "0f0f0f0f-0000-4000-8000-00000000000a"
    let store = folder.store(DraftEnvironment(makeID: { fixed }))
    let key = DraftKey("visit", owner: "ana")
    let receipt = try await store.save(DraftSnapshot(), schema: schema, key: key)
    #expect(receipt.draft.rawValue == fixed)
    #expect(try await store.ids(beginningWith: "0F0f") == [receipt.draft])
    #expect(try await store.ids(beginningWith: "0f1").isEmpty)
    #expect(try await store.ids(beginningWith: "%").isEmpty)
    // An id that is taken never overwrites the draft that has it.
    let again = await failure {
      try await store.save(
        DraftSnapshot(values: ["text": "x"]), schema: schema, key: key)
    }
    #expect(again != nil)
    #expect(try await store.restored(key, schema: schema).snapshot == DraftSnapshot())
    await store.close()
  }
}
