import Testing

@testable import FormDrafts

@Suite("Edits on top of a stored draft")
struct SessionMergeTests {
  private func merged(
    _ mine: DraftObject, since start: DraftObject, onto theirs: DraftObject
  ) -> DraftObject {
    SessionMerge.edits(
      DraftSnapshot(values: mine), since: DraftSnapshot(values: start),
      onto: DraftSnapshot(values: theirs)
    ).values
  }

  @Test("Take only what was edited")
  func edits() {
    #expect(
      merged(["a": "", "b": "9"], since: ["a": "", "b": ""], onto: ["a": "1", "b": "2"])
        == ["a": "1", "b": "9"])
    #expect(
      merged(["a": ""], since: ["a": "", "b": ""], onto: ["a": "1", "b": "2"]) == ["a": "1"])
    #expect(
      merged(["a": "", "c": "new"], since: ["a": ""], onto: ["a": "1"])
        == ["a": "1", "c": "new"])
  }

  @Test("An edit that changes a field's shape takes its whole place")
  func shapes() {
    #expect(
      merged(["a": "text"], since: ["a": ["x": "0"]], onto: ["a": ["x": "1", "y": "2"]])
        == ["a": "text"])
    #expect(
      merged(["a": ["x": "9"]], since: ["a": "old"], onto: ["a": "stored"])
        == ["a": ["x": "9"]])
  }

  @Test("Items of a list are told apart where the form says how")
  func items() {
    let schema = DraftSchema(
      "form",
      fields: [
        .init("rows", .object, isMany: true, identity: "id"), .init("/rows/~*/id", .integer),
        .init("/rows/~*/text", .text),
      ])
    func rows(_ texts: [(Int, String)]) -> DraftSnapshot {
      let items = texts.map { DraftValue.object(["id": DraftValue($0), "text": .text($1)]) }
      return DraftSnapshot(values: ["rows": .list(items)])
    }
    let start = rows([(1, ""), (2, "")])
    let stored = rows([(1, "one"), (2, "two"), (3, "three")])
    let edited = rows([(2, "mine"), (1, "")])
    #expect(
      SessionMerge.edits(edited, since: start, onto: stored, schema: schema).values
        == rows([(2, "mine"), (3, "three"), (1, "one")]).values)
    #expect(SessionMerge.edits(edited, since: start, onto: stored).values == edited.values)
  }

  @Test("Names compare by bytes, and values too")
  func bytes() {
    let (one, two) = ("caf\u{E9}", "cafe\u{301}")
    let changed = DraftSnapshot(values: ["name": .text(one)])
      .changedPaths(since: DraftSnapshot(values: ["name": .text(two)]))
    #expect(changed == ["name"])
    let fields = merged(
      DraftObject([.init(one, "9"), .init(two, "0")]),
      since: DraftObject([.init(one, "0"), .init(two, "0")]),
      onto: DraftObject([.init(one, "1"), .init(two, "2")]))
    #expect(fields == DraftObject([.init(one, "9"), .init(two, "2")]))
  }

  @Test("Step and skipped steps follow whoever moved")
  func place() {
    let start = DraftSnapshot(step: "a")
    let stored = DraftSnapshot(step: "c", skippedSteps: ["b"])
    #expect(SessionMerge.edits(start, since: start, onto: stored).step == "c")
    var mine = start
    mine.step = "b"
    #expect(SessionMerge.edits(mine, since: start, onto: stored).step == "b")
    #expect(SessionMerge.edits(mine, since: start, onto: stored).skippedSteps == ["b"])
  }

  @Test("A secret that only the form knows stays in the form")
  func secrets() {
    let form = DraftSnapshot(values: ["name": "", "pin": "1234"])
    let result = SessionMerge.edits(
      form, since: form, onto: DraftSnapshot(values: ["name": "Ana"]),
      isSecret: { $0 == "pin" })
    #expect(result.values == ["name": "Ana", "pin": "1234"])
  }
}
