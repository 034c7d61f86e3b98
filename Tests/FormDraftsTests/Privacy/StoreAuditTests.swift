import FormDraftsSQLite
import Testing

@testable import FormDrafts

/// What an audit of a store finds.
@Suite struct StoreAuditTests {
  private let folder: StoreFolder
  private let key = DraftKey("form", owner: "ana")

  init() throws { folder = try StoreFolder() }

  private let schema = DraftSchema(
    "form",
    fields: [
      .init("a", .text), .init("b", .text), .init("iban", .text, retention: .kept),
      .init("any", .any), .init("rows", .object, isMany: true), .init("/rows/~*/note", .text),
    ])

  /// What was found of drafts, in short.
  private func audit(
    _ store: DraftStore, _ filter: DraftFilter = .init(form: "form"), schema: DraftSchema? = nil
  ) async throws -> [String] {
    try await store.audit(filter, schema: schema).findings.map {
      "\($0.code) \($0.severity) \($0.path.map(\.pointer) ?? "-") \($0.sentence)"
    }
  }

  @Test("Nothing in a clean store, in none, and of a field that is marked as kept")
  func clean() async throws {
    let store = folder.store()
    #expect(try await store.audit().findings.isEmpty)
    #expect(try System.status(folder.path) == nil)
    try await store.save(
      DraftSnapshot(values: ["a": "Ana", "iban": "NO9386011117947", "password": "hunter2!"]),
      schema: schema, key: key, title: "A title")
    let report = try await store.audit(.init(owner: "ana"))
    #expect(report.findings.isEmpty)
    #expect(report.drafts == 1)
    await store.close()
  }

