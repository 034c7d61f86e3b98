import Testing

@testable import FormDrafts

@Suite("Two writers of one list")
struct ConflictListTests {
  private static let schema = DraftSchema(
    "order",
    fields: [
      .init("items", .object, isMany: true, identity: "id"), .init("/items/~*/id", .text),
      .init("/items/~*/count", .integer), .init("/items/~*/note", .text),
      .init("tags", .text, isMany: true),
    ])

  private func item(_ id: String, _ count: Int = 1, note: String? = nil) -> DraftValue {
    var object: DraftObject = ["id": .text(id), "count": DraftValue(count)]
    if let note { object.members.append(.init("note", .text(note))) }
    return .object(object)
  }

  private func conflict(
    _ base: [DraftValue]?, _ mine: [DraftValue], _ theirs: [DraftValue],
    myMarks: Set<FieldPath> = [], theirMarks: Set<FieldPath> = [],
    baseMarks: Set<FieldPath> = []
  ) throws -> DraftConflict {
    func snapshot(_ items: [DraftValue], _ marks: Set<FieldPath>) -> DraftSnapshot {
      DraftSnapshot(values: ["items": .list(items)], touched: marks)
    }
    return DraftConflict(
      base: base.map { snapshot($0, baseMarks) }, mine: snapshot(mine, myMarks),
      theirs: snapshot(theirs, theirMarks), schema: Self.schema,
      draft: try #require(DraftID("00000000-0000-4000-8000-000000000001")), theirRevision: 2)
  }

  @Test("items are merged by their identity: added, removed, changed, moved")
  func items() throws {
    let base = [item("a"), item("b"), item("c")]
    let merged = try conflict(
      base, [item("a"), item("b", 5), item("c"), item("new")], [item("c"), item("b"), item("x")])
    #expect(merged.fields.isEmpty)
    #expect(
      merged.merged.values["items"] == [item("c"), item("new"), item("b", 5), item("x")])
  }

  @Test("members of one item are fields of their own")
  func members() throws {
    let merged = try conflict(
      [item("a", 1, note: "n")], [item("a", 2, note: "n")], [item("a", 1, note: "m")])
    #expect(merged.fields.isEmpty)
    #expect(merged.merged.values["items"] == [item("a", 2, note: "m")])
    let both = try conflict(
      [item("z"), item("a")], [item("a", 2)], [item("z"), item("a", 3), item("b")])
    #expect(
      both.fields == [
        .init(path: "/items/0/count", base: .some(1), mine: 2, theirs: 3)
      ])
    #expect(both.resolved(.mine).values["items"] == [item("a", 2), item("b")])
  }

  @Test("an item that one side removed and the other changed is in conflict as a whole")
  func removed() throws {
    let conflict = try conflict(
      [item("a"), item("b")], [item("b")], [item("a", 9), item("b")])
    #expect(
      conflict.fields == [
        .init(path: "/items/0", base: .some(item("a")), mine: nil, theirs: item("a", 9))
      ])
    #expect(conflict.resolved(.theirs).values["items"] == [item("a", 9), item("b")])
    #expect(conflict.resolved(.mine).values["items"] == [item("b")])
  }

  @Test("a list whose items have no identity of their own is one value")
  func whole() throws {
    let repeated = try conflict(
      [item("a")], [item("a"), item("a")], [item("a"), item("b")])
    #expect(repeated.fields.map(\.path) == ["items"])
    #expect(repeated.resolved(.mine).values["items"] == [item("a"), item("a")])
    let unknown = try conflict(nil, [item("a")], [item("b")])
    #expect(unknown.fields.map(\.path) == ["items"])
    let plain = DraftConflict(
      base: DraftSnapshot(values: ["tags": ["x"]]),
      mine: DraftSnapshot(values: ["tags": ["x", "y"]]),
      theirs: DraftSnapshot(values: ["tags": ["x", "z"]]), schema: Self.schema,
      draft: try #require(DraftID("00000000-0000-4000-8000-000000000001")), theirRevision: 2)
    #expect(plain.fields.map(\.path) == ["tags"])
  }

  @Test("marks follow the item, not its index")
  func marks() throws {
    // Mine touched c and changed nothing; theirs removed a, which moves c.
    let base = [item("a"), item("b"), item("c")]
    let followed = try conflict(
      base, base, [item("b"), item("c")], myMarks: ["/items/2/count"])
    #expect(followed.merged.values["items"] == [item("b"), item("c")])
    #expect(followed.merged.touched == ["/items/1/count"])
    // Marks of an item that is gone go with it.
    let gone = try conflict(
      base, base, [item("b"), item("c")], myMarks: ["/items/0", "/items/2"],
      theirMarks: ["/items/1"], baseMarks: ["/items/0", "/items/2"])
    #expect(gone.merged.touched == ["/items/1"])
    // Both moved items and both marked some.
    let both = try conflict(
      base, [item("c"), item("a"), item("b")], [item("x"), item("a"), item("b"), item("c")],
      myMarks: ["/items/0"], theirMarks: ["/items/0", "/items/2"])
    let list = try #require(both.merged.values["items"])
    #expect(list == [item("x"), item("c"), item("a"), item("b")])
    #expect(both.merged.touched == ["/items/0", "/items/1", "/items/3"])
  }
}
