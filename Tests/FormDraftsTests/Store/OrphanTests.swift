import FormDraftsTesting
import Testing

@testable import FormDrafts

/// Answers the form does not know any more stay with the draft.
@Suite struct OrphanTests {
  private let key = DraftKey("form", owner: "ana")
  private let v1 = DraftSchema.texts("form", "a", "b", "c")
  private let v2 = DraftSchema.texts("form", "a", "c")

  @Test func `a removed field's answer is back in its place when the field is back`()
    async throws
  {
    let folder = try StoreFolder()
    let store = folder.store()
    let full = DraftSnapshot(
      values: ["a": "1", "b": "2", "c": "3"], touched: ["b"], dirty: ["b", "c"])
    let draft = try await store.save(full, schema: v1, key: key).draft
    for round in 1...4 {
      let fewer = DraftSnapshot(values: ["a": .text("1.\(round)"), "c": "3"], dirty: ["c"])
      try await store.save(fewer, schema: v2, key: key, draft: draft)
      try await store.save(fewer, schema: v2, key: key, draft: draft)  // and once more
      let now = try await store.restored(key, schema: v2)
      #expect(now.snapshot == fewer)
      #expect(now.report.orphans == ["b"])
      await store.close()

      var expected = full
      expected.values["a"] = .text("1.\(round)")
      let back = try await store.restored(key, schema: v1)
      #expect(back.snapshot == expected)
      #expect(back.report.orphans.isEmpty)
      try await store.save(back.snapshot, schema: v1, key: key, draft: draft)
      #expect(try await store.restored(key, schema: v1).snapshot == expected)
    }
    #expect(try await store.list(verifying: true).allSatisfy(\.isIntact))
    await store.close()
  }

  @Test func `it is back between its neighbours after they were moved and moved back`()
    async throws
  {
    let folder = try StoreFolder()
    let store = folder.store()
    let first = DraftSchema(
      "form",
      fields: [
        .init("/p/a", .text), .init("/p/b", .text), .init("/p/c", .text), .init("z", .text),
      ])
    let second = DraftSchema(
      "form",
      fields: [
        .init("q", .object, formerly: ["p"]), .init("/q/a", .text), .init("/q/c", .text),
        .init("z", .text),
      ])
    let full = DraftSnapshot(values: ["z": "0", "p": ["a": "1", "b": "2", "c": "3"]])
    let draft = try await store.save(full, schema: first, key: key).draft
    let moved = DraftSnapshot(values: ["z": "0", "q": ["a": "1", "c": "3"]])
    try await store.save(moved, schema: second, key: key, draft: draft)
    #expect(try await store.restored(key, schema: second).snapshot == moved)
    let back = try await store.restored(key, schema: first)
    #expect(back.snapshot == full)
    try await store.save(back.snapshot, schema: first, key: key, draft: draft)
    await store.close()
    #expect(try await store.restored(key, schema: first).snapshot == full)
    #expect(try await store.list(verifying: true).allSatisfy(\.isIntact))
    await store.close()
  }

