import FormDrafts
import Testing

@testable import DraftsCommand

@Suite("Truncation")
struct TruncationTests {
  @Test("What fits is left alone")
  func fits() {
    #expect("abc".truncated(toCells: 3) == "abc")
    #expect("日本".truncated(toCells: 4) == "日本")
    #expect("".truncated(toCells: 0) == "")
    #expect("é".truncated(toCells: 1) == "é")
  }

  @Test("What does not fit ends in an ellipsis, within the cells")
  func cut() {
    #expect("abcd".truncated(toCells: 3) == "ab…")
    #expect("日本語".truncated(toCells: 5) == "日本…")
    #expect("日本語".truncated(toCells: 4) == "日…")
    #expect("日本語".truncated(toCells: 2) == "…")
    #expect("abc".truncated(toCells: 1) == "…")
    #expect("abc".truncated(toCells: 0) == "")
    #expect("abc".truncated(toCells: -1) == "")
  }

  @Test("A cut never splits a grapheme cluster")
  func clusters() {
    #expect("ae\u{301}bc".truncated(toCells: 3).isSameBytes(as: "ae\u{301}…"))
    #expect("xxé\u{323}\u{302}yy".truncated(toCells: 3) == "xx…")
    #expect("👍🏽👍🏽".truncated(toCells: 6) == "👍🏽…")
    #expect("👍🏽x".truncated(toCells: 4) == "…")
    #expect("x🇩🇪🇫🇷".truncated(toCells: 4) == "x🇩🇪…")
    #expect("x🇩🇪🇫🇷".truncated(toCells: 3) == "x…")
  }

  @Test("A cut never splits an escape")
  func escapes() {
    let text = "ab\u{9B}cd".printable
    #expect(text == #"ab\u{9b}cd"#)
    for cells in 1...9 {
      let short = text.truncated(toCells: cells)
      #expect(["…", "a…", "ab…", #"ab\u{9b}…"#].contains(short), "\(cells) cells")
    }
    #expect(text.truncated(toCells: 9) == #"ab\u{9b}…"#)
    #expect(text.truncated(toCells: 8) == "ab…")
    #expect(text.truncated(toCells: 10) == text)
  }

  @Test("A mark after an escape, and a sign before one, stay with it")
  func escapesInClusters() {
    #expect(
      "a\u{9B}\u{301}bcdef".printable.truncated(toCells: 8).isSameBytes(
        as: "a\\u{9b}\u{301}…"))
    #expect("a\u{9B}\u{301}bcdef".printable.truncated(toCells: 7) == "a…")
    #expect("\u{600}\u{9B}bcdef".printable.truncated(toCells: 6) == "…")
  }

  @Test("What only resembles an escape is cut like other text")
  func noEscape() {
    #expect(#"\u{xyz}"#.truncated(toCells: 5) == #"\u{x…"#)
    #expect(#"\u{}abc"#.truncated(toCells: 4) == #"\u{…"#)
    #expect(#"\u{12"#.truncated(toCells: 4) == #"\u{…"#)
    #expect(#"a\"#.truncated(toCells: 2) == #"a\"#)
  }

  @Test("Whatever the text, the result is no wider than asked", arguments: HostileText.titles)
  func neverWider(title: String) {
    let text = title.printable
    for cells in 0...60 {
      let short = text.truncated(toCells: cells)
      #expect(CellWidth.width(of: short) <= cells)
      let isWhole = CellWidth.width(of: text) <= cells
      #expect(short.isSameBytes(as: text) == isWhole || cells == 0)
    }
  }
}
