import FormDrafts
import Testing

@Suite("What an upgrade moves")
struct UpgradeMoveTests {
  @Test("A group of 17 answers moves with its marks, its order and the focus")
  func group() throws {
    let names = (1...17).map { "f\($0)" }
    var group = DraftObject(names.map { .init($0, .text($0)) })
    group.members[3].value = ["x": .null, "y": [:]]
    group.members[5].value = []
    let marks: Set<FieldPath> = ["/old", "/old/f1", "/old/f4/y", "/old/f6/0", "/old/none", "/b"]
    let state = try Upgrading.run(
      ["a": 1, "old": .object(group), "b": 2], touched: marks, dirty: ["/old/f17"],
      focus: "/old/f9", .move("/old", to: "/deep/er/new"))
    #expect(try state.values == ["a": 1, "deep": ["er": ["new": .object(group)]], "b": 2])
    #expect(
      state.touched == [
        "/deep/er/new", "/deep/er/new/f1", "/deep/er/new/f4/y", "/deep/er/new/f6/0",
        "/deep/er/new/none", "/b",
      ])
    #expect(state.dirty == ["/deep/er/new/f17"])
    #expect(state.focus == "/deep/er/new/f9")
    #expect(state.answers.filter { $0.path.isInside("/deep") && $0.value != nil }.count == 18)
    #expect(state.answers.allSatisfy { !$0.isChanged && $0.origins.count == 1 })
    #expect(state.dropped == [])
  }

  @Test("Into an object that is there, also an empty one, but never over an answer")
  func destinations() throws {
    let values: DraftObject = ["a": 1, "o": ["x": 2], "e": [:], "t": "text", "l": [1], "n": .null]
    #expect(
      try Upgrading.values(values, .move("/a", to: "/o/y")) == [
        "o": ["y": 1, "x": 2], "e": [:], "t": "text", "l": [1], "n": .null,
      ])
    let state = try Upgrading.run(values, touched: ["/e"], .move("/a", to: "/e/in/y"))
    #expect(try state.values["e"] == ["in": ["y": 1]])
    #expect(state.touched == ["/e"])
    #expect(state.origins("/e/in/y") == ["/a", "/e"])
    #expect(state.dropped == [])
    for target: FieldPath in ["/o/x", "/o", "/e", "/t", "/l", "/n"] {
      let error = Upgrading.failure(values, .move("/a", to: target))
      #expect(error?.code == .upgradeFailed)
      #expect(error?.paths == [target])
      #expect(error?.message.contains("stands at \(target)") == true)
    }
    for target: FieldPath in ["/t/x", "/l/0", "/l/0/x", "/n/x", "/o/x/y"] {
      let error = Upgrading.failure(values, .move("/a", to: target))
      #expect(error?.message.contains("no object") == true, "\(target)")
      #expect(error?.paths == [target])
    }
  }

  @Test("Into itself, out of itself, and to where it is")
  func itself() throws {
    #expect(try Upgrading.values(["n": "x"], .move("/n", to: "/n/full")) == ["n": ["full": "x"]])
    #expect(
      try Upgrading.values(["n": ["a": 1, "b": 2]], .move("/n", to: "/n/n/n")) == [
        "n": ["n": ["n": ["a": 1, "b": 2]]]
      ])
    #expect(try Upgrading.values(["n": ["full": "x"]], .move("/n/full", to: "/n")) == ["n": "x"])
    #expect(
      Upgrading.failure(["n": ["full": "x", "y": 1]], .move("/n/full", to: "/n"))?.code
        == .upgradeFailed)
    #expect(
      try Upgrading.values(["n": 1], .rename("/n", to: "n"), .move("/n", to: "/n")) == ["n": 1])
    #expect(
      try Upgrading.values(["n": "x"], .split("/n", into: ["/n/a", "/b"]) { [$0, $0] }) == [
        "n": ["a": "x"], "b": "x",
      ])
    #expect(
      try Upgrading.values(["a": 1, "b": 2], .merge(["/a", "/b"], into: "/a") { $0[1] }) == [
        "a": 2
      ])
  }

  @Test("An object that loses its last member goes with it")
  func emptied() throws {
    let values: DraftObject = ["o": ["p": ["x": 1]], "y": 2]
    #expect(try Upgrading.values(values, .drop("/o/p/x")) == ["y": 2])
    #expect(try Upgrading.values(values, .move("/o/p/x", to: "/x")) == ["x": 1, "y": 2])
    #expect(try Upgrading.values(values, .map("/o/p") { _ in nil }) == ["y": 2])
  }

  @Test("Marks without a value move as well, and join those that are there")
  func marksOnly() throws {
    let seen = try Upgrading.run(
      ["b": 1], touched: ["/a"], dirty: ["/b"], .rename("/a", to: "b"))
    #expect(try seen.values == ["b": 1])
    #expect(seen.touched == ["/b"])
    #expect(seen.dirty == ["/b"])
    let met = try Upgrading.run(["a": 1], touched: ["/b"], dirty: ["/a"], .rename("/a", to: "b"))
    #expect(met.answers.count == 1)
    #expect(met.touched == ["/b"])
    #expect(met.dirty == ["/b"])
    let split = try Upgrading.run(
      [:], touched: ["/a"], focus: "/a", .split("/a", into: ["/b", "/c"]) { [$0, $0] })
    #expect(split.touched == ["/b", "/c"])
    #expect(split.focus == "/b")
    let merged = try Upgrading.run(
      [:], touched: ["/a"], dirty: ["/b"], .merge(["/a", "/b"], into: "/c") { $0[0] })
    #expect(merged.touched == ["/c"])
    #expect(merged.dirty == ["/c"])
    let dropped = try Upgrading.run([:], touched: ["/a", "/b"], focus: "/a", .drop("/a"))
    #expect(dropped.touched == ["/b"])
    #expect(dropped.focus == nil)
    #expect(dropped.dropped == [])
  }

  @Test("A split gives its marks to all parts, a merge has those of all, a drop takes them away")
  func marks() throws {
    let split = try Upgrading.run(
      ["n": "Ana Luz", "z": 1], touched: ["/n"], dirty: ["/z"], focus: "/n",
      .split("/n", into: ["/first", "/rest/last", "/none"]) { _ in ["Ana", ["of": "Luz"], nil] })
    #expect(
      split.answers.map(\.path) == ["/first", "/rest/last/of", "/none", "/z"])
    #expect(split.touched == ["/first", "/rest/last/of", "/none"])
    #expect(split.dirty == ["/z"])
    #expect(split.focus == "/first")
    let merged = try Upgrading.run(
      ["a": 1, "x": 0, "b": ["c": 2]], touched: ["/a"], dirty: ["/b/c"], focus: "/b/c",
      .merge(["/b", "/a"], into: "/ab") { .list($0.map { $0 ?? .null }) })
    #expect(try merged.values == ["ab": [["c": 2], 1], "x": 0])
    #expect(merged.touched == ["/ab"])
    #expect(merged.dirty == ["/ab"])
    #expect(merged.focus == "/ab")
    let dropped = try Upgrading.run(
      ["a": ["b": 1], "c": 1], touched: ["/a", "/a/b", "/c"], focus: "/a/b", .drop("/a"))
    #expect(dropped.touched == ["/c"])
    #expect(dropped.focus == nil)
  }

  @Test("A focus without an answer moves too, and makes no answer")
  func focus() throws {
    let state = try Upgrading.run(["a": 1], focus: "/old", .rename("/old", to: "new"))
    #expect(state.focus == "/new")
    #expect(state.answers.map(\.path) == ["/a"])
  }

  @Test("The focus goes to one place only")
  func oneFocus() throws {
    for step: DraftUpgrade.Step in [
      .split("/a", into: ["/o/x", "/o/y"]) { [$0, $0] },
      .split("/a", into: ["/o"]) { _ in [Self.two] },
      .move("/a", to: "/o"), .merge(["/a"], into: "/o") { _ in Self.two },
    ] {
      let state = try Upgrading.run(
        ["a": 1], focus: "/a", step, .map("/o") { _ in Self.two }, .drop("/o/x"))
      #expect(state.answers.map(\.path) == ["/o/y"], "\(step)")
      #expect(state.focus == nil, "\(step)")
    }
  }

  private static let two: DraftValue = ["x": 1, "y": 2]

  @Test("Parts and wholes join marks that are there; marks alone do not count beside a value")
  func marksInTheWay() throws {
    let split = try Upgrading.run(
      ["a": 1, "z": 2], touched: ["/b", "/c"], dirty: ["/a"],
      .split("/a", into: ["/b", "/c"]) { [$0, nil] })
    #expect(split.answers.map(\.path) == ["/b", "/c", "/z"])
    #expect(split.touched == ["/b", "/c"])
    #expect(split.dirty == ["/b", "/c"])
    var merged = UpgradeState(answers: [
      .init(path: "/seen", value: nil, isTouched: true), .init(path: "/x", value: 1),
      .init(path: "/a", value: 2), .init(path: "/z", value: 3), .init(path: "/empty", value: nil),
    ])
    try merged.apply(
      [
        DraftUpgrade(
          from: .unversioned, .merge(["/seen", "/a"], into: "/all") { $0[1] },
          .rename("/empty", to: "e"), .map("/~*") { [$0] })
      ], version: nil, fingerprint: Upgrading.fingerprint)
    #expect(merged.answers.map(\.path) == ["/x", "/all", "/z", "/e"])
    #expect(merged.origins("/all") == ["/a"])
    #expect(merged.touched == ["/all"])
    var unanswered = UpgradeState(answers: [
      .init(path: "/o/first", value: nil), .init(path: "/o/a", value: 1),
    ])
    try unanswered.apply(
      [DraftUpgrade(from: .unversioned, .map("/o") { _ in ["a": 2] })], version: nil,
      fingerprint: Upgrading.fingerprint)
    #expect(unanswered.answers.map(\.path) == ["/o/first", "/o/a"])
  }

  @Test("A move that makes a value stand too deep is refused")
  func depth() throws {
    let value = (0..<60).reduce(DraftValue.list([])) { value, _ in .list([value]) }
    #expect(try Upgrading.values(["a": value], .move("/a", to: "/a/b")) == ["a": ["b": value]])
    let error = Upgrading.failure(["a": value], .move("/a", to: "/a/b/c/d/e"))
    #expect(error?.code == .upgradeFailed)
    #expect((error?.cause as? DraftError)?.code == .tooLarge)
  }

  @Test("What a closure gives must be a value that can be stored")
  func unfit() throws {
    let twice = DraftObject([.init("x", 1), .init("x", 2)])
    for value: DraftValue in [.object(twice), [.number(literal: "1,5")]] {
      for step: DraftUpgrade.Step in [
        .map("/a") { _ in value }, .split("/a", into: ["/b"]) { _ in [value] },
        .merge(["/a"], into: "/b") { _ in value },
      ] {
        let error = Upgrading.failure(["a": 1], step)
        #expect(error?.code == .upgradeFailed)
        #expect((error?.cause as? DraftError)?.code == .invalidValue, "\(step)")
      }
    }
  }
}
