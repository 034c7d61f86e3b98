import FormDraftsTesting
import Testing

@testable import FormDrafts

/// Field reports 79, 83, 85 and 87: a secret never reaches a file, in any way of writing.
///
/// `CanaryTests` holds the control: the same scan finds what is stored on purpose.
@Suite struct SecretsOnDiskTests {
  private let key = DraftKey("form", owner: "ana", record: "plan/42")

  /// A form with a place for a secret of every kind, and values with a marker in each of them.
  private struct Trap {
    var markers: [Canary] = []

    mutating func marker() -> DraftValue {
      markers.append(Canary())
      return .text(markers[markers.count - 1].text)
    }

    mutating func schema() -> DraftSchema {
      var fields: [DraftSchema.Field] = [
        .init("plain", .text), .init("confirm", .text), .init("note", .text),
        .init("typed", .text, retention: .secret), .init("transient", .text, retention: .transient),
        .init("card", .text, contentKind: .cardNumber),
        .init("code", .text, contentKind: .oneTimeCode),
        .init("cvc2", .text, contentKind: .securityCode),
        .init("login", .text, contentKind: .password),
        .init("/accounts/~*/password", .text), .init("/accounts/~*/name", .text),
        .init("/map/~*", .text), .init("byList", .text),
        .init(
          "token", .choice, options: .init([.init(marker(), label: "Label"), .init(marker())])),
        .init("object", .object),
      ]
      fields[3].defaultValue = marker()
      fields[4].defaultValue = marker()
      fields[5].options = .init([.init(marker())], isClosed: false)
      fields[14].defaultValue = ["apiKey": marker(), "list": [["secret": marker()]]]
      fields[12].options = .init([.init(marker())])
      fields[12].defaultValue = marker()
      return DraftSchema(
        "form", fields: fields, steps: [.init("s")],
        overrides: .init(secret: ["byList", "/deep/byList", "/list/1"]))
    }

    mutating func values() -> DraftObject {
      let password = marker()
      return [
        "plain": "kept", "login": password, "confirm": password, "typed": marker(),
        "transient": marker(), "card": marker(), "code": [marker(), ["x": marker()]],
        "cvc2": ["a": marker(), "b": [marker()]],
        "accounts": [
          ["name": "x", "password": marker()], ["password": [marker()], "otp": marker()],
        ],
        "map": ["password": marker(), "key": "v", "other": password],
        "byList": marker(), "deep": ["byList": marker(), "er": ["newPassword": marker()]],
        "list": ["a", marker(), password, [password]], "token": marker(),
        "newPassword": marker(), "API_KEY": marker(), "undeclared": ["refreshToken": marker()],
        "secretFile": .file(file(marker())), "copies": .file(file(password)),
        "secret": .bytes(Array(text(marker()).utf8)), "note": password,
        "usage": [text(password): "as a name"],
      ]
    }

    private func text(_ value: DraftValue) -> String {
      if case .text(let text) = value { text } else { "" }
    }

    private func file(_ name: DraftValue) -> DraftFile {
      DraftFile(id: text(name), name: text(name), byteCount: 3, contentType: "text/plain")
    }
  }

  @Test func `markers in every place are in no byte of the store, open or closed`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    var trap = Trap()
    let schema = trap.schema()
    let values = trap.values()
    let record = trap.values()
    let password = try #require(values["login"].flatMap(Self.text))
    let snapshot = DraftSnapshot(
      values: values, touched: ["login", ["usage", password]], dirty: ["typed"], step: "s",
      focus: .init(["usage", password]))
    let receipt = try await store.save(
      snapshot, schema: schema, key: key, title: "Draft \(password)",
      baseline: DraftBaseline("v1", values: record))
    #expect(receipt.isTitleWithheld)
    #expect(receipt.withheld.count > 20)
    // A second save under the same id, with other secrets; a discarded draft; a list; a restore.
    let again = DraftSnapshot(values: trap.values())
    try await store.save(again, schema: schema, key: key, draft: receipt.draft, title: "t")
    let other = try await store.save(again, schema: schema, key: key)
    try await store.discard(other.draft)
    _ = try await store.list(verifying: true)
    let back = try await store.restored(key, schema: schema)
    #expect(back.snapshot.values["plain"] == "kept")
    #expect(back.snapshot.values["confirm"] == nil)
    #expect(back.snapshot.values["accounts"] == [["name": "x"], [:]])
    #expect(back.snapshot.values["list"] == ["a", .null, .null, [.null]])

    #expect(trap.markers.count > 60)
    try expectNone(of: trap.markers, in: folder)
    await store.close()
    try expectNone(of: trap.markers, in: folder)
    // Nor in what is said about it.
    let words = "\(receipt) \(back) \(snapshot) \(dumped(snapshot)) \(dumped(receipt))"
    for marker in trap.markers { #expect(!words.contains(marker.text)) }
  }