  @Test func `it is back in its place even after every place was made anew`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let names = (0..<12).map { "f\($0)" }
    let all = DraftSchema("form", fields: names.map { .init(FieldPath([$0]), .text) })
    let half = DraftSchema(
      "form",
      fields: all.fields.enumerated().filter { $0.offset % 2 == 0 }
        .map(\.element))
    let full = DraftSnapshot(values: DraftObject(names.map { .init($0, .text($0)) }))
    let draft = try await store.save(full, schema: all, key: key).draft
    var fewer = DraftSnapshot(
      values: DraftObject(
        full.values.members.enumerated().filter { $0.offset % 2 == 0 }
          .map(\.element)))
    for number in 0..<50 {
      fewer.values.members.insert(.init("x", .text("\(number)")), at: 1)
      try await store.save(fewer, schema: half, key: key, draft: draft)
      fewer.values["x"] = nil
      try await store.save(fewer, schema: half, key: key, draft: draft)
    }
    for number in 0..<45 {
      fewer.values.members.insert(.init("y\(number)", "y"), at: 1)
      try await store.save(fewer, schema: half, key: key, draft: draft)
    }
    for number in 0..<45 { fewer.values["y\(number)"] = nil }
    try await store.save(fewer, schema: half, key: key, draft: draft)
    #expect(try await store.restored(key, schema: all).snapshot == full)
    await store.close()
  }

  @Test func `an answer the new form knows and the snapshot lacks is taken away`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let draft = try await store.save(
      DraftSnapshot(values: ["a": "1", "b": "2", "undeclared": "3"]), schema: v1, key: key
    ).draft
    let receipt = try await store.save(
      DraftSnapshot(values: ["a": "1"]), schema: v1, key: key, draft: draft)
    #expect(receipt.written == 2)  // nobody's answer goes too
    let back = try await store.restored(key, schema: v1)
    #expect(back.snapshot.values == ["a": "1"])
    #expect(back.report.fields.map(\.path) == ["a"])
    await store.close()
  }

  @Test func `an orphan that was answered anew is replaced`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let draft = try await store.save(
      DraftSnapshot(values: ["a": "1", "b": "old"]), schema: v1, key: key
    ).draft
    try await store.save(DraftSnapshot(values: ["a": "1"]), schema: v2, key: key, draft: draft)
    try await store.save(
      DraftSnapshot(values: ["a": "1", "b": "undeclared"]), schema: v2, key: key, draft: draft)
    #expect(
      try await store.restored(key, schema: v1).snapshot.values == ["a": "1", "b": "undeclared"])
    try await store.save(
      DraftSnapshot(values: ["a": "1", "b": "new"]), schema: v1, key: key, draft: draft)
    #expect(try await store.restored(key, schema: v1).snapshot.values == ["a": "1", "b": "new"])
    #expect(try await store.list(verifying: true).allSatisfy(\.isIntact))
    await store.close()
  }

  @Test func `an orphan whose place is taken by something else stays an orphan`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let nested = DraftSchema("form", fields: [.init("/b/x", .text), .init("/b/y", .text)])
    let draft = try await store.save(
      DraftSnapshot(values: ["b": ["x": "1", "y": "2"], "a": "3"]), schema: nested, key: key
    ).draft
    // Here b is not declared, and holds something else.
    let other = DraftSchema.texts("form", "a")
    try await store.save(
      DraftSnapshot(values: ["b": "text"]), schema: other, key: key, draft: draft)
    guard case .restored(let now) = await store.restore(key, schema: nil) else {
      throw TestFailure()
    }
    #expect(now.snapshot.values == ["b": "text"])
    #expect(Set(now.report.orphans) == ["/b/x", "/b/y"])
    #expect(try await store.list(verifying: true).allSatisfy(\.isIntact))
    await store.close()
  }

  @Test func `an answer whose field became a secret is deleted, as a row and as an orphan`()
    async throws
  {
    let canary = Canary()
    for wasOrphan in [false, true] {
      let folder = try StoreFolder()
      let store = folder.store()
      let draft = try await store.save(
        DraftSnapshot(values: ["a": "1", "b": .text(canary.text)], touched: ["b"]), schema: v1,
        key: key
      ).draft
      if wasOrphan {
        try await store.save(
          DraftSnapshot(values: ["a": "1"]), schema: v2, key: key, draft: draft)
      }
      let secret = DraftSchema(
        "form", fields: [.init("a", .text), .init("b", .text, retention: .secret)])
      // Already a restore does not hand it out.
      guard case .restored(let read) = await store.restore(key, schema: secret) else {
        throw TestFailure()
      }
      #expect(read.snapshot.values == ["a": "1"])
      #expect(read.report.reentry == ["b"])
      #expect(!read.snapshot.touched.contains("b"))
      try await store.save(
        DraftSnapshot(values: ["a": "1"]), schema: secret, key: key, draft: draft)
      #expect(
        try await store.restored(key, schema: v1.droppingSecrets).snapshot.values == ["a": "1"])
      await store.close()
      #expect(try canary.occurrences(in: folder.path) == [])
    }
  }
}

extension DraftSchema {
  /// A form in which `b` is a secret as well, so that it reads what the last writer wrote.
  fileprivate var droppingSecrets: DraftSchema {
    DraftSchema("form", fields: [.init("a", .text), .init("b", .text, retention: .secret)])
  }
}
