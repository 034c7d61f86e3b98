import FormDrafts

/// How many cells of a terminal a text takes.
///
/// The width of a text is the plain sum over its scalars. Real terminals join some sequences (a
/// zero-width joiner between emoji, a flag of two letters), and not all in the same way; but
/// everything this command prints has passed `.printable`, which writes the joiners as escapes,
/// so nothing is left to be joined and the sum is right everywhere. A variation selector counts
/// nothing and changes nothing; a flag is two letters of one cell.
///
/// The rules are those of POSIX `wcwidth` in glibc: East Asian wide and fullwidth scalars (UAX 11)
/// take two cells, marks and format characters none, all others one, the ambiguous ones included.
/// Controls count nothing here: they never reach a terminal.
package enum CellWidth {
  /// The cells of a text.
  package static func width(of text: String) -> Int {
    if text.isPlainASCII { return text.utf8.count }
    var width = 0
    for scalar in text.unicodeScalars { width += Self.width(of: scalar) }
    return width
  }

  /// The cells of one scalar: 0, 1 or 2.
  package static func width(of scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value >= 0x20, value < 0x7F { return 1 }
    if contains(noCell, value) { return 0 }
    if contains(twoCells, value) { return 2 }
    return widthOfLaterScalar(scalar)
  }

  /// What the table does not list takes one cell, unless it is younger than the table: the
  /// standard library then knows marks and emoji that the table cannot.
  private static func widthOfLaterScalar(_ scalar: Unicode.Scalar) -> Int {
    // Regional indicators have emoji presentation, but each of the pair takes one cell.
    if scalar.value < 0x300 || (0x1F1E6...0x1F1FF).contains(scalar.value) { return 1 }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: return properties.isEmojiPresentation ? 2 : 1
    }
  }

  /// Whether a value lies in one of the sorted ranges, given as first and last of each.
  private static func contains(_ ranges: [UInt32], _ value: UInt32) -> Bool {
    var low = 0
    var high = ranges.count / 2
    while low < high {
      let middle = (low + high) / 2
      if value < ranges[2 * middle] {
        high = middle
      } else if value > ranges[2 * middle + 1] {
        low = middle + 1
      } else {
        return true
      }
    }
    return false
  }
}

extension String {
  /// The text, cut with “…” so that it takes no more cells than given.
  ///
  /// A cut falls between grapheme clusters (UAX 29) and never into an escape `\u{…}`, as
  /// `.printable` writes it.
  package func truncated(toCells cells: Int) -> String {
    guard cells > 0 else { return "" }
    // No scalar takes more cells than bytes in UTF-8.
    if utf8.count <= cells { return self }
    // Of these each byte is a cluster and a cell, but for escapes.
    if isPlainASCII, !utf8.contains(UInt8(ascii: "\\")) {
      return String(decoding: utf8.prefix(cells - 1), as: UTF8.self) + "…"
    }
    var used = 0
    var keep = startIndex
    var position = startIndex
    while position < endIndex {
      let next = endOfUnit(at: position)
      used += CellWidth.width(of: String(self[position..<next]))
      if used > cells { return self[..<keep] + "…" }
      position = next
      if used < cells { keep = position }
    }
    return self
  }

  /// The end of the grapheme cluster that starts here, or of the escape that it begins.
  private func endOfUnit(at start: Index) -> Index {
    let end = index(after: start)
    guard self[start].unicodeScalars.last == "\\" else { return end }
    var position = end
    for expected: Character in ["u", "{"] {
      guard position < endIndex, self[position] == expected else { return end }
      position = index(after: position)
    }
    let digits = position
    while position < endIndex, self[position].isASCII, self[position].isHexDigit {
      position = index(after: position)
    }
    // A combining mark that follows the escape is one cluster with its brace.
    guard position > digits, position < endIndex, self[position].unicodeScalars.first == "}"
    else { return end }
    return index(after: position)
  }
}
