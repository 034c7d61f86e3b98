import FormDraftsSQLite
import FormDraftsTesting
import Testing

@testable import FormDrafts

/// No value stands in any error, whatever goes wrong.
@Suite struct ErrorTextTests {
  private let canary = Canary()
  private let schema = DraftSchema.texts("form", "a", "b")
  private let key = DraftKey("form", owner: "ana")

  private func expectClean(
    _ error: DraftError?, _ code: DraftError.Code,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let error = try #require(error, sourceLocation: sourceLocation)
    #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
    #expect(!error.message.isEmpty, sourceLocation: sourceLocation)
    var text = "\(error) \(String(reflecting: error)) \(error.hint ?? "") \(error.paths)"
    dump(error, to: &text)
    if let cause = error.cause { text += "\(cause)" }
    #expect(!text.contains(canary.text), sourceLocation: sourceLocation)
  }

  private var values: DraftObject {
    ["a": .text(canary.text), "b": ["x": .text(canary.text), "y": [.text(canary.text)]]]
  }

  /// One save that must be refused, with the marker in whatever is not said otherwise.
  private struct Attempt {
    let code: DraftError.Code
    var values: DraftObject?
    var key = DraftKey("form", owner: "ana")
    var isNew = false
    var basedOn: DraftRevision?
    var title: String?
    var baseline: DraftBaseline?
    var schema = DraftSchema.texts("form", "a", "b")
  }

  private var attempts: [Attempt] {
    let long = canary.text + String(repeating: "x", count: 40 << 20)
    let name = canary.text + String(repeating: "x", count: 1_024)
    let twice = DraftSchema(
      "form",
      fields: [
        .init("a", .text, defaultValue: .text(canary.text)),
        .init("a", .choice, options: .init([.init(.text(canary.text))])),
      ])
    let digits = DraftValue.number(literal: String(repeating: "1", count: 2_000))
    return [
      Attempt(code: .tooLarge, values: ["a": .text(long)]),
      Attempt(code: .tooLarge, values: ["a": .list([.text(long)])], isNew: true),
      Attempt(code: .tooLarge, values: ["a": digits, "b": .text(canary.text)]),
      Attempt(code: .tooLarge, values: DraftObject([.init(name, .text(canary.text))])),
      Attempt(code: .tooLarge, title: name),
      Attempt(code: .tooLarge, baseline: DraftBaseline(name)),
      Attempt(code: .conflict, basedOn: 7),
      Attempt(code: .keyMismatch, key: DraftKey("other", owner: "ana")),
      Attempt(code: .notFound, key: DraftKey("form", owner: "bob")),
      Attempt(code: .invalidArgument, key: DraftKey("", owner: "ana")),
      Attempt(code: .invalidSchema, schema: twice),
    ]
  }

  @Test func `refused saves`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let draft = try await store.save(
      DraftSnapshot(values: values), schema: schema, key: key, title: canary.text
    ).draft
    func expectRefused(_ attempt: Attempt) async throws {
      let error = await failure {
        try await store.save(
          DraftSnapshot(values: attempt.values ?? values), schema: attempt.schema,
          key: attempt.key, draft: attempt.isNew ? nil : draft, basedOn: attempt.basedOn,
          title: attempt.title ?? canary.text, baseline: attempt.baseline)
      }
      try expectClean(error, attempt.code)
    }
    for attempt in attempts { try await expectRefused(attempt) }
    try await store.discard(draft)
    try await expectRefused(Attempt(code: .gone))
    try await store.purge(DraftFilter(owner: "ana"))
    try await expectRefused(Attempt(code: .ownerPurged))
    await store.close()
  }

  @Test func `unsaved values`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let bad = DraftValue.number(literal: canary.text)
    let snapshot = DraftSnapshot(values: [
      "a": bad, "b": [bad],
      "c": .file(DraftFile(id: canary.text, name: canary.text, byteCount: -1)),
      "d": [.object(DraftObject([.init("x", bad), .init("x", .text(canary.text))]))],
    ])
    let receipt = try await store.save(snapshot, schema: schema, key: key)
    #expect(receipt.unsaved.count == 4)
    #expect(!"\(receipt)".contains(canary.text))
    #expect(!"\(receipt.unsaved.map(\.reason))".contains(canary.text))
    await store.close()
    #expect(try canary.occurrences(in: folder.path) == [])
  }

  @Test func `damage`() async throws {
    let folder = try StoreFolder()
    var store = folder.store()
    let draft = try await store.save(
      DraftSnapshot(values: values), schema: schema, key: key, title: canary.text
    ).draft
    await store.close()
    try folder.tamper("ana") {
      try $0.execute("UPDATE field SET marks = 3 WHERE path = '/a'")
    }
    store = folder.store()
    guard case .mismatch(let found) = await store.restore(draft, schema: schema),
      case .damaged(_, _, let error)? = try await store.list(verifying: true).first
    else { throw TestFailure() }
    #expect(!"\(found.report)".contains(canary.text))
    try expectClean(error, .damaged)
    await store.close()
    try folder.tamper("ana") { try $0.execute("UPDATE draft SET revision = 9") }
    try expectClean(await store.restore(draft, schema: schema).failure, .damaged)
    await store.close()
    try folder.tamper("ana") { try $0.execute("CREATE TABLE \"\(canary.text)\" (x)") }
    try expectClean(await store.restore(draft, schema: schema).failure, .notOurs)
    await store.close()
    let file = try folder.files(of: "ana").database
    try folder.write(Array(String(repeating: canary.text, count: 300).utf8), to: file)
    try expectClean(await store.restore(draft, schema: schema).failure, .damaged)
    await store.close()
  }
}
