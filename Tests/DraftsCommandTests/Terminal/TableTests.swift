import Testing

@testable import DraftsCommand

#if canImport(Glibc)
  import Glibc
#endif

@Suite("Tables")
struct TableTests {
  private func table(titles: [String]) -> Table {
    var table = Table([
      .init("TITLE", shrinkRank: 1, minimum: 8), .init("DRAFT"),
      .init("FIELDS", alignment: .trailing),
    ])
    for (index, title) in titles.enumerated() { table.append([title, "id-\(index)", "\(index)"]) }
    return table
  }

  @Test("Columns stand below their headers, numbers at the right, no trailing spaces")
  func layout() {
    var table = Table([.init("DRAFT"), .init("FIELDS", alignment: .trailing), .init("TITLE")])
    table.append(["3f2a", "7", "Visit"])
    table.append(["77b0c1", "1204", ""])
    #expect(
      table.lines(width: 80) == [
        "DRAFT   FIELDS  TITLE",
        "3f2a         7  Visit",
        "77b0c1    1204",
      ])
  }

  @Test("A table without rows is its header")
  func empty() {
    #expect(Table([.init("DRAFT"), .init("TITLE")]).lines(width: 80) == ["DRAFT  TITLE"])
  }

  @Test("Only a header asked to be is bold")
  func bold() {
    var table = Table([.init("DRAFT")])
    table.append(["3f2a"])
    #expect(
      table.lines(width: 80, boldHeader: true) == ["\u{1B}[1mDRAFT\u{1B}[0m", "3f2a"])
  }

  /// Field report 157.
  @Test("The second column starts at the same cell on each line", arguments: [40, 80])
  func columnsAlign(width: Int) throws {
    let lines = table(titles: HostileText.titles).lines(width: width)
    #expect(lines.count == HostileText.titles.count + 1)
    let starts = try lines.enumerated().map { index, line in
      let marker = index == 0 ? "DRAFT" : "id-\(index - 1)"
      let start = try #require(line.firstRange(of: marker)).lowerBound
      return try Oracle.width(String(line[..<start]))
    }
    #expect(Set(starts).count == 1, "\(starts)")
    for line in lines {
      #expect(try Oracle.width(line) <= width)
      #expect(!line.contains("\n"))
      #expect(line.last != " ")
    }
    #expect(lines[6].hasPrefix(#"a\u{9}b\u{a}c "#))
    #expect(lines[7].contains("xx…  id-6"))
  }

  /// Field report 159.
  @Test("Nothing in a cell or a header steers the terminal")
  func harmless() {
    var table = Table([.init("T\u{1B}[1m"), .init("B")])
    for text in HostileText.steering { table.append([text, text]) }
    let lines = table.lines(width: 80)
    #expect(lines.count == HostileText.steering.count + 1)
    #expect(HostileText.isHarmless(lines.joined(separator: "\n")))
    #expect(lines[2].hasPrefix(#"\u{9b}2J"#))
  }

  @Test("The highest rank gives way first, down to its minimum; rank 0 last")
  func shrinking() {
    var table = Table([
      .init("A", minimum: 4), .init("B", shrinkRank: 1, minimum: 5),
      .init("C", shrinkRank: 2, minimum: 3),
    ])
    let ten = "0123456789"
    table.append([ten, ten, ten])
    #expect(table.lines(width: 34)[1] == "0123456789  0123456789  0123456789")
    #expect(table.lines(width: 30)[1] == "0123456789  0123456789  01234…")
    #expect(table.lines(width: 27)[1] == "0123456789  0123456789  01…")
    #expect(table.lines(width: 26)[1] == "0123456789  01234567…  01…")
    #expect(table.lines(width: 22)[1] == "0123456789  0123…  01…")
    #expect(table.lines(width: 21)[1] == "0123456789  0123…  0…")
    #expect(table.lines(width: 12)[1] == "01234…  …  …")
  }

  @Test("Columns of one rank give way evenly: the widest first")
  func shrinkingTogether() {
    var table = Table([.init("A", shrinkRank: 1), .init("B", shrinkRank: 1)])
    table.append(["0123456789", "012345"])
    #expect(table.lines(width: 14)[1] == "01234…  012345")
    #expect(table.lines(width: 12)[1] == "0123…  0123…")
  }

  @Test("However narrow the terminal, no line is wider", arguments: 0...30)
  func narrow(width: Int) {
    for line in table(titles: HostileText.titles).lines(width: width) {
      #expect(CellWidth.width(of: line) <= width)
    }
  }
}

/// A width that is not of our table: the C library's, where it has one for UTF-8.
private enum Oracle {
  static func width(_ text: String) throws -> Int {
    #if canImport(Glibc)
      let locale = try #require(newlocale(LC_CTYPE_MASK, "C.UTF-8", nil))
      let previous = uselocale(locale)
      defer {
        uselocale(previous)
        freelocale(locale)
      }
      // Glibc's header hides it from Swift, behind _XOPEN_SOURCE.
      let symbol = try #require(dlsym(nil, "wcwidth"))
      let wcwidth = unsafeBitCast(symbol, to: (@convention(c) (wchar_t) -> CInt).self)
      return text.unicodeScalars.reduce(0) { $0 + Int(wcwidth(wchar_t($1.value))) }
    #else
      return CellWidth.width(of: text)
    #endif
  }
}
