import FormDrafts
import Testing

@Suite("Marks of items when an upgrade rearranges a list")
struct UpgradeIdentityTests {
  private static let rows: DraftValue = [
    ["id": "a", "x": 1], ["id": "b", "x": 2], ["id": "c", "x": 3],
  ]
  private static let touched: Set<FieldPath> = ["/rows", "/rows/0/x", "/rows/1", "/rows/2/x"]

  /// The second and the third item the other way round, changed, and one more at the front.
  private static let rearranged = DraftUpgrade.Step.map("/rows") { _ in
    [["id": "new"], ["id": "c", "x": 9], ["id": "a", "x": 1]]
  }

  @Test("They follow the identity, and go with an item that is gone")
  func follow() throws {
    let state = try Upgrading.run(
      ["rows": Self.rows], touched: Self.touched, focus: "/rows/2/x",
      identities: ["/rows": "/id"], Self.rearranged)
    #expect(state.touched == ["/rows", "/rows/2/x", "/rows/1/x"])
    #expect(state.focus == "/rows/1/x")
    #expect(state.origins("/rows/1/x") == ["/rows/2/x"])
  }

  @Test("Without an identity, an item that stands unchanged in its place keeps them")
  func unchanged() throws {
    let state = try Upgrading.run(
      ["rows": Self.rows], touched: Self.touched, focus: "/rows/1/x",
      .map("/rows") { _ in
        [["id": "a", "x": 1], ["id": "c", "x": 3], ["id": "b", "x": 2]]
      })
    #expect(state.touched == ["/rows", "/rows/0/x"])
    #expect(state.focus == nil)
  }

  @Test(
    "An identity that is missing, no scalar or there twice is none",
    arguments: [
      [["x": 1], ["id": "b", "x": 2]], [["id": "b", "x": 1], ["id": "b", "x": 2]],
      [["id": .null, "x": 1], ["id": "b", "x": 2]], [["id": ["a"], "x": 1], ["id": "b", "x": 2]],
      [["id": "a", "x": 1], "text"],
    ] as [DraftValue])
  func unusable(rows: DraftValue) throws {
    guard case .list(let items) = rows else { return }
    let reversed = DraftValue.list(items.reversed())
    for (old, new) in [(rows, reversed), (reversed, rows)] {
      let state = try Upgrading.run(
        ["rows": old], touched: ["/rows/0", "/rows/1/x"], identities: ["/rows": "/id"],
        .map("/rows") { _ in new })
      #expect(state.touched == [])
    }
    let same = try Upgrading.run(
      ["rows": rows], touched: ["/rows/0", "/rows/1"], identities: ["/rows": "/id"],
      .map("/rows") { _ in .list([items[0], 0]) })
    #expect(same.touched == ["/rows/0"])
  }

  @Test("Identities compare by kind and bytes")
  func exactly() throws {
    let state = try Upgrading.run(
      ["rows": [["id": 1], ["id": "1"], ["id": "caf\u{E9}"], ["id": "cafe\u{301}"]]],
      touched: ["/rows/0/x", "/rows/2/x"], dirty: ["/rows/1/x", "/rows/3/x"],
      identities: ["/rows": "/id"],
      .map("/rows") { value in
        guard case .list(let items) = value else { return value }
        return .list(items.reversed())
      })
    #expect(state.touched == ["/rows/3/x", "/rows/1/x"])
    #expect(state.dirty == ["/rows/2/x", "/rows/0/x"])
  }

