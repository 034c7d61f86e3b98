import FormDraftsTesting
import Foundation
import Testing

@testable import DraftsCommand

@Suite("Width in cells")
struct CellWidthTests {
  @Test(
    "A scalar takes the cells that wcwidth gives it",
    arguments: [
      (0x20, 1), (0x41, 1), (0x7E, 1), (0xA0, 1), (0xE9, 1), (0x2026, 1), (0x3B1, 1),
      (0x301, 0), (0x20DD, 0), (0x200B, 0), (0x200D, 0), (0xFEFF, 0), (0xFE0F, 0),
      (0x3042, 2), (0x65E5, 2), (0xAC00, 2), (0xFF21, 2), (0x3000, 2), (0x20000, 2),
      (0x3FFFD, 2), (0xFF71, 1), (0xFF9E, 1), (0x3099, 0), (0x303F, 1), (0x3248, 1),
      (0x1100, 2), (0x115F, 2), (0x1160, 0), (0x11A8, 0), (0x11FF, 0), (0xD7B0, 0),
      (0x1F600, 2), (0x1F1E6, 1), (0x1F3FB, 2), (0x231A, 2), (0x2764, 1), (0xE0020, 0),
      (0xAD, 1), (0x600, 1), (0x6DD, 1), (0x903, 1), (0x627, 1), (0x64B, 0), (0x17B4, 0),
      (0x10FFFF, 1), (0xE000, 1),
    ])
  func scalar(value: UInt32, cells: Int) throws {
    let scalar = try #require(Unicode.Scalar(value))
    #expect(CellWidth.width(of: scalar) == cells, "U+\(String(value, radix: 16))")
  }

  @Test("Emoji and marks younger than the table are known all the same")
  func laterScalars() throws {
    // Unicode 15: shaking face, Kawi vowel sign I; 16: face with bags under eyes.
    for (value, cells) in [(0x1FAE8, 2), (0x11F36, 0), (0x1FAE9, 2)] as [(UInt32, Int)] {
      let scalar = try #require(Unicode.Scalar(value))
      guard scalar.properties.generalCategory != .unassigned else { continue }
      #expect(CellWidth.width(of: scalar) == cells)
    }
  }

  @Test("A text is as wide as its scalars together")
  func text() {
    #expect(CellWidth.width(of: "") == 0)
    #expect(CellWidth.width(of: "日本語の訪問") == 12)
    #expect(CellWidth.width(of: "e\u{301}") == 1)
    #expect(CellWidth.width(of: "ｱｲｳ") == 3)
    #expect(CellWidth.width(of: "مرحبا") == 5)
    #expect(CellWidth.width(of: "🇩🇪") == 2)
    #expect(CellWidth.width(of: "\u{1112}\u{1161}\u{11AB}") == 2)
  }

  @Test("The ranges are sorted, apart and not adjacent")
  func ranges() {
    for table in [CellWidth.noCell, CellWidth.twoCells] {
      #expect(table.count.isMultiple(of: 2))
      for index in stride(from: 0, to: table.count, by: 2) {
        #expect(table[index] <= table[index + 1])
        if index > 0 { #expect(table[index] > table[index - 1] + 1) }
      }
    }
  }

  @Test("The table is what its generator writes", .enabled(if: Generator.hasSameUnicode))
  func generated() throws {
    let table = Generator.root.appending(
      path: "Sources/DraftsCommand/Terminal/CellWidth+Table.swift")
    #expect(try String(contentsOf: table, encoding: .utf8) == Generator.output([]))
  }
}

/// Runs the script that writes the table.
private enum Generator {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Whether there is a Python whose Unicode data are those of the table.
  static var hasSameUnicode: Bool { output(["--version"]) == CellWidth.unicodeVersion + "\n" }

  /// Not by Foundation's `Process`, which reads past a buffer before it starts a child.
  static func output(_ arguments: [String]) -> String? {
    let script = root.appending(path: "scripts/generate-cell-widths.py").path()
    let words = ["/usr/bin/env", "python3", script] + arguments
    return (try? ChildProcess.output(of: words)).map { String(decoding: $0, as: UTF8.self) }
  }
}