  @Test("What was saved as no secret is found under a form that says it is one; everywhere")
  func secrets() async throws {
    let store = folder.store()
    var lax = schema
    lax.overrides = .init(notSecret: ["password", "/rows/~*/pin"])
    lax.fields.append(.init("password", .text))
    let first: DraftObject = [
      "password": "old-secret", "a": "old-secret", "rows": [["pin": "4711", "note": "n"]],
    ]
    let id = try await store.save(
      DraftSnapshot(values: first), schema: lax, key: key, title: "of old-secret",
      baseline: DraftBaseline("1", values: ["password": "base-secret"])
    ).draft
    _ = try await store.savePoint(of: id)
    try await store.save(
      DraftSnapshot(values: ["password": "new-secret"]), schema: lax, key: key, draft: id)
    #expect(try await audit(store).isEmpty)
    let found = try await audit(store, schema: schema)
    #expect(
      Set(found) == [
        "secretStored high /password An answer that is a secret is stored.",
        "secretStored high /password What the record had that is a secret is stored.",
        "secretStored high /password An earlier state that is a secret is stored.",
        "secretStored high /a An earlier state that is a secret is stored.",
        "secretStored high /rows/0/pin An earlier state that is a secret is stored.",
        "secretStored high - The title holds a secret that is stored as well.",
        "secretStored high - The title of an earlier state holds a secret that is stored as well.",
      ])
    // A scrub takes all of that out.
    try await store.scrub(schema)
    #expect(try await audit(store, schema: schema).filter { $0.hasPrefix("secret") }.isEmpty)
    await store.close()
  }

  @Test("A form has no say about the drafts of another")
  func otherForm() async throws {
    let store = folder.store()
    var lax = schema
    lax.overrides = .init(notSecret: ["password"])
    try await store.save(
      DraftSnapshot(values: ["password": "secret"]), schema: lax,
      key: DraftKey("other", owner: "ana"))
    #expect(try await audit(store, .init(owner: "ana"), schema: schema).isEmpty)
    #expect(
      try await audit(store, .init(owner: "ana"), schema: DraftSchema("other", fields: [])).count
        == 1)
    await store.close()
  }

  @Test("An orphan that is a secret by its own form or by the present one")
  func orphans() async throws {
    let store = folder.store()
    var lax = schema
    lax.fields.append(.init("old", .text))
    let id = try await store.save(
      DraftSnapshot(values: ["old": "a value"]), schema: lax, key: key
    ).draft
    try await store.save(DraftSnapshot(), schema: schema, key: key, draft: id)
    #expect(try await audit(store).isEmpty)
    var strict = schema
    strict.overrides = .init(secret: ["old"])
    #expect(
      Set(try await audit(store, schema: strict)) == [
        "secretStored high /old An answer without a place in the form that is a secret is stored.",
        "secretStored high /old An earlier state that is a secret is stored.",
      ])
    await store.close()
  }

  @Test(
    "Values that should not lie about, at any depth, in texts, numbers, bytes, names and titles")
  func suspicious() async throws {
    let store = folder.store()
    let card: DraftValue = "card 4111 1111 1111 1111"
    let id = try await store.save(
      DraftSnapshot(values: [
        "a": card, "b": .number(literal: "4111111111111111"),
        "any": [
          "x": [["y": "123-45-6789"]], "k": .bytes(Array("-----BEGIN PRIVATE KEY-----".utf8)),
        ],
        "rows": [["note": "ok"], ["note": .text(SensitiveKindTests.signed)]],
        "undeclared": "NO9386011117947", "iban": "NO9386011117947",
        "4111111111111111": ["inside": "NL91ABNA0417164300"],
        "file": .file(DraftFile(id: "1", name: "5555555555554444.pdf", byteCount: 1)),
      ]), schema: schema, key: key, title: "5555555555554444"
    ).draft
    #expect(
      try await audit(store) == [
        "suspicious high - The title seems to hold the number of a payment card.",
        "suspicious high /a An answer seems to hold the number of a payment card.",
        "suspicious high /b An answer seems to hold the number of a payment card.",
        "suspicious medium /any/x/0/y An answer seems to hold a US social security number.",
        "suspicious high /any/k An answer seems to hold a private key.",
        "suspicious high /rows/1/note An answer seems to hold a JSON web token.",
        "suspicious medium /undeclared An answer seems to hold a bank account number (IBAN).",
        "suspicious high  A name in an answer seems to be the number of a payment card.",
        "suspicious medium  An answer seems to hold a bank account number (IBAN).",
        "suspicious high /file An answer seems to hold the number of a payment card.",
      ])
    let owners = try await store.audit().findings.filter { $0.code == .suspicious }
    #expect(owners.allSatisfy { $0.owner == "ana" && $0.draft == id })
    await store.close()
  }

  @Test("Save points hold what was there before")
  func savePoints() async throws {
    let store = folder.store()
    let id = try await store.save(
      DraftSnapshot(values: ["a": "123-45-6789"]), schema: schema, key: key
    ).draft
    _ = try await store.savePoint(of: id)
    try await store.save(DraftSnapshot(values: ["a": "gone"]), schema: schema, key: key, draft: id)
    #expect(
      try await audit(store) == [
        "suspicious medium /a An earlier state seems to hold a US social security number."
      ])
    await store.close()
  }

  @Test("What is there longer than it should be; and the audit leaves it there")
  func times() async throws {
    let time = TestTime()
    let store = folder.store(time.environment)
    let gone = DraftSnapshot(values: ["a": "1"])
    try await store.save(gone, schema: schema, key: key, expiresAfter: .seconds(60))
    let hidden = try await store.save(gone, schema: schema, key: key).draft
    try await store.discard(hidden, undoFor: .seconds(60))
    #expect(try await audit(store).isEmpty)
    await store.close()
    time.advance(milliseconds: 61_000)
    let looker = DraftStore(
      path: folder.path, environment: time.environment, access: .readOnly, isTemporary: false)
    let expected: Set = [
      "expiredPresent low - Its time to live is over, and it is still there.",
      "hiddenPresent low - It was discarded, cannot be brought back any more, and is still there.",
    ]
    for store in [looker, folder.store(time.environment), looker] {
      #expect(Set(try await audit(store)) == expected)
    }
    #expect(try await looker.audit().drafts == 2)
    await looker.close()
  }

  @Test("Bytes of what was removed may still be there")
  func erasure() async throws {
    let store = folder.store()
    let id = try await store.save(
      DraftSnapshot(values: ["a": "1"]), schema: schema, key: key
    ).draft
    try await store.discard(id)
    let found = try await store.audit(.init(owner: "ana")).findings
    #expect(found.map(\.code) == [.erasurePending])
    #expect(found.first?.owner == "ana")
    await store.close()
    #expect(try await folder.store().audit(.init(owner: "ana")).findings.isEmpty)
  }

  @Test("Damage is a finding, and hides nothing else")
  func damage() async throws {
    let store = folder.store()
    for owner in ["ana", "bea", "eve"] {
      try await store.save(
        DraftSnapshot(values: ["a": "123-45-6789", "b": "x"]), schema: schema,
        key: DraftKey("form", owner: .account(owner)))
    }
    await store.close()
    try folder.tamper("ana") { connection in
      try connection.withStatement("UPDATE field SET value = '\"y\"' WHERE path = '/b'") {
        try $0.run()
      }
    }
    try folder.tamper("bea") { connection in
      try connection.withStatement("UPDATE draft SET form = 'x'") { try $0.run() }
    }
    try folder.write(Array("no database".utf8), to: folder.files(of: "eve").database)
    let report = try await folder.store().audit(.init(form: "form"))
    let found = report.findings.map {
      "\($0.owner?.name ?? "?") \($0.code) \($0.path?.pointer ?? "-")"
    }
    #expect(
      found == [
        "ana unreadable /b", "ana suspicious /a", "bea unreadable -", "? unreadable -",
      ])
    #expect(report.drafts == 1)
  }

  @Test("Only reads: every file of the store keeps every byte")
  func readOnly() async throws {
    let store = folder.store()
    let id = try await store.save(
      DraftSnapshot(values: ["a": "123-45-6789"]), schema: schema, key: key
    ).draft
    _ = try await store.savePoint(of: id)
    await store.close()
    let before = try folder.digests()
    for _ in 0..<2 { #expect(try await !folder.store().audit().findings.isEmpty) }
    #expect(try folder.digests() == before)
  }

  @Test("Files and directories that others can read or write, each named, before they are closed")
  func modes() async throws {
    let store = folder.store()
    try await store.save(DraftSnapshot(values: ["a": "1"]), schema: schema, key: key)
    await store.close()
    let files = try folder.files(of: "ana")
    try System.setPermissions(folder.path, 0o755)
    try System.setPermissions(files.database, 0o660)
    try System.setPermissions(folder.path + "/store.id", 0o604)
    try System.setPermissions(folder.root, 0o777)
    let found = try await folder.store().audit().findings.filter { $0.code == .looseMode }
    #expect(
      Set(found.map { "\($0.file ?? "-"): \($0.sentence)" }) == [
        "\(folder.root): Anybody can replace the store in it.",
        "\(folder.path): Others can read it; opening the store ends that.",
        "\(folder.path)/store.id: Others can read it; opening the store ends that.",
        "\(files.database): Others can write to it; opening the store ends that.",
      ])
    #expect(found.allSatisfy { $0.severity == .high })
    try System.setPermissions(folder.root, 0o755)
    try System.setPermissions(folder.path, 0o750)
    let parent = try await folder.store().audit(.init(owner: "bea")).findings
    #expect(parent.map(\.file) == [folder.root, folder.path])
  }

  @Test("Of one owner the files of the others are left out")
  func otherModes() async throws {
    let store = folder.store()
    for owner in ["ana", "bea"] as [DraftOwner] {
      try await store.save(
        DraftSnapshot(values: ["a": "1"]), schema: schema, key: DraftKey("form", owner: owner))
    }
    await store.close()
    try System.setPermissions(folder.files(of: "ana").database, 0o640)
    #expect(try await folder.store().audit(.init(owner: "bea")).findings.isEmpty)
    try System.setPermissions(folder.files(of: "ana").database, 0o640)
    #expect(try await folder.store().audit(.init(owner: "ana")).findings.count == 1)
  }

  @Test("The place of the store, where nothing narrows")
  func location() async throws {
    let store = folder.store()
    try await store.save(DraftSnapshot(values: ["a": "1"]), schema: schema, key: key)
    let found = try await store.audit().findings
    #expect(found.map(\.code) == [.location])
    #expect(found.first?.file == folder.path)
    await store.close()
  }
}
