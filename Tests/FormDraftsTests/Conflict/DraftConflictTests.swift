import Testing

@testable import FormDrafts

@Suite("Two writers of one draft")
struct DraftConflictTests {
  private static let id = DraftID("00000000-0000-4000-8000-000000000001")

  private func conflict(
    _ base: DraftSnapshot?, _ mine: DraftSnapshot, _ theirs: DraftSnapshot,
    schema: DraftSchema? = nil
  ) throws -> DraftConflict {
    DraftConflict(
      base: base, mine: mine, theirs: theirs, schema: schema, draft: try #require(Self.id),
      theirRevision: 7)
  }

  private func conflict(
    _ base: DraftObject?, _ mine: DraftObject, _ theirs: DraftObject, schema: DraftSchema? = nil
  ) throws -> DraftConflict {
    try conflict(
      base.map { DraftSnapshot(values: $0) }, DraftSnapshot(values: mine),
      DraftSnapshot(values: theirs), schema: schema)
  }

  @Test("changes of different fields go together")
  func disjoint() throws {
    let merged = try conflict(["a": 1, "b": 1], ["a": 2, "b": 1], ["a": 1, "b": 3])
    #expect(merged.fields.isEmpty)
    #expect(merged.isBaseKnown)
    #expect(merged.theirRevision == 7)
    #expect(merged.merged.values == ["a": 2, "b": 3])
  }

