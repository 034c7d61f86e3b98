import FormDrafts
import Testing

@Suite("Which upgrades apply")
struct UpgradeChainTests {
  /// Leaves its name behind, in order.
  private static func upgrade(
    _ name: String, from: DraftUpgrade.Source, to: DraftUpgrade.Source? = nil
  ) -> DraftUpgrade {
    DraftUpgrade(
      from: from, to: to,
      .map("/log") { log in
        guard case .list(let items) = log else { return log }
        return .list(items + [.text(name)])
      })
  }

  private static let other = DraftSchema("other", fields: [.init("x", .text)]).fingerprint

  private static func log(
    _ upgrades: [DraftUpgrade], version: String? = "1", fingerprint: Fingerprint? = nil
  ) throws -> [String] {
    var state = Upgrading.state(["log": []])
    let count = try state.apply(
      upgrades, version: version, fingerprint: fingerprint ?? Upgrading.fingerprint)
    guard case .list(let items)? = try state.values["log"] else { return ["?"] }
    #expect(items.count == count)
    return items.map { if case .text(let name) = $0 { name } else { "?" } }
  }

  @Test("A chain is gone through, in whatever order it is given")
  func chain() throws {
    let chain = [
      Self.upgrade("1-2", from: .version("1"), to: .version("2")),
      Self.upgrade("2-3", from: .version("2"), to: .version("3")),
      Self.upgrade("3-4", from: .version("3"), to: .version("4")),
    ]
    #expect(try Self.log(chain) == ["1-2", "2-3", "3-4"])
    #expect(try Self.log(chain.reversed()) == ["1-2", "2-3", "3-4"])
    #expect(try Self.log([chain[1], chain[0], chain[2]]) == ["1-2", "2-3", "3-4"])
    #expect(try Self.log(chain, version: "2") == ["2-3", "3-4"])
    #expect(try Self.log([chain[0], chain[2]]) == ["1-2"])
    #expect(try Self.log(chain, version: "5") == [])
    #expect(try Self.log([]) == [])
  }

  @Test("Each is used once, also in a ring")
  func ring() throws {
    let ring = [
      Self.upgrade("there", from: .version("1"), to: .version("2")),
      Self.upgrade("back", from: .version("2"), to: .version("1")),
    ]
    #expect(try Self.log(ring) == ["there", "back"])
    #expect(
      try Self.log([Self.upgrade("self", from: .version("1"), to: .version("1"))]) == ["self"])
  }

  @Test("Without a target a draft still counts as what it was")
  func noTarget() throws {
    let upgrades = [
      Self.upgrade("a", from: .version("1")), Self.upgrade("b", from: .version("1")),
      Self.upgrade("on", from: .version("1"), to: .version("2")),
      Self.upgrade("late", from: .version("1")),
    ]
    #expect(try Self.log(upgrades) == ["a", "b", "on"])
  }

  @Test("By fingerprint, by version and by having none; a target leaves the other part unknown")
  func labels() throws {
    let mine = DraftUpgrade.Source.fingerprint(Upgrading.fingerprint)
    let upgrades = [
      Self.upgrade("print", from: mine), Self.upgrade("none", from: .unversioned),
      Self.upgrade("1", from: .version("1")), Self.upgrade("empty", from: .version("")),
    ]
    #expect(try Self.log(upgrades) == ["print", "1"])
    #expect(try Self.log(upgrades, version: nil) == ["print", "none"])
    #expect(try Self.log(upgrades, version: "", fingerprint: Self.other) == ["empty"])
    #expect(
      try Self.log([
        Self.upgrade("on", from: mine, to: .version("2")), Self.upgrade("print", from: mine),
        Self.upgrade("1", from: .version("1")), Self.upgrade("2", from: .version("2")),
      ]) == ["on", "2"])
    #expect(
      try Self.log([
        Self.upgrade("on", from: .version("1"), to: .fingerprint(Self.other)),
        Self.upgrade("1", from: .version("1")), Self.upgrade("mine", from: mine),
        Self.upgrade("other", from: .fingerprint(Self.other), to: .unversioned),
        Self.upgrade("none", from: .unversioned),
      ]) == ["on", "other", "none"])
  }

  @Test("Versions compare by bytes")
  func bytes() throws {
    let upgrades = [Self.upgrade("nfc", from: .version("caf\u{E9}"))]
    #expect(try Self.log(upgrades, version: "cafe\u{301}") == [])
    #expect(try Self.log(upgrades, version: "caf\u{E9}") == ["nfc"])
    #expect(DraftUpgrade.Source.version("caf\u{E9}") != .version("cafe\u{301}"))
    #expect(
      Set([DraftUpgrade.Source.version("caf\u{E9}"), .version("cafe\u{301}"), .unversioned]).count
        == 3)
  }

  @Test("What one upgrade dropped is told after all; what a later one brings back is not")
  func dropped() throws {
    var state = Upgrading.state(["a": 1, "b": 2, "c": 3])
    try state.apply(
      [
        DraftUpgrade(
          from: .version("1"), to: .version("2"), .drop("/a"),
          .split("/b", into: ["/x", "/y"]) { [$0, $0] }),
        DraftUpgrade(from: .version("2"), .drop("/x"), .drop("/c")),
      ], version: "1", fingerprint: Upgrading.fingerprint)
    #expect(state.dropped == ["/a", "/c"])
    #expect(state.answers.map(\.path) == ["/y"])
  }
}
