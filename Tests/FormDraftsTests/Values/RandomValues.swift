import FormDrafts

/// Values that are hard to keep, the same ones for the same seed (SplitMix64).
struct RandomValues {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func below(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
  }

  private mutating func pick<Item>(_ items: [Item]) -> Item { items[below(items.count)] }

  static let names = [
    "", "a", "b", "a.b", "a/b", "~", "~0", "~1", "~*", "0", "123", "x[0]", "$draft", "$ref",
    "__proto__", "caf\u{E9}", "cafe\u{301}", "k\0x", "touched", "members", "base64", " ", "😀",
    "-1", "4294967295", "/", "//", "\"", "\u{202E}",
  ]
  static let texts = [
    "", " ", "null", "true", "0", "a\0b", "\u{E9}", "e\u{301}", "\"\\\u{8}\n", "\u{7F}\u{9B}",
    "\u{FEFF}", "\u{2028}\u{10FFFF}", "a text of more than fifteen bytes", "$draft",
    "\u{1}\u{1F}\u{20}", "😀👩‍👩‍👧",
  ]
  static let numbers = [
    "0", "-0", "1", "1.0", "0.10", "1e400", "1E-400", "9007199254740993", "NaN", "Infinity",
    "-Infinity", "123456789012345678901234567890", "-9223372036854775809",
  ]

  mutating func value(depth: Int) -> DraftValue {
    switch below(depth > 0 ? 10 : 6) {
    case 0: return .null
    case 1: return .bool(below(2) == 0)
    case 2: return .number(literal: pick(Self.numbers))
    case 3: return .text(pick(Self.texts))
    case 4: return .bytes((0..<below(5)).map { UInt8(truncatingIfNeeded: $0 &* 77) })
    case 5:
      return .file(
        DraftFile(
          id: pick(Self.texts), name: pick(Self.texts), byteCount: below(99),
          contentType: pick([nil, "", "text/plain"]),
          sha256: pick([nil, String(repeating: "f", count: 64)])))
    case 6: return .list((0..<below(4)).map { _ in value(depth: depth - 1) })
    default: return .object(object(depth: depth - 1))
    }
  }

  mutating func object(depth: Int) -> DraftObject {
    var names = Self.names
    var object = DraftObject()
    for _ in 0..<below(depth == 3 ? 20 : 5) {
      let name = names.remove(at: below(names.count))
      object.members.append(.init(name, value(depth: depth)))
    }
    return object
  }
}
