/// Breaks text into lines of at most a number of cells.
enum TextWrap {
  /// The lines of a text, broken between words; each line break in the text stays one.
  ///
  /// A word wider than a line stands on a line of its own and sticks out: commands and paths in
  /// help texts are to be copied whole.
  static func lines(of text: String, width: Int) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
      wrapped(paragraph.split(separator: " ").map(String.init), width: width)
    }
  }

  /// Words set into lines, one space between them; one empty line for no words.
  static func wrapped(_ words: [String], width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var used = 0
    for word in words {
      let cells = CellWidth.width(of: word)
      if line.isEmpty {
        line = word
        used = cells
      } else if used + 1 + cells <= width {
        line += " " + word
        used += 1 + cells
      } else {
        lines.append(line)
        line = word
        used = cells
      }
    }
    return lines + [line]
  }
}
