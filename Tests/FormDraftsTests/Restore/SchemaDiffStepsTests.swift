import FormDrafts
import Testing

@Suite("What differs in steps")
struct SchemaDiffStepsTests {
  @Test("New, gone, renamed, skippable or not")
  func kinds() {
    #expect(
      lines(
        [.init("a"), .init("b", isSkippable: true), .init("c"), .init("d")],
        [.init("x", formerly: ["a"]), .init("b"), .init("new"), .init("d", isSkippable: true)])
        == [
          "stepRenamed x a→x none", "stepNoLongerSkippable b none", "stepAdded new none",
          "stepNowSkippable d none", "stepRemoved c none!",
        ])
  }

  @Test("An id that is still there is no other's former id")
  func idFirst() {
    #expect(
      lines([.init("a")], [.init("a"), .init("b", formerly: ["a"])]) == ["stepAdded b none"])
  }

  @Test("Two that say they were one: the first is; two that became one: both are renamed")
  func splitAndJoined() {
    #expect(
      lines([.init("a")], [.init("b", formerly: ["a"]), .init("c", formerly: ["a"])])
        == ["stepRenamed b a→b none", "stepAdded c none"])
    #expect(
      lines([.init("a"), .init("b")], [.init("c", formerly: ["b", "a"])])
        == ["stepRenamed c a→c none", "stepRenamed c b→c none"])
    #expect(
      lines([.init("a"), .init("b")], [.init("b", formerly: ["a"])])
        == ["stepRenamed b a→b none"])
  }

  @Test("Back again, when the older form comes back")
  func reversed() {
    #expect(
      lines([.init("b", formerly: ["a"])], [.init("a")]) == ["stepRenamed a b→a none"])
  }

  @Test("A step that moves is one change, however many it passes; one renamed can move too")
  func moved() {
    let old = ["a", "b", "c", "d", "e"].map { DraftSchema.Step($0) }
    #expect(
      lines(old, ["e", "a", "b", "c", "d"].map { .init($0) }) == ["stepMoved e 5→1 none"])
    #expect(
      lines(old, ["b", "c", "d", "e", "a"].map { .init($0) }) == ["stepMoved a 1→5 none"])
    #expect(
      lines(old, [.init("e2", formerly: ["e"])] + old.dropLast())
        == ["stepRenamed e2 e→e2 none", "stepMoved e2 5→1 none"])
  }

  /// Every order of six steps, against the definition: the fewest to take out so that the others
  /// stand in their old order.
  @Test("As few as explain the order")
  func fewest() {
    let old = (0..<6).map { DraftSchema.Step("\($0)") }
    for order in Self.orders(of: Array(0..<6)) {
      let moved = lines(old, order.map { .init("\($0)") })
      let names = moved.compactMap { $0.split(separator: " ").dropFirst().first }
      let rest = order.filter { !names.contains("\($0)") }
      #expect(rest == rest.sorted())
      #expect(rest.count == Self.longestRun(order), "\(order)")
    }
  }

  private static func orders(of items: [Int]) -> [[Int]] {
    guard let first = items.first else { return [[]] }
    return orders(of: Array(items.dropFirst())).flatMap { order in
      (0...order.count).map { Array(order[..<$0]) + [first] + Array(order[$0...]) }
    }
  }

  /// By trying every subset.
  private static func longestRun(_ order: [Int]) -> Int {
    (0..<(1 << order.count)).map { mask in
      let chosen = order.indices.filter { mask & (1 << $0) != 0 }.map { order[$0] }
      return chosen == chosen.sorted() ? chosen.count : 0
    }.max() ?? 0
  }
}
