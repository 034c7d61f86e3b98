import FormDrafts
import Testing

@Suite("An upgrade that fails")
struct UpgradeFailureTests {
  @Test("It names the upgrade and the step, and keeps an answer out of its words")
  func foreignError() throws {
    let error = try #require(
      Upgrading.failure(
        ["a": 1, "secret plan": "MARK"], .rename("/a", to: "b"),
        .map("secret plan") { value in
          guard case .text(let text) = value else { return value }
          throw TalkativeError(description: "cannot read \(text)")
        }))
    #expect(error.code == .upgradeFailed)
    #expect(
      error.message
        == "Step 2 of the upgrade from version 1 (map /secret plan) failed with an error of type "
        + "TalkativeError.")
    #expect(error.hint != nil)
    #expect(error.cause == nil)
    #expect(!"\(error)".contains("MARK"))
  }

  @Test("An error in our own words is its cause")
  func ownError() throws {
    let error = try #require(
      Upgrading.failure(
        ["age": 1], .map("/age") { _ in throw DraftError(.invalidValue, "No age.", hint: "Ask.") }))
    #expect(error.message == "Step 1 of the upgrade from version 1 (map /age) failed.")
    #expect(error.hint == "No age. Ask.")
    #expect((error.cause as? DraftError)?.code == .invalidValue)
  }

  @Test("The words of each kind of step")
  func words() {
    let steps: [(DraftUpgrade.Step, String)] = [
      (.rename("/a", to: "b/c"), "rename /a to “b/c”"),
      (.move("/a", to: "/b/c"), "move /a to /b/c"),
      (.drop("/a~1b"), "drop /a~1b"),
      (.split("/a", into: ["/b", "/c"]) { [$0] }, "split /a into /b, /c"),
      (
        .merge(["/a", "/b", "/c", "/d", "/e"], into: "/f") { $0[0] },
        "merge /a, /b, /c, /d, … into /f"
      ),
      (.map("/l/~*/x") { $0 }, "map /l/~*/x"),
      (.mapValues("/a", [(from: "MARK", to: "MARK")]), "mapValues /a"),
      (.convert("/a", to: .list(.text)) { $0 }, "convert /a to list of text"),
      (.redirectStep("a", to: "b"), "redirectStep “a” to “b”"),
    ]
    for (step, words) in steps { #expect(step.description == words) }
  }

  @Test("A split must give a value for each place")
  func count() throws {
    let error = try #require(
      Upgrading.failure(["a": 1], .split("/a", into: ["/b", "/c"]) { [$0] }))
    #expect(error.code == .upgradeFailed)
    #expect(error.message.contains("1 parts for 2 places"))
  }

  @Test("The second upgrade of a chain fails, and the first has not been either")
  func chain() throws {
    var state = Upgrading.state(["a": 1, "b": 2], touched: ["/a"])
    state.step = "one"
    let before = state
    let error = thrown {
      try state.apply(
        [
          DraftUpgrade(
            from: .version("1"), to: .fingerprint(Upgrading.fingerprint), .drop("/b"),
            .redirectStep("one", to: "two")),
          DraftUpgrade(
            from: .fingerprint(Upgrading.fingerprint), .rename("/a", to: "c"),
            .map("/c") { _ in throw TalkativeError(description: "") }),
        ], version: "1", fingerprint: DraftSchema("x", fields: [.init("y", .text)]).fingerprint)
    }
    #expect(error?.code == .upgradeFailed)
    #expect(error?.message.hasPrefix("Step 2 of the upgrade from fingerprint f1:") == true)
    #expect(state.answers == before.answers)
    #expect(state.step == "one")
    #expect(state.dropped == [])
  }

  @Test(
    "Steps that can be done to no draft are refused before anything is done",
    arguments: [
      (.rename("/l/~*", to: "x"), "ends with ~*"), (.drop(.root), "empty"),
      (.map(.root) { $0 }, "empty"), (.move("/a", to: .root), "empty"),
      (.move("/l/~*/a", to: "/a"), "same items"), (.move("/a", to: "/l/~*/a"), "same items"),
      (.move("/l/~*/a", to: "/k/~*/a"), "same items"),
      (.move("/l/~*/a", to: "/l/~*/b/~*/a"), "same items"),
      (.split("/l/~*/a", into: ["/l/~*/b", "/c"]) { [$0, $0] }, "same items"),
      (.merge(["/l/~*/a", "/m/~*/a"], into: "/l/~*/b") { $0[0] }, "same items"),
      (.split("/a", into: []) { _ in [] }, "no place"),
      (.merge([], into: "/a") { _ in 1 }, "nothing"),
      (.split("/a", into: ["/b", "/b"]) { [$0, $0] }, "twice"),
      (.split("/a", into: ["/b/c", "/bc", "/b"]) { [$0, $0, $0] }, "/b/c lies inside"),
      (.merge(["/b", "/a", "/b/c"], into: "/d") { $0[0] }, "/b/c lies inside"),
      (.mapValues("/a", [(from: 1, to: 2), (from: 1, to: 3)]), "mapped twice"),
      (.redirectStep("", to: "a"), "empty"), (.redirectStep("a", to: ""), "empty"),
      (.rename("/a", to: String(repeating: "x", count: 1025)), "longer"),
      (.drop(FieldPath([String(repeating: "x", count: 1025)])), "longer"),
      (.drop(FieldPath(Array(repeating: "x", count: 65))), "deep"),
    ] as [(DraftUpgrade.Step, String)])
  func impossible(step: DraftUpgrade.Step, words: String) throws {
    let error = try #require(Upgrading.failure(["a": 1, "l": [["a": 1]]], .drop("/a"), step))
    #expect(error.code == .invalidArgument)
    #expect(error.message.hasPrefix("Step 2 of the upgrade from version 1 ("))
    #expect(error.message.contains(words), "\(error.message)")
  }

  @Test("Paths that only begin with the same letters do not lie in each other")
  func neighbours() throws {
    try DraftUpgrade(
      from: .unversioned, .merge(["/b", "/bc", "/b!", "/b0/x"], into: "/z") { $0[0] },
      .split("/l/~*/a", into: ["/l/~*/a", "/l/~*/ab"]) { [$0, $0] }
    ).check()
  }

  @Test("Stored answers that contradict each other are moved, but not put together")
  func contradiction() throws {
    var state = UpgradeState(answers: [
      .init(path: "/a", value: "text"), .init(path: "/a/b", value: 1), .init(path: "/c", value: 2),
    ])
    try state.apply(
      [DraftUpgrade(from: .unversioned, .rename("/a", to: "z"))], version: nil,
      fingerprint: Upgrading.fingerprint)
    #expect(state.answers.map(\.path) == ["/z", "/z/b", "/c"])
    let error = thrown {
      try state.apply(
        [DraftUpgrade(from: .unversioned, .map("/z") { $0 })], version: nil,
        fingerprint: Upgrading.fingerprint)
    }
    #expect(error?.code == .upgradeFailed)
  }
}