  @Test("a field that both changed is in conflict, and the choice is the caller's")
  func overlapping() throws {
    let both = try conflict(
      ["a": 1, "b": 1, "c": 0], ["a": 2, "b": 5, "c": 0], ["a": 5, "b": 3, "c": 9])
    #expect(
      both.fields == [
        .init(path: "a", base: .some(1), mine: 2, theirs: 5),
        .init(path: "b", base: .some(1), mine: 5, theirs: 3),
      ])
    #expect(both.merged.values == ["a": 5, "b": 3, "c": 9])
    #expect(both.resolved(.mine).values == ["a": 2, "b": 5, "c": 9])
    #expect(both.resolved(.mine, except: ["b": .theirs]).values == ["a": 2, "b": 3, "c": 9])
    #expect(both.resolved(.theirs, except: ["b": .mine]).values == ["a": 5, "b": 5, "c": 9])
  }

  @Test("the same change on both sides is none")
  func same() throws {
    let same = try conflict(["a": 1], ["a": 2, "n": "x"], ["a": 2, "n": "x"])
    #expect(same.fields.isEmpty)
    #expect(same.merged.values == ["a": 2, "n": "x"])
  }

  @Test("an answer that was taken away stays away, unless the other side changed it")
  func deletions() throws {
    let gone = try conflict(["a": 1, "b": 1, "c": 1], ["b": 1, "c": 1], ["a": 1, "c": 2])
    #expect(gone.fields.isEmpty)
    #expect(gone.merged.values == ["c": 2])
    let changed = try conflict(["a": 1], [:], ["a": 2])
    #expect(changed.fields == [.init(path: "a", base: .some(1), mine: nil, theirs: 2)])
    #expect(changed.resolved(.mine).values == [:])
    #expect(changed.resolved(.theirs).values == ["a": 2])
  }

  @Test("members of an object are fields of their own")
  func members() throws {
    let nested = try conflict(
      ["address": ["city": "Gent", "zip": "9000"]], ["address": ["city": "Brugge", "zip": "9000"]],
      ["address": ["city": "Gent", "zip": "8000", "box": "3"]])
    #expect(nested.fields.isEmpty)
    #expect(
      nested.merged.values == ["address": ["city": "Brugge", "zip": "8000", "box": "3"]])
    // One side took the whole object away, the other changed one member of it.
    let removed = try conflict(["o": ["a": 1, "b": 1]], [:], ["o": ["a": 2, "b": 1]])
    #expect(removed.fields.map(\.path) == ["/o/a"])
    #expect(removed.resolved(.mine).values == [:])
    #expect(removed.resolved(.theirs).values == ["o": ["a": 2]])
  }

  @Test("both may begin an object, and an empty one is not lost")
  func newObjects() throws {
    let begun = try conflict([:], ["o": ["a": 1]], ["o": ["b": 2]])
    #expect(begun.fields.isEmpty)
    #expect(begun.merged.values == ["o": ["a": 1, "b": 2]])
    let emptied = try conflict(["o": ["a": 1]], ["o": [:]], ["o": ["a": 1], "x": 1])
    #expect(emptied.merged.values == ["o": [:], "x": 1])
    let filled = try conflict(["o": [:]], ["o": ["a": 1]], ["o": ["b": 2]])
    #expect(filled.fields.isEmpty)
    #expect(Set(filled.merged.values.leaves.map(\.path)) == ["/o/a", "/o/b"])
    let dropped = try conflict(["o": [:]], ["o": [:]], [:])
    #expect(dropped.merged.values == [:])
  }

  @Test("a value against members of its place is one field")
  func typeChange() throws {
    let turned = try conflict(
      ["a": ["b": 1]], ["a": "text"], ["a": ["b": 1, "c": 2]])
    #expect(
      turned.fields == [
        .init(path: "a", base: .some(["b": 1]), mine: "text", theirs: ["b": 1, "c": 2])
      ])
    #expect(turned.resolved(.mine).values == ["a": "text"])
    #expect(turned.resolved(.theirs).values == ["a": ["b": 1, "c": 2]])
    let opened = try conflict(["a": 1], ["a": ["b": 1]], ["a": ["c": 2]])
    #expect(opened.fields.map(\.path) == ["a"])
    let alone = try conflict(["a": 1, "z": 1], ["a": ["b": 1], "z": 1], ["a": 1, "z": 2])
    #expect(alone.merged.values == ["a": ["b": 1], "z": 2])
  }

  @Test("without a base every field that differs is in conflict")
  func unknownBase() throws {
    let unknown = try conflict(
      nil, ["a": 1, "b": 2, "o": ["x": 1, "y": 1]],
      ["a": 1, "b": 3, "c": 4, "o": ["x": 1, "y": 2]])
    #expect(!unknown.isBaseKnown)
    #expect(
      Set(unknown.fields) == [
        .init(path: "b", base: nil, mine: 2, theirs: 3),
        .init(path: "c", base: nil, mine: nil, theirs: 4),
        .init(path: "/o/y", base: nil, mine: 1, theirs: 2),
      ])
    #expect(
      unknown.resolved(.mine, except: ["c": .theirs]).values
        == ["a": 1, "b": 2, "c": 4, "o": ["x": 1, "y": 1]])
  }

  @Test("names are told apart by bytes")
  func bytes() throws {
    let names = try conflict(
      ["\u{e9}": 1, "e\u{301}": 1], ["\u{e9}": 2, "e\u{301}": 1], ["\u{e9}": 1, "e\u{301}": 3])
    #expect(names.fields.isEmpty)
    #expect(names.merged.values == ["\u{e9}": 2, "e\u{301}": 3])
  }

  @Test("marks, step, skipped steps and focus are merged too")
  func rest() throws {
    let base = DraftSnapshot(
      touched: ["a", "b"], dirty: ["a"], step: "one", skippedSteps: ["x", "y"], focus: "a")
    let mine = DraftSnapshot(
      touched: ["a", "b", "c"], dirty: [], step: "one", skippedSteps: ["x", "y", "z"], focus: "a")
    let theirs = DraftSnapshot(
      touched: ["b", "d"], dirty: ["a", "d"], step: "two", skippedSteps: ["y"], focus: "d")
    let merged = try conflict(base, mine, theirs).merged
    #expect(merged.touched == ["b", "c", "d"])
    #expect(merged.dirty == ["d"])
    #expect(merged.step == "two")
    #expect(merged.skippedSteps == ["y", "z"])
    #expect(merged.focus == "d")
    let unknown = try conflict(nil, mine, theirs).merged
    #expect(unknown.touched == ["a", "b", "c", "d"])
    #expect(unknown.step == "one")
    #expect(unknown.skippedSteps == ["x", "y", "z"])
  }

  @Test("merging is the same whoever is asked, and nothing is lost: every pair of edits")
  func symmetric() throws {
    var random = Seeded(11)
    let names = ["a", "b", "/o/c", "/o/d", "/o/p/e", "l"] as [FieldPath]
    func state(_ from: [FieldPath: DraftValue]) -> [FieldPath: DraftValue] {
      var state = from
      for name in names where Int.random(in: 0..<3, using: &random) == 0 {
        state[name] =
          Bool.random(using: &random) ? DraftValue(Int.random(in: 0..<3, using: &random)) : nil
      }
      return state
    }
    func object(_ state: [FieldPath: DraftValue]) -> DraftObject {
      DraftObject(leaves: names.compactMap { name in state[name].map { Leaf(name, $0) } })
    }
    for _ in 0..<500 {
      let base = state([:])
      let (mine, theirs) = (state(base), state(base))
      let there = try conflict(object(base), object(mine), object(theirs))
      let back = try conflict(object(base), object(theirs), object(mine))
      let overlap = names.filter {
        mine[$0] != theirs[$0] && mine[$0] != base[$0] && theirs[$0] != base[$0]
      }
      #expect(Set(there.fields.map(\.path)) == Set(overlap))
      #expect(Set(back.fields.map(\.path)) == Set(overlap))
      for (side, own, other) in [
        (DraftConflict.Side.mine, mine, theirs), (.theirs, theirs, mine),
      ] {
        var expected: [FieldPath: DraftValue] = [:]
        for name in names {
          expected[name] =
            own[name] == base[name] ? other[name] : own[name]
        }
        let leaves = there.resolved(side).values.leaves
        #expect(Dictionary(leaves.map { ($0.path, $0.value) }) { $1 } == expected)
        let mirrored = back.resolved(side == .mine ? .theirs : .mine).values.leaves
        #expect(Set(mirrored) == Set(leaves))
      }
    }
  }
}
