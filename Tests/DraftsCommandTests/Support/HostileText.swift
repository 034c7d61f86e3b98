/// Texts of the field reports that a terminal must not be given as they are.
enum HostileText {
  /// Field report 157: what shifts columns.
  static let titles = [
    "日本語の訪問", "👩‍👩‍👧‍👦 visit", "e\u{301}", "ｱｲｳ", "مرحبا", "a\tb\nc",
    String(repeating: "x", count: 500), String(repeating: "訪", count: 500),
    String(repeating: "e\u{301}", count: 500), "", "plain",
  ]

  /// Field report 159: what drives terminals.
  static let steering = [
    "\u{1B}]52;c;ZXZpbA==\u{7}", "\u{9B}2J", "a\rb", "\u{202E}txt", "\u{1B}[2J", "\u{7F}",
    "\u{2066}x\u{2069}", "\u{85}", "a\u{8}b",
  ]

  /// Whether a text has nothing that steers a terminal; line feeds are allowed.
  static func isHarmless(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0x0A: true
      case 0..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: false
      default: true
      }
    }
  }
}
