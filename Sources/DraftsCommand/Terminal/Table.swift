import FormDrafts

/// Rows with a header, for people.
///
/// Each row is one line; a column starts at the same cell on every line; no line is wider than
/// asked for. Every cell passes `.printable`, so tabs and line breaks are written as `\u{9}` and
/// `\u{a}`. What has no room is cut with “…”. Programs ask for `--json` instead.
package struct Table {
  /// At which side of its column a cell stands.
  package enum Alignment: Sendable {
    /// At the left; texts.
    case leading
    /// At the right; numbers.
    case trailing
  }

  /// One column.
  package struct Column: Sendable {
    let header: String
    let alignment: Alignment
    let shrinkRank: Int
    let minimum: Int
    let dropRank: Int

    /// A column.
    ///
    /// - Parameters:
    ///   - header: What stands above it.
    ///   - alignment: At which side its cells stand.
    ///   - shrinkRank: Columns of the highest rank give way first, down to `minimum`; columns of
    ///     rank 0 only when no other has anything left to give.
    ///   - minimum: The cells that are left to it while others can still give way.
    ///   - dropRank: Where not even the minima fit, columns go, those of the highest rank first;
    ///     one of rank 0 stays.
    package init(
      _ header: String, alignment: Alignment = .leading, shrinkRank: Int = 0, minimum: Int = 4,
      dropRank: Int = 0
    ) {
      self.header = header.printable
      self.alignment = alignment
      self.shrinkRank = shrinkRank
      self.minimum = minimum
      self.dropRank = dropRank
    }
  }

  private static let gap = 2
  private let columns: [Column]
  private var rows: [[String]] = []

  /// A table without rows.
  package init(_ columns: [Column]) { self.columns = columns }

  /// Adds a row: one cell for each column.
  package mutating func append(_ cells: [String]) {
    precondition(cells.count == columns.count, "A row has one cell for each column.")
    rows.append(cells.map(\.printable))
  }

  /// The lines, header first, none wider than `width` cells and none with trailing spaces.
  package func lines(width: Int, boldHeader: Bool = false) -> [String] {
    fitted(to: width).linesOfAllColumns(width: width, boldHeader: boldHeader)
  }

  private func linesOfAllColumns(width: Int, boldHeader: Bool) -> [String] {
    let widths = fittedWidths(total: width)
    let header = line(of: columns.map(\.header), widths: widths, total: width)
    return [boldHeader ? "\u{1B}[1m\(header)\u{1B}[0m" : header]
      + rows.map { line(of: $0, widths: widths, total: width) }
  }

  private func line(of cells: [String], widths: [Int], total: Int) -> String {
    var line = ""
    for (index, column) in columns.enumerated() {
      let text = cells[index].truncated(toCells: widths[index])
      let padding = String(repeating: " ", count: widths[index] - CellWidth.width(of: text))
      if index > 0 { line += String(repeating: " ", count: Self.gap) }
      line += column.alignment == .leading ? text + padding : padding + text
    }
    // Only a terminal too narrow for one cell a column makes this cut.
    line = line.trimmingTrailingSpaces().truncated(toCells: total)
    return line.trimmingTrailingSpaces()
  }
}

extension Table {
  /// The table without the columns for which there is no room.
  private func fitted(to width: Int) -> Table {
    let natural = naturalWidths
    var kept = Array(columns.indices)
    let leaving = kept.filter { columns[$0].dropRank > 0 }
      .sorted { columns[$0].dropRank > columns[$1].dropRank }
    for index in leaving {
      let least = kept.reduce(Self.gap * (kept.count - 1)) { sum, index in
        sum
          + (columns[index].shrinkRank > 0
            ? min(natural[index], columns[index].minimum) : natural[index])
      }
      guard least > width else { break }
      kept.removeAll { $0 == index }
    }
    guard kept.count < columns.count else { return self }
    var table = Table(kept.map { columns[$0] })
    table.rows = rows.map { row in kept.map { row[$0] } }
    return table
  }

  private var naturalWidths: [Int] {
    columns.indices.map { index in
      rows.reduce(CellWidth.width(of: columns[index].header)) {
        max($0, CellWidth.width(of: $1[index]))
      }
    }
  }

  /// The width of each column, so that all of them and the gaps fit.
  private func fittedWidths(total: Int) -> [Int] {
    var widths = naturalWidths
    let room = total - Self.gap * max(0, columns.count - 1)
    // Wider than the line is never needed, and bounds the loops below.
    widths = widths.map { min($0, max(1, room)) }
    for rank in Set(columns.map(\.shrinkRank)).sorted(by: >) where rank > 0 {
      let group = columns.indices.filter { columns[$0].shrinkRank == rank }
      shrink(&widths, group: group, to: room) { columns[$0].minimum }
    }
    // Nothing is left to give: the last columns give way whole.
    for index in columns.indices.reversed() {
      shrink(&widths, group: [index], to: room) { _ in 1 }
    }
    return widths
  }

  /// Takes cells from the widest column of a group until all fit or each is at its floor.
  private func shrink(
    _ widths: inout [Int], group: [Int], to room: Int, floor: (Int) -> Int
  ) {
    var excess = widths.reduce(0, +) - room
    while excess > 0 {
      let candidates = group.filter { widths[$0] > max(1, floor($0)) }
      guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { return }
      widths[widest] -= 1
      excess -= 1
    }
  }
}

extension String {
  fileprivate func trimmingTrailingSpaces() -> String {
    let kept = utf8.lastIndex { $0 != 0x20 }
    return kept.map { String(self[...$0]) } ?? ""
  }
}
