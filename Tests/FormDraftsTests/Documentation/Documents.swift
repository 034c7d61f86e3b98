import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The files of the repository that the tests of this folder read.
enum Documents {
  /// The repository's top.
  static let top: String = {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(4)  // Tests/FormDraftsTests/Documentation/Documents.swift
    return parts.joined(separator: "/")
  }()

  static func text(_ path: String) throws -> String {
    let bytes = try #require(
      FileManager.default.contents(atPath: "\(top)/\(path)"), "\(path) cannot be read")
    return String(decoding: bytes, as: UTF8.self)
  }

  static func names(in directory: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(top)/\(directory)").sorted()
  }
}

extension Documents {
  /// The Swift code blocks of a Markdown text.
  static func swiftBlocks(_ markdown: String) -> [String] {
    var blocks: [String] = []
    var block: [Substring]?
    for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
      if let lines = block {
        if line == "```" {
          blocks.append(lines.joined(separator: "\n"))
          block = nil
        } else {
          block = lines + [line]
        }
      } else if line == "```swift" {
        block = []
      }
    }
    return blocks
  }

  /// What stands between `// example: NAME` and `// end` in a test, less its indentation and the
  /// lines marked `// not shown`.
  static func examples(_ source: String) -> [String] {
    var examples: [String] = []
    var lines: [Substring]?
    var indent = 0
    for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
      let code = line.drop { $0 == " " }
      if code.hasPrefix("// example: ") {
        lines = []
        indent = line.count - code.count
      } else if code == "// end", let found = lines {
        examples.append(found.joined(separator: "\n"))
        lines = nil
      } else if let found = lines, !line.hasSuffix("// not shown") {
        lines = found + [line.dropFirst(min(indent, line.count - code.count))]
      }
    }
    return examples
  }
}