  private static func text(_ value: DraftValue) -> String? {
    if case .text(let text) = value { text } else { nil }
  }

  private func dumped(_ value: Any) -> String {
    var text = ""
    dump(value, to: &text)
    return text
  }

  private func expectNone(
    of markers: [Canary], in folder: StoreFolder, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let contents = try FileTree.contents(of: folder.path)
    #expect(contents.count >= 3, sourceLocation: sourceLocation)
    for (number, marker) in markers.enumerated() {
      for (file, bytes) in contents {
        let found = marker.occurrences(in: bytes, named: file)
        #expect(found == [], "marker \(number)", sourceLocation: sourceLocation)
        #expect(!file.contains(marker.text), sourceLocation: sourceLocation)
      }
    }
  }

  /// Report 79.
  @Test func `a password typed letter by letter leaves no part of itself`() async throws {
    let folder = try StoreFolder()
    let schema = DraftSchema.texts("login", "login", "password", "confirmPassword")
    let password = "pw-7Kestrel-Zq9"
    var store = folder.store()
    var draft: DraftID?
    for end in 1...password.count {
      let typed = DraftValue.text(String(password.prefix(end)))
      var snapshot = DraftSnapshot(
        values: ["login": "ana", "password": typed, "confirmPassword": typed])
      snapshot.dirty = ["password"]
      let receipt = try await store.save(snapshot, schema: schema, key: key, draft: draft)
      draft = receipt.draft
      // Nothing that is stored changed.
      #expect(receipt.revision == 1)
      #expect(receipt.withheld == ["password", "confirmPassword"])
      if end % 5 == 0 {
        for part in ["Zq9", "Kestr", "pw-7K"] {
          #expect(try Canary(part).occurrences(in: folder.path) == [])
        }
        await store.close()
        store = folder.store()
      }
    }
    for part in ["Zq9", "Kestr", "pw-7K"] {
      #expect(try Canary(part).occurrences(in: folder.path) == [])
    }
    await store.close()
  }

  /// Report 83: with no configuration at all.
  @Test func `payment data is not remembered`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let kinds: [DraftSchema.ContentKind] = [.password, .oneTimeCode, .cardNumber, .securityCode]
    let fields = kinds.enumerated().map {
      DraftSchema.Field(FieldPath(["field\($0)"]), .text, contentKind: $1)
    }
    let markers = kinds.map { _ in Canary() }
    var values = DraftObject(
      markers.enumerated().map { .init("field\($0)", .text($1.text)) })
    values["text"] = "kept"
    let schema = DraftSchema("pay", fields: fields + [.init("text", .text)])
    try await store.save(DraftSnapshot(values: values), schema: schema, key: key)
    #expect(try await store.restored(key, schema: schema).snapshot.values == ["text": "kept"])
    try expectNone(of: markers, in: folder)
    await store.close()
  }

  /// Report 85.
  @Test func `a transient field is neither stored nor brought back`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let schema = DraftSchema(
      "form", fields: [.init("csrf", .text, retention: .transient), .init("a", .text)])
    let first = Canary()
    let snapshot = DraftSnapshot(
      values: ["csrf": .text(first.text), "a": "1"], touched: ["csrf"], dirty: ["csrf"])
    let receipt = try await store.save(snapshot, schema: schema, key: key)
    #expect(receipt.withheld.isEmpty)
    let back = try await store.restored(key, schema: schema)
    #expect(back.snapshot == DraftSnapshot(values: ["a": "1"]))
    #expect(back.report.reentry.isEmpty)
    try expectNone(of: [first], in: folder)
    await store.close()
  }

  @Test func `a text that turns out to be the secret is taken back, its base too`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let schema = DraftSchema.texts("form", "password", "note", "list", "other")
    let canary = Canary()
    let text = DraftValue.text(canary.text)
    var draft: DraftID?
    let fewer = DraftSchema.texts("form", "password", "note", "list")
    for (password, schema) in [("", schema), (text, fewer)] as [(DraftValue, DraftSchema)] {
      var values: DraftObject = ["note": text, "list": ["a", text], "password": password]
      if draft == nil { values["other"] = text }  // an orphan, with the second schema
      draft = try await store.save(
        DraftSnapshot(values: values), schema: schema, key: key, draft: draft,
        baseline: draft == nil
          ? DraftBaseline("v1", values: ["gone": text, "list": ["a"], "note": "x"]) : nil
      ).draft
    }
    let back = try await store.restored(key, schema: fewer)
    #expect(back.snapshot.values == ["list": ["a", .null]])
    #expect(back.report.orphans == [])
    try await store.probe("ana") { file in file.needsCompaction = true }
    await store.close()
    #expect(try canary.occurrences(in: folder.path) == [])
  }
}
