import Testing

@testable import FormDrafts

/// That an audit tells nothing of what it looks at, however large that is.
@Suite struct StoreAuditTextTests {
  private let key = DraftKey("form", owner: "ana")
  private let schema = DraftSchema(
    "form",
    fields: [
      .init("a", .text), .init("any", .any), .init("rows", .object, isMany: true),
      .init("/rows/~*/note", .text),
    ])

  /// Texts in which something stands that is found, kept to look for later.
  private struct Texts {
    var random: Seeded
    private(set) var all: [String] = []
    private static let letters = Array("bcdfghjklmnpqrstvwxzBCDFGHJKLMNPQRSTVWXZ")
    private static let finds =
      SensitiveKindTests.cards + SensitiveKindTests.ibans + [
        "123-45-6789", SensitiveKindTests.signed, "-----BEGIN PRIVATE KEY-----",
        "AKIA" + "IOSFODNN7EXAMPLE",
      ]

    init(seed: Int) { random = Seeded(UInt64(seed)) }

    mutating func next() -> DraftValue {
      let count = Int.random(in: 6...40, using: &random)
      let word = String((0..<count).map { _ in Self.letters.randomElement(using: &random) ?? "b" })
      let text = word + " " + (Self.finds.randomElement(using: &random) ?? "")
      all.append(text)
      return .text(text)
    }

    /// All that is as long as four bytes in one of them.
    var windows: Set<[UInt8]> {
      // The words of a header are in the sentences about it.
      Set(all.flatMap { StoreAuditTextTests.windows(of: $0.replacing("PRIVATE KEY", with: "")) })
    }
  }

  private static func windows(of text: String) -> [[UInt8]] {
    let bytes = Array(text.utf8)
    return bytes.indices.dropLast(3).map { Array(bytes[$0..<($0 + 4)]) }
  }

  @Test("No four bytes of a value are in any word of a finding", arguments: 0..<4)
  func noValue(part: Int) async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    var lax = schema
    lax.overrides = .init(notSecret: ["password", "/any/secret"])
    var texts = Texts(seed: part)
    for _ in 0..<10 {
      let values: DraftObject = [
        "password": texts.next(), "a": texts.next(), "rows": [["note": texts.next()]],
        "any": ["secret": texts.next(), "x": [texts.next()]],
      ]
      guard case .text(let title) = texts.next() else { continue }
      let id = try await store.save(
        DraftSnapshot(values: values), schema: lax, key: key, title: title,
        baseline: DraftBaseline("1", values: ["a": texts.next()])
      ).draft
      _ = try await store.savePoint(of: id)
      try await store.save(
        DraftSnapshot(values: ["a": texts.next()]), schema: lax, key: key, draft: id)
    }
    let findings = try await store.audit(.init(form: "form"), schema: schema).findings
    #expect(findings.count > 50)
    let windows = texts.windows
    for finding in findings {
      let words = "\(finding.sentence)\n\(finding.path?.pointer ?? "")"
      #expect(Self.windows(of: words).allSatisfy { !windows.contains($0) }, "\(finding.sentence)")
    }
    await store.close()
  }

  @Test("A text of ten million bytes is gone through")
  func large() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let text = String(repeating: "4111 e. ghp_ ", count: 800_000)
    try await store.save(DraftSnapshot(values: ["a": .text(text)]), schema: schema, key: key)
    #expect(try await store.audit(.init(form: "form")).findings.isEmpty)
    await store.close()
  }
}
