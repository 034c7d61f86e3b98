import FormDrafts
import Testing

@Suite("An upgrade inside list items and map values")
struct UpgradeItemTests {
  @Test("Each item of a list is taken by itself, and what is no object stays")
  func list() throws {
    let values: DraftObject = [
      "a": 1,
      "rows": [["nr": 1, "x": "a"], "text", [:], ["x": "b"], ["x": .null, "nr": [:]], .null, []],
      "z": 2,
    ]
    let state = try Upgrading.run(
      values, touched: ["/rows", "/rows/0/nr", "/rows/4/x"],
      dirty: ["/rows/12/nr", "/rows/00/nr", "/rows/+0/nr"],
      focus: "/rows/4/nr/deep",
      .rename("/rows/~*/nr", to: "number"))
    #expect(
      try state.values == [
        "a": 1,
        "rows": [
          ["number": 1, "x": "a"], "text", [:], ["x": "b"], ["x": .null, "number": [:]], .null, [],
        ], "z": 2,
      ])
    // There are no such items; what is marked there is left alone.
    #expect(state.touched == ["/rows", "/rows/0/number", "/rows/4/x"])
    #expect(state.dirty == ["/rows/12/nr", "/rows/00/nr", "/rows/+0/nr"])
    #expect(state.focus == "/rows/4/number/deep")
    #expect(state.isChanged("/rows") == true)
    #expect(state.origins("/rows") == ["/rows"])
    #expect(state.origins("/rows/0/number") == ["/rows/0/nr"])
  }

  @Test("Values of a map keep their places in the form")
  func map() throws {
    let values: DraftObject = [
      "m": ["k/1": ["nr": 1, "x": 2], "": ["nr": "b"], "t": "text"], "z": 2,
    ]
    let state = try Upgrading.run(
      values, touched: ["/m/k~11/nr", "/m/new/nr"], focus: "/m//nr",
      .move("/m/~*/nr", to: "/m/~*/in/number"))
    #expect(
      try state.values == [
        "m": ["k/1": ["in": ["number": 1], "x": 2], "": ["in": ["number": "b"]], "t": "text"],
        "z": 2,
      ])
    #expect(state.touched == ["/m/k~11/in/number", "/m/new/in/number"])
    #expect(state.focus == "/m//in/number")
    #expect(state.origins("/m/k~11/in/number") == ["/m/k~11/nr"])
    #expect(state.isChanged("/m//in/number") == false)
  }

  @Test("All members of the form are the values of a map as well")
  func formIsMap() throws {
    #expect(
      try Upgrading.values(["a": ["x": 1], "b": ["x": 2], "c": 3], .rename("/~*/x", to: "y")) == [
        "a": ["y": 1], "b": ["y": 2], "c": 3,
      ])
    let all = try Upgrading.run(["a": 1, "b": ["c": 2]], .drop("/~*"))
    #expect(try all.values == [:])
    #expect(all.dropped == ["/a", "/b/c"])
  }

  @Test("Lists in lists, and lists in maps in lists")
  func nested() throws {
    let values: DraftObject = [
      "g": [
        ["rows": [["x": 1], ["x": 2]]], ["rows": []], ["rows": ["k": ["x": 3], "l": [["x": 4]]]],
      ]
    ]
    let state = try Upgrading.run(
      values, touched: ["/g/0/rows/1/x", "/g/2/rows/k/x", "/g/2/rows/l/0/x"],
      .rename("/g/~*/rows/~*/x", to: "y"))
    #expect(
      try state.values == [
        "g": [
          ["rows": [["y": 1], ["y": 2]]], ["rows": []], ["rows": ["k": ["y": 3], "l": [["x": 4]]]],
        ]
      ])
    #expect(state.touched == ["/g/0/rows/1/y", "/g/2/rows/k/y", "/g/2/rows/l/0/x"])
    #expect(
      try Upgrading.values(
        ["m": [[1, [2]], [[3]], 4]], .mapValues("/m/~*/~*", [(from: [2], to: 0)]))
        == ["m": [[1, 0], [[3]], 4]])
    #expect(
      try Upgrading.values(["m": [[["a": 1]]]], .move("/m/~*/~*/a", to: "/m/~*/~*")) == [
        "m": [[1]]
      ])
  }

  @Test("Members of an item keep their order beside what is in a map of it")
  func orderInItems() throws {
    let values: DraftObject = ["l": [["a": 1, "m": ["k": ["x": 1], "j": ["x": 2]], "z": 2]]]
    let state = try Upgrading.run(values, .map("/l/~*/m/~*/x") { [$0] })
    #expect(
      try state.values == ["l": [["a": 1, "m": ["k": ["x": [1]], "j": ["x": [2]]], "z": 2]]])
  }

  @Test("Marks in items keep their places among the answers")
  func orderOfMarks() throws {
    let state = try Upgrading.run(
      ["l": [["n": 1], ["n": 2]], "z": 1], touched: ["/l/0/n", "/l/1/n"],
      .map("/l/~*/n") { [$0] }, .rename("/l/~*/n", to: "m"))
    #expect(state.answers.map(\.path) == ["/l", "/z", "/l/0/m", "/l/1/m"])
    #expect(state.answers.map(\.origins) == [["/l"], ["/z"], ["/l/0/n"], ["/l/1/n"]])
  }

  @Test("An item that loses all stays as {}; a step on the item itself takes it away")
  func emptied() throws {
    #expect(
      try Upgrading.values(["l": [["x": 1], ["y": 2]]], .drop("/l/~*/x")) == ["l": [[:], ["y": 2]]])
    let map = try Upgrading.run(
      ["a": 0, "m": ["k": ["x": 1], "j": ["y": 2], "e": [:]], "z": 9], touched: ["/m/k"],
      .drop("/m/~*/x"))
    #expect(try map.values == ["a": 0, "m": ["k": [:], "j": ["y": 2], "e": [:]], "z": 9])
    #expect(map.touched == ["/m/k"])
    #expect(map.dropped == ["/m/k/x"])
    #expect(map.origins("/m/k") == ["/m/k"])
    #expect(
      try Upgrading.values(
        ["a": [1], "m": ["k": 1], "n": [["k": 2]]], .drop("/a/~*"),
        .drop("/m/~*"), .drop("/n/~*/~*")) == ["a": [], "m": [:], "n": [[:]]])
    #expect(
      try Upgrading.values(["l": [["o": ["x": 1]]]], .move("/l/~*/o/x", to: "/l/~*/x")) == [
        "l": [["x": 1]]
      ])
  }

  @Test("Items are wrapped and unwrapped")
  func wrap() throws {
    let state = try Upgrading.run(
      ["l": ["a", [:], [1]], "m": ["k": 1]], touched: ["/l/0", "/m/k"],
      .move("/l/~*", to: "/l/~*/value"), .move("/m/~*", to: "/m/~*/value"))
    #expect(
      try state.values == [
        "l": [["value": "a"], ["value": [:]], ["value": [1]]], "m": ["k": ["value": 1]],
      ])
    #expect(state.touched == ["/l/0/value", "/m/k/value"])
    #expect(
      try Upgrading.values(
        ["l": [["value": 1], ["value": ["x": 2]]]],
        .move("/l/~*/value", to: "/l/~*")) == ["l": [1, ["x": 2]]])
    #expect(
      Upgrading.failure(["l": [["value": 1, "other": 2]]], .move("/l/~*/value", to: "/l/~*"))?.code
        == .upgradeFailed)
  }

  @Test("Items that are taken away take their marks along, and the others keep theirs")
  func removedItems() throws {
    let state = try Upgrading.run(
      ["l": ["a", "b", "c", ["x": 1]]], touched: ["/l/0", "/l/1", "/l/2", "/l/3/x"],
      focus: "/l/1", .map("/l/~*") { $0 == "b" ? nil : $0 })
    #expect(try state.values == ["l": ["a", "c", ["x": 1]]])
    #expect(state.touched == ["/l/0", "/l/1", "/l/2/x"])
    #expect(state.focus == nil)
    #expect(state.origins("/l/1") == ["/l/2"])
  }

  @Test("Split and merge in items")
  func parts() throws {
    let split = try Upgrading.run(
      ["p": [["n": "A B", "z": 1], ["z": 2]]], touched: ["/p/0/n"],
      .split("/p/~*/n", into: ["/p/~*/first", "/p/~*/last"]) { _ in ["A", "B"] })
    #expect(try split.values == ["p": [["first": "A", "last": "B", "z": 1], ["z": 2]]])
    #expect(split.touched == ["/p/0/first", "/p/0/last"])
    let merged = try Upgrading.run(
      ["m": ["k": ["a": 1, "b": 2], "j": ["b": 3], "i": 0]], dirty: ["/m/k/b"],
      .merge(["/m/~*/a", "/m/~*/b"], into: "/m/~*/c") { .list($0.map { $0 ?? .null }) })
    #expect(try merged.values == ["m": ["k": ["c": [1, 2]], "j": ["c": [.null, 3]], "i": 0]])
    #expect(merged.dirty == ["/m/k/c"])
    #expect(
      try Upgrading.values(
        ["l": [["a": 1], ["z": 2], 3]], .merge(["/l/~*/a"], into: "/l/~*/c") { _ in nil },
        .merge(["/l/~*"], into: "/l/~*") { $0[0] == 3 ? nil : $0[0] }) == ["l": [[:], ["z": 2]]])
  }

  @Test("A destination is looked at in the item, not beside it")
  func destinations() throws {
    let values: DraftObject = ["l": [["a": 1], ["a": 1, "b": 2]], "b": 3]
    let error = Upgrading.failure(values, .rename("/l/~*/a", to: "b"))
    #expect(error?.paths == ["/l/~*/b"])
    #expect(error?.message.contains("/l/~*/b") == true)
    #expect(
      try Upgrading.values(["l": [["a": 1]], "b": 3], .rename("/l/~*/a", to: "b")) == [
        "l": [["b": 1]], "b": 3,
      ])
  }
}
