import FormDrafts
import Testing

@Suite("The documents of the repository")
struct DocumentedExamplesTests {
  private static let tests = "Tests/FormDraftsTests/Documentation"
  private static let catalogs = [
    "Sources/FormDrafts/FormDrafts.docc", "Sources/FormDraftsFormats/FormDraftsFormats.docc",
    "Sources/FormDraftsTesting/FormDraftsTesting.docc",
  ]

  /// Programs that `make examples` runs; it compares what they print.
  private static let clients = ["Plain", "FormsKit", "ComposableForms", "Formhaus", "Composure"]

  private func examples() throws -> [String] {
    let tests = [
      "ReadmeExampleTests", "ArticleExampleTests", "SubmittingExampleTests",
      "TypedFormExampleTests", "SessionExampleTests", "LookingAfterExampleTests",
    ].map { "\(Self.tests)/\($0).swift" }
    let formats = "Tests/FormDraftsFormatsTests/DocumentationTests.swift"
    let programs = Self.clients.map { "Examples/Clients/Sources/\($0)/\($0).swift" }
    return try (tests + [formats] + programs).flatMap {
      Documents.examples(try Documents.text($0))
    }
  }

  /// A block as a test can hold it: what it imports stands at the top of the test's file.
  private func body(_ block: String) -> String {
    var lines = block.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let first = lines.first, first.isEmpty || first.hasPrefix("import ") {
      lines.removeFirst()
    }
    return lines.joined(separator: "\n")
  }

  @Test("show no Swift code that no test has compiled and run")
  func everyBlockIsTested() throws {
    let known = try examples()
    let pages = try Self.catalogs.flatMap { catalog in
      try Documents.names(in: catalog).filter { $0.hasSuffix(".md") }.map { "\(catalog)/\($0)" }
    }
    for page in ["README.md"] + pages {
      for block in Documents.swiftBlocks(try Documents.text(page)) {
        #expect(known.contains(body(block)), "\(page) has a block no test has:\n\(block)")
      }
    }
  }

  @Test("The README shows the tested example word by word, in 15 lines of code")
  func readmeHasTheExample() throws {
    let source = try Documents.text("\(Self.tests)/ReadmeExampleTests.swift")
    let example = try #require(Documents.examples(source).first)
    let readme = try Documents.text("README.md")
    #expect(readme.contains("```swift\nimport FormDrafts\n\n\(example)\n```"))
    let lines = example.split(separator: "\n").filter { !$0.isEmpty }
    #expect(lines.count + 1 <= 15)
    #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).count < 250)
  }

  @Test("The README's limits are those of the code")
  func limits() throws {
    let readme = try Documents.text("README.md")
    for row in [
      "| a name, a title, an id | \(DraftLimits.nameBytes >> 10) KiB of UTF-8 |",
      "| a number | \(DraftLimits.numberCharacters) characters |",
      "| lists and objects inside each other | \(DraftLimits.depth) |",
      "| one value | \(DraftLimits.valueBytes >> 20) MiB as JSON |",
      "| all values of a draft | \(DraftLimits.snapshotBytes >> 20) MiB as JSON |",
      "| values in a draft | \(DraftLimits.snapshotLeaves) |",
    ] {
      #expect(readme.contains(row), "\(row)")
    }
  }

  @Test("The article about the command has every error code beside its exit code")
  func errorCodes() throws {
    let article = try Documents.text("Sources/FormDrafts/FormDrafts.docc/TheCommand.md")
    let table = try #require(article.split(separator: "## Exit codes").last)
    let source = try Documents.text("Sources/FormDrafts/Errors/DraftError.swift")
    let codes = source.split(separator: "Self(rawValue: \"").dropFirst().map {
      String($0.prefix { $0 != "\"" })
    }
    #expect(codes.count > 20)
    for code in codes { #expect(table.contains("`\(code)`"), "\(code)") }
  }

  @Test("Every relative link leads to a file", arguments: ["README.md", "CHANGELOG.md"])
  func links(page: String) throws {
    for part in try Documents.text(page).split(separator: "](").dropFirst() {
      let target = part.prefix { $0 != ")" && $0 != "#" }
      guard !target.isEmpty, !target.hasPrefix("http") else { continue }
      #expect(throws: Never.self, "\(target)") { try Documents.text(String(target)) }
    }
  }
}
