import Testing

@testable import FormDrafts

/// What an upgrade leaves, as a restore goes on with it.
@Suite struct ResolverUpgradeTests {
  private func resolve(
    _ snapshot: DraftSnapshot, _ before: [DraftSchema.Field], _ now: [DraftSchema.Field],
    _ steps: DraftUpgrade.Step...
  ) throws -> Resolution {
    try DraftSchema.resolve(
      snapshot, from: DraftSchema("form", version: "1", fields: before),
      to: DraftSchema("form", version: "2", fields: now),
      options: .init(upgrades: [DraftUpgrade(from: .version("1"), steps: steps)]))
  }

  private let rows: DraftValue = [["id": "a", "x": "1"], ["id": "b", "x": "2"]]
  private let reverse = DraftUpgrade.Step.map("/rows") { value in
    guard case .list(let items) = value else { return value }
    return .list(items.reversed())
  }

  private func list(
    _ name: String, identity: FieldPath? = nil, formerly: [FieldPath] = []
  ) -> [DraftSchema.Field] {
    let path = FieldPath([name])
    return [
      .init(path, .object, isMany: true, formerly: formerly, identity: identity),
      .init(path.appending(.each).appending("id"), .text),
      .init(path.appending(.each).appending("x"), .text),
    ]
  }

  @Test func `marks follow an identity that only the new form names`() throws {
    let snapshot = DraftSnapshot(values: ["rows": rows], touched: ["/rows/0/x"])
    let none = try resolve(snapshot, list("rows"), list("rows"), reverse)
    #expect(none.snapshot.touched == [])
    let named = try resolve(snapshot, list("rows"), list("rows", identity: "/id"), reverse)
    #expect(named.snapshot.touched == ["/rows/1/x"])
    // Under a former name as well.
    let moved = try resolve(
      snapshot, list("rows"), list("lines", identity: "/id", formerly: ["rows"]), reverse)
    #expect(moved.snapshot.touched == ["/lines/1/x"])
    // The form a draft was saved under knows its items best.
    let own = try resolve(
      DraftSnapshot(
        values: ["rows": [["id": "a", "x": "1"], ["id": "a", "x": "2"]]], touched: ["/rows/0/x"]),
      list("rows", identity: "/x"), list("rows", identity: "/id"), reverse)
    #expect(own.snapshot.touched == ["/rows/1/x"])
  }

  @Test func `an answer that took in an empty object stands where it stood`() throws {
    let result = try resolve(
      DraftSnapshot(values: ["m": [:], "a": "1"]), [.init("m", .object), .init("a", .text)],
      [.init("a", .text), .init("b", .text, formerly: ["a"])],
      .move("/a", to: "/m/a"), .move("/m/a", to: "/a"))
    // The form has the answer elsewhere; the upgrade moved it nowhere.
    #expect(result.snapshot.values == ["b": "1"])
    #expect(result.report["b"]?.outcome == .moved)
    #expect(result.report["b"]?.from == "a")
  }
}
