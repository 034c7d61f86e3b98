import FormDrafts
import Testing

@Suite("The steps of an upgrade")
struct UpgradeStepTests {
  /// What is easily taken for nothing.
  static let values: [DraftValue] = [
    false, "", .null, [], [:], 0, "text", .bytes([]), [["id": 1]], .number(literal: "-0"),
    .file(DraftFile(id: "1", name: "n", byteCount: 0)),
  ]

  @Test("A rename, a move and a drop take any value as it is", arguments: values)
  func anyValue(value: DraftValue) throws {
    let values: DraftObject = ["first": 1, "old": value, "last": 2]
    #expect(
      try Upgrading.values(values, .rename("/old", to: "new")) == [
        "first": 1, "new": value, "last": 2,
      ])
    #expect(
      try Upgrading.values(values, .move("/old", to: "/a/b")) == [
        "first": 1, "a": ["b": value], "last": 2,
      ])
    let dropped = try Upgrading.run(values, .drop("/old"))
    #expect(try dropped.values == ["first": 1, "last": 2])
    #expect(dropped.dropped == ["/old"])
  }

  @Test("A closure is given any value as it is", arguments: values)
  func anyValueInClosures(value: DraftValue) throws {
    let values: DraftObject = ["first": 1, "old": value, "last": 2]
    #expect(
      try Upgrading.values(values, .map("/old") { [$0, $0] }) == [
        "first": 1, "old": [value, value], "last": 2,
      ])
    #expect(
      try Upgrading.values(values, .convert("/old", to: .list(.any)) { [$0] }) == [
        "first": 1, "old": [value], "last": 2,
      ])
    #expect(
      try Upgrading.values(values, .split("/old", into: ["/x", "/y"]) { [$0, [$0]] }) == [
        "first": 1, "x": value, "y": [value], "last": 2,
      ])
    #expect(
      try Upgrading.values(
        values,
        .merge(["/none", "/old", "/last"], into: "/all") { .list($0.map { $0 ?? "absent" }) })
        == ["first": 1, "all": ["absent", value, 2]])
    #expect(
      try Upgrading.values(values, .mapValues("/old", [(from: value, to: .text("other"))])) == [
        "first": 1, "old": "other", "last": 2,
      ])
  }

  @Test("Where nothing stands, no step does anything and no closure is called")
  func absent() throws {
    let values: DraftObject = ["a": "text", "n": .null, "l": [["x": 1]], "e": [:], "o": ["x": 1]]
    let nowhere: [FieldPath] = [
      "/none", "/none/x", "/a/x", "/n/x", "/l/0", "/l/0/x", "/e/x", "/o/y", "/o/x/y",
      "/none/~*/x", "/a/~*", "/e/~*/x", "/o/~*/x", "/l/~*/y", "/l/~*/x/y",
    ]
    for path in nowhere {
      let head = path.pointer.contains("~*") ? FieldPath.root : "/new/place"
      // A number does not lead into a list, for marks no more than for values.
      var state = Upgrading.state(values, touched: ["/a", "/a/x", "/l/0", "/l/0/x"])
      var steps: [DraftUpgrade.Step] = [
        .drop(path), .mapValues(path, [(from: .null, to: 1)]),
        .map(path) { _ in throw TalkativeError(description: "") },
        .convert(path, to: .text) { _ in throw TalkativeError(description: "") },
      ]
      if path.lastName != nil { steps.append(.rename(path, to: "new")) }
      if head != .root {
        steps += [
          .move(path, to: head),
          .split(path, into: [head]) { _ in throw TalkativeError(description: "") },
          .merge([path], into: head) { _ in throw TalkativeError(description: "") },
        ]
      }
      let before = state.answers
      try state.apply(
        [DraftUpgrade(from: .unversioned, steps: steps)], version: nil,
        fingerprint: Upgrading.fingerprint)
      #expect(state.answers == before, "\(path)")
      #expect(state.dropped == [], "\(path)")
    }
  }

  @Test("A closure that gives nothing leaves none, and null is not nothing")
  func nothing() throws {
    let values: DraftObject = ["a": 1, "b": 2]
    for step: DraftUpgrade.Step in [
      .map("/a") { _ in nil }, .convert("/a", to: .text) { _ in nil },
      .split("/a", into: ["/c", "/d"]) { _ in [nil, nil] }, .merge(["/a"], into: "/c") { _ in nil },
    ] {
      let state = try Upgrading.run(values, step)
      #expect(try state.values == ["b": 2], "\(step)")
      #expect(state.dropped == ["/a"], "\(step)")
    }
    #expect(try Upgrading.values(values, .map("/a") { _ in .null }) == ["a": .null, "b": 2])
    let half = try Upgrading.run(values, .split("/a", into: ["/c", "/d"]) { [nil, $0] })
    #expect(try half.values == ["d": 1, "b": 2])
    #expect(half.dropped == [])
  }

  @Test("Values are looked up by kind and bytes, in a list item by item; others stay")
  func mapValues() throws {
    let pairs: [(from: DraftValue, to: DraftValue)] = [
      (from: "basic", to: "free"), (from: 1, to: "one"), (from: .null, to: "none"),
      (from: ["x"], to: "list"), (from: ["k": 1], to: "object"), (from: "caf\u{E9}", to: "nfc"),
      (from: [], to: .null),
    ]
    let expected: [(DraftValue, DraftValue)] = [
      ("basic", "free"), ("Basic", "Basic"), (1, "one"), (.number(literal: "1.0"), 1.0),
      ("1", "1"), (.null, "none"), (["x"], "list"), (["k": 1], "object"),
      (["basic", "other", 1, ["basic"], .null], ["free", "other", "one", ["basic"], "none"]),
      ([], .null), ("caf\u{E9}", "nfc"), ("cafe\u{301}", "cafe\u{301}"), (true, true),
    ]
    for (value, result) in expected {
      #expect(
        try Upgrading.values(["a": value], .mapValues("/a", pairs)) == ["a": result], "\(value)")
    }
  }

  @Test("A conversion must give what the type is in JSON")
  func convert() throws {
    let fitting: [(DraftSchema.ValueType, DraftValue)] = [
      (.text, "x"), (.date, "any text"), (.time, ""), (.dateTime, "x"), (.boolean, false),
      (.integer, 12), (.integer, .number(literal: "-3.00")), (.integer, .number(literal: "1.5e1")),
      (.integer, .number(literal: "1e400")), (.decimal, .number(literal: "0.10")),
      (.decimal, .number(literal: "NaN")), (.bytes, .bytes([1])), (.object, ["a": 1]),
      (.map(.text), [:]), (.list(.text), []), (.choice, 1), (.choice, "x"), (.any, [1]),
      (.file, .file(DraftFile(id: "1", name: "n", byteCount: 1))), (.integer, .null),
      (.text, .null),
    ]
    for (type, value) in fitting {
      #expect(
        try Upgrading.values(["a": true], .convert("/a", to: type) { _ in value }) == ["a": value],
        "\(type)")
    }
    let others: [(DraftSchema.ValueType, DraftValue)] = [
      (.text, 1), (.date, .number(literal: "1")), (.boolean, "true"), (.integer, "1"),
      (.integer, 1.5), (.integer, .number(literal: "15e-1")), (.integer, .number(literal: "NaN")),
      (.decimal, "1"), (.bytes, "AA=="), (.object, []), (.map(.any), "x"), (.list(.any), [:]),
      (.file, ["name": "n"]),
    ]
    for (type, value) in others {
      let error = Upgrading.failure(["a": true], .convert("/a", to: type) { _ in value })
      #expect(error?.code == .upgradeFailed, "\(type)")
      #expect(error?.message.contains("no \(type)") == true, "\(error?.message ?? "")")
    }
  }

  @Test("A step of the form is redirected where the person is and where it was skipped")
  func redirect() throws {
    var state = Upgrading.state([:])
    state.step = "caf\u{E9}"
    state.skippedSteps = ["cafe\u{301}", "caf\u{E9}", "new", "other"]
    let upgrade = DraftUpgrade(from: .version("1"), .redirectStep("caf\u{E9}", to: "new"))
    try state.apply([upgrade], version: "1", fingerprint: Upgrading.fingerprint)
    #expect(state.step?.isSameBytes(as: "new") == true)
    #expect(
      state.skippedSteps.map { Array($0.utf8) }
        == ["cafe\u{301}", "new", "other"].map { Array($0.utf8) })
    let other = DraftUpgrade(from: .version("1"), .redirectStep("none", to: "x"))
    try state.apply([other], version: "1", fingerprint: Upgrading.fingerprint)
    #expect(state.step == "new")
  }

  @Test("Names with slash and tilde, empty ones, and names that only look the same")
  func names() throws {
    let values: DraftObject = [
      "a/b": 1, "~": 2, "": 3, "~*": 4, "caf\u{E9}": 5, "cafe\u{301}": 6, "a": ["b": 7], "0": 8,
    ]
    #expect(
      try Upgrading.values(
        values, .rename("/a~1b", to: "x/y"), .rename("/~0", to: "~0"), .rename("/", to: "e"),
        .rename("/~0*", to: "*"), .drop("/cafe\u{301}"), .rename("/0", to: ""))
        == ["x/y": 1, "~0": 2, "e": 3, "*": 4, "caf\u{E9}": 5, "a": ["b": 7], "": 8])
    #expect(
      try Upgrading.values(["caf\u{E9}": 1], .rename("/caf\u{E9}", to: "cafe\u{301}")) == [
        "cafe\u{301}": 1
      ])
    // Not the same place, so there is nothing in the way.
    #expect(
      try Upgrading.values(["caf\u{E9}": 1, "b": 2], .rename("/b", to: "cafe\u{301}")) == [
        "caf\u{E9}": 1, "cafe\u{301}": 2,
      ])
    #expect(try Upgrading.values(["ab": 1, "a": 2], .drop("/a")) == ["ab": 1])
  }

  @Test("What came from where, and what is not as it is stored")
  func origins() throws {
    let state = try Upgrading.run(
      ["a": 1, "b": 2, "c": ["x": 3], "d": [1, 2], "e": 5],
      .rename("/a", to: "a2"), .merge(["/b", "/c"], into: "/bc") { .list($0.map { $0 ?? .null }) },
      .map("/d") { $0 }, .split("/e", into: ["/e1", "/e2"]) { [$0, "part"] })
    #expect(state.origins("/a2") == ["/a"])
    #expect(state.isChanged("/a2") == false)
    #expect(state.origins("/bc") == ["/b", "/c/x"])
    #expect(state.isChanged("/bc") == true)
    #expect(state.isChanged("/d") == false)
    #expect(state.origins("/e2") == ["/e"])
    #expect(state.isChanged("/e1") == false)
    #expect(state.isChanged("/e2") == true)
    #expect(state.answers.map(\.path) == ["/a2", "/bc", "/d", "/e1", "/e2"])
    let back = try Upgrading.run(["a": 1], .map("/a") { _ in 2 }, .map("/a") { _ in 1 })
    #expect(back.isChanged("/a") == false)
    let object = try Upgrading.run(
      ["o": ["a": 1, "b": 2, "c": 3]],
      .map("/o") { _ in .object(["b": 2, "a": 9, "new": 1]) })
    #expect(object.answers.map(\.path) == ["/o/b", "/o/a", "/o/new"])
    #expect(object.isChanged("/o/b") == false)
    #expect(object.isChanged("/o/a") == true)
    #expect(object.origins("/o/a") == ["/o/a"])
    #expect(object.origins("/o/new") == ["/o/c"])
    let less = try Upgrading.run(["o": ["a": 1, "b": 2]], .map("/o") { _ in .object(["b": 2]) })
    #expect(less.dropped == ["/o/a"])
    let other = try Upgrading.run(
      ["o": ["a": 1, "b": 2, "c": 3]],
      .merge(["/o"], into: "/p") { _ in .object(["x": 1, "y": 2]) },
      .split("/p", into: ["/q", "/r"]) { _ in [["m": 1, "n": 2, "o": 2], 3] })
    #expect(other.answers.map(\.path) == ["/q/m", "/q/n", "/q/o", "/r"])
    #expect(
      other.answers.map(\.origins) == [["/o/a"], ["/o/b"], ["/o/c"], ["/o/a", "/o/b", "/o/c"]])
  }
}
