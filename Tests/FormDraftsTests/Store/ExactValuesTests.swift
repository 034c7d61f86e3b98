import FormDraftsTesting
import Testing

@testable import FormDrafts

/// Field reports 59 to 77: what comes back is what was given, character by character.
@Suite struct ExactValuesTests {
  let schema = DraftSchema("visit", fields: [.init("known", .any)])
  let key = DraftKey("visit", owner: "ana", record: "plan/42")

  /// Saves, closes, and restores with another store.
  private func roundTrip(_ snapshot: DraftSnapshot) async throws -> (DraftSnapshot, SaveReceipt) {
    let folder = try StoreFolder()
    let writer = folder.store()
    let receipt = try await writer.save(snapshot, schema: schema, key: key)
    await writer.close()
    let reader = folder.store()
    let draft = try await reader.restored(key, schema: schema)
    await reader.close()
    return (draft.snapshot, receipt)
  }

  private func expectSame(_ values: DraftObject) async throws {
    let (snapshot, receipt) = try await roundTrip(DraftSnapshot(values: values))
    #expect(snapshot.values == values)
    // Equality of values compares bytes; the JSON text shows it independently of that.
    #expect(DraftValue.object(snapshot.values).json == DraftValue.object(values).json)
    #expect(receipt.unsaved.isEmpty)
  }

  @Test(
    "Numbers keep their characters",
    arguments: [
      "9007199254740993", "9223372036854775808", "18446744073709551616",
      "123456789012345678901234567890", "0.1000000000000000055511151231257827",
      "1234567890.123456789012", "-9223372036854775809", "0.10", "1e400", "-0", "-0.0", "1E+2",
      "NaN", "Infinity", "-Infinity",
    ])
  func numbers(literal: String) async throws {
    try await expectSame(["known": .number(literal: literal), "other": [.number(literal: literal)]])
  }

  @Test func `kinds never turn into each other`() async throws {
    try await expectSame([
      "a": true, "b": 1, "c": 0, "d": false, "e": [1, true], "f": "", "g": .null, "h": [], "i": [:],
      "j": "null", "k": "0", "l": " ", "m": "true", "n": "undefined", "o": [[], [:], .null, ""],
      "p": .bytes([0, 255, 128]), "q": .bytes([]), "r": .number(literal: "NaN"),
      "s": .file(DraftFile(id: "f1", name: "Bericht ü.pdf", byteCount: 0)),
    ])
  }

  @Test func `NUL is a character like others in values, names, records, titles and steps`()
    async throws
  {
    let folder = try StoreFolder()
    let store = folder.store()
    let key = DraftKey("vi\0sit", owner: "a\0na", record: "pl\0an")
    var snapshot = DraftSnapshot(
      values: ["k\0x": "a\0b", "k": "c\0"], touched: [["k\0x"]], step: "s\0t",
      skippedSteps: ["x\0y"])
    snapshot.focus = ["k\0x"]
    let schema = DraftSchema("vi\0sit", fields: [.init(["k\0x"], .text)])
    let receipt = try await store.save(snapshot, schema: schema, key: key, title: "t\0t")
    await store.close()
    let draft = try await folder.store().restored(key, schema: schema)
    #expect(draft.snapshot == snapshot)
    #expect(draft.summary.title.map { Array($0.utf8) } == Array("t\0t".utf8))
    #expect(draft.summary.key == key)
    #expect(draft.summary.id == receipt.draft)
    let cut = DraftKey("vi", owner: "a\0na", record: "pl")
    #expect(await folder.store().restore(cut, schema: nil).isNone)
  }

  @Test func `two spellings of é are two names and two values`() async throws {
    let composed = "caf\u{E9}"
    let decomposed = "cafe\u{301}"
    let values = DraftObject([
      .init(composed, 1), .init(decomposed, 2), .init("v", .text(decomposed)),
    ])
    let (snapshot, _) = try await roundTrip(
      DraftSnapshot(values: values, touched: [[composed]], dirty: [[decomposed]]))
    #expect(snapshot.values == values)
    let names = snapshot.values.members.map { Array($0.name.utf8) }
    #expect(names == values.members.map { Array($0.name.utf8) })
    #expect(snapshot.touched == [[composed]])
    #expect(snapshot.dirty == [[decomposed]])
  }

  @Test func `a change from one spelling to the other is a change`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let first = try await store.save(
      DraftSnapshot(values: ["known": "\u{E9}"]), schema: schema, key: key)
    let second = try await store.save(
      DraftSnapshot(values: ["known": "e\u{301}"]), schema: schema, key: key, draft: first.draft)
    #expect(second.revision == 2)
    #expect(second.written == 1)
    let draft = try await store.restored(key, schema: schema)
    #expect(draft.snapshot.values == ["known": .text("e\u{301}")])
    await store.close()
  }

  @Test func `names are opaque`() async throws {
    let names = [
      "a.b", "x[0]", "", "a/b", "~", "~1", "~0", "$ref", "__proto__", "touched", "123",
      "4294967295", "-1", "~*", "0", " ", "\u{202E}x",
    ]
    var values = DraftObject(names.enumerated().map { .init($1, .text("value \($0)")) })
    values["a"] = ["b": "inner", "": ["": "deep"]]
    values["x"] = ["0": "member", "list": [1, ["": .null]]]
    let touched = Set(names.map { FieldPath([$0]) })
    let snapshot = DraftSnapshot(
      values: values, touched: touched, dirty: [["a", "b"], ["", "x"], ["a.b"]])
    #expect(try await roundTrip(snapshot).0 == snapshot)
  }

  @Test func `a user's own $draft member is a member like others`() async throws {
    try await expectSame([
      "$draft": "bytes", "base64": "AAAA", "known": ["$draft": "file", "id": "x"],
      "list": [["$draft": "object", "members": ["$draft": "number", "is": "NaN"]]],
    ])
  }

  @Test func `marks may stand where no value is`() async throws {
    let snapshot = DraftSnapshot(
      values: ["list": ["a", "b"], "open": ["x": 1]],
      touched: ["never", "/list/1", "/open", "/open/y/z"], dirty: ["/list/1", "/gone/deep"],
      step: "s", skippedSteps: ["b", "a", "b"], focus: "/never/there")
    let (restored, receipt) = try await roundTrip(snapshot)
    #expect(restored == snapshot)
    #expect(receipt.written == 2 + 5)
  }

  @Test func `an empty snapshot is a draft`() async throws {
    #expect(try await roundTrip(DraftSnapshot()).0 == DraftSnapshot())
  }

  @Test func `values at the limits come back`() async throws {
    var deep: DraftValue = "end"
    for level in 0..<(DraftLimits.depth - 1) {
      deep = level % 2 == 0 ? .list([deep]) : ["m": deep]
    }
    try await expectSame([
      String(repeating: "n", count: DraftLimits.nameBytes): deep,
      "number": .number(literal: String(repeating: "9", count: DraftLimits.numberCharacters)),
      "text": .text(String(repeating: "é", count: 2 << 20)),
    ])
  }
}
