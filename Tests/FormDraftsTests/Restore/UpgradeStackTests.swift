import FormDrafts
import Testing

@Suite("Large and deep upgrades")
struct UpgradeStackTests {
  @Test("Lists 62 deep are gone through on a stack of 128 KiB")
  func deep() throws {
    let depth = 62
    let segments = [FieldPath.Segment.name("l")] + Array(repeating: .each, count: depth)
    let place = FieldPath(segments: segments)
    let count = onSmallStack { () -> Int in
      let value = (0..<depth).reduce(DraftValue.text("x")) { value, _ in .list([value]) }
      let mark = FieldPath(["l"] + Array(repeating: "0", count: depth))
      var state = Upgrading.state(["l": value], touched: [mark])
      let upgrade = DraftUpgrade(
        from: .unversioned, .mapValues(place, [(from: "x", to: "y")]), .map("/l") { [0, $0] },
        .map("/l") { if case .list(let items) = $0 { items[1] } else { $0 } })
      let result = try? state.apply(
        [upgrade], version: nil, fingerprint: Upgrading.fingerprint)
      guard result == 1, case .list? = state.answers.first?.value else { return -1 }
      return state.answers[0].value?.json.utf8.count { $0 == UInt8(ascii: "y") } ?? -1
    }
    #expect(count == 1)
  }

  @Test("5 000 answers and a list of 5 000 items keep their order")
  func large() throws {
    let names = (0..<5000).map { "f\($0)" }
    let flat = DraftObject(names.map { .init($0, .text($0)) })
    let rows = DraftValue.list(names.map { ["nr": .text($0), "x": 1] })
    let map = DraftValue.object(DraftObject(names.map { .init($0, ["nr": 1]) }))
    let state = try Upgrading.run(
      ["flat": .object(flat), "rows": rows, "map": map],
      .move("/flat", to: "/moved"), .rename("/rows/~*/nr", to: "number"),
      .rename("/map/~*/nr", to: "number"), .map("/moved") { $0 })
    #expect(try state.values["moved"] == .object(flat))
    #expect(
      try state.values["rows"] == .list(names.map { ["number": .text($0), "x": 1] }))
    #expect(
      try state.values["map"]
        == .object(DraftObject(names.map { .init($0, ["number": 1]) })))
  }
}