  @Test("In lists inside items, by the identity of each list")
  func nested() throws {
    let state = try Upgrading.run(
      [
        "g": [
          ["key": ["id": 1], "rows": [["id": "a"], ["id": "b"]]],
          ["key": ["id": 2], "rows": [["id": "a"], ["id": "b"]]],
        ]
      ],
      touched: ["/g/0/rows/0/x", "/g/1/rows/1/x", "/g/1/note"],
      identities: ["/g": "/key/id", "/g/~*/rows": "/id"],
      .map("/g") { _ in
        [
          ["key": ["id": 2], "rows": [["id": "b"]]],
          ["key": ["id": 1], "rows": [["id": "c"], ["id": "b"], ["id": "a"]]],
        ]
      })
    #expect(state.touched == ["/g/1/rows/2/x", "/g/0/rows/0/x", "/g/0/note"])
    let inEach = try Upgrading.run(
      ["g": [["rows": [["id": 1], ["id": 2]]]]], touched: ["/g/0/rows/0"],
      identities: ["/g/~*/rows": "/id"],
      .map("/g/~*/rows") { _ in [["id": 2], ["id": 1]] })
    #expect(inEach.touched == ["/g/0/rows/1"])
    let inMap = try Upgrading.run(
      ["g": ["k": ["rows": [["id": 1], ["id": 2]]]]], touched: ["/g/k/rows/0"],
      identities: ["/g/~*/rows": "/id"],
      .map("/g/k/rows") { _ in [["id": 2], ["id": 1]] })
    #expect(inMap.touched == ["/g/k/rows/1"])
  }

  @Test("Earlier steps move the list and its identity")
  func moved() throws {
    let reverse: @Sendable (DraftValue) -> DraftValue? = { value in
      guard case .list(let items) = value else { return value }
      return .list(items.reversed())
    }
    for steps: [DraftUpgrade.Step] in [
      [.move("/rows", to: "/a/lines")], [.rename("/rows", to: "a"), .move("/a", to: "/a/lines")],
      [.rename("/rows/~*/id", to: "key"), .move("/rows", to: "/a/lines")],
      [.move("/rows/~*", to: "/rows/~*/data"), .move("/rows", to: "/a/lines")],
    ] {
      var state = Upgrading.state(["rows": Self.rows], touched: ["/rows/0"])
      try state.apply(
        [DraftUpgrade(from: .unversioned, steps: steps + [.map("/a/lines", reverse)])],
        version: nil, fingerprint: Upgrading.fingerprint, identities: ["/rows": "/id"])
      let marked = try #require(state.touched.first)
      #expect(marked.isInside("/a/lines/2"), "\(steps)")
    }
  }

  @Test("Looking values up leaves items and marks where they are")
  func mapValues() throws {
    let state = try Upgrading.run(
      ["tags": ["a", "b", "a"]], touched: ["/tags/0", "/tags/1"],
      .mapValues("/tags", [(from: "a", to: "c")]))
    #expect(state.touched == ["/tags/0", "/tags/1"])
    #expect(try state.values == ["tags": ["c", "b", "c"]])
  }

  @Test("When a value becomes an object or no longer is one, marks go where it went")
  func shapes() throws {
    let opened = try Upgrading.run(
      ["n": "Ana"], touched: ["/n"], focus: "/n", .map("/n") { .object(["first": $0, "last": ""]) })
    #expect(opened.touched == ["/n/first", "/n/last"])
    #expect(opened.focus == "/n/first")
    let closed = try Upgrading.run(
      ["n": ["first": "Ana", "last": ""]], touched: ["/n/first"], dirty: ["/n/last"],
      .map("/n") { _ in "Ana" })
    #expect(closed.touched == ["/n"])
    #expect(closed.dirty == ["/n"])
    #expect(closed.answers.count == 1)
    let less = try Upgrading.run(
      ["n": ["a": 1, "b": 2]], touched: ["/n", "/n/a", "/n/b", "/n/visited"],
      .map("/n") { _ in .object(["b": 3]) })
    #expect(less.touched == ["/n", "/n/a", "/n/b", "/n/visited"])
    let unlisted = try Upgrading.run(
      ["l": ["a"]], touched: ["/l", "/l/0"], .map("/l") { _ in "a" })
    #expect(unlisted.touched == ["/l"])
    let none = try Upgrading.run(
      ["l": ["a"], "t": 1], touched: ["/l", "/l/0", "/t"], .map("/l") { _ in nil },
      .map("/t") { _ in nil })
    #expect(none.touched == ["/l", "/t"])
  }
}
